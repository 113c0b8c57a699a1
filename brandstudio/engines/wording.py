"""Puts a request into words for models that read prompts: the wish first, then the brand's look in
plain terms.

Figures become words, since picture models follow "low key, muted, warm" and ignore "key 0.28". A
colour is given by name and by value. Words of a brand or a user are passed on as they are; they
only ever reach the prompt of a picture.
"""

from __future__ import annotations

from brandstudio.engines.protocols import BrandLook, CreateRequest, EditRequest, ExtendRequest
from brandstudio.pixels.colour import hex_to_oklch

#: Hue names by the upper end of their range in OKLCH degrees.
_HUES = (
    (15.0, "pink"),
    (40.0, "red"),
    (62.0, "orange"),
    (90.0, "amber"),
    (115.0, "yellow"),
    (132.0, "lime green"),
    (160.0, "green"),
    (200.0, "teal"),
    (215.0, "cyan"),
    (275.0, "blue"),
    (300.0, "indigo"),
    (325.0, "purple"),
    (350.0, "magenta"),
    (360.0, "pink"),
)
_FOLLOWED = "follow its light, colours and mood, and show nothing of what it shows."
_LOGO = "the brand's logo: where it is asked for, show it exactly as it is."
_SIDES = {"left": "left side", "right": "right side", "top": "upper part", "bottom": "lower part"}


def create_prompt(request: CreateRequest) -> str:
    """What to draw, with the look."""
    return _joined(
        request.prompt,
        describe(request.look),
        _pictures(len(request.references), request.logo is not None),
    )


def edit_prompt(request: EditRequest) -> str:
    """What to change, what to keep, with the look."""
    if request.purpose == "brandify":
        task = "Restyle this picture into the brand's look. Keep its subject, composition and every word in it."
        shown = _shown_beside(len(request.references))
        return _joined(task, request.instructions, describe(request.look), shown)
    if request.purpose == "improve":
        task = "Correct this picture so that it keeps to the brand's look. Change as little as possible."
        return _joined(task, request.instructions, describe(request.look))
    # Of the look only what new things need: the rest would make a model restyle what it was told to
    # keep.
    new = describe(BrandLook(palette=request.look.palette, rules=request.look.rules))
    return _joined(
        f"Edit this picture: {request.instructions}",
        "Keep everything else as it is.",
        f"For what is new, keep to this. {new}" if new else "",
        "" if request.logo is None else f"Edit the first picture only. The second is {_LOGO}",
    )


def extend_prompt(request: ExtendRequest) -> str:
    """How to go on beyond the edges."""
    task = (
        "Continue this picture naturally into the empty area around it: the same place, light, focus and grain, "
        "without a seam, a frame, a new subject or any lettering. Keep the new area calm."
    )
    return _joined(task, request.prompt, describe(request.look))


def _pictures(references: int, logo: bool) -> str:
    """What the pictures that go along with a prompt are for."""
    lines = []
    if references:
        which = "The picture shows" if references == 1 else f"The first {references} pictures show"
        lines.append(f"{which} the brand's look: {_FOLLOWED}")
    if logo:
        which = "last picture" if references else "picture"
        lines.append(f"The {which} is {_LOGO}")
    return " ".join(lines)


def _shown_beside(references: int) -> str:
    """The same for an edit, whose first picture is the one to change."""
    if not references:
        return ""
    which = "second picture shows" if references == 1 else f"{references} further pictures show"
    return f"Edit the first picture only. The {which} the brand's look: {_FOLLOWED}"


def describe(look: BrandLook) -> str:
    """The look as sentences; empty when nothing is asked."""
    lines: list[str] = []
    if look.medium:
        lines.append(f"Medium: {look.medium}.")
    if look.palette:
        ordered = sorted(look.palette, key=lambda swatch: -swatch.weight)[:6]
        lines.append(
            "Colour palette: "
            + ", ".join(f"{name_of(swatch.hex)} ({swatch.hex})" for swatch in ordered)
            + "."
        )
    if tone := [
        *_key(look.key),
        *_contrast(look.contrast),
        *_saturation(look.saturation),
        *_temperature(look),
    ]:
        lines.append("Tone: " + ", ".join(tone) + ".")
    if look.grain is not None and look.grain > 0.02:
        lines.append("Visible film grain.")
    if look.mood:
        lines.append("Mood: " + ", ".join(look.mood[:8]) + ".")
    if look.subjects:
        lines.append("World of the brand: " + ", ".join(look.subjects[:8]) + ".")
    if look.space:
        lines.append(
            f"Leave the {_SIDES[look.space]} calm and empty, as room for text; draw no text."
        )
    if look.rules:
        lines.append("Rules: " + " ".join(_sentence(rule) for rule in look.rules[:12]))
    return " ".join(lines)


def name_of(colour: str) -> str:
    """A colour's everyday name, for instance ``dark blue``, from ``#rrggbb``."""
    lightness, chroma, hue = hex_to_oklch(colour)
    if chroma < 0.025:
        if lightness > 0.96:
            return "white"
        if lightness < 0.22:
            return "black"
        return "light grey" if lightness > 0.75 else "dark grey" if lightness < 0.45 else "grey"
    name = next(name for end, name in _HUES if hue % 360 <= end)
    if name in {"orange", "amber", "red"} and lightness < 0.5 and chroma < 0.12:
        name = "brown"
    if name in {"orange", "amber", "yellow"} and lightness > 0.85 and chroma < 0.06:
        return "cream"
    if name in {"orange", "amber"} and 0.55 < lightness < 0.85 and chroma < 0.1:
        return "tan"
    if name in {"yellow", "lime green"} and lightness < 0.65 and chroma < 0.13:
        return "olive green"
    if name in {"amber", "yellow"} and lightness < 0.9 and chroma < 0.17:
        name = "golden yellow"
    depth = (
        "light "
        if lightness > 0.8 and "yellow" not in name
        else "dark "
        if lightness < 0.42
        else ""
    )
    muted = "muted " if chroma < 0.06 and not depth else ""
    return f"{depth}{muted}{name}"


def _key(key: float | None) -> list[str]:
    if key is None:
        return []
    return (
        ["low key, dark"]
        if key < 0.4
        else ["high key, bright"]
        if key > 0.72
        else ["balanced exposure"]
    )


def _contrast(contrast: float | None) -> list[str]:
    if contrast is None:
        return []
    return ["soft contrast"] if contrast < 0.45 else ["strong contrast"] if contrast > 0.75 else []


def _saturation(saturation: float | None) -> list[str]:
    if saturation is None:
        return []
    if saturation < 0.012:
        return ["black and white"]
    return (
        ["muted colours"] if saturation < 0.05 else ["vivid colours"] if saturation > 0.12 else []
    )


def _temperature(look: BrandLook) -> list[str]:
    words = []
    if look.temperature is not None and abs(look.temperature) > 0.012:
        words.append("warm light" if look.temperature > 0 else "cool light")
    if look.grade is not None:
        shadows, highlights = look.grade.shadows[1], look.grade.highlights[1]
        if shadows < -0.012 and highlights > 0.012:
            words.append("cool shadows and warm highlights")
        elif shadows > 0.012 and highlights < -0.012:
            words.append("warm shadows and cool highlights")
    return words


def _joined(*parts: str) -> str:
    return " ".join(_sentence(part) for part in parts if part.strip())


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":", "。", "！", "？")) else f"{text}."
