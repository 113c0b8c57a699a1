"""``brandstudio verify``: what a picture says of its origin, in plain words."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import click

from .app import App, Failure, example, pass_app

MAX_BYTES = 256 * 1024 * 1024

_SOURCES = {
    "digitalCapture": "A camera took it.",
    "computationalCapture": "A camera took it and computed it from several exposures.",
    "negativeFilm": "It was digitised from a negative on film.",
    "positiveFilm": "It was digitised from a positive on film.",
    "print": "It was digitised from a print.",
    "humanEdits": "A person edited it.",
    "minorHumanEdits": "A person edited it slightly.",
    "algorithmicallyEnhanced": "A program enhanced it, without a trained model making any of its content.",
    "digitalArt": "A person drew it with digital tools.",
    "digitalCreation": "A person made it with digital tools.",
    "dataDrivenMedia": "A program made it from data.",
    "trainedAlgorithmicMedia": "A trained model (AI) made it.",
    "compositeWithTrainedAlgorithmicMedia": "It was put together, and a trained model (AI) made parts of it.",
    "algorithmicMedia": "A program drew it by rules; no trained model made any of it.",
    "compositeSynthetic": "It was put together, with parts that no camera took.",
    "compositeCapture": "It was put together from pictures that cameras took.",
    "composite": "It was put together from several parts.",
    "screenCapture": "It shows a screen.",
    "virtualRecording": "It was recorded in a virtual scene.",
}
"""IPTC NewsCodes "digitalsourcetype", as sentences."""


@click.command(epilog=example("brandstudio verify banner.png"))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
@pass_app
def verify(app: App, file: Path) -> None:
    """What a picture says of its origin: the source it names (IPTC in XMP) and signed content
    credentials (C2PA).
    """
    from ..pixels import metadata
    from ..pixels.probe import probe

    if file.stat().st_size > MAX_BYTES:
        raise Failure("PAYLOAD_TOO_LARGE", f"{file} is over {MAX_BYTES // 2**20} MB")
    data = file.read_bytes()
    shape = probe(data)  # says with our own error what is no picture
    found = metadata.read(data)
    credentials, sentences = _credentials(data, shape.mime)
    value: dict[str, object] = {
        "file": str(file),
        "sha256": hashlib.sha256(data).hexdigest(),
        "mimeType": shape.mime,
        "width": shape.width,
        "height": shape.height,
        "digitalSourceType": None if found is None else found.source,
        "creatorTool": None if found is None else found.creator_tool or None,
        "description": None if found is None else found.description,
        "prompt": None if found is None else found.prompt,
        "contentCredentials": credentials,
    }
    lines = [f"{file}: {shape.mime}, {shape.width} x {shape.height} pixels"]
    if found is None:
        lines.append(
            "It says nothing of its origin (no XMP with a source). That proves nothing either way."
        )
    else:
        if found.source is not None:
            lines.append(f"{_SOURCES[found.source]}  (IPTC: {found.source})")
        if found.creator_tool:
            lines.append(f"Made with: {found.creator_tool}")
        if found.description:
            lines.append(f"Description: {found.description}")
        if found.prompt:
            lines.append(f"Asked for: {found.prompt}")
        lines.append("These are statements that anybody could have changed; they are not signed.")
    app.show(value, *lines, *sentences)


def _credentials(data: bytes, mime: str) -> tuple[dict[str, Any] | None, list[str]]:
    """What C2PA says, and the same in sentences. Nothing is fetched, whatever address the file
    names.
    """
    from ..engines import credentials

    if not credentials.available():
        return None, ["Content credentials were not looked for: pip install 'brandstudio[c2pa]'"]
    found = credentials.read(data, mime)
    if found is None:
        return None, ["It carries no signed content credentials (C2PA)."]
    signer, tool = found.issuer or "an unnamed signer", found.generator or "an unnamed tool"
    sentences = [
        f"Content credentials: {found.state.lower()}, signed by {signer}, made with {tool}."
    ]
    if found.problems:
        sentences.append(f"The file is not what was signed: {', '.join(found.problems)}")
    elif found.state == "Valid":
        sentences.append(
            "Nothing was changed since it was signed; who signed it is not on a list of trusted signers."
        )
    if found.actions:
        sentences.append(
            f"Steps: {', '.join(step.removeprefix('c2pa.') for step in found.actions)}"
        )
    sentences += [f"Made from: {name}" for name in found.ingredients]
    value = {
        "state": found.state,
        "signer": signer,
        "tool": tool,
        "title": found.title,
        "actions": list(found.actions),
        "digitalSourceTypes": list(found.sources),
        "ingredients": list(found.ingredients),
        "failures": list(found.problems),
    }
    return value, sentences
