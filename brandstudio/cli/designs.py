"""``brandstudio designs`` and ``export``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import operations as ops
from ..models.designs import ExportFormat, Slots
from ..models.sizes import BannerSize
from .app import App, as_plain, example, pass_app
from .declared import Shape, declared
from .files import PICTURE_OUT, is_stdout, written, written_picture
from .groups import Commands
from .params import (
    BANNER_JOB,
    DESIGN_ID,
    FOLDER,
    IMAGE_ID,
    LOGO,
    OUT,
    TEMPLATE,
    VARIANT,
    WORDS,
    OneOf,
    choices,
)
from .sending import built, dry_run_option, no_wait_option, send, tell_price, waited
from .slots import slot_option
from .terminal import paint, priced, size
from .values import CANVAS
from .variants import variant_of

if TYPE_CHECKING:
    from ..models.designs import BannerJob, DesignPreview, DesignSaved, ExportFormat
    from ..studio import Studio

SIZES = choices(BannerSize)
_SIZE_HELP = (
    "square, portrait, linkedin-cover, linkedin-feed, email-header, or a size that carries its "
    "pixels: story-1080x1920, leaderboard-728x90, a4-2480x3508 and more (press Tab)."
)
_SIZES = click.option(
    "--size",
    "sizes",
    type=OneOf(SIZES),
    multiple=True,
    metavar="NAME",
    help=f"{_SIZE_HELP} Again for more.",
)
_CANVAS = click.option(
    "--canvas", type=CANVAS, metavar="WxH", help="A size of your own instead, in pixels."
)
F = TypeVar("F", bound=Callable[..., Any])

_SLOTS: dict[str, tuple[click.ParamType[Any] | None, str]] = {
    "headline": (WORDS, "The words that matter, up to 140 characters."),
    "subhead": (None, "A second line, up to 200 characters."),
    "button_text": (None, "The button's words, up to 40 characters."),
    "author_role": (None, "What the person is, on a cover."),
    "author_name": (None, "Who speaks, on a cover."),
    "image_id": (IMAGE_ID, "A photo of the folder or those above it; a drawn ground without."),
    "logo": (LOGO, "A logo by its name; the primary one without."),
    "extend": (None, "Whether the photo may be continued where no crop keeps its subject clear."),
    "language": (None, "Language of the words (de, ja); without it the folder's voice says."),
}


def slot_options(command: F) -> F:
    """An option for each slot of a banner."""
    command = click.option(
        "--scheme", metavar="NAME", help="A colour scheme of the template: dark, accent."
    )(slot_option(command))
    for name, info in reversed(Slots.model_fields.items()):
        if name == "own":
            continue
        taken, words = _SLOTS.get(name, (None, ""))
        option = f"--{name.replace('_', '-')}"
        if "bool" in str(info.annotation):
            pair = f"{option}/--no-{option[2:]}"
            command = click.option(pair, name, default=None, help=words)(command)
            continue
        command = click.option(
            option, name, type=taken, required=info.is_required(), help=words, metavar="TEXT"
        )(command)
    return command


def slots_of(given: dict[str, Any]) -> Slots:
    """The slots among the options; takes them out."""
    found = {name: given.pop(name, None) for name in Slots.model_fields}
    return Slots(**{name: value for name, value in found.items() if value is not None})


@click.group(
    cls=Commands, epilog=example('brandstudio designs create acme --size square --headline "Hello"')
)
def designs() -> None:
    """Banners: laid out for free, made and paid, saved to the library, exported."""


@designs.command(
    epilog=example(
        'brandstudio designs preview acme --size square --headline "The harbour opens" --out try.jpg'
    )
)
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@_SIZES
@_CANVAS
@click.option("--template", type=TEMPLATE, default="overlay", show_default=True, metavar="NAME")
@slot_options
@click.option("--max-side", type=click.IntRange(128, 1920), default=960, show_default=True)
@click.option(
    "--out",
    type=PICTURE_OUT,
    help="Write the picture there (.jpg, .png, .webp); - is standard output. Of several sizes "
    "each has its name added.",
)
@pass_app
def preview(app: App, /, sizes: tuple[Any, ...], out: Path | None, **given: Any) -> None:
    """A banner at once, small and free, with its score; nothing is kept. --out keeps the picture,
    and the terminal shows it where it can. Several sizes are shown as one job would make them.
    """
    from .banners_shown import cost, notes

    if len(sizes) > 1 and is_stdout(out):
        raise click.UsageError("--out - takes the picture of one --size.")
    slots = slots_of(given)
    asked = {**given, "slots": slots, "sizes": list(sizes) if len(sizes) > 1 else None}
    seen: list[DesignPreview] = []
    lines: list[str] = []
    with app.studio() as studio:
        for size in dict.fromkeys(sizes) or (None,):
            made = studio.designs.preview(**asked, size=size)
            where = _kept(app, made, out, several=len(sizes) > 1)
            seen.append(made)
            score = f"{made.template}, {made.size}, score {made.scores.total:.2f}{where}"
            lines += [*notes(made), *cost(made), score]
    if not is_stdout(out):
        app.show(seen[0] if len(sizes) < 2 else seen, *lines)


def _kept(app: App, made: DesignPreview, out: Path | None, *, several: bool) -> str:
    """Where the picture went; the terminal shows it where it goes nowhere."""
    if out is None:
        app.picture(made.read)
        return ""
    if several:
        out = out.with_name(f"{out.stem}-{made.size}{out.suffix}")
    target = written_picture(made.read(), out, f"{made.template}-{made.size}.jpg")
    return f": {target}"


@designs.command(
    epilog=example(
        'brandstudio designs create acme --size square --headline "The harbour opens" --save'
    )
)
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@_SIZES
@_CANVAS
@click.option("--template", type=TEMPLATE, default="all", show_default=True, metavar="NAME")
@slot_options
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the PNGs; it is made if missing.",
)
@click.option("--save", is_flag=True, help="Save each banner to the library too (upload, each).")
@click.option("--client-reference-id", metavar="TEXT", help="A reference of your own.")
@click.option("--idempotency-key", metavar="TEXT", help="The same key never charges twice.")
@pass_app
def create(
    app: App,
    /,
    folder: str,
    sizes: tuple[str, ...],
    out: Path | None,
    save: bool,
    dry_run: bool,
    no_wait: bool,
    **given: object,
) -> None:
    """Banners from words, a photo and a logo: one version a template and size.

    Price: banner_create 2 each (banner_cover 3 for article-cover-panel), banner_extend 2 more where
    a photo has to be continued (brandstudio prices show).
    """
    if no_wait and (out is not None or save):
        raise click.UsageError("--out and --save need the finished banners; leave out --no-wait.")
    if out is not None and out.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp", ".pdf", ".svg"):
        raise click.UsageError(
            f"--out is a folder here, since there may be several banners: --out {out.stem}"
        )
    slots = slots_of(given)
    fields = {name: value for name, value in given.items() if value is not None}
    asked = built(
        ops.CreateDesign,
        {"folder": folder, "sizes": list(sizes) or None, "slots": slots, **fields},
    )
    from .quotes import balance_after

    with app.studio() as studio:
        if dry_run:
            tell_price(app, studio, asked)
            return
        if no_wait:
            send(app, studio, asked, wait=False)
            return
        accepted = studio.send(asked)
        job = waited(app, accepted)
        saves = _saves(studio, job) if save else {}
        balance = balance_after(studio, accepted)
        _show_banners(app, job, balance, saves, _files(job, out))


create.params += [dry_run_option(), no_wait_option()]


def _saves(studio: Studio, job: BannerJob) -> dict[str, DesignSaved]:
    return {
        entry.variant_id: studio.designs.save(job_id=job.job_id, variant_id=entry.variant_id)
        for entry in job.variants
    }


def _files(job: BannerJob, out: Path | None) -> dict[str, str]:
    if out is None:
        return {}
    out.mkdir(parents=True, exist_ok=True)
    return {
        entry.variant_id: str(
            written(entry.read(), out / f"{entry.template}-{entry.size}.png", "banner.png")
        )
        for entry in job.variants
    }


def _show_banners(
    app: App,
    job: BannerJob,
    balance: float,
    saves: dict[str, DesignSaved],
    files: dict[str, str],
) -> None:
    from .banners_shown import banner_rows

    saved = {variant: made.image_id for variant, made in saves.items()}
    for entry in job.variants:
        app.picture(entry.read)
    app.show(
        {**as_plain(job), "savedImageIds": saved, "files": files, "balance": balance},
        *banner_rows(job, saved),
        *(f"{paint('saved', 'faint')}  {image_id}" for image_id in saved.values()),
        *(f"{paint('file', 'faint')}   {file}" for file in files.values()),
        f"{len(job.variants)} {'banner' if len(job.variants) == 1 else 'banners'}, {priced(balance)} left: {job.job_id}",
    )


designs.add_command(
    declared(
        ops.GetDesign, "show", Shape("designs show job_019f2c...", types={"job_id": BANNER_JOB})
    )
)


@designs.command(epilog=example("brandstudio designs save job_019f2c... overlay"))
@click.argument("job_id", type=BANNER_JOB, metavar="JOB_ID")
@click.argument("variant_id", type=VARIANT, metavar="VARIANT")
@click.option(
    "--into-image-id", type=DESIGN_ID, metavar="ID", help="As this design's next version."
)
@click.option("--client-reference-id", metavar="TEXT", help="A reference of your own.")
@click.option("--idempotency-key", metavar="TEXT", help="The same key never charges twice.")
@pass_app
def save(app: App, /, job_id: str, variant_id: str, dry_run: bool, **given: object) -> None:
    """Save a banner to the library, as a new design or as the next version of one. VARIANT is its
    id or its name; prints the design's id.

    Price: upload 1 credit (brandstudio prices show).
    """
    fields = {name: value for name, value in given.items() if value is not None}
    with app.studio() as studio:
        id = variant_of(studio, job_id, variant_id)
        asked = built(ops.SaveDesign, {"job_id": job_id, "variant_id": id, **fields})
        if dry_run:
            tell_price(app, studio, asked)
            return
        send(app, studio, asked)


save.params.append(dry_run_option())


@click.command(epilog=example("brandstudio designs export job_019f2c... overlay --format pdf"))
@click.argument("job", type=BANNER_JOB)
@click.argument("variant", type=VARIANT)
@click.option(
    "--format",
    "form",
    type=OneOf(choices(ExportFormat)),
    default="png",
    show_default=True,
    help="svg keeps words as text and brings their letters along; svg-outlines draws them as "
    "shapes; spec is the DesignSpec as JSON.",
)
@click.option(
    "--quality",
    type=click.IntRange(1, 100),
    default=90,
    show_default=True,
    help="Of JPEG and WebP.",
)
@click.option(
    "--out", type=OUT, help="The studio's own file name by default; - is standard output."
)
@pass_app
def export(
    app: App, job: str, variant: str, form: ExportFormat, quality: int, out: Path | None
) -> None:
    """A banner in another form. VARIANT is its id or its template's name; prints the file's
    path.
    """
    with app.studio() as studio:
        id = variant_of(studio, job, variant)
        made = studio.designs.export(job_id=job, variant_id=id, format=form, quality=quality)
        data = made.read()
    target = written(data, out, made.filename)
    if target is None:
        return
    app.show(
        {"file": str(target.absolute()), "mimeType": made.mime_type, "bytes": len(data)},
        f"{made.mime_type}, {size(len(data))}: {target}",
    )


designs.add_command(export)
