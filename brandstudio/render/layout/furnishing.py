"""The steps that lay a template's own layers: shapes and pictures in the brand's colours, and their
words in colours that can be read on them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brandstudio.models.designs import ImageLayer, Layer, PanelLayer, ShapeLayer
from brandstudio.pixels import colour
from brandstudio.pixels.subject import Face
from brandstudio.render import contrast, forms
from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout import colours
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.layer_rules import BadgeRule, ImageRule
from brandstudio.render.layout.layers import asset_of
from brandstudio.render.layout.pieces import Fixture, Form, Lettered, Lettering
from brandstudio.render.layout.scheme_ground import gives_way
from brandstudio.render.layout.template import SHIPPED
from brandstudio.render.layout.words import Block
from brandstudio.render.type.paint import mask

#: How many times a face's height a circle round it shows, and how many px of the photo at least.
_HEADROOM: Final = 2.5
_LEAST_SHOWN: Final = 160.0
#: A face higher than this part of a photo is one that it is of; of a smaller one so much must belong to
#: the subject.
_LARGE: Final = 0.2
_OF_IT: Final = 0.4
#: A shape under this ratio to the ground that it lies on is not seen.
_VANISHED: Final = 1.1
#: The radius of a plate behind small words, of that of a card.
_OF_CARD: Final = 0.6
#: What large words need on their ground (WCAG 2.2, 1.4.3), as a badge's are.
_OF_LARGE: Final = contrast.required_ratio(24, 700)
#: A colour of this lightness and chroma (OKLCH) is vivid and light.
_LIGHT: Final = 0.8
_COLOURFUL: Final = 0.12
#: And one of more chroma than this has a hue: it stands for the words' dark where it is so strong on their
#: ground, else a shade of it that is so much deeper. A colourful one strikes by its hue too.
_HUED: Final = 0.03
_STRONG, _STRIKING = 7.0, colours.TARGET
_DEEPER: Final = (0.04, 0.08, 0.12, 0.16, 0.2)


def lay_behind(draft: Draft) -> Draft:
    """The layers that lie behind the words: all up to the last that the words stand on."""
    return draft.over(*_forms(draft, _behind(draft)))


def lay_beside(draft: Draft) -> Draft:
    """The other layers, and the words of all of them, each on a plate where nothing else makes it
    readable.
    """
    behind = len(_behind(draft))
    for number, fixture in enumerate(draft.place.arrangement.fixtures):
        forms = [] if number < behind else _forms(draft, (fixture,))
        laid = draft.over(*forms)
        letters = _coloured(laid, fixture.letters)
        if letters is None:
            # Below the layer's own shapes, so that none of them is hidden.
            laid = draft.over(_plate(draft.setting, fixture.letters), *forms)
            letters = _coloured(laid, fixture.letters, plated=True)
        assert letters is not None
        draft = replace(laid, lettered=(*laid.lettered, *letters))
    return draft


def _behind(draft: Draft) -> tuple[Fixture, ...]:
    arrangement = draft.place.arrangement
    if not arrangement.words.blocks:
        return arrangement.fixtures
    words = arrangement.words.rect
    met = [n for n, fixture in enumerate(arrangement.fixtures, 1) if fixture.box.meets(words)]
    return arrangement.fixtures[: max(met, default=0)]


def _forms(draft: Draft, fixtures: tuple[Fixture, ...]) -> list[Layer]:
    made = [_layer(draft.setting, form) for fixture in fixtures for form in fixture.forms]
    ours = draft.setting.brief.template.name in SHIPPED
    return [_told(draft, layer) for layer in made] if ours or gives_way(draft) else made


def _told(draft: Draft, layer: Layer) -> Layer:
    """A shape that vanishes on its ground, as one in the accent of a brand of one colour does and one on
    a ground that gave way to the logo, in the colour of the words.
    """
    grounds = (x for x in draft.layers if isinstance(x, PanelLayer) and x.purpose == "ground")
    ground = next(grounds, None)
    if ground is None or not isinstance(layer, ShapeLayer):
        return layer
    if not Rect(*layer.box).meets(Rect(*ground.box)):
        return layer  # it lies on the photo alone
    if contrast.pair_ratio(layer.colour, ground.colour) >= _VANISHED:
        return layer
    look, needed = draft.setting.brief.look, draft.setting.limits.contrast
    return layer.model_copy(
        update={"colour": colours.readable_ground(ground.colour, look, needed)[1]}
    )


def _layer(setting: Setting, form: Form) -> Layer:
    rule, box = form.rule, form.box.snapped()
    if isinstance(rule, ImageRule):
        assert form.photo is not None
        return _image(setting, rule, box, form.photo)
    look = setting.brief.look
    if isinstance(rule, BadgeRule):
        fill = badge_fill(setting, rule)
        return _shaped(rule.shape, box, fill, 1.0, _radius(setting, rule.shape, box, None))
    fill = look.role(rule.colour)
    if rule.path is not None:
        x, y, wide, high = rule.view
        turned = rule.mirrored and setting.voice.direction == "rtl"
        path = forms.stretched(rule.path, (x + wide, y, -wide, high) if turned else rule.view, box)
        return ShapeLayer(box=box, colour=fill, opacity=rule.opacity, path=path)
    radius = _radius(setting, rule.shape, box, rule.radius)
    return _shaped(rule.shape, box, fill, rule.opacity, radius, rule.seed)


def badge_fill(setting: Setting, rule: BadgeRule) -> str:
    """The colour of a badge: its own where words can be read on it, else a tone of that. In a look of
    ours it is the button's beside it: the words are as large as a label at least.
    """
    look, limits = setting.brief.look, setting.limits
    if rule.colour == "accent" and setting.brief.template.name in SHIPPED:
        tones = colours.accents(look, limits.contrast if limits.strict else _OF_LARGE)
        if tones:
            return tones[0]
    return colours.readable_ground(look.role(rule.colour), look, setting.limits.contrast)[0]


def _shaped(
    shape: str, box: Rect, fill: str, opacity: float, radius: float, seed: int = 0
) -> ShapeLayer:
    path = None
    if shape in ("circle", "blob", "burst"):
        path = forms.outline(shape, box, seed)  # type: ignore[arg-type]
    return ShapeLayer(box=box, colour=fill, opacity=opacity, radius=radius, path=path)


def _radius(setting: Setting, shape: str, box: Rect, asked: float | None) -> float:
    if shape == "pill":
        return round(min(box.width, box.height) / 2, 2)
    if shape != "rect":
        return 0.0
    # At the canvas's edge a rounded corner would show what lies behind, in the banner's own corner.
    usual = 0.0 if _at_edge(box, setting.canvas) else setting.panel_radius
    radius = usual if asked is None else asked * setting.canvas.body
    return round(min(radius, box.width / 2, box.height / 2), 2)


def _at_edge(box: Rect, canvas: Canvas) -> bool:
    across = box.x < 1 or box.right > canvas.width - 1
    return across or box.y < 1 or box.bottom > canvas.height - 1


def _image(setting: Setting, rule: ImageRule, box: Rect, photo: Photo) -> ImageLayer:
    """The picture with the part of it that its frame shows: round its point of interest."""
    crop = Rect(0.0, 0.0, float(photo.width), float(photo.height))
    if rule.fit == "cover" and not rule.cutout and box.width and box.height:
        scale = min(photo.width / box.width, photo.height / box.height)
        if rule.shape == "circle":
            scale = min(scale, _round_a_face(photo) / min(box.width, box.height))
        width, height = box.width * scale, box.height * scale
        x, y = photo.focal_point or _middle(photo, face=rule.shape == "circle")
        left = min(max(x * photo.width - width / 2, 0.0), photo.width - width)
        top = min(max(y * photo.height - height / 2, 0.0), photo.height - height)
        crop = Rect(left, top, width, height)
    radius = (
        min(box.width, box.height) / 2
        if rule.shape in ("circle", "pill")
        else 0.0
        if rule.cutout
        else _radius(setting, "rect", box, rule.radius)
    )
    return ImageLayer(
        slot=rule.slot,
        asset=asset_of(photo),
        crop=crop.rounded(),
        box=box,
        radius=round(radius, 2),
        opacity=rule.opacity,
    )


def _main_face(photo: Photo) -> Face | None:
    """The largest of the faces that a picture is of; None where all are small and stand behind its
    subject, as passers-by do.
    """
    facts = photo.facts
    if facts is None:
        return None
    known = facts.subject_method in ("u2netp", "alpha")
    mask = facts.mask_float if known else None
    main = [f for f in facts.faces if mask is None or f.y1 - f.y0 > _LARGE or _on(mask, f) > _OF_IT]
    return max(main, key=lambda f: (f.x1 - f.x0) * (f.y1 - f.y0), default=None)


def _on(mask: NDArray[np.float32], face: Face) -> float:
    """How much of a face is the picture's subject."""
    rows, columns = mask.shape
    x0, y0 = min(int(face.x0 * columns), columns - 1), min(int(face.y0 * rows), rows - 1)
    x1, y1 = max(round(face.x1 * columns), x0 + 1), max(round(face.y1 * rows), y0 + 1)
    return float(mask[max(y0, 0) : y1, max(x0, 0) : x1].mean())


def _round_a_face(photo: Photo) -> float:
    """How much of a photo (px) a circle round its main face shows; all where there is none."""
    face = _main_face(photo)
    if face is None or photo.focal_point is not None:
        return float(max(photo.width, photo.height))
    return max((face.y1 - face.y0) * photo.height * _HEADROOM, _LEAST_SHOWN)


def _middle(photo: Photo, *, face: bool = False) -> tuple[float, float]:
    """Where the subject of a picture is, or its middle; the main face where that is asked for."""
    facts, found = photo.facts, _main_face(photo) if face else None
    if found is not None:
        return (found.x0 + found.x1) / 2, found.y0 + 0.62 * (found.y1 - found.y0)
    if facts is None or facts.subject is None:
        return 0.5, 0.5
    x0, y0, x1, y1 = facts.subject
    return (x0 + x1) / 2, (y0 + y1) / 2


def _coloured(
    draft: Draft, letters: tuple[Lettering, ...], *, plated: bool = False
) -> list[Lettered] | None:
    """Words in the first colour that can be read where they stand. None where there is none for
    some of them, unless they are ``plated`` already: then in the colour that comes nearest.
    """
    setting, made = draft.setting, list[Lettered]()
    look = setting.brief.look
    needed = setting.limits.contrast * contrast.MARGIN
    for lettering in letters:
        block = lettering.block
        painted = mask(block.paragraph, block.x, block.y)
        cover = contrast.widened(painted)
        under = contrast.crucial(contrast.under_text(draft.ground, cover))
        wished = _wished(draft, lettering)
        usual = [draft.text] if draft.text else []
        wanted = dict.fromkeys((*wished, *usual, *colours.text_colours(look)))
        ratios = {c: contrast.worst(under, c) for c in wanted}
        own = setting.limits.needed(block) * contrast.MARGIN
        if lettering.ground is not None and setting.brief.template.name in SHIPPED:
            # A badge has the button's colour, and its figure the label's.
            ratios = {
                c: ratios[c] for c in dict.fromkeys((*wished, *colours.text_colours(look), *usual))
            }
            needed = own
        found = (c for c, r in ratios.items() if r >= (own if c in wished else needed))
        fill = next(found, None)
        if fill is None:
            if not plated:
                return None
            fill = max(ratios, key=ratios.__getitem__)
        strike = lettering.rule.strike
        made.append(Lettered(block, fill, strike, painted, cover, next(iter(wished), None)))
    return made


def _wished(draft: Draft, lettering: Lettering) -> list[str]:
    """The colour that a template gives words of a layer; after an accent, which may be too faint there, the
    brand's first colour in a look of ours.
    """
    role, setting = lettering.rule.colour, draft.setting
    if not role:
        return []
    ours = role == "accent" and setting.brief.template.name in SHIPPED
    second = _shade_of_first(draft, setting.limits.needed(lettering.block)) if ours else None
    return [c for c in (setting.brief.look.role(role), second) if c is not None]


def _plate(setting: Setting, letters: tuple[Lettering, ...]) -> PanelLayer:
    """A small panel behind all words of a layer, in a colour that bears them."""
    look, size = setting.brief.look, max(w.block.paragraph.size for w in letters)
    ground, _ = colours.readable_ground(look.role("surface"), look, setting.limits.contrast)
    whole = union([w.block.rect for w in letters])
    pad = min(0.5 * size, 0.8 * setting.canvas.body)
    box = whole.inset(-pad, -0.8 * pad).common(setting.canvas.whole).snapped()
    # A card's corners would cut off words that come as near to theirs as on a plate.
    radius = min(_OF_CARD * setting.panel_radius, box.height / 2)
    return PanelLayer(purpose="plate", box=box, colour=ground, opacity=1.0, radius=radius)


def _vivid(draft: Draft, block: Block) -> str | None:
    """The brand's own colour for a headline on a dark photo, and where that melts into the dark or ends at
    a dark field, if it is vivid and light; None elsewhere.
    """
    setting, arrangement = draft.setting, draft.place.arrangement
    look, joint = setting.brief.look, arrangement.joint
    left = arrangement.aside and joint in ("edge", "frame")
    on_photo = joint == "melt" or left or (joint == "none" and arrangement.ground is None)
    field = next((x for x in draft.layers if isinstance(x, PanelLayer)), None)
    on_photo = on_photo or (field is not None and field.colour in colours.deep_fields(look))
    chosen = (setting.brief.choices.colours or {}).get("text")
    if block.slot != "headline" or setting.photo is None or not on_photo or chosen is not None:
        return None
    if setting.brief.template.name not in SHIPPED or draft.text != colours.light_text(look):
        return None
    lightness, chroma, _ = colour.hex_to_oklch(look.role("primary"))
    return look.role("primary") if lightness >= _LIGHT and chroma >= _COLOURFUL else None


def _first(draft: Draft, block: Block) -> str | None:
    """The brand's first colour for a headline in dark on a plain pale field or card, or the shade of it
    that is strong there, where it is a hue and no grey: on such a field a banner has it nowhere else. None
    elsewhere.
    """
    setting = draft.setting
    look, choices = setting.brief.look, setting.brief.choices
    plain = draft.place.arrangement.ground is not None and draft.place.arrangement.joint != "melt"
    chosen = choices.scheme is not None or (choices.colours or {}).get("text") is not None
    if (
        block.slot != "headline"
        or setting.brief.template.name not in SHIPPED
        or not plain
        or chosen
    ):
        return None
    if draft.text != colours.dark_text(look):
        return None
    return _shade_of_first(draft, _of_first(draft))


def _of_first(draft: Draft) -> float:
    """The ratio that a headline in the brand's first colour has on its field."""
    chroma = colour.hex_to_oklch(draft.setting.brief.look.role("primary"))[1]
    return max(_STRIKING if chroma >= _COLOURFUL else _STRONG, draft.setting.limits.contrast)


def _shade_of_first(draft: Draft, needed: float) -> str | None:
    """The brand's first colour or a deeper shade of it that reads on the field; None of a grey, and where
    none does.
    """
    first = draft.setting.brief.look.role("primary")
    light, chroma, hue = colour.hex_to_oklch(first)
    if chroma < _HUED:
        return None
    ground = next((x for x in reversed(draft.layers) if isinstance(x, PanelLayer)), None)
    shades = [
        colours.tone(round(light - deeper, 3), round(chroma, 3), round(hue)) for deeper in _DEEPER
    ]
    tried = (first, *shades)
    return next((c for c in tried if ground and colours.bears(ground.colour, c, needed)), None)


def own_colour(draft: Draft, block: Block, cover: contrast.Cover, otherwise: str) -> str:
    """The colour that a template gives a slot of the stack, where it can be read there."""
    rule, look = draft.setting.voice.rule(block.slot), draft.setting.brief.look
    least = draft.setting.limits.needed(block)
    wished = _vivid(draft, block) if rule.colour is None else look.role(rule.colour)
    if wished is None and rule.colour is None:
        wished, least = _first(draft, block), _of_first(draft)
    if wished is None:
        return otherwise
    under = contrast.crucial(contrast.under_text(draft.ground, cover))
    needed = least * contrast.MARGIN
    return wished if contrast.reaches(under, wished, needed) else otherwise
