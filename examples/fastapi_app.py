"""A program of one's own with a studio inside: its own routes, and the studio's API below /studio.

uvicorn fastapi_app:app
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, HTTPException
from fastapi.responses import Response

import brandstudio

studio = brandstudio.open(os.environ.get("BRANDSTUDIO_DATA", "brandstudio-data"), worker=True)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    studio.close()


app = FastAPI(lifespan=lifespan)
app.mount("/studio", brandstudio.asgi(studio))


@app.post("/banner")  # a plain function: FastAPI runs it on a thread of its own
def banner(headline: str) -> Response:
    """A square banner, as a PNG."""
    try:
        job = studio.designs.create(
            folder="acme",
            size="square",
            template="overlay",
            slots=brandstudio.Slots(headline=headline),
        )
        variant = job.wait(timeout=120).variants[0]
    except brandstudio.errors.BadRequest as error:
        raise HTTPException(error.status, error.message) from error
    return Response(variant.read(), media_type="image/png")
