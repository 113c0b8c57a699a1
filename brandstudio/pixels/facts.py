"""What is found about a picture once, when it comes in, and kept with it as JSON."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import busyness as busy
from brandstudio.pixels import lights, masks, measure, subject
from brandstudio.pixels.busyness import Side
from brandstudio.pixels.measure import Measures
from brandstudio.pixels.medium import medium as find_medium
from brandstudio.pixels.outlines import Outlines, outlines
from brandstudio.pixels.palette import Swatch, colour_name
from brandstudio.pixels.plain import plain_edges
from brandstudio.pixels.resize import fit
from brandstudio.pixels.sighted import Sighted, sighted
from brandstudio.pixels.subject import Face, Method

Box = tuple[float, float, float, float]
_SIDE: Final = 1024
_MASK_SIDE: Final = 160


@dataclass(frozen=True, slots=True, eq=False)
class PictureFacts:
    """Found facts. Boxes are (x0, y0, x1, y1) in fractions 0 to 1 of the upright picture.

    `mask` is the subject as uint8 (255: subject), long side at most 160, None where there is no
    subject. `text_space` lists the sides calm enough for words, the calmest first. `colours` are
    the main colours, the heaviest first.
    """

    orientation: Literal["landscape", "portrait", "square"]
    has_alpha: bool
    subject: Box | None
    subject_method: Method
    mask: NDArray[np.uint8] | None
    faces: tuple[Face, ...]
    text_space: tuple[Side, ...]
    measures: Measures
    medium: Literal["photo", "illustration", "document"] | None = None
    light: tuple[float, float] | None = None
    """The middle of the one light that the picture is lit by (a sun, a moon, a lamp), in fractions."""
    edges: tuple[Side, ...] | None = None
    """The edges calm enough for the picture to be continued there; None where that was not looked at."""
    outlines: Outlines | None = None
    """What a crop's borders would cut through; None where that was not looked at."""
    plain: tuple[Side, ...] = ()
    """The sides at which it ends in nothing but its ground, which can be set going on as it is."""
    sighted: Sighted | None = None
    """People, animals and things in it; None where none were seen, or nobody looked for them."""

    @property
    def colours(self) -> tuple[Swatch, ...]:
        """The main colours, the heaviest first."""
        return self.measures.palette

    @property
    def mask_float(self) -> NDArray[np.float32] | None:
        """The mask as 0 to 1."""
        return (
            None if self.mask is None else np.asarray(self.mask, dtype=np.float32) / np.float32(255)
        )

    def keep_out(self) -> list[Box]:
        """The boxes that words should not cover: faces first, then the subject."""
        boxes: list[Box] = [(f.x0, f.y0, f.x1, f.y1) for f in self.faces]
        return [*boxes, self.subject] if self.subject is not None else boxes

    def system_tags(self) -> list[str]:
        """Tags found automatically: orientation, colour names, faces, sides with space for words,
        tone.
        """
        names = [colour_name(swatch.oklch) for swatch in self.colours if swatch.weight >= 0.08]
        tags = [self.orientation, *dict.fromkeys(names)]
        if self.faces:
            tags.append("has-face" if len(self.faces) == 1 else "has-faces")
        tags += [f"text-space-{side}" for side in self.text_space]
        if self.has_alpha:
            tags.append("transparent")
        if self.measures.tone.key != "middle":
            tags.append("dark" if self.measures.tone.key == "low" else "bright")
        if self.measures.colour.saturation_p90 < 0.02:
            tags.append("monochrome")
        return tags

    def to_json(self) -> dict[str, object]:
        """As plain JSON values; the mask is a PNG in base64."""
        return {
            "orientation": self.orientation,
            "hasAlpha": self.has_alpha,
            "subject": list(self.subject) if self.subject else None,
            "subjectMethod": self.subject_method,
            "mask": None if self.mask is None else _packed(self.mask),
            "faces": [[f.x0, f.y0, f.x1, f.y1, f.score] for f in self.faces],
            "textSpace": list(self.text_space),
            "measures": self.measures.to_json(),
            "medium": self.medium,
            "light": list(self.light) if self.light else None,
            "edges": None if self.edges is None else list(self.edges),
            "outlines": None if self.outlines is None else self.outlines.to_json(),
            "plain": list(self.plain),
            "sighted": None if self.sighted is None else self.sighted.to_json(),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> PictureFacts:
        """The facts that `to_json` wrote."""
        box, lit, edges = value["subject"], value.get("light"), value.get("edges")
        lines, seen = value.get("outlines"), value.get("sighted")
        return cls(
            value["orientation"],
            bool(value["hasAlpha"]),
            (float(box[0]), float(box[1]), float(box[2]), float(box[3])) if box else None,
            value["subjectMethod"],
            None if value["mask"] is None else _unpacked(value["mask"]),
            tuple(Face(*map(float, face)) for face in value["faces"]),
            tuple(value["textSpace"]),
            Measures.from_json(value["measures"]),
            value.get("medium"),
            (float(lit[0]), float(lit[1])) if lit else None,
            None if edges is None else tuple(edges),
            None if lines is None else Outlines.from_json(lines),
            tuple(value.get("plain", ())),
            None if seen is None else Sighted.from_json(seen["map"], seen["heads"]),
        )


def find_facts(image: Image.Image) -> PictureFacts:
    """The facts of an upright sRGB picture (RGB or RGBA). About a third of a second on one core,
    mostly the subject.
    """
    work = fit(image, _SIDE)
    found = subject.subject(work)
    mask = found.mask if found.box is not None else None
    busyness = busy.busyness(work)
    faces = subject.faces(work)
    ratio = image.width / image.height
    return PictureFacts(
        orientation="square" if 0.95 <= ratio <= 1.05 else "landscape" if ratio > 1 else "portrait",
        has_alpha=image.mode == "RGBA",
        subject=None if found.box is None else _rounded(found.box),
        subject_method=found.method,
        mask=None if mask is None else _small(mask),
        faces=tuple(
            Face(*_rounded((f.x0, f.y0, f.x1, f.y1)), score=round(f.score, 3)) for f in faces
        ),
        text_space=tuple(busy.calm_sides(busyness, mask)),
        measures=measure.measure(work, mask),
        medium=find_medium(work.convert("RGB")),
        light=lights.one_light(work.convert("L")),
        edges=tuple(e for e in busy.calm_edges(busyness) if not busy.ends_in_a_line(image, e)),
        outlines=outlines(work),
        plain=tuple(plain_edges(work, mask)),
        sighted=sighted(work, faces, mask if found.method == "u2netp" else None),
    )


def _rounded(box: Box) -> Box:
    return round(box[0], 4), round(box[1], 4), round(box[2], 4), round(box[3], 4)


def _small(mask: NDArray[np.float32]) -> NDArray[np.uint8]:
    height, width = mask.shape
    scale = min(1.0, _MASK_SIDE / max(height, width))
    resized = masks.resize(mask, max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(masks.to_image(resized))


def _packed(mask: NDArray[np.uint8]) -> str:
    buffer = io.BytesIO()
    Image.fromarray(mask).save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def _unpacked(text: str) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(base64.b64decode(text)), formats=("PNG",)) as image:
        return np.asarray(image.convert("L"))
