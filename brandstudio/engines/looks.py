"""From a folder's resolved style to what an engine is given, and from measures to figures under
their rule names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from brandstudio.domain.improve import Targets
from brandstudio.domain.scores import Colour
from brandstudio.models.rules import Rule
from brandstudio.models.style import PhotoStyle, VisualWorld
from brandstudio.pixels import colour
from brandstudio.pixels.measure import Measures

from .protocols import BrandLook, BrandSwatch, Grade, Side


def look_of(
    style: PhotoStyle | None,
    *,
    palette: Sequence[BrandSwatch] = (),
    rules: Sequence[Rule] = (),
    world: VisualWorld | None = None,
    space: Side | None = None,
) -> BrandLook:
    """The look of a folder. ``palette`` are colours that people set; without them the style's own
    are taken.
    """
    words = [r.text for r in rules if r.kind == "image" and not r.overridden]
    mood = tuple(t.term for t in world.mood[:6]) if world else ()
    subjects = tuple(t.term for t in world.subjects[:8]) if world else ()
    if style is None:
        return BrandLook(
            palette=tuple(palette), mood=mood, subjects=subjects, rules=tuple(words), space=space
        )
    side = style.composition.negative_side
    grade = style.grade
    return BrandLook(
        palette=tuple(palette)
        or tuple(BrandSwatch(s.hex, s.weight, s.role) for s in style.palette),
        key=style.tone.p50.value,
        contrast=style.tone.contrast.value,
        saturation=style.colour.saturation.value,
        temperature=style.colour.temperature.value,
        grade=Grade(
            (grade.shadows.a.value, grade.shadows.b.value),
            (grade.midtones.a.value, grade.midtones.b.value),
            (grade.highlights.a.value, grade.highlights.b.value),
        ),
        grain=style.texture.grain.value,
        medium=style.medium,
        mood=mood,
        subjects=subjects,
        rules=tuple(words),
        space=space or (side if side != "none" else None),
    )


def look_for(found: Targets, look: BrandLook) -> BrandLook:
    """Only what is to be mended of a look."""
    grade = None
    if found.shadows is not None and found.midtones is not None and found.highlights is not None:
        grade = Grade(found.shadows, found.midtones, found.highlights)
    return BrandLook(
        palette=look.palette if found.palette else (),
        key=found.lightness,
        contrast=found.contrast,
        saturation=found.saturation,
        temperature=found.temperature,
        grade=grade,
    )


def figures_of(
    measures: Measures,
    *,
    width: int,
    height: int,
    faces: int | None = None,
    medium: str | None = None,
) -> Mapping[str, float | str | bool]:
    """The figures of a picture under the names of ``domain.rules.MEASURES``, in the units of
    ``photoStyle``.
    """
    composition, texture, tone = measures.composition, measures.texture, measures.tone
    spaces: dict[Literal["left", "right", "top", "bottom"], float] = {
        "left": composition.space_left,
        "right": composition.space_right,
        "top": composition.space_top,
        "bottom": composition.space_bottom,
    }
    calmest = max(spaces, key=lambda side: spaces[side])
    mean = sum(spaces.values()) / 4
    out: dict[str, float | str | bool] = {
        "tone_key": "mid" if tone.key == "middle" else tone.key,
        "lightness": tone.p50,
        "shadows": tone.p5,
        "highlights": tone.p95,
        "contrast": tone.contrast,
        "saturation": measures.colour.saturation,
        "temperature": measures.colour.temperature,
        "tint": measures.colour.tint,
        "light_hardness": 1 - measures.light.softness,
        "grain": texture.grain / 255,
        "sharpness": min(1.0, texture.sharpness),
        "subject_size": composition.subject_size,
        "negative_space": spaces[calmest],
        "negative_side": calmest if spaces[calmest] - mean >= 0.04 else "none",
        "symmetry": composition.symmetry,
        "width": float(width),
        "height": float(height),
    }
    for name, pair in (
        ("shadow", measures.grade.shadows),
        ("midtone", measures.grade.midtones),
        ("highlight", measures.grade.highlights),
    ):
        # Exactly (0, 0) says that the picture has no such tones: nothing to compare.
        if pair != (0.0, 0.0):
            out[f"{name}_tint_a"], out[f"{name}_tint_b"] = pair
    if composition.subject_x is not None and composition.subject_y is not None:
        out["subject_x"], out["subject_y"] = composition.subject_x, composition.subject_y
    if texture.depth is not None:
        out["depth_of_field"] = 1 - 1 / max(1.0, texture.depth)
    if composition.horizon is not None:
        out["horizon"] = composition.horizon
    if faces is not None:
        out["faces"] = float(faces)
    if medium is not None:
        out["medium"] = medium
    return out


def colours_of(measures: Measures) -> list[Colour]:
    """A picture's main colours for the score."""
    out = []
    for swatch in measures.palette:
        lightness, a, b = (float(v) for v in colour.oklch_to_oklab(list(swatch.oklch)))
        out.append(Colour((lightness, a, b), swatch.weight))
    return out
