"""Moving a photo into a brand's look, and mending what is off, so that the score rises and the
picture stays itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.domain.improve import Targets, targets
from brandstudio.domain.scores import score
from brandstudio.engines.looks import colours_of, figures_of, look_for
from brandstudio.engines.protocols import BrandLook, EditRequest, Picture
from brandstudio.language import edits as vocabulary
from brandstudio.models.images import Check
from brandstudio.models.rules import Finding, Rule
from brandstudio.models.style import PhotoStyle
from brandstudio.pixels import colour
from brandstudio.pixels.measure import measure

from . import pixelwork
from .canvas import F32
from .create import MODEL
from .edit import carried_out, said_of
from .grading import Grading, towards
from .light import sampled
from .matte import as_float, subject_of
from .paints import lab_of

U8 = NDArray[np.uint8]
_FAR = 1.0
"""From this distance on a picture is plainly not in a look: a step of each measure."""


def brandify(request: EditRequest) -> Picture:
    """The picture in the brand's look. Instructions that are not understood are named in the
    warnings, never an error.
    """
    warnings: list[str] = []
    done: list[str] = []
    look = request.look
    bare = (
        not look.palette
        and look.key is None
        and look.saturation is None
        and look.temperature is None
        and look.grade is None
    )
    pixels = request.source
    if bare:
        warnings.append(
            "The folder has no style and no palette yet, so there is no look to move towards."
        )
    else:
        grading = best_grading(request.source, look, request.strength, bool(request.faces))
        keeps = vocabulary.parse(request.instructions).keeps
        if "colours" in keeps:
            grading = Grading(grading.curve)
        elif _knows_only_greys(look) and _coloured(sampled(pixels)):
            grading = Grading(grading.curve, colourless=True)
            warnings.append(
                "All that the folder has of a look is a palette without a colour, so the picture became "
                "black and white; \u201ckeep the colours\u201d leaves them."
            )
        if "light" in keeps:
            grading = Grading(shift=grading.shift, tints=grading.tints, guarded=grading.guarded)
        if grading.nothing and distance(sampled(pixels), look) > _FAR:
            warnings.append(
                "No grade brings this picture nearer to the brand's look; its pixels are unchanged."
            )
        elif grading.nothing:
            done.append("already in the brand's look")
        else:
            mask = (
                None
                if request.mask is None
                else as_float(request.mask, pixels.shape[1], pixels.shape[0])
            )
            if "subject" in keeps and (matte := subject_of(pixels, request.subject)) is not None:
                mask = 1 - matte if mask is None else mask * (1 - matte)
            pixels = pixelwork.in_oklab(
                pixels, [pixelwork.graded(grading, mask)], request.seed % 1024
            )
            done.append(f"brand grade {request.strength:g}")
    pixels, said = _instructed(request, pixels, done)
    warnings += said
    return Picture(
        pixels, "brandify: " + "; ".join(done or ["no change"]), MODEL, tuple(warnings), tuple(done)
    )


def _instructed(request: EditRequest, pixels: U8, done: list[str]) -> tuple[U8, list[str]]:
    """Optional instructions on top; what can't be read or done is told."""
    if not request.instructions.strip():
        return pixels, []
    parsed = vocabulary.parse(request.instructions)
    said = list(said_of(parsed))
    if not parsed.edits:
        return pixels, said
    inner = EditRequest(
        pixels,
        request.instructions,
        "revise",
        request.look,
        None,
        request.subject,
        request.faces,
        request.seed,
    )
    work = carried_out(inner, parsed)
    done += work.done
    return work.pixels, [*said, *work.missed, *work.warnings]


def distance(lab: F32, look: BrandLook) -> float:
    """How far a sample (n, 3) is from a look, in steps that are plainly seen."""
    p5, p50, p95 = (float(v) for v in np.percentile(lab[:, 0], [5, 50, 95]))
    chroma = float(np.hypot(lab[:, 1], lab[:, 2]).mean())
    total, parts = 0.0, 0.0

    def add(value: float, target: float | None, step: float, weight: float) -> None:
        nonlocal total, parts
        if target is not None:
            total += weight * _felt(abs(value - target) / step)
            parts += weight

    add(p50, look.key, 0.09, 0.2)
    add(p95 - p5, look.contrast, 0.12, 0.1)
    add(chroma, look.saturation, 0.025, 0.16)
    add(float(lab[:, 2].mean()), look.temperature, 0.02, 0.18)
    if look.palette:
        palette = np.array([lab_of(s.hex) for s in look.palette], np.float32)
        scale = np.array([0.7, 1.6, 1.6], np.float32)
        gaps = np.sqrt((((lab[::3, None] - palette[None]) * scale) ** 2).sum(-1)).min(1)
        total += 0.36 * _felt(float(gaps.mean()) / 0.06)
        parts += 0.36
    return total / parts if parts else 0.0


def _felt(steps: float) -> float:
    """Very far is not much worse than far, but nearer is always better: a picture that is nearly
    black is still lifted.
    """
    return steps if steps < 4 else 4 + float(np.log1p(steps - 4))


def best_grading(
    source: U8, look: BrandLook, strength: float, faces: bool, pull: float = 0.8
) -> Grading:
    """The grading that comes nearest to a look of several strengths, up to ``strength``; none when
    all lead away.
    """
    sample = sampled(source)
    palette = [(lab_of(s.hex), s.weight) for s in look.palette]
    best, least = Grading(), distance(sample, look)
    for share in (1.0, 0.7, 0.45, 0.25):
        for tone in (1.0, 0.5):
            grading = towards(
                sample,
                look,
                palette,
                float(np.clip(strength * 1.35, 0, 1)) * share,
                faces=faces,
                tone=tone,
                pull=pull,
            )
            planes = np.ascontiguousarray(sample.T[:, None, :]).copy()
            grading.apply(planes)
            found = distance(np.ascontiguousarray(planes[:, 0].T), look)
            # A little nearer is not worth a much stronger change.
            if found < least - 0.02:
                best, least = grading, found
    if is_black_and_white(look) and _coloured(sample):
        # Half of a colour is no step towards none: the picture becomes black and white.
        return Grading(best.curve, colourless=True)
    return best


def is_black_and_white(look: BrandLook) -> bool:
    """Whether a brand's pictures and colours have no hue."""
    return look.saturation is not None and look.saturation <= 0.012 and _all_grey(look)


def _knows_only_greys(look: BrandLook) -> bool:
    """Whether two greys or more are all that is known of a brand's look: no picture of its was measured
    that could have a colour.
    """
    measured = (look.key, look.contrast, look.saturation, look.temperature, look.grade)
    return len(look.palette) > 1 and _all_grey(look) and all(each is None for each in measured)


def _all_grey(look: BrandLook) -> bool:
    return all(float(np.hypot(*lab_of(s.hex)[1:])) < 0.03 for s in look.palette)


def _coloured(sample: F32) -> bool:
    return float(np.hypot(sample[:, 1], sample[:, 2]).mean()) > 0.004


@dataclass(frozen=True, slots=True, eq=False)
class Improved:
    """An improved picture with its checks before and after; ``changed`` is False when the original
    was kept.
    """

    picture: Picture
    before: Check
    after: Check
    changed: bool

    @property
    def findings(self) -> list[Finding]:
        return list(self.before.findings)


def check(
    pixels: U8,
    style: PhotoStyle | None,
    rules: Sequence[Rule],
    subject: NDArray[np.uint8] | NDArray[np.float32] | None = None,
    faces: int | None = None,
) -> Check:
    """The score of pixels against a style and rules."""
    mask = None if subject is None else as_float(subject, subject.shape[1], subject.shape[0])
    measures = measure(Image.fromarray(pixels), mask)
    figures = figures_of(measures, width=pixels.shape[1], height=pixels.shape[0], faces=faces)
    return score(figures, colours_of(measures), style, rules)


def improve(request: EditRequest, style: PhotoStyle | None, rules: Sequence[Rule] = ()) -> Improved:
    """What is off mended, as far as a grade can; the score never falls, else the very pixels come
    back.
    """
    faces = None if request.faces is None else len(request.faces)
    before = check(request.source, style, rules, request.subject, faces)
    notes: list[str] = []
    done: list[str] = []
    best_pixels, best_check = request.source, before
    for pixels in _graded(request, targets(before, style, rules)):
        found = check(pixels, style, rules, request.subject, faces)
        if found.score > before.score + 0.05:
            best_pixels, best_check = pixels, found
            break
    if best_pixels is not request.source:
        done.append(f"graded towards the brand: score {before.score:g} to {best_check.score:g}")
    said_before = {f.measure for f in before.findings}
    done += [f"mended: {m}" for m in sorted(said_before - {f.measure for f in best_check.findings})]
    if request.instructions.strip():
        pixels, said = _instructed(request, best_pixels, done)
        notes += said
        if pixels is not best_pixels:
            found = check(
                pixels,
                style,
                rules,
                None if pixels.shape[:2] != request.source.shape[:2] else request.subject,
                faces,
            )
            if found.score >= before.score:
                best_pixels, best_check = pixels, found
            else:
                done = [d for d in done if d.startswith(("graded", "mended"))]
                notes.append(
                    f"The instructions would lower the score from {before.score:g} to {found.score:g}; they were left out. "
                    "Use revise for them."
                )
    left = [f.message for f in best_check.findings]
    if left:
        notes.append("Still off: " + " ".join(left[:4]))
    if best_pixels is request.source:
        notes.append(
            "Nothing that a grade can mend was off; the pixels are unchanged."
            if not before.findings
            else "No change would raise the score; the pixels are unchanged."
        )
    picture = Picture(
        best_pixels,
        "improve: " + "; ".join(done or ["no change"]),
        MODEL,
        tuple(notes),
        tuple(done),
    )
    return Improved(picture, before, best_check, best_pixels is not request.source)


def _graded(request: EditRequest, wanted: Targets) -> Iterator[U8]:
    """The picture graded towards what is wanted of it, ever less far; nothing where nothing is."""
    if wanted.nothing:
        return
    look = look_for(wanted, request.look)
    palette = [(lab_of(s.hex), s.weight) for s in look.palette]
    for strength in (0.85, 0.5, 0.25):
        grading = towards(
            sampled(request.source), look, palette, strength, faces=bool(request.faces)
        )
        if not grading.nothing:
            steps = [pixelwork.graded(grading)]
            yield pixelwork.in_oklab(request.source, steps, request.seed % 1024)


def improve_towards(request: EditRequest) -> Picture:
    """`improve` with a look alone (no spreads, no rules): moves only where that comes nearer, and
    never further away.
    """
    done: list[str] = []
    grading = best_grading(
        request.source, request.look, min(1.0, request.strength * 1.2), bool(request.faces)
    )
    pixels = request.source
    if not grading.nothing:
        pixels = pixelwork.in_oklab(
            request.source, [pixelwork.graded(grading)], request.seed % 1024
        )
        done.append("graded towards the brand")
    pixels, said = _instructed(request, pixels, done)
    return Picture(
        pixels, "improve: " + "; ".join(done or ["no change"]), MODEL, tuple(said), tuple(done)
    )


__all__ = [
    "Improved",
    "best_grading",
    "brandify",
    "check",
    "colour",
    "distance",
    "improve",
    "improve_towards",
]
