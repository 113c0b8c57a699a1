"""``brandstudio images``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .. import operations as ops
from ..models.images import AspectRatio, Image, OutputFormat, Resolution
from .app import App, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .params import FILE, FOLDER, OneOf, choices, contents
from .sending import (
    built,
    dry_run_option,
    hand_over,
    no_wait_option,
    out_option,
    tell_price,
    waited,
)


@click.group(
    cls=Commands,
    epilog=example('brandstudio images create acme "calm sea at dusk, space on the left"'),
)
def images() -> None:
    """Make, edit, measure and resize pictures. Each edit is the next version of the same image."""


def _file(image: Image) -> tuple[bytes, str]:
    data = image.read()
    return data, f"{image.id}.{'png' if data.startswith(_PNG) else 'jpg'}"


_PNG = b"\x89PNG"

images.add_command(
    declared(
        ops.CreateImage,
        "create",
        Shape(
            'images create acme "calm sea at dusk, space on the left" --aspect-ratio 16:9',
            arguments=("folder", "prompt"),
            out=_file,
        ),
    )
)


@images.command(epilog=example('brandstudio images brandify acme photo.jpg --instructions "warm"'))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("file", type=FILE, required=False, metavar="[FILE]")
@click.option("--source-url", metavar="URL", help="A public https link instead of FILE.")
@click.option("--instructions", metavar="TEXT", help="What is to change besides, in plain words.")
@click.option("--aspect-ratio", type=OneOf(choices(AspectRatio)), help="The photo's own without.")
@click.option("--resolution", type=OneOf(choices(Resolution)), help="The photo's own without.")
@click.option("--output-format", type=OneOf(choices(OutputFormat)), help="The file's format.")
@click.option("--client-reference-id", metavar="TEXT", help="A reference of your own.")
@click.option("--idempotency-key", metavar="TEXT", help="The same key never charges twice.")
@pass_app
def brandify(app: App, /, folder: str, file: Path | None, **given: Any) -> None:
    """Move a picture into the brand's look: the original is version 1, the result version 2.

    Price: brandify_1k 4, brandify_2k 5, brandify_4k 9 credits (brandstudio prices show).
    """
    dry_run, no_wait, out = (given.pop(name) for name in ("dry_run", "no_wait", "out"))
    fields = {name: value for name, value in given.items() if value is not None}
    if (file is None) == ("source_url" not in fields):
        raise click.UsageError("Give either FILE or --source-url.")
    with app.studio() as studio:
        if dry_run:
            if file is not None:
                fields["source_url"] = "https://example.com/dry-run"
            tell_price(app, studio, built(ops.BrandifyImage, {"folder": folder, **fields}))
            return
        if file is not None:
            fields["file"], fields["filename"] = contents(file)
        accepted = studio.images.brandify(folder=folder, **fields)
        result = accepted if no_wait else waited(app, accepted)
        hand_over(app, studio, result, None if no_wait else out, _file)


brandify.params += [dry_run_option(), no_wait_option(), out_option()]

for _command in (
    declared(
        ops.GetImage,
        "show",
        Shape("images show acme img_019f2c...", arguments=("folder", "image_id")),
    ),
    declared(
        ops.ReviseImage,
        "revise",
        Shape(
            'images revise acme img_019f2c... "a little warmer, darker background"',
            arguments=("folder", "image_id", "instructions"),
            out=_file,
        ),
    ),
    declared(
        ops.ResizeImage,
        "resize",
        Shape(
            "images resize acme img_019f2c... --aspect-ratio 9:16",
            usual={"resolution": "2K"},
            out=_file,
        ),
    ),
    declared(ops.ImproveImage, "improve", Shape("images improve acme img_019f2c...", out=_file)),
    declared(ops.RetryImage, "retry", Shape("images retry acme img_019f2c...")),
    declared(ops.RecreateImage, "recreate", Shape("images recreate acme img_019f2c...")),
    declared(
        ops.SetCurrentVersion,
        "set-current-version",
        Shape(
            "images set-current-version acme img_019f2c... 2",
            arguments=("folder", "image_id", "version"),
        ),
    ),
    declared(
        ops.CheckImage,
        "check",
        Shape("images check acme --file poster.png", files=("image_url",)),
    ),
    declared(
        ops.AnalyseImage,
        "analyse",
        Shape(
            "images analyse acme --image-id img_019f2c... --briefs 3",
            arguments=("folder",),
            files=("image_url",),
        ),
    ),
):
    images.add_command(_command)
