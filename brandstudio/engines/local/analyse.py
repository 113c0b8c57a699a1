"""Looking at a picture: what can be told from its measurements, and "unknown" for what can't.

Format, medium, style, light, colours, place for words and whether there are people come from the
pixels. Setting is told where a plain picture of one is measured (a horizon with sky above, water,
greenery). Industry and audience come only from words: those in the picture (with the OCR extra) and
those that the user gave as context.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.engines.protocols import Answer, VisionRequest
from brandstudio.language import topics
from brandstudio.language.words import plain
from brandstudio.models.images import Analysis, AnalysisBrief
from brandstudio.pixels import colour
from brandstudio.pixels.facts import PictureFacts, find_facts
from brandstudio.pixels.measure import Measures
from brandstudio.pixels.medium import medium as find_medium
from brandstudio.pixels.palette import colour_name

from .create import MODEL

U8 = NDArray[np.uint8]
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was measured of a picture, in words."""

    format: str
    medium: str
    subject: str
    setting: str
    style: str
    light: str
    colours: tuple[str, ...]
    hexes: tuple[str, ...]
    space: str | None
    people: int
    words: tuple[str, ...]
    landscape: bool


def analyse(
    pixels: U8,
    facts: PictureFacts | None = None,
    *,
    words: tuple[str, ...] = (),
    context: str | None = None,
    briefs: int = 5,
) -> Analysis:
    """The analysis of a picture (height, width, 3 or 4) in which these words stand, with ``briefs``
    briefs (1 to 8) for pictures in its vein.
    """
    image = Image.fromarray(pixels)
    found = find_facts(image) if facts is None else facts
    seen = _seen(image, found, words)
    said = plain(f"{context or ''} {' '.join(seen.words)}")
    return Analysis(
        format=seen.format,
        subject=seen.subject,
        setting=seen.setting,
        industry=topics.industry(said) or UNKNOWN,
        audience=topics.audience(said) or UNKNOWN,
        medium=seen.medium,
        style=seen.style,
        briefs=_briefs(seen, (context or "").strip(), max(1, min(8, briefs))),
    )


def describe(request: VisionRequest) -> Answer:
    """What can be measured, as a sentence, and as the analysis where the schema asks for its
    fields.
    """
    found = analyse(request.picture)
    text = f"{found.format}. Subject: {found.subject}. Setting: {found.setting}. Medium: {found.medium}. Style: {found.style}."
    warnings: tuple[str, ...] = (
        "The built-in engine measures pictures; it can't answer questions about them.",
    )
    data: dict[str, object] | None = None
    if request.schema is not None:
        wanted = request.schema.get("properties", {})
        have = found.model_dump()
        data = {name: have[name] for name in wanted if name in have}
        required = request.schema.get("required", [])
        if any(name not in data for name in required):
            data = None
            warnings = (*warnings, "Not every field that was asked for can be measured.")
    return Answer(text=text, prompt_sent="", model=MODEL, data=data, warnings=warnings)


def _seen(image: Image.Image, facts: PictureFacts, words: tuple[str, ...]) -> _Seen:
    measures = facts.measures
    medium = find_medium(image) or UNKNOWN
    people = len(facts.faces)
    setting, landscape = _setting(image, facts, medium)
    names: list[str] = []
    for swatch in facts.colours:
        name = _said_colour(swatch.oklch)
        if swatch.weight >= 0.06 and name not in names:
            names.append(name)
    light = _light(measures)
    return _Seen(
        format=_format(image, facts),
        medium=medium,
        subject=_subject(facts, medium, words),
        setting=setting,
        style=", ".join(_style(measures, light)),
        light=light,
        colours=tuple(names[:4]),
        hexes=tuple(s.hex for s in facts.colours[:4]),
        space=facts.text_space[0] if facts.text_space else None,
        people=people,
        words=words,
        landscape=landscape,
    )


def _light(measures: Measures) -> str:
    """Of what kind the light is and where it comes from."""
    light = measures.light
    kind = "soft" if light.softness > 0.6 else "hard" if light.softness < 0.35 else "even"
    sided = light.direction in ("left", "right", "top", "bottom")
    return f"{kind} light from the {light.direction}" if sided else f"{kind} light"


def _style(measures: Measures, light: str) -> Iterator[str]:
    """Tone, contrast, colour, light and sharpness, each in a word or two."""
    tone, tint, texture = measures.tone, measures.colour, measures.texture
    key = {"low": "dark", "middle": "mid-toned", "high": "bright"}.get(tone.key, "mid-toned")
    contrast = "soft" if tone.contrast < 0.4 else "strong" if tone.contrast > 0.68 else "moderate"
    yield f"{key}, {contrast} contrast"
    if tint.saturation_p90 < 0.02:
        yield "monochrome"
    elif tint.saturation < 0.05:
        yield "muted colours"
    else:
        yield "vivid colours" if tint.saturation > 0.11 else "natural colours"
    warm, cool = tint.temperature > 0.022, tint.temperature < -0.015
    yield f"{'warm' if warm else 'cool' if cool else 'neutral'} tones"
    yield light
    if texture.depth is not None and texture.depth > 2.2:
        yield "shallow depth of field"
    if texture.grain > 4:
        yield "visible grain"


def _said_colour(lch: tuple[float, float, float]) -> str:
    """A colour's name with its depth, where that is telling."""
    name = colour_name(lch)
    if name in ("black", "white"):
        return name
    return f"dark {name}" if lch[0] < 0.38 else f"light {name}" if lch[0] > 0.82 else name


def _format(image: Image.Image, facts: PictureFacts) -> str:
    width, height = image.size
    known = {
        "1:1": 1.0,
        "4:5": 0.8,
        "9:16": 9 / 16,
        "16:9": 16 / 9,
        "2:3": 2 / 3,
        "3:2": 1.5,
        "5:4": 1.25,
        "4:3": 4 / 3,
        "3:4": 0.75,
    }
    nearest = min(known, key=lambda name: abs(np.log(width / height / known[name])))
    ratio = (
        nearest if abs(width / height / known[nearest] - 1) < 0.02 else f"{width / height:.2f}:1"
    )
    return f"{facts.orientation} {ratio}, {width} x {height} pixels" + (
        ", transparent" if facts.has_alpha else ""
    )


def _subject(facts: PictureFacts, medium: str, words: tuple[str, ...]) -> str:
    if medium == "document":
        return "a page of words" + (f' beginning "{words[0][:60]}"' if words else "")
    if len(facts.faces) == 1:
        return f"one person, {_place(facts)}" if facts.subject else "one person"
    if facts.faces:
        return f"{len(facts.faces)} people" if len(facts.faces) < 12 else "a group of people"
    if facts.subject is not None and facts.subject_method in ("u2netp", "alpha"):
        return f"one main object, {_place(facts)}; what it is is unknown"
    return UNKNOWN if facts.subject is not None else "no single subject stands out"


def _place(facts: PictureFacts) -> str:
    assert facts.subject is not None
    x0, y0, x1, y1 = facts.subject
    x, area = (x0 + x1) / 2, (x1 - x0) * (y1 - y0)
    where = (
        "left of the middle" if x < 0.4 else "right of the middle" if x > 0.6 else "in the middle"
    )
    size = "large" if area > 0.45 else "small" if area < 0.08 else "medium-sized"
    return f"{size}, {where}"


def _setting(image: Image.Image, facts: PictureFacts, medium: str) -> tuple[str, bool]:
    """Outdoors where sky, a horizon or greenery is measured; else unknown. The flag says whether it
    is a landscape.
    """
    if medium in ("document", "illustration"):
        return ("a flat page" if medium == "document" else UNKNOWN), False
    small = image.convert("RGB").resize((48, 48), Image.Resampling.BOX)
    lch = colour.oklab_to_oklch(colour.u8_to_oklab(np.asarray(small)))
    top, low = lch[:16], lch[26:]

    def share(
        part: NDArray[np.float32],
        hues: tuple[float, float],
        light: tuple[float, float],
        chroma: float,
    ) -> float:
        return float(
            (
                (part[..., 2] > hues[0])
                & (part[..., 2] < hues[1])
                & (part[..., 0] > light[0])
                & (part[..., 0] < light[1])
                & (part[..., 1] > chroma)
            ).mean()
        )

    calm_top = facts.measures.composition.space_top
    blue_sky = share(top, (215, 275), (0.45, 0.95), 0.03)
    green = share(lch, (112, 162), (0.2, 0.9), 0.045)
    water = share(low, (190, 270), (0.2, 0.85), 0.025)
    horizon = facts.measures.composition.horizon
    if blue_sky > 0.6 and calm_top > 0.7 and horizon is not None:
        if water > 0.5:
            return "outdoors, water under an open sky", not facts.faces
        return "outdoors, under an open sky" + (
            ", greenery" if green > 0.2 else ""
        ), not facts.faces
    if green > 0.45:
        return "among plants", not facts.faces
    if blue_sky > 0.75 and calm_top > 0.75:
        return "under a blue sky", not facts.faces
    even = min(
        facts.measures.composition.space_left, facts.measures.composition.space_right, calm_top
    )
    if even > 0.93 and facts.subject is not None:
        return "a plain backdrop", False
    return UNKNOWN, False


def _briefs(seen: _Seen, context: str, count: int) -> list[AnalysisBrief]:
    """Briefs for pictures in the same vein, from what was measured; each changes one thing and says
    why.
    """
    colours = " and ".join(seen.colours[:2]) or "its colours"
    palette = ", ".join(seen.hexes)
    about = context.splitlines()[0][:160] if context else ""
    topic = f" Topic: {about}." if about else ""
    what = {"photo": "a photo", "illustration": "an illustration", "document": "a page"}.get(
        seen.medium, "a picture"
    )
    thing = (
        seen.subject
        if seen.subject not in (UNKNOWN, "no single subject stands out")
        else "one clear subject"
    )
    space = seen.space or "left"
    other = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[space]
    hour = (
        "in the evening, lamps lit"
        if "bright" in seen.style
        else "in morning light, airy and bright"
    )
    ideas = [
        (
            "The same look, new motif",
            f"{what.capitalize()} with {seen.style}; palette {palette}.{topic}",
            f"Keeps what makes this picture recognisable: {colours}, {seen.light}.",
        ),
        (
            f"Room for words on the {space}",
            f"The same light and colours ({palette}), the motif on the {other}, the {space} side calm and empty.{topic}",
            f"The {space} side is the calmest here; a banner's headline needs such a place.",
        ),
        (
            "A closer view",
            f"Detail of {thing}, filling the frame, background out of focus, {seen.light}.{topic}",
            "A close view beside a wide one makes a pair that tells more than either.",
        ),
        (
            "A wider view",
            f"The same motif small in a wide, calm frame in {colours}; plenty of space around it.{topic}",
            "Space carries headlines and crops to every size.",
        ),
        (
            "The other time of day",
            f"The same scene {hour}, in the palette {palette}.{topic}",
            "A second time of day widens a series without leaving its palette.",
        ),
        (
            "A backdrop alone",
            f"An abstract backdrop of {colours}: soft gradients, a little grain, no motif.{topic}",
            "Backdrops of the same colours tie text-only pieces to this picture.",
        ),
        (
            "An upright cut",
            f"The same motif composed for 9:16: subject in the lower half, upper third free.{topic}",
            "Stories and reels crop a wide picture badly; this one is made for them.",
        ),
        (
            "A quieter version",
            f"The same motif with fewer things and softer contrast; only {colours}.{topic}",
            "A quiet picture lets words lead.",
        ),
    ]
    if seen.people:
        ideas[2] = (
            "The person at work",
            f"Hands and tools of {thing}, close, {seen.light}, palette {palette}.{topic}",
            "Hands tell of people without tying a campaign to one face.",
        )
    elif seen.landscape:
        ideas[2] = (
            "A detail of the place",
            f"A close detail from the same place ({seen.setting}), same colours, {seen.light}.{topic}",
            "A detail beside the wide view makes the place tangible.",
        )
    return [AnalysisBrief(title=t, brief=b, why=w) for t, b, w in ideas[:count]]
