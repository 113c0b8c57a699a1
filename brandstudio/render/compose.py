"""From a brief to a finished banner, as a list of named steps over frozen values.

    set words -> crop and place -> paint the ground -> back busy text -> button -> place logo ->
    check, nudge -> paint

Layout is apart from painting: every step decides on numbers first, and what words stand on is
proven on the painted pixels at full resolution. The same brief gives the same bytes on every
machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import (
    ButtonLayer,
    ContrastFailure,
    ContrastFigures,
    DesignSpec,
    Layer,
    PanelLayer,
    PhotoLayer,
    Recipe,
    Scores,
    TextLayer,
)
from brandstudio.pixels import colour, encode
from brandstudio.render import background
from brandstudio.render.brief import Brief, Extension, Photo
from brandstudio.render.draw import ground_of, paint_layers
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layers import (
    asset_of,
    colours_of,
    faces_on_canvas,
    on_subject,
    subject_on_canvas,
    text_layer,
)
from brandstudio.render.layout import backing, colours, logos, words_about
from brandstudio.render.layout.arrangement import Arrangement, arrangements
from brandstudio.render.layout.attention import Attention, attention_of
from brandstudio.render.layout.limits import Limits, figures, missed
from brandstudio.render.layout.placing import NeedsExtension, Place, choose
from brandstudio.render.layout.words import Voice
from brandstudio.render.proof import check, contrast
from brandstudio.render.proof.proof import prove, ring_width
from brandstudio.render.type.bidi import base_level
from brandstudio.render.type.paint import mask, paint
from brandstudio.render.type.paragraph import Direction

__all__ = ["NeedsExtension", "Rendering", "compose"]

SCHEMA: Final = 1
#: Nudges that are tried before the check says why a banner stays as it is.
_PASSES: Final = 5

#: What a plate behind the logo costs, in the terms of `_logo`'s places.
_PLATED: Final = 0.75

U8 = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Rendering:
    """A finished banner: its layout, its pixels, and the proof."""

    spec: DesignSpec
    image: Image.Image = field(repr=False)
    png: bytes = field(repr=False)
    scores: Scores
    assessment: str
    fix_passes: int
    contrast_failures: tuple[ContrastFailure, ...]
    contrast: tuple[ContrastFigures, ...]
    warnings: tuple[str, ...]
    alt_text: str


@dataclass(frozen=True)
class _Setting:
    """What holds for every try: canvas, voice, photo and where its subject is."""

    brief: Brief
    canvas: Canvas
    voice: Voice
    photo: Photo | None
    extension: Extension | None
    attention: Attention | None
    assets: Mapping[str, bytes]
    limits: Limits


@dataclass(frozen=True)
class _Nudges:
    """What the design check asked for so far."""

    shrink: float = 1.0
    denser: float = 0.0
    panel: bool = False


@dataclass(frozen=True, eq=False)
class _Try:
    """One finished layout with its proof."""

    place: Place
    layers: tuple[Layer, ...]
    canvas: Image.Image
    """Painted without text."""
    figures: tuple[ContrastFigures, ...]
    failures: tuple[ContrastFailure, ...]
    checked: check.Checked
    findings: tuple[check.Finding, ...]
    backing: backing.Backing | None


def compose(
    brief: Brief,
    *,
    extension: Extension | None = None,
    allow_extension: bool = True,
    encode_png: bool = True,
) -> Rendering | NeedsExtension:
    """Lay a banner out, prove it and paint it.

    Returns `NeedsExtension` where no crop keeps the photo's subject clear of the words and
    continuing the photo would help; call again with the extended photo, or with
    ``allow_extension=False`` for a panel and a warning. ``encode_png=False`` leaves ``png`` empty,
    for callers that write another format. Raises what decoding raises.
    """
    setting = _setting(brief, extension)
    nudges, best, passes = _Nudges(), None, 0
    place: Place | None = None
    for attempt in range(_PASSES + 1):
        if place is None:
            options = _options(setting, nudges.shrink)
            may_extend = allow_extension and extension is None and attempt == 0
            fixed = brief.template.fixed
            chosen = choose(
                options, setting.attention, setting.canvas, may_extend=may_extend, fixed=fixed
            )
            if isinstance(chosen, NeedsExtension):
                return chosen
            place = chosen
        made = _attempt(setting, place, nudges)
        best = made if best is None or _better(made, best) else best
        following = _nudged(nudges, made)
        if following is None or attempt == _PASSES:
            break
        if following.shrink != nudges.shrink:
            place = None
        nudges, passes = following, passes + 1
    assert best is not None
    return _finished(setting, best, passes, encode_png=encode_png)


# -- steps -----------------------------------------------------------------------------------------


def _setting(brief: Brief, extension: Extension | None) -> _Setting:
    limits = Limits.of(brief.rules)
    if limits.corners is not None:
        brief = replace(brief, look=replace(brief.look, corners=limits.corners))
    photo = extension.photo if extension is not None else brief.photo
    attention = attention_of(brief.photo, extension) if brief.photo is not None else None
    direction = direction_of(brief.slots.headline, brief.language)
    assets = {logo.sha256: logo.data for logo in brief.logos}
    if photo is not None:
        assets[photo.sha256] = photo.data
    return _Setting(
        brief,
        Canvas(brief.width, brief.height),
        Voice.of(brief.fonts, brief.look, brief.language, direction),
        photo,
        extension,
        attention,
        assets,
        limits,
    )


def direction_of(headline: str, language: str | None) -> Direction:
    """The direction of the whole layout: the headline's first strong letter, else the language's
    script.
    """
    rtl = (language or "").split("-")[0].lower() in {
        "ar",
        "he",
        "fa",
        "ur",
        "yi",
        "ps",
        "sd",
        "ug",
        "dv",
    }
    return "rtl" if base_level(headline, 1 if rtl else 0) else "ltr"


def _options(setting: _Setting, shrink: float) -> list[Arrangement]:
    brief = setting.brief
    return arrangements(
        brief.template, setting.canvas, brief.slots, setting.voice, shrink, setting.limits.lines
    )


def _attempt(setting: _Setting, place: Place, nudges: _Nudges) -> _Try:
    """One layout: ground, backing, button, logo, words, each decided on what is painted under
    it.
    """
    arrangement = place.arrangement
    layers: list[Layer] = [_photo_layer(setting, place)]
    canvas = ground_of(
        layers[0], setting.canvas.width, setting.canvas.height, setting.assets, setting.brief.fonts
    )
    masks = [mask(b.paragraph, b.x, b.y) for b in arrangement.words.blocks]
    covers = [contrast.widened(painted) for painted in masks]
    ground = _ground(setting, place, canvas)
    if ground is not None:
        paint_layers(canvas, [ground], setting.assets, setting.brief.fonts)
        layers.append(ground)

    backed, text = _backing(setting, place, canvas, covers, ground, nudges)
    added = (
        [layer for layer in (backed.scrim, backed.panel) if layer is not None]
        if backed is not None
        else []
    )
    paint_layers(canvas, added, setting.assets, setting.brief.fonts)
    layers += added

    button, label = _button(setting, arrangement, canvas, text)
    if button is not None:
        paint_layers(canvas, [button], setting.assets, setting.brief.fonts)
        layers.append(button)

    placed = _logo(setting, place, backed, canvas)
    if placed is not None:
        over = [layer for layer in (placed.plate, placed.layer) if layer is not None]
        paint_layers(canvas, over, setting.assets, setting.brief.fonts)
        layers += over

    texts = [
        text_layer(b, label if b.slot == "button_text" else text) for b in arrangement.words.blocks
    ]
    figures, failures = prove(arrangement.words.blocks, covers, texts, button, canvas)
    checked = check.Checked(
        setting.canvas,
        arrangement,
        place.crop,
        placed,
        bool(setting.brief.logos),
        failures,
        figures,
        backing.texture(canvas, arrangement.words.rect) if arrangement.ground is None else 0.0,
        setting.brief.look,
        colours_of([*layers, *texts]),
        subject_on_canvas(setting.attention, place),
        any(contrast.faint(painted, canvas) for painted in masks),
    )
    return _Try(
        place,
        (*layers, *texts),
        canvas,
        tuple(figures),
        tuple(failures),
        checked,
        tuple(check.findings(checked)),
        backed,
    )


def _photo_layer(setting: _Setting, place: Place) -> Layer:
    """The photo, or a brand background where there is none."""
    brief, frame = setting.brief, place.arrangement.photo.snapped()
    if setting.photo is None or place.crop is None:
        ground = place.arrangement.layout.ground
        beside = None
        if (
            ground is not None
            and place.arrangement.ground is not None
            and not place.arrangement.ground.meets(frame)
        ):
            beside = colours.readable_ground(
                brief.look.role(ground.colour), brief.look, setting.limits.contrast
            )[0]
        return background.layer_for(
            brief.look, frame, brief.seed, mirrored=setting.voice.direction == "rtl", beside=beside
        )  # fmt: skip
    return PhotoLayer(
        asset=asset_of(setting.photo),
        crop=place.crop.box.rounded(),
        box=frame,
        background=brief.look.role("surface"),
        extended=setting.extension.side if setting.extension is not None else None,
    )


def _ground(setting: _Setting, place: Place, canvas: Image.Image) -> PanelLayer | None:
    """The panel that the template gives the words, in a colour that bears them and stands out from
    the photo.
    """
    look, arrangement = setting.brief.look, place.arrangement
    if arrangement.ground is None:
        return None
    box, rule = arrangement.ground.snapped(), arrangement.layout.ground
    wanted = look.role(rule.colour if rule is not None else "primary")
    needed = setting.limits.contrast
    fill, _ = colours.readable_ground(wanted, look, needed)
    card = rule is not None and rule.rounded and setting.canvas.whole.inset(2).holds(box)
    if card and rule is not None and not rule.colour.startswith("#"):
        # A white card on a white photo is no card: take the first brand ground that can be told
        # from what it lies on.
        around = contrast.ring(canvas, box, 8.0)
        grounds = [
            colours.readable_ground(look.role(r), look, needed)[0]
            for r in (rule.colour, "primary", "accent")
        ]
        fill = max(
            grounds, key=lambda g: (min(contrast.typical(around, g), 1.35), -grounds.index(g))
        )
    radius = _panel_radius(setting) if card else 0.0
    return PanelLayer(purpose="ground", box=box, colour=fill, opacity=1.0, radius=radius)


def _backing(
    setting: _Setting,
    place: Place,
    canvas: Image.Image,
    covers: Sequence[contrast.Cover],
    ground: PanelLayer | None,
    nudges: _Nudges,
) -> tuple[backing.Backing | None, str]:
    """What goes behind the words, and their colour."""
    brief, arrangement = setting.brief, place.arrangement
    words = arrangement.words
    if ground is not None and Rect(*ground.box).holds(words.rect, 3.0):
        return None, colours.readable_ground(ground.colour, brief.look, setting.limits.contrast)[1]
    under = [
        contrast.under_text(canvas, cover)
        for block, cover in zip(words.blocks, covers, strict=True)
        if block.slot != "button_text"
    ]
    if words.button is not None:
        under.append(contrast.ring(canvas, words.button, ring_width(words.button)))
    all_under = np.concatenate(under)
    allowed = brief.template.backing
    if nudges.panel:
        fill, text = backing.panel_colours(brief.look, all_under, setting.limits.contrast)
        layer = backing.panel(words.rect, setting.canvas, fill, _panel_radius(setting))
        return backing.Backing(text, panel=layer, repair="panel"), text
    backed = backing.back_words(
        canvas,
        all_under,
        words.rect,
        words.area,
        setting.canvas,
        brief.look,
        allowed=allowed,
        scrim_shape=arrangement.layout.scrim,
        frame=arrangement.photo,
        panel_radius=_panel_radius(setting),
        faces=faces_on_canvas(setting.attention, place),
        denser=nudges.denser,
        required=setting.limits.contrast,
    )
    return backed, backed.text


def _button(
    setting: _Setting, arrangement: Arrangement, canvas: Image.Image, text: str
) -> tuple[ButtonLayer | None, str]:
    """The button's shape and its label's colour: the most striking brand colour that stands out 3:1
    from around it.
    """
    box = arrangement.words.button
    if box is None:
        return None, text
    look = setting.brief.look
    around = contrast.crucial(contrast.ring(canvas, box, ring_width(box)))
    fills = [*colours.button_fills(look, setting.limits.contrast), text]
    needed = 3.0 * contrast.MARGIN
    fill = next((f for f in fills if contrast.worst(around, f) >= needed), None)
    radius = {"square": 0.0, "soft": 0.2 * box.height, "round": box.height / 2}[look.corners]
    border, rim = None, 0.0
    if fill is None:
        # No fill stands out everywhere round it: the outline in the words' colour does, or comes
        # nearest.
        fill, border, rim = fills[0], text, max(2.0, round(box.height / 22))
    label = (
        colours.text_on(fill, look, setting.limits.contrast)
        or colours.readable_ground(fill, look)[1]
    )
    return ButtonLayer(
        box=box, colour=fill, radius=round(radius, 2), border=border, border_width=rim
    ), label


def _logo(
    setting: _Setting, place: Place, backed: backing.Backing | None, canvas: Image.Image
) -> logos.PlacedLogo | None:
    """The logo in the template's corner, or in the next one that is free of words, panel and faces;
    None if none is.
    """
    brief, arrangement = setting.brief, place.arrangement
    if not brief.logos:
        return None
    rule, limits = arrangement.layout.logo, setting.limits
    margin = setting.canvas.margin
    area = setting.canvas.safe
    if rule.of == "photo":
        area = arrangement.photo.inset(margin).common(setting.canvas.safe)
    elif rule.of == "ground" and arrangement.ground is not None:
        area = arrangement.ground.inset(margin).common(setting.canvas.safe)
    keep_off = list(arrangement.covered)
    if arrangement.ground is not None and rule.of != "ground" and not arrangement.aside:
        keep_off.append(arrangement.ground)
    if backed is not None and backed.panel is not None:
        keep_off.append(Rect(*backed.panel.box))
    faces = faces_on_canvas(setting.attention, place)
    free: list[tuple[float, str, Rect]] = []
    for scale in (1.0, 0.8, 0.62, 0.45):
        size = logos.logo_size(brief.logos[0], setting.canvas, rule.share * scale, limits, area)
        for number, corner in enumerate(
            logos.corners(arrangement.logo_corner, () if rule.fixed else limits.place)
        ):
            box = logos.place(area, corner, size)
            clear = box.inset(-limits.clear * box.height)
            if any(clear.meets(other) for other in keep_off) or any(
                box.meets(face) for face in faces
            ):
                continue
            if not setting.canvas.whole.holds(clear, 1.0):
                continue
            # The template's corner even a size smaller, unless the subject stands there and another
            # one is free of it; on a strip also unless words run close below it.
            cost = 1.2 * (1 - scale) + (0.5 + 0.1 * number if number else 0.0)
            cost += 0.9 * (on_subject(setting.attention, place, box) > 0.12)
            near = box.inset(-(limits.clear + 0.5) * box.height)
            cost += 0.7 * (
                setting.canvas.orientation == "strip"
                and any(near.meets(other) for other in keep_off)
            )
            if rule.fixed:
                cost = 10.0 * number + (1 - scale)
            free.append((round(cost, 6), corner, box))
    if not free:
        return None
    free.sort(key=lambda place: place[0])

    # A plate is a patch on the picture: a corner a little worse where the logo reads by itself is
    # the better one.
    most = free[0][0] + (0.0 if rule.fixed else _PLATED)
    corners: dict[str, Rect] = {}
    for cost, corner, box in free:
        if cost <= most:
            corners.setdefault(corner, box)
    for box in corners.values():
        placed = logos.bare(brief.logos, box, canvas, brief.look, limits, setting.assets)
        if placed is not None:
            return placed
    radius = _panel_radius(setting)
    return logos.plated(
        brief.logos, free[0][2], setting.canvas, brief.look, limits, setting.assets, radius
    )


def _nudged(nudges: _Nudges, made: _Try) -> _Nudges | None:
    """What to try next, or None when the check is content or nothing more would help."""
    for finding in made.findings:
        if finding.nudge == "denser" and not nudges.panel and made.place.arrangement.ground is None:
            if made.backing is not None and made.backing.panel is not None:
                continue
            if nudges.denser < 0.2:
                return replace(nudges, denser=nudges.denser + 0.1)
            if made.failures:
                return replace(nudges, panel=True)
        if finding.nudge == "smaller" and nudges.shrink > 0.87:
            return replace(nudges, shrink=nudges.shrink * 0.955)
    return None


def _better(made: _Try, best: _Try) -> bool:
    """A try is better if less fails; among equals the one that the check has less against."""
    return (len(made.failures), len(made.findings)) < (len(best.failures), len(best.findings))


def _finished(setting: _Setting, made: _Try, passes: int, *, encode_png: bool) -> Rendering:
    brief = setting.brief
    image = made.canvas
    texts = [layer for layer in made.layers if isinstance(layer, TextLayer)]
    for block, text in zip(made.place.arrangement.words.blocks, texts, strict=True):
        # The paragraph at hand is the one that `draw` lays out again from the spec.
        paint(image, block.paragraph, block.x, block.y, colour.parse_hex(text.colour))
    alt = words_about.alt_text(brief)
    logo = next((layer for layer in made.layers if layer.kind == "logo"), None)
    spec = DesignSpec(
        schema_version=SCHEMA,
        template=brief.template.name,
        size=brief.size,
        width=brief.width,
        height=brief.height,
        layers=list(made.layers),
        recipe=Recipe(
            slots=brief.slots,
            photo=asset_of(setting.photo) if setting.photo is not None else None,
            logo=logo.asset if logo is not None else None,
            fonts=list(dict.fromkeys(ref for text in texts for ref in text.fonts)),
        ),
        alt_text=alt,
    )
    scores = check.scores(made.checked)
    broken = (
        missed(brief.rules, figures(made.layers, setting.canvas, made.figures))
        if brief.rules
        else []
    )
    said = (*made.place.notes, *(f.message for f in made.findings), *(f.message for f in broken))
    warnings = tuple(dict.fromkeys(said))
    photo_like = setting.photo is not None
    return Rendering(
        spec,
        image,
        encode.png(image, photo=True if photo_like else None) if encode_png else b"",
        scores,
        words_about.assessment(brief, made.checked, made.backing, passes, made.findings),
        passes,
        made.failures,
        made.figures,
        warnings,
        alt,
    )


def _panel_radius(setting: _Setting) -> float:
    margin = setting.canvas.margin
    return round(
        {"square": 0.0, "soft": 0.24 * margin, "round": 0.55 * margin}[setting.brief.look.corners],
        2,
    )
