"""``brandstudio designs edit | preview-edit | render``: one banner changed, or drawn from its spec."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

import click

from .. import operations as ops
from ..models.choices import ButtonStyle, LogoPlace, TextAlign
from ..models.designs import Vision
from ..models.sizes import BannerSize
from .app import App, Failure, example, pass_app
from .batch import in_designs
from .designs import designs
from .files import PICTURE_OUT, is_stdout, written_picture
from .params import (
    BANNER_JOB,
    FOLDER,
    IMAGE_ID,
    LOGO,
    TEMPLATE,
    VARIANT,
    WORDS,
    OneOf,
    choices,
    from_stdin,
)
from .sending import built, dry_run_option, no_wait_option, send, tell_price, waited
from .slots import slot_option
from .variants import variant_of

F = TypeVar("F", bound=Callable[..., Any])
_MOST_SPEC = 1 << 20
_SCRIMS = ("auto", "none", "linear", "even", "panel")
_LOGOS = ("any", "light", "dark", "mono")
_SLOTS = ("headline", "subhead", "button_text", "author_role", "author_name", "image_id")


def _numbers(count: int) -> Callable[[click.Context, click.Parameter, str | None], object]:
    """Reads ``0.1,0.2`` as numbers; ``auto`` takes a choice back."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
        if value is None or value == "auto":
            return value
        try:
            found = tuple(float(part) for part in value.split(","))
        except ValueError:
            found = ()
        if len(found) != count:
            raise click.BadParameter(f"give {count} numbers from 0 to 1, with commas, or auto")
        return found

    return read


def _colours(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> object:
    found = dict(part.partition("=")[::2] for part in value)
    if any(not colour for colour in found.values()):
        raise click.BadParameter("say ROLE=COLOUR: text=#ffffff, ground=primary, button=auto")
    return found or None


_OPTIONS = (
    click.option("--headline", type=WORDS, metavar="TEXT", help="Other words for the headline."),
    click.option("--subhead", metavar="TEXT", help="Other words; an empty text takes it away."),
    click.option("--button-text", metavar="TEXT", help="Other words for the button."),
    click.option("--author-role", metavar="TEXT", help="What the person is."),
    click.option("--author-name", metavar="TEXT", help="Who speaks."),
    slot_option,
    click.option("--image-id", type=IMAGE_ID, metavar="ID", help="Another photo; none for none."),
    click.option("--logo", type=LOGO, metavar="NAME", help="Another logo; none for none."),
    click.option("--logo-place", type=OneOf(choices(LogoPlace)), help="The logo's corner."),
    click.option("--logo-size", type=float, help="1 is the template's size."),
    click.option("--logo-variant", type=OneOf(_LOGOS), help="Which of the logo's files."),
    click.option("--template", type=TEMPLATE, metavar="NAME", help="Another template."),
    click.option("--size", type=OneOf(choices(BannerSize)), metavar="NAME", help="Another size."),
    click.option("--canvas", metavar="WxH", help="A size of your own, in pixels."),
    click.option("--crop", callback=_numbers(4), metavar="X,Y,W,H", help="The part of the photo."),
    click.option("--focal-point", callback=_numbers(2), metavar="X,Y", help="What stays in sight."),
    click.option("--scrim", type=OneOf(_SCRIMS), help="What calms the photo behind the words."),
    click.option("--scrim-strength", type=click.FloatRange(0, 1), help="Its least opacity."),
    click.option(
        "--colour", "colours", multiple=True, callback=_colours, metavar="ROLE=COLOUR",
        help="text, ground, scrim, button or label in #rrggbb or a role of the palette. Again for more.",
    ),
    click.option("--align", type=OneOf(("auto", *choices(TextAlign))), help="How words stand."),
    click.option("--button", type=OneOf(("auto", *choices(ButtonStyle))), help="The button's style."),
    click.option("--scheme", metavar="NAME", help="A colour scheme of the template; auto for its own."),
    click.option("--seed", type=click.IntRange(0, 9999), help="Another variant of the template."),
)  # fmt: skip


def _edit_options(command: F) -> F:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _fields(given: dict[str, Any]) -> dict[str, Any]:
    """The options as an edit's fields."""
    said = {name: value for name, value in given.items() if value is not None}
    fields: dict[str, object] = {}
    slots = {name: said.pop(name) for name in _SLOTS if name in said}
    if "logo" in said:
        slots["logo"] = said.pop("logo")
    slots |= said.pop("own", {})
    if slots:
        fields["slots"] = slots
    logo = {n: said.pop(f"logo_{n}") for n in ("place", "size", "variant") if f"logo_{n}" in said}
    if logo:
        fields["logo"] = logo
    scrim = {"kind": said.pop("scrim")} if "scrim" in said else {}
    if "scrim_strength" in said:
        scrim["strength"] = said.pop("scrim_strength")
    if scrim:
        fields["scrim"] = scrim
    if "canvas" in said:
        width, _, height = said.pop("canvas").lower().partition("x")
        if not (width.isdigit() and height.isdigit()):
            raise click.UsageError("--canvas is width x height in pixels, like 900x300")
        fields["canvas"] = {"width": int(width), "height": int(height)}
    return fields | said


def _require_change(fields: Collection[str]) -> None:
    """Raise UsageError where no option says what to change."""
    if not set(fields) - {"client_reference_id", "idempotency_key"}:
        raise click.UsageError(
            "Say what to change: --headline, --size, --align, --crop, --seed ... (--help has them all)."
        )


@designs.command(
    epilog=example('brandstudio designs edit job_019f2c... overlay --headline "The harbour opens"')
)
@click.argument("job_id", type=BANNER_JOB, metavar="JOB_ID")
@click.argument("variant_id", type=VARIANT, metavar="VARIANT")
@_edit_options
@click.option(
    "--out",
    type=PICTURE_OUT,
    help="Write the banner there (.png, .jpg, .webp); - is standard output.",
)
@click.option("--client-reference-id", metavar="TEXT", help="A reference of your own.")
@click.option("--idempotency-key", metavar="TEXT", help="The same key never charges twice.")
@pass_app
def edit(
    app: App,
    /,
    job_id: str,
    variant_id: str,
    out: Path | None,
    dry_run: bool,
    no_wait: bool,
    **given: object,
) -> None:
    """Change one banner: a new variant of the same job; the one that it is made from stays. VARIANT
    is its id or its name: overlay, overlay/square for the newest, overlay/square@1 for the first.

    Price: banner_create 2 (banner_cover 3 for article-cover-panel), banner_extend 2 more where the
    photo has to be continued (brandstudio prices show).
    """
    fields = _fields(given)
    _require_change(fields)
    with app.studio() as studio:
        id = variant_of(studio, job_id, variant_id)
        asked = built(ops.EditDesign, {"job_id": job_id, "variant_id": id, **fields})
        if dry_run:
            tell_price(app, studio, asked)
            return
        if no_wait:
            send(app, studio, asked, wait=False)
            return
        made = waited(app, studio.send(asked))
        if out is None:
            app.picture(made.read)
        data = made.read() if out is not None else b""
    target = None if out is None else written_picture(data, out, f"{made.template}-{made.size}.png")
    if not is_stdout(out):
        where = "" if target is None else f": {target}"
        from .banners_shown import notes

        score = f"{made.template}, {made.size}, score {made.scores.total:.2f}{where}"
        app.show(made, *notes(made), score, made.variant_id)


edit.params += [dry_run_option(), no_wait_option()]


@designs.command(
    "preview-edit",
    epilog=example("brandstudio designs preview-edit job_019f2c... overlay --align center"),
)
@click.argument("job_id", type=BANNER_JOB, metavar="JOB_ID")
@click.argument("variant_id", type=VARIANT, metavar="VARIANT")
@_edit_options
@click.option("--max-side", type=click.IntRange(128, 1920), default=960, show_default=True)
@click.option(
    "--vision",
    type=OneOf(choices(Vision)),
    default="normal",
    show_default=True,
    help="As eyes without L (protan), M (deutan) or S (tritan) cones see it.",
)
@click.option("--idempotency-key", metavar="TEXT", help="The same key gives the same preview.")
@click.option("--open", "opened", is_flag=True, help="Open the picture in the system's viewer.")
@click.option(
    "--out",
    type=PICTURE_OUT,
    help="Write the picture there (.jpg, .png, .webp); - is standard output.",
)
@pass_app
def preview_edit(
    app: App,
    /,
    job_id: str,
    variant_id: str,
    max_side: int,
    vision: str,
    opened: bool,
    out: Path | None,
    **given: object,
) -> None:
    """What an edit would give, at once and free: drawn in the terminal where it can, or opened."""
    fields = _fields(given)
    _require_change(fields)
    with app.studio() as studio:
        id = variant_of(studio, job_id, variant_id)
        whole = {
            "job_id": job_id,
            "variant_id": id,
            "max_side": max_side,
            "vision": vision,
            **fields,
        }
        made = studio.send(built(ops.PreviewEdit, whole))
        data = made.read()
        if opened and out is None:
            out = Path(f"{made.template}-{made.size}-preview.jpg")
        if out is None:
            app.picture(made.read)
    target = None if out is None else written_picture(data, out, f"{made.template}-{made.size}.jpg")
    if opened and target is not None:
        click.launch(str(target))
    if not is_stdout(out):
        where = "" if target is None else f": {target}"
        from .banners_shown import cost, notes

        score = f"{made.template}, {made.size}, {made.scores.total:.2f}{where}"
        app.show(made, *notes(made), *cost(made), score)


def _spec_in(file: Path) -> object:
    """What a file of JSON says, or standard input."""
    name = "standard input" if is_stdout(file) else str(file)
    try:
        if is_stdout(file):
            return json.loads(from_stdin()[:_MOST_SPEC])
        with file.open("rb") as source:
            return json.loads(source.read(_MOST_SPEC))
    except OSError as broken:
        raise Failure("VALIDATION_ERROR", f"{name} can't be read: {broken.strerror}") from None
    except ValueError:
        said = f"{name} is no DesignSpec: it is not JSON; --format spec exports one"
        raise Failure("VALIDATION_ERROR", said) from None


@designs.command(epilog=example("brandstudio designs render acme banner.json --out banner.png"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument(
    "spec", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), metavar="SPEC"
)
@click.option(
    "--out",
    type=PICTURE_OUT,
    help="Write the banner there (.png, .jpg, .webp); - is standard output.",
)
@click.option("--client-reference-id", metavar="TEXT", help="A reference of your own.")
@click.option("--idempotency-key", metavar="TEXT", help="The same key never charges twice.")
@pass_app
def render(
    app: App,
    /,
    folder: str,
    spec: Path,
    out: Path | None,
    dry_run: bool,
    no_wait: bool,
    **given: object,
) -> None:
    """Draw a DesignSpec that was exported (--format spec): the same spec gives the same bytes. SPEC is
    its file; - is standard input.

    Price: banner_create 2 (banner_cover 3 for article-cover-panel).
    """
    read = _spec_in(spec)
    fields = {name: value for name, value in given.items() if value is not None}
    asked = built(ops.RenderDesign, {"folder": folder, "spec": read, **fields})
    with app.studio() as studio:
        if dry_run:
            tell_price(app, studio, asked)
            return
        if no_wait:
            send(app, studio, asked, wait=False)
            return
        job = waited(app, studio.send(asked))
        made = job.variants[0]
        if out is None:
            app.picture(made.read)
        data = made.read() if out is not None else b""
    target = None if out is None else written_picture(data, out, f"{made.template}-{made.size}.png")
    if not is_stdout(out):
        where = "" if target is None else f": {target}"
        app.show(job, f"{made.template}, {made.size}{where}", job.job_id)


render.params += [dry_run_option(), no_wait_option()]


designs.add_command(in_designs)
