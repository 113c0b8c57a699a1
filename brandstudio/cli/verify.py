"""``brandstudio verify``: what a picture says of its origin, in plain words."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .app import App, Failure, example, pass_app
from .engines import missing_modules

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
    """What a picture says of its origin: the source it names (IPTC in XMP) and signed content credentials (C2PA)."""
    from ..pixels import metadata
    from ..pixels.probe import probe

    if file.stat().st_size > MAX_BYTES:
        raise Failure("PAYLOAD_TOO_LARGE", f"{file} is over {MAX_BYTES // 2**20} MB")
    data = file.read_bytes()
    shape = probe(data)  # says with our own error what is no picture
    found = metadata.read(data)
    credentials, sentences = _credentials(file)
    value: dict[str, Any] = {
        "file": str(file), "sha256": hashlib.sha256(data).hexdigest(), "mimeType": shape.mime,
        "width": shape.width, "height": shape.height, "digitalSourceType": None if found is None else found.source,
        "creatorTool": None if found is None else found.creator_tool or None,
        "description": None if found is None else found.description, "prompt": None if found is None else found.prompt,
        "contentCredentials": credentials,
    }
    lines = [f"{file}: {shape.mime}, {shape.width} x {shape.height} pixels"]
    if found is None:
        lines.append("It says nothing of its origin (no XMP with a source). That proves nothing either way.")
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


def _credentials(file: Path) -> tuple[dict[str, Any] | None, list[str]]:
    """What C2PA says, and the same in sentences."""
    if missing_modules("c2pa"):
        return None, ["Content credentials were not looked for: pip install 'brandstudio[c2pa]'"]
    try:
        make_reader: Callable[[str], Any] = importlib.import_module("c2pa").Reader
        with make_reader(str(file)) as reader:
            manifest = json.loads(reader.json())
    except Exception as error:
        # The library raises classes of its own for every odd file; having no credentials is one of them.
        if "ManifestNotFound" in f"{type(error).__name__} {error}":
            return None, ["It carries no signed content credentials (C2PA)."]
        return {"state": "unreadable"}, [f"Its content credentials can't be read: {str(error)[:200]}"]
    active = manifest.get("manifests", {}).get(manifest.get("active_manifest", ""), {})
    state = str(manifest.get("validation_state", "unknown"))
    signer = str(active.get("signature_info", {}).get("issuer") or "an unnamed signer")
    generator = active.get("claim_generator_info") or [{}]
    tool = str(generator[0].get("name") or active.get("claim_generator") or "an unnamed tool")
    failures = [
        str(entry.get("code")) for entry in manifest.get("validation_status") or () if isinstance(entry, dict)
    ]
    sentences = [f"Content credentials: {state.lower()}, signed by {signer}, made with {tool}."]
    if failures == ["signingCredential.untrusted"]:
        sentences.append("Nothing was changed since it was signed; who signed it is not on a list of trusted signers.")
    elif "assertion.dataHash.mismatch" in failures:
        sentences.append("The picture was changed after it was signed; what it says of its origin may not be true.")
    elif failures:
        sentences.append(f"Checks that failed: {', '.join(failures)}")
    return {"state": state, "signer": signer, "tool": tool, "failures": failures}, sentences
