"""A spec that was sent back, drawn and proven as if it had just been decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from PIL import Image

from brandstudio.models.designs import (
    ButtonLayer,
    ContrastFailure,
    ContrastFigures,
    DesignSpec,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    Scores,
    ScrimLayer,
    TextLayer,
)
from brandstudio.render import contrast
from brandstudio.render.brief import Brief
from brandstudio.render.draw import draw, paragraph_of
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout import logo_ink, logo_shapes
from brandstudio.render.layout.arrangement import Arrangement, Joint
from brandstudio.render.layout.aside import dissolving
from brandstudio.render.layout.attention import Attention, attention_of
from brandstudio.render.layout.backing import Backing, texture
from brandstudio.render.layout.crop import Crop, best_crop, judged
from brandstudio.render.layout.grid import GridArea
from brandstudio.render.layout.layers import colours_of, subject_on_canvas
from brandstudio.render.layout.logos import PlacedLogo
from brandstudio.render.layout.parts import PARTED
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.words import Block, Words
from brandstudio.render.proof import check, proof, score, words_about
from brandstudio.render.proof.tried import taken
from brandstudio.render.type.fonts import FontStack
from brandstudio.render.type.paint import mask
from brandstudio.render.type.paragraph import Align


@dataclass(frozen=True, eq=False)
class Redrawn:
    """The picture of a spec and what is measured on it."""

    image: Image.Image = field(repr=False)
    scores: Scores
    failures: tuple[ContrastFailure, ...]
    figures: tuple[ContrastFigures, ...]
    warnings: tuple[str, ...]
    assessment: str


def redraw(
    spec: DesignSpec, brief: Brief, assets: Mapping[str, bytes], fonts: FontStack
) -> Redrawn:
    """Draw a spec and measure it. ``brief`` gives the look, the template and what is known of the
    photo. Raises `errors.NotFound` for a file or a face that is not at hand.
    """
    if brief.photo is None:
        brief = replace(brief, template=brief.template.without_photo())
    texts = [layer for layer in spec.layers if isinstance(layer, TextLayer)]
    below = [layer for layer in spec.layers if not isinstance(layer, TextLayer)]
    behind = draw(spec.model_copy(update={"layers": below}), assets, fonts)
    blocks = tuple(Block(t.slot, paragraph_of(t, fonts), t.box[0], t.box[1]) for t in texts)
    masks = [mask(b.paragraph, b.x, b.y) for b in blocks]
    covers = [contrast.widened(painted) for painted in masks]
    button = next((layer for layer in below if isinstance(layer, ButtonLayer)), None)
    figures, failures = proof.prove(blocks, covers, texts, button, behind)
    place = _place(spec, brief, blocks, button)
    on_photo = place.arrangement.ground is None
    words = place.arrangement.words.rect
    attention = attention_of(brief.photo) if brief.photo is not None else None
    scrims = [layer for layer in below if isinstance(layer, ScrimLayer)]
    scrim = next((layer for layer in scrims if layer.purpose == "words"), None)
    made = check.Checked(
        Canvas.of(spec.size, spec.width, spec.height),
        place.arrangement,
        place.crop,
        _logo(spec, assets, fonts),
        any(isinstance(layer, LogoLayer) for layer in below),
        failures,
        figures,
        texture(behind, words) if on_photo else 0.0,
        brief.look,
        colours_of(spec.layers),
        subject_on_canvas(attention, place) if place.crop is not None else None,
        any(contrast.faint(painted, behind) for painted in masks),
        taken(scrim, Canvas.of(spec.size, spec.width, spec.height)),
    )
    findings = check.findings(made)
    panels = [layer for layer in below if isinstance(layer, PanelLayer)]
    panel = next((layer for layer in panels if layer.purpose == "backing"), None)
    repair = "scrim" if scrim is not None else "panel" if panel is not None else "colour"
    backed = Backing("", scrim, panel, repair)
    return Redrawn(
        draw(spec, assets, fonts),
        score.scores(made),
        tuple(failures),
        tuple(figures),
        tuple(dict.fromkeys(finding.message for finding in findings)),
        words_about.assessment(brief, made, backed, 0, findings),
    )


def _place(
    spec: DesignSpec, brief: Brief, blocks: tuple[Block, ...], button: ButtonLayer | None
) -> Place:
    """The arrangement and crop that a spec's layers show."""
    canvas = Canvas.of(spec.size, spec.width, spec.height)
    box = Rect(*button.box) if button is not None else None
    rects = [b.rect for b in blocks] + ([box] if box is not None else [])
    whole = union(rects) if rects else canvas.whole
    photo = next((layer for layer in spec.layers if isinstance(layer, PhotoLayer)), None)
    panel = next(
        (layer for layer in spec.layers if isinstance(layer, PanelLayer) and layer.purpose == "ground"),
        None,
    )  # fmt: skip
    panel = _under_card(spec) or panel
    aligned: list[Align] = [t.align for t in spec.layers if isinstance(t, TextLayer)]
    arrangement = Arrangement(
        brief.template.layout(canvas),
        Rect(*photo.box) if photo is not None else canvas.whole,
        Rect(*panel.box) if panel is not None else None,
        Words(blocks, box, whole),
        aligned[0] if aligned else "start",
        "top-left",
        0.0,
        "middle",
        joint=_joint(spec) if _melts(spec) or _aside(brief, canvas, photo, panel) else "none",
        way=_way(spec),
    )
    crop: Crop | None = None
    known = brief.photo is not None and photo is not None
    if known and brief.photo is not None and photo is not None and photo.extended is None:
        same = (photo.asset.width, photo.asset.height) == (brief.photo.width, brief.photo.height)
        if same:
            attention, shown = attention_of(brief.photo), Rect(*photo.crop)
            covers = _covers(arrangement, attention, shown)
            crop = judged(attention, arrangement.photo, covers, shown)
    return Place(arrangement, crop)


def _way(spec: DesignSpec) -> float:
    """How long a photo melts into the field beside it, of the banner's side."""
    for layer in spec.layers:
        if isinstance(layer, ScrimLayer) and layer.purpose == "joint":
            across = layer.angle in (0, 180)
            return layer.box[2] / spec.width if across else layer.box[3] / spec.height
    return 0.0


def _joint(spec: DesignSpec) -> Joint:
    """How a photo and the field beside it meet."""
    if _melts(spec):
        return "melt"
    panels = [layer for layer in spec.layers if isinstance(layer, PanelLayer)]
    if not any(layer.purpose == "mat" for layer in panels) or _under_card(spec) is not None:
        return "edge"
    ground = next(Rect(*layer.box) for layer in panels if layer.purpose == "ground")
    return "field" if ground.width < spec.width and ground.height < spec.height else "frame"


def _under_card(spec: DesignSpec) -> PanelLayer | None:
    """The field that a card lies on beside the photo; None where there is none."""
    panels = [layer for layer in spec.layers if isinstance(layer, PanelLayer)]
    card = next((x for x in panels if x.purpose == "ground" and x.radius), None)
    mats = (x for x in panels if x.purpose == "mat" and x.box[2:] != (spec.width, spec.height))
    held = (x for x in mats if card is not None and Rect(*x.box).meets(Rect(*card.box)))
    return next(held, None)


def _melts(spec: DesignSpec) -> bool:
    return any(isinstance(x, ScrimLayer) and x.purpose == "joint" for x in spec.layers)


def _covers(arrangement: Arrangement, attention: Attention, shown: Rect) -> tuple[Rect, ...]:
    """What the layout took for lying over the photo. Where the photo melts into a field, the part of it
    that is more field than picture; nothing where it was not kept free.
    """
    if arrangement.joint != "melt":
        return arrangement.hard
    heavy = (dissolving(arrangement),)
    best = best_crop(attention, arrangement.photo, heavy).box
    # A spec holds thousandths of a pixel.
    same = all(abs(a - b) < 0.01 for a, b in zip(best, shown, strict=True))
    return heavy if same else ()


def _aside(
    brief: Brief, canvas: Canvas, photo: PhotoLayer | None, ground: PanelLayer | None
) -> bool:
    """Whether the words left a photo that their layout fills the canvas with."""
    layout = brief.template.layout(canvas)
    if photo is None or ground is None or layout.photo != GridArea(of="canvas"):
        return False
    if brief.template.fixed and photo.box[2] >= canvas.width - 1:
        return False  # a band above it is the logo's
    parted = layout.ground is None and canvas.orientation in PARTED
    return not parted and not Rect(*photo.box).holds(canvas.whole, 1.0)


def _logo(spec: DesignSpec, assets: Mapping[str, bytes], fonts: FontStack) -> PlacedLogo | None:
    """The logo with the share of its ink that reads on what is painted below it."""
    layer = next((layer for layer in spec.layers if isinstance(layer, LogoLayer)), None)
    if layer is None:
        return None
    below = [other for other in spec.layers if not isinstance(other, TextLayer | LogoLayer)]
    ground = draw(spec.model_copy(update={"layers": below}), assets, fonts)
    box = Rect(*layer.box)
    x, y, right, bottom = (round(v) for v in (box.x, box.y, box.right, box.bottom))
    pixels = np.asarray(ground.crop((x, y, right, bottom)))
    panels = (one for one in below if isinstance(one, PanelLayer) and one.purpose == "plate")
    plate = next((one for one in panels if Rect(*one.box).holds(box, 1.0)), None)
    fields = (one for one in below if isinstance(one, ScrimLayer))
    field = next((one for one in fields if one.purpose == "logo"), None)
    disc = plate is not None and logo_shapes.is_round(layer.asset, assets)
    return PlacedLogo(layer, plate, logo_ink.readable(layer, pixels, assets)[0], field, disc=disc)
