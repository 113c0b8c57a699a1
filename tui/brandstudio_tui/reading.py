"""A learned style as figures with a sentence beside each, for people who look and do not compute."""

from __future__ import annotations

from dataclasses import dataclass

from brandstudio.models.style import DesignStyle, Figure, PhotoStyle, Style, VisualWorld


@dataclass(frozen=True)
class Measure:
    """One measure: its share of a bar (0 to 1), the figure, and what it means."""

    name: str
    share: float
    figure: str
    sentence: str


def _steps(value: float, words: tuple[tuple[float, str], ...]) -> str:
    """The word of the first step that the value does not pass."""
    for most, word in words:
        if value <= most:
            return word
    return words[-1][1]


def _spread(figure: Figure) -> str:
    return f"{figure.value:.2f} ±{figure.spread:.2f}"


def photo_measures(style: PhotoStyle) -> list[Measure]:
    """What the photographs share."""
    tone, colour, texture, room = style.tone, style.colour, style.texture, style.composition
    warm = colour.temperature.value
    return [
        Measure(
            "lightness",
            tone.p50.value,
            _spread(tone.p50),
            {
                "low": "Dark pictures, low key.",
                "mid": "Middle tones lead.",
                "high": "Light and airy, high key.",
            }[tone.key],
        ),
        Measure(
            "contrast",
            min(1.0, tone.contrast.value),
            _spread(tone.contrast),
            _steps(
                tone.contrast.value,
                (
                    (0.35, "Soft, close together."),
                    (0.65, "Clear, not harsh."),
                    (9, "Strong light against dark."),
                ),
            ),
        ),
        Measure(
            "saturation",
            min(1.0, colour.saturation.value * 5),
            _spread(colour.saturation),
            _steps(
                colour.saturation.value,
                (
                    (0.04, "Nearly grey."),
                    (0.09, "Quiet colours."),
                    (0.15, "Full colours."),
                    (9, "Very vivid."),
                ),
            ),
        ),
        Measure(
            "warmth",
            min(1.0, max(0.0, 0.5 + warm * 3)),
            _spread(colour.temperature),
            _steps(
                warm,
                (
                    (-0.03, "Cool, towards blue."),
                    (0.02, "Neutral."),
                    (0.06, "Warm."),
                    (9, "Very warm, golden."),
                ),
            ),
        ),
        Measure(
            "hard light",
            style.light.hardness.value,
            _spread(style.light.hardness),
            _steps(
                style.light.hardness.value,
                (
                    (0.35, "Soft, overcast light."),
                    (0.65, "Some direction."),
                    (9, "Hard sun and shadows."),
                ),
            ),
        ),
        Measure(
            "sharpness",
            min(1.0, texture.sharpness.value),
            _spread(texture.sharpness),
            _steps(
                texture.sharpness.value,
                ((0.35, "Soft all over."), (0.65, "Sharp where it matters."), (9, "Crisp.")),
            ),
        ),
        Measure(
            "depth",
            min(1.0, texture.depth_of_field.value),
            _spread(texture.depth_of_field),
            _steps(
                texture.depth_of_field.value,
                (
                    (0.35, "Sharp from front to back."),
                    (0.65, "The ground softens."),
                    (9, "A blurred ground, the subject apart."),
                ),
            ),
        ),
        Measure(
            "free space",
            min(1.0, room.negative_space.value),
            _spread(room.negative_space),
            f"{room.negative_space.value:.0%} is calm"
            + (
                "."
                if room.negative_side == "none"
                else f", most of it {_side(room.negative_side)}."
            ),
        ),
    ]


def _side(side: str) -> str:
    return {"left": "on the left", "right": "on the right", "top": "above", "bottom": "below"}[side]


def design_measures(style: DesignStyle) -> list[Measure]:
    """How the designs are laid out."""
    return [
        Measure(
            "margin",
            min(1.0, style.margin.value * 5),
            _spread(style.margin),
            f"{style.margin.value:.0%} of the width stays free at the edge.",
        ),
        Measure(
            "whitespace",
            style.whitespace.value,
            _spread(style.whitespace),
            _steps(
                style.whitespace.value, ((0.3, "Filled."), (0.6, "Balanced."), (1, "Generous."))
            ),
        ),
        Measure(
            "columns",
            min(1.0, style.columns / 6),
            str(style.columns),
            f"Set {style.alignment}, {style.colour_use} colour, {style.corner_radius} corners, logo {style.logo_place}.",
        ),
    ]


def world_lines(world: VisualWorld) -> list[tuple[str, str]]:
    """(what, words with how sure each is)."""
    found = []
    for name in ("subjects", "settings", "materials", "motifs", "mood"):
        terms = getattr(world, name)
        if terms:
            words = ", ".join(f"{term.term} {term.confidence:.0%}" for term in terms[:6])
            found.append((name, words))
    return found


PARTS = {
    "photoStyle": "photo style",
    "photo_style": "photo style",
    "visualWorld": "visual world",
    "designStyle": "design style",
    "visual_world": "visual world",
    "design_style": "design style",
}


def levels(style: Style) -> list[tuple[str, str, bool]]:
    """(part, the folder that it comes from, whether that is this folder)."""
    return [
        (PARTS.get(part, part.replace("_", " ")), origin.folder, origin.folder == style.folder)
        for part, origin in style.inherited_from.items()
    ]
