"""Banners: the picture with its blocks outlined, and the contrast that was measured on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .charts import share
from .markup import Html, box, chip, facts, heading, joined, show, table, tag
from .pictures import SIDE, Album

if TYPE_CHECKING:
    from brandstudio.models.designs import (
        BannerJob,
        ContrastFailure,
        DesignPreview,
        Scores,
        Variant,
    )

OUTLINED = {"text": "#ff2d95", "button": "#00a3ff", "logo": "#ffb300"}
PARTS = (
    "contrast",
    "readability",
    "occlusion",
    "alignment",
    "overlap",
    "balance",
    "whitespace",
    "brand",
)


def variant(value: Variant, album: Album) -> Html:
    """One version of a banner: drawn, outlined, measured."""
    drawn = tag(
        "div",
        joined([album.picture(value, _alt(value)), _outlines(value)]),
        "display:flex;flex-wrap:wrap;gap:1em",
    )
    return box(
        f"{value.template}, {value.spec.width} × {value.spec.height}",
        drawn,
        tag("div", value.assessment, "margin:.5em 0"),
        _contrast(value),
        _failures(value.contrast_failures),
        _scores(value.scores),
        facts([("warnings", value.warnings), ("saved as", value.saved_image_id)]),
        note=joined([value.variant_id, _state(value)], " "),
    )


def preview(value: DesignPreview, album: Album) -> Html:
    """A small rendering that was not kept."""
    cost = None
    if value.credits is not None:
        more = f" and up to {value.credits.may_add:g} more" if value.credits.may_add else ""
        cost = f"{value.credits.deducted:g} credits{more}"
    return box(
        f"Preview: {value.template}, {value.width} × {value.height}",
        album.picture(value, f"preview of {value.template}"),
        tag("div", value.assessment, "margin:.5em 0") if value.assessment else "",
        _contrast(value),
        _failures(value.contrast_failures or []),
        facts([("would cost", cost), ("warnings", value.warnings)]),
        note=value.size,
    )


def banner_job(value: BannerJob, album: Album) -> Html:
    """All versions of a banner side by side."""
    width = 220 if len(value.variants) > 1 else SIDE
    album.gather(value.variants[:48], width)
    cards = [
        tag(
            "div",
            joined(
                [
                    album.picture(one, _alt(one), width),
                    tag("div", f"{one.template} {one.size}", "font-weight:600;margin-top:.3em"),
                    tag("div", _state(one)),
                    tag("div", _lowest(one), "opacity:.75;font-size:.9em"),
                    tag("div", f"total {one.scores.total:.2f}", "opacity:.75;font-size:.9em"),
                ]
            ),
            f"max-width:{width}px",
        )
        for one in value.variants[:48]
    ]
    dropped = [f"{one.template}: {one.error}" for one in value.dropped]
    return box(
        f"Banner, {value.width} × {value.height}",
        tag("div", joined(cards), "display:flex;flex-wrap:wrap;gap:1em") if cards else "",
        facts([("dropped", dropped), ("error", value.error)]),
        note=joined([value.job_id, chip(value.status, _good(value.status)), value.progress], " "),
    )


def failure(value: ContrastFailure, album: Album) -> Html:
    """Words that can't be read well enough, with what was measured."""
    return box("Contrast failure", _failures([value]))


def _good(status: str) -> bool | None:
    return {"completed": True, "failed": False}.get(status)


def _state(value: Variant) -> Html:
    failures = len(value.contrast_failures)
    if not failures:
        return chip("every word can be read", True)
    return chip(f"{failures} contrast failure{'s' if failures > 1 else ''}", False)


def _alt(value: Variant) -> str:
    return str(value.spec.alt_text or f"banner {value.template}")


def _lowest(value: Variant) -> str:
    normal = [figure for figure in value.contrast if figure.vision == "normal"]
    if not normal:
        return ""
    worst = min(normal, key=lambda figure: figure.worst / figure.required)
    return f"lowest contrast {worst.worst:.2f}, needs {worst.required:g} ({worst.layer})"


def _outlines(value: Variant) -> Html:
    """The layout as a drawing: a frame for each block, in the proportions of the banner."""
    spec = value.spec
    shapes, legend = [], []
    for layer in spec.layers:
        colour = OUTLINED.get(layer.kind)
        if colour is None:
            continue
        x, y, width, height = layer.box
        name = layer.slot if layer.kind == "text" else layer.kind
        shapes.append(
            f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' fill='{colour}'"
            f" fill-opacity='.12' stroke='{colour}' stroke-width='1.5' vector-effect='non-scaling-stroke'>"
            f"<title>{show(name)}</title></rect>"
        )
        legend.append(
            tag("span", f"■ {name.replace('_', ' ')}", f"color:{colour};margin-right:.7em")
        )
    wide = min(SIDE, 260)
    high = min(320.0, wide * spec.height / spec.width)
    drawing = (
        f"<svg viewBox='0 0 {spec.width} {spec.height}' width='{high * spec.width / spec.height:.0f}' height='{high:.0f}'"
        " role='img' aria-label='the blocks of the banner' style='display:block'>"
        f"<rect width='{spec.width}' height='{spec.height}' fill='currentColor' fill-opacity='.05'"
        " stroke='currentColor' stroke-opacity='.4' stroke-width='1' vector-effect='non-scaling-stroke'/>"
        + "".join(shapes)
        + "</svg>"
    )
    return tag(
        "div", Html(drawing + tag("div", joined(legend), f"font-size:.85em;max-width:{wide}px"))
    )


def _contrast(value: Variant | DesignPreview) -> Html:
    figures = [figure for figure in value.contrast or [] if figure.vision == "normal"]
    if not figures:
        return Html("")
    rows = [
        [
            figure.layer.replace("_", " "),
            f"{figure.worst:.2f}",
            f"{figure.p5:.2f}",
            f"{figure.median:.2f}",
            f"{figure.required:g}",
            chip(
                "yes" if figure.worst >= figure.required else "no", figure.worst >= figure.required
            ),
        ]
        for figure in figures
    ]
    return Html(
        heading("Contrast, measured on the pixels")
        + table(
            ["words", "worst", "5th percentile", "median", "needs", "enough"],
            rows,
            right=range(1, 5),
        )
    )


def _failures(failures: list[ContrastFailure]) -> Html:
    if not failures:
        return Html("")
    rows = [
        [
            one.text,
            f"{one.ratio:.2f}",
            f"{one.required:g}",
            joined([_dot(one.foreground), " on ", _dot(one.background)]),
            one.vision,
        ]
        for one in failures
    ]
    return Html(
        heading("Can't be read") + table(["words", "ratio", "needs", "colours", "vision"], rows)
    )


def _dot(colour: str) -> Html:
    return Html(
        tag(
            "span",
            "",
            f"display:inline-block;width:.9em;height:.9em;border-radius:3px;background:{show(colour)};"
            "border:1px solid rgba(128,128,128,.6);vertical-align:-.1em",
        )
        + " "
        + show(colour)
    )


def _scores(scores: Scores) -> Html:
    cells = [
        tag(
            "div",
            joined([tag("div", name, "opacity:.7"), share(getattr(scores, name))]),
            "min-width:8.5em;font-size:.9em",
        )
        for name in (*PARTS, "total")
    ]
    return Html(
        heading("Scores") + tag("div", joined(cells), "display:flex;flex-wrap:wrap;gap:.4em 1.2em")
    )
