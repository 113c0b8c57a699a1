"""What a design (a banner, a page, a slide) is like in figures: its lines of text, grid, margins,
colour and corners.

Text is found as letters are built: compact shapes of one tone on a ground of another, of like
height, side by side on one line. Nothing is read. What does not show clearly is None or "unknown",
never a guess dressed as a figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks, regions
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.palette import Swatch, palette
from brandstudio.pixels.regions import Region
from brandstudio.pixels.resize import fit_size

F32 = NDArray[np.float32]
Alignment = Literal["left", "centre", "right", "mixed"]
LogoPlace = Literal["top-left", "top-right", "bottom-left", "bottom-right", "centre", "unknown"]
Corners = Literal["square", "soft", "round", "unknown"]

_SIDE: Final = 1200
_PANEL_SIDE: Final = 600
#: How much lighter or darker than its surroundings a letter is, in OKLab lightness.
_INK: Final = 0.10
_MOST_INK: Final = 0.4
#: How far the tones of the letters of a line stray (median absolute deviation, OKLab lightness).
_ONE_INK: Final = 0.03
_VIVID_CHROMA: Final = 0.09


@dataclass(frozen=True, slots=True)
class DetectedLine:
    """A line of text: its box as shares of the picture (x0, y0, x1, y1), the height of its tall
    letters, how many.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    height: float
    letters: int


@dataclass(frozen=True, slots=True)
class DesignMeasures:
    """The figures of one design.

    `columns` of text side by side; `margin` is the clear share of the width at the narrower side;
    `headline` and `body` are heights of tall letters as shares of the picture's height; `steps`
    counts distinct sizes. `vivid` is the share of the area in colours of chroma over 0.09,
    `whitespace` the share that is even and empty.
    """

    lines: tuple[DetectedLine, ...]
    columns: int
    margin: float | None
    alignment: Alignment
    headline: float | None
    body: float | None
    steps: int
    vivid: float
    whitespace: float
    logo_place: LogoPlace
    corner_radius: Corners
    palette: tuple[Swatch, ...]


def measure_design(image: Image.Image) -> DesignMeasures:
    """The figures of a design (RGB or RGBA, any size); about a quarter of a second at 1200
    pixels.
    """
    flat = _at_working_size(image)
    lab = colour.u8_to_oklab(np.asarray(flat.convert("RGB")))
    lines = _lines(_letter_shapes(lab[..., 0]), flat.width, flat.height)
    rows = _joined(lines)
    blocks = _blocks(rows)
    sizes = _sizes(rows)
    panels = _panels(flat)
    return DesignMeasures(
        lines=tuple(lines),
        columns=_columns(blocks),
        margin=_margin(lines),
        alignment=_alignment(blocks),
        headline=_r(sizes[0]) if sizes else None,
        body=_r(_body(rows, sizes)) if len(sizes) > 1 else None,
        steps=len(sizes),
        vivid=_r(float((np.hypot(lab[..., 1], lab[..., 2]) > _VIVID_CHROMA).mean())),
        whitespace=_r(_whitespace(lab, lines)),
        logo_place=_logo_place(lab[..., 0], lines, panels),
        corner_radius=_corners(panels),
        palette=tuple(palette(flat)),
    )


def text_lines(image: Image.Image) -> list[DetectedLine]:
    """The lines of text in a picture (RGB or RGBA, any size), from the top down."""
    flat = _at_working_size(image)
    lightness = colour.u8_to_oklab(np.asarray(flat.convert("RGB")))[..., 0]
    return _lines(_letter_shapes(lightness), flat.width, flat.height)


def _at_working_size(image: Image.Image) -> Image.Image:
    flat = on_background(image)
    size = fit_size(flat.width, flat.height, _SIDE)
    return flat if size == flat.size else flat.resize(size, Image.Resampling.BOX)


def _r(value: float) -> float:
    return round(value, 4)


# -- Letters and lines -----------------------------------------------------------------------------


def _letter_shapes(lightness: F32) -> list[Region]:
    """Connected shapes that could be letters, found at two scales (body copy and headlines) and in
    both polarities.
    """
    height, width = lightness.shape
    found: list[Region] = []
    for share, least, most in ((1 / 45, 4, height * 0.05), (1 / 6, height * 0.035, height * 0.3)):
        ground = masks.feather(lightness, max(3.0, min(height, width) * share))
        apart = lightness - ground
        # Words leave most of their ground free; where so much stands out, it is texture or noise.
        if float((np.abs(apart) > _INK).mean()) > _MOST_INK:
            continue
        for ink in (apart > _INK, apart < -_INK):
            found += (
                region
                for region in regions.connected(ink, lightness)
                if least <= region.height <= most
                and region.width <= 6 * region.height
                and _is_filled_like_a_letter(region)
            )
    return found


def _is_filled_like_a_letter(region: Region) -> bool:
    filled = region.area / (region.width * region.height)
    # Only a stem (l, i, 1) fills its box; a wider solid box is a bar or a bullet.
    return filled >= 0.08 and (filled <= 0.97 or region.width <= 0.4 * region.height)


def _lines(shapes: Sequence[Region], width: int, height: int) -> list[DetectedLine]:
    """Shapes that stand side by side at like heights, at least four of them."""
    chains: list[list[Region]] = []
    reachable: list[list[Region]] = []
    for shape in sorted(shapes, key=lambda s: (s.x0, s.y0, s.x1, s.y1)):
        reachable = [
            chain for chain in reachable if shape.x0 - chain[-1].x1 <= 2 * chain[-1].height
        ]
        best: list[Region] | None = None
        best_gap = float("inf")
        for chain in reversed(reachable):
            last = chain[-1]
            tall = max(last.height, shape.height)
            gap = shape.x0 - last.x1
            if gap < best_gap and -0.5 * tall <= gap <= 0.9 * tall and _on_one_line(last, shape):
                best, best_gap = chain, gap
        if best is not None:
            best.append(shape)
        else:
            reachable.append([shape])
            chains.append(reachable[-1])
    lines = _distinct([_line(chain, width, height) for chain in chains if _reads_as_text(chain)])
    # A few letters' worth of even marks is in many a photo; words seldom come alone.
    return [
        line
        for line in lines
        if line.letters >= 7 or any(_of_one_size(line, other) for other in lines)
    ]


def _of_one_size(line: DetectedLine, other: DetectedLine) -> bool:
    over = min(line.x1, other.x1) - max(line.x0, other.x0)
    near = over > 0 or abs(line.y1 - other.y1) < line.height
    return (
        other is not line
        and other.letters >= 7
        and near
        and 0.85 <= line.height / other.height <= 1.18
    )


def _on_one_line(left: Region, right: Region) -> bool:
    tall, short = max(left.height, right.height), min(left.height, right.height)
    shared = min(left.y1, right.y1) - max(left.y0, right.y0)
    # x-height and ascender differ by about 1.5; letters stand on one baseline, descenders hang by a
    # fifth or so.
    return short >= 0.45 * tall and shared >= 0.7 * short and abs(left.y1 - right.y1) <= 0.35 * tall


def _reads_as_text(chain: Sequence[Region]) -> bool:
    heights = np.array([shape.height for shape in chain], dtype=np.float64)
    across = chain[-1].x1 - chain[0].x0
    if len(chain) < 4 or across < 1.6 * float(heights.max()):
        return False
    bottoms = np.array([shape.y1 for shape in chain], dtype=np.float64)
    # Most letters of a line end on its baseline and all are in one ink; shapes of a photo end
    # anywhere in any tone.
    seated = np.abs(bottoms - np.median(bottoms)) <= max(1.0, 0.12 * float(np.median(heights)))
    tones = np.array([shape.tone for shape in chain])
    # Small letters are mostly edge, and edges are smoothed by as much as they happen to lie between
    # pixels.
    stray = _ONE_INK * (1 + 2.5 * max(0.0, 1 - float(heights.max()) / 36))
    return (
        float(seated.mean()) >= 0.65 and float(np.median(np.abs(tones - np.median(tones)))) <= stray
    )


def _line(chain: Sequence[Region], width: int, height: int) -> DetectedLine:
    tall = float(np.percentile([shape.height for shape in chain], 85))
    return DetectedLine(
        _r(chain[0].x0 / width),
        _r(min(shape.y0 for shape in chain) / height),
        _r(max(shape.x1 for shape in chain) / width),
        _r(max(shape.y1 for shape in chain) / height),
        _r(tall / height),
        len(chain),
    )


def _distinct(lines: Sequence[DetectedLine]) -> list[DetectedLine]:
    """Each line once: the two scales and polarities see many lines twice, and the counters of
    letters as small ones.
    """
    kept: list[DetectedLine] = []
    for line in sorted(lines, key=lambda e: -((e.x1 - e.x0) * (e.y1 - e.y0))):
        if not any(_covers(other, line) for other in kept):
            kept.append(line)
    return sorted(kept, key=lambda e: (e.y0, e.x0))


def _covers(outer: DetectedLine, inner: DetectedLine) -> bool:
    across = min(outer.x1, inner.x1) - max(outer.x0, inner.x0)
    down = min(outer.y1, inner.y1) - max(outer.y0, inner.y0)
    if across <= 0 or down <= 0:
        return False
    return across * down >= 0.5 * (inner.x1 - inner.x0) * (inner.y1 - inner.y0)


# -- The grid --------------------------------------------------------------------------------------


def _joined(lines: Sequence[DetectedLine]) -> list[DetectedLine]:
    """Words of one line that stand a word space or so apart, as one."""
    rows: list[DetectedLine] = []
    for line in sorted(lines, key=lambda e: (e.x0, e.y0)):
        for index, row in enumerate(rows):
            alike = min(row.height, line.height) >= 0.6 * max(row.height, line.height)
            level = abs(row.y1 - line.y1) <= 0.5 * max(row.height, line.height)
            # Heights are shares of the height and gaps of the width; a pixel's aspect cancels out
            # well enough here.
            if alike and level and -0.01 <= line.x0 - row.x1 <= 1.1 * max(row.height, line.height):
                rows[index] = DetectedLine(
                    row.x0, min(row.y0, line.y0), max(row.x1, line.x1), max(row.y1, line.y1),
                    max(row.height, line.height), row.letters + line.letters,
                )  # fmt: skip
                break
        else:
            rows.append(line)
    return rows


def _blocks(lines: Sequence[DetectedLine]) -> list[list[DetectedLine]]:
    """Lines that stand under each other, of like size and near each other: paragraphs and
    headlines.
    """
    blocks: list[list[DetectedLine]] = []
    for line in sorted(lines, key=lambda e: (e.y0, e.x0)):
        for block in blocks:
            last = block[-1]
            near = 0 <= line.y0 - last.y0 <= 3.2 * max(last.height, line.height)
            alike = min(last.height, line.height) >= 0.6 * max(last.height, line.height)
            over = min(last.x1, line.x1) - max(last.x0, line.x0)
            if near and alike and over > 0.3 * min(last.x1 - last.x0, line.x1 - line.x0):
                block.append(line)
                break
        else:
            blocks.append([line])
    return blocks


def _columns(blocks: Sequence[Sequence[DetectedLine]]) -> int:
    """How many blocks of several lines stand side by side at most; 1 when none do."""
    boxes = [
        (min(e.x0 for e in block), block[0].y0, max(e.x1 for e in block), block[-1].y1)
        for block in blocks
        if len(block) >= 2
    ]
    most = 1
    for _, top, _, bottom in boxes:
        middle = (top + bottom) / 2
        beside = sorted((x0, x1) for x0, y0, x1, y1 in boxes if y0 <= middle <= y1)
        count, end = 0, -1.0
        for x0, x1 in beside:
            if x0 >= end:
                count, end = count + 1, x1
            else:
                end = max(end, x1)
        most = max(most, count)
    return min(most, 12)


def _margin(lines: Sequence[DetectedLine]) -> float | None:
    """The clear share of the width outside the words, at the narrower side."""
    if not lines:
        return None
    left, right = min(line.x0 for line in lines), 1 - max(line.x1 for line in lines)
    return _r(max(0.0, min(left, right)))


def _alignment(blocks: Sequence[Sequence[DetectedLine]]) -> Alignment:
    votes: Counter[Alignment] = Counter()
    for block in blocks:
        if len(block) >= 2:
            edges: list[tuple[Alignment, list[float]]] = [
                ("left", [e.x0 for e in block]),
                ("centre", [(e.x0 + e.x1) / 2 for e in block]),
                ("right", [e.x1 for e in block]),
            ]
            name, values = min(edges, key=lambda entry: float(np.ptp(entry[1])))
            # The letters' own side bearings move an edge by up to a fifth of their height.
            if float(np.ptp(values)) <= max(0.006, 0.25 * max(e.height for e in block)):
                votes[name] += len(block)
        elif abs((block[0].x0 + block[0].x1) / 2 - 0.5) <= 0.012:
            votes["centre"] += 1
    if not votes:
        # One block of one line, or none: where it starts tells.
        starts = [block[0] for block in blocks]
        return "left" if starts and all(e.x0 < 0.3 and e.x1 < 0.75 for e in starts) else "mixed"
    name, count = votes.most_common(1)[0]
    return name if count >= 0.6 * votes.total() else "mixed"


# -- Type sizes ------------------------------------------------------------------------------------


def _sizes(lines: Sequence[DetectedLine]) -> list[float]:
    """Distinct sizes, the largest first: heights within a fifth of each other are one size, told by
    their median.
    """
    steps: list[list[float]] = []
    for height in sorted((line.height for line in lines), reverse=True):
        if steps and height >= 0.8 * steps[-1][0]:
            steps[-1].append(height)
        else:
            steps.append([height])
    return [float(np.median(step)) for step in steps]


def _body(lines: Sequence[DetectedLine], sizes: Sequence[float]) -> float:
    """The size below the largest in which most letters are set."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[min(sizes, key=lambda size: abs(size - line.height))] += line.letters
    return max(sizes[1:], key=lambda size: (letters[size], size))


# -- Colour, space, corners, logo ------------------------------------------------------------------


def _whitespace(lab: F32, lines: Sequence[DetectedLine]) -> float:
    """The share of tiles that are even and not part of a line of text."""
    height, width = lab.shape[:2]
    tile = max(4, min(height, width) // 40)
    rows, columns = height // tile, width // tile
    if rows == 0 or columns == 0:
        return 0.0
    tiles = lab[: rows * tile, : columns * tile].reshape(rows, tile, columns, tile, 3)
    even = (tiles.max(axis=(1, 3)) - tiles.min(axis=(1, 3))).max(axis=-1) < 0.06
    for line in lines:
        y0, y1 = int(line.y0 * height) // tile, -(-int(line.y1 * height) // tile)
        x0, x1 = int(line.x0 * width) // tile, -(-int(line.x1 * width) // tile)
        even[y0:y1, x0:x1] = False
    return float(even.mean())


@dataclass(frozen=True, slots=True)
class _Panel:
    """A flat panel or button: its box as shares of the picture, and its corners' radius as a share
    of a pill's.
    """

    box: tuple[float, float, float, float]
    roundness: float


def _panels(image: Image.Image) -> list[_Panel]:
    """Flat shapes of one colour that fill a box but, perhaps, for its corners."""
    width, height = fit_size(image.width, image.height, _PANEL_SIDE)
    small = np.asarray(image.convert("RGB").resize((width, height), Image.Resampling.BOX))
    tones = (small >> 3).astype(np.int32)
    keys = (tones[..., 0] << 10) | (tones[..., 1] << 5) | tones[..., 2]
    panels: list[_Panel] = []
    for region in regions.connected_by_value(keys):
        inside = region.x0 > 0 and region.y0 > 0 and region.x1 < width and region.y1 < height
        box = region.width * region.height
        if (
            not inside
            or min(region.width, region.height) < 12
            or not 0.003 <= box / (width * height) <= 0.6
        ):
            continue
        missing = _missing_at_corners(keys, region)
        # Four corners alike make a panel; any other shape is something else. An edge between pixels
        # costs a few.
        if max(missing) - min(missing) > 0.25 * max(missing) + 6 or region.area < 0.55 * box:
            continue
        # A quarter circle of radius r leaves (1 - pi/4) r^2 of its square empty.
        short, long = sorted((region.width, region.height))
        radius = float(np.sqrt(float(np.mean(missing)) / (1 - np.pi / 4)))
        roundness = min(1.0, radius / (short / 2))
        if roundness > 0.8 and long < 1.4 * short:  # a disc: a portrait, a badge, a dot
            continue
        at = (region.x0 / width, region.y0 / height, region.x1 / width, region.y1 / height)
        panels.append(_Panel(at, roundness))
    return panels


def _corners(panels: Sequence[_Panel]) -> Corners:
    """How round the corners of panels and buttons are; "round" is a pill or nearly one."""
    if not panels:
        return "unknown"
    middle = float(np.median([panel.roundness for panel in panels]))
    # A pixel or two of smoothing at each corner is no radius.
    return "round" if middle >= 0.75 else "soft" if middle >= 0.16 else "square"


def _missing_at_corners(keys: NDArray[np.int32], region: Region) -> list[float]:
    """For each corner of a region's box the pixels between the corner and the region, row by
    row.
    """
    own = keys[region.y0 : region.y1, region.x0 : region.x1] == region.value
    half_y, half_x = own.shape[0] // 2, own.shape[1] // 2
    missing: list[float] = []
    for piece in (own[:half_y, :half_x], own[:half_y, ::-1][:, :half_x],
                  own[::-1][:half_y, :half_x], own[::-1, ::-1][:half_y, :half_x]):  # fmt: skip
        first = np.where(piece.any(axis=1), piece.argmax(axis=1), piece.shape[1])
        missing.append(float(np.minimum.accumulate(first).sum()))
    return missing


def _logo_place(
    lightness: F32, lines: Sequence[DetectedLine], panels: Sequence[_Panel]
) -> LogoPlace:
    """The one corner that holds something small with clear space around it, which is not a line of
    running text.
    """
    height, width = lightness.shape
    slope = np.zeros_like(lightness, dtype=bool)
    slope[:, 1:] |= np.abs(np.diff(lightness, axis=1)) > 0.05
    slope[1:] |= np.abs(np.diff(lightness, axis=0)) > 0.05
    for panel in panels:
        x0, y0, x1, y1 = panel.box
        if (x1 - x0) * width >= 2 * (y1 - y0) * height:  # a button, wide and flat
            rows = slice(max(0, int(y0 * height) - 3), int(y1 * height) + 3)
            slope[rows, max(0, int(x0 * width) - 3) : int(x1 * width) + 3] = False
    zone_x, zone_y = round(width * 0.3), round(height * 0.24)
    found: list[LogoPlace] = []
    corners: tuple[LogoPlace, ...] = ("top-left", "top-right", "bottom-left", "bottom-right")
    for place in corners:
        piece = slope if place.startswith("top") else slope[::-1]
        piece = piece if place.endswith("left") else piece[:, ::-1]
        if _stands_alone(piece[:zone_y, :zone_x]):
            found.append(place)
    text_corners = _corners_of_running_text(lines)
    alone = [place for place in found if place not in text_corners]
    return alone[0] if len(alone) == 1 else "unknown"


def _stands_alone(zone: NDArray[np.bool_]) -> bool:
    """Whether the marks in a corner zone form one compact thing with clear space on its inner
    sides.
    """
    rows, columns = np.flatnonzero(zone.any(axis=1)), np.flatnonzero(zone.any(axis=0))
    if rows.size < 4 or columns.size < 4:
        return False
    # Up to the first gap that is as wide as a tenth of the zone: what follows is another thing.
    top, bottom = _first_run(rows, max(3, zone.shape[0] // 10))
    mark = zone[top : bottom + 1]
    left, right = _first_run(np.flatnonzero(mark.any(axis=0)), max(3, zone.shape[1] // 10))
    clear_x, clear_y = zone.shape[1] - 1 - right, zone.shape[0] - 1 - bottom
    compact = (right - left + 1) * (bottom - top + 1) >= 60 and bottom - top + 1 >= 6
    off_edge = left >= 2 and top >= 2
    return (
        compact and off_edge and clear_x >= zone.shape[1] * 0.1 and clear_y >= zone.shape[0] * 0.1
    )


def _first_run(places: NDArray[np.intp], gap: int) -> tuple[int, int]:
    breaks = np.flatnonzero(np.diff(places) > gap)
    end = breaks[0] if breaks.size else places.size - 1
    return int(places[0]), int(places[end])


def _corners_of_running_text(lines: Sequence[DetectedLine]) -> set[LogoPlace]:
    """Corners in which a longer line of text stands: a headline in the corner is no logo."""
    taken: set[LogoPlace] = set()
    for line in lines:
        if line.letters < 12 and line.x1 - line.x0 < 0.3:
            continue
        if line.y0 < 0.24:
            taken |= {"top-left"} if line.x0 < 0.3 else set()
            taken |= {"top-right"} if line.x1 > 0.7 else set()
        if line.y1 > 0.76:
            taken |= {"bottom-left"} if line.x0 < 0.3 else set()
            taken |= {"bottom-right"} if line.x1 > 0.7 else set()
    return taken
