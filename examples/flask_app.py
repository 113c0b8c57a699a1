"""A Flask program with a studio inside, under threads and under processes that fork.

gunicorn flask_app:app --workers 2 --threads 4 --preload
"""

import os

from flask import Flask, Response, jsonify, request

import brandstudio

app = Flask(__name__)
# Opened once, also before a fork: each process and each thread uses connections of its own. Whoever
# waits for a job carries it out, so that no thread has to survive the fork.
studio = brandstudio.open(os.environ.get("BRANDSTUDIO_DATA", "brandstudio-data"))


@app.get("/folders")
def folders() -> Response:
    return jsonify([folder.name for folder in studio.folders.list().level1_folders])


@app.post("/banner")
def banner() -> Response:
    """A square banner, as a PNG."""
    job = studio.designs.create(
        folder="acme",
        size="square",
        template="overlay",
        slots=brandstudio.Slots(headline=request.form["headline"]),
    )
    variant = job.wait(timeout=120).variants[0]
    return Response(variant.read(), mimetype="image/png")
