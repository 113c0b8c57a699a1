"""What lies beyond one edge of a picture: its broad colours run on, its texture is laid from
patches of itself.

The picture is parted into broad colours and detail. The colours of the edge run on outwards, softer
along the edge the further they are and with a gradient that eases out. Detail is quilted (after
Efros and Freeman 2001) from patches near the edge, each chosen to meet its neighbours and the
colours below it, so that no large piece is ever seen twice or in a mirror; only the first few
pixels are a reflection, which no eye can read as one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image

from .canvas import F32, smooth

U8 = NDArray[np.uint8]
#: The longest side at which colours run on and patches are chosen.
_SMALL = 300
_PATCH, _LAP, _TRIES = 26, 8, 40
_STEP = _PATCH - _LAP
_BROAD = 4.5
_KEY = 11


@dataclass(frozen=True, slots=True, eq=False)
class ContinuationPlan:
    """Broad colours (rows, w, 3) of picture and continuation, 0 to 255, and where each patch of
    detail is taken from.

    All at the small scale; ``rows`` of the picture come first. ``patches`` holds (row, column, from
    row, from column).
    """

    broad: F32
    rows: int
    patches: tuple[tuple[int, int, int, int], ...]


def below(
    rgb: U8, more: int, *, upright: bool, busy: float, seed: int, shun: F32 | None = None
) -> U8:
    """``more`` rows that go on below the last row of ``rgb`` (h, w, 3).

    ``upright`` says that the rows run downwards in the picture as it is seen (else the picture was
    turned, and what is level in it, like a horizon, crosses the edge). ``busy`` (0 to 1) lets hard
    structure dissolve with distance; ``shun`` (h, w) marks what no patch may be taken from.
    """
    h, w = rgb.shape[:2]
    image = Image.fromarray(np.ascontiguousarray(rgb))
    scale = min(1.0, _SMALL / max(h, w))
    sw, sh = max(2, round(w * scale)), max(2, round(h * scale))
    small = np.asarray(image.resize((sw, sh), Image.Resampling.BOX), dtype=np.float32)
    count = max(1, round(more * sh / h))
    plan = _planned(small, count, upright, seed, None if shun is None else _shrunk(shun, sw, sh))
    return _laid(image, plan, more, busy, sh / h, sw / w)


def _shrunk(mask: F32, width: int, height: int) -> F32:
    image = Image.fromarray(np.clip(mask * 255, 0, 255).astype(np.uint8))
    return np.asarray(
        image.resize((width, height), Image.Resampling.BOX), dtype=np.float32
    ) / np.float32(255)


# -- broad colours ---------------------------------------------------------------------------------


def _softened(values: F32, sigma: float) -> F32:
    """Gaussian blur of (h, w, 3); gradients go straight on at the edges, so that none is left in
    the detail.
    """
    pad = int(3 * sigma) + 1
    padded = np.pad(values, ((pad, pad), (pad, pad), (0, 0)), mode="reflect", reflect_type="odd")
    for axis in (0, 1):
        reach = np.arange(-pad, pad + 1)
        kernel = np.exp(-0.5 * (reach / sigma) ** 2)
        kernel /= kernel.sum()
        length = padded.shape[axis] - 2 * pad
        total = np.zeros_like(np.take(padded, range(length), axis=axis))
        for k, weight in enumerate(kernel):
            part = padded[k : k + length] if axis == 0 else padded[:, k : k + length]
            total += part * np.float32(weight)
        padded = total
    return padded


def _along(rows: F32, sigma: F32) -> F32:
    """Each row (n, w, 3) blurred along itself by its own sigma."""
    w = rows.shape[1]
    twice = np.concatenate([rows, rows[:, ::-1]], axis=1)
    frequency = np.fft.rfftfreq(2 * w)
    gain = np.exp(-2 * (np.pi * frequency[None, :] * sigma[:, None]) ** 2)
    out = np.fft.irfft(np.fft.rfft(twice, axis=1) * gain[..., None], n=2 * w, axis=1)
    return np.asarray(out[:, :w], dtype=np.float32)


def _run_on(broad: F32, count: int, upright: bool) -> F32:
    """The broad colours of ``count`` more rows."""
    h = broad.shape[0]
    d = np.arange(1, count + 1, dtype=np.float32)
    # The further out, the wider the band of rows that a colour is the mean of: what is small at the
    # edge runs out. What differs much from the edge lies deeper in the picture and does not come
    # out again.
    backwards = broad[-1] + np.clip(broad[::-1] - broad[-1], -16, 16)
    sums = np.concatenate(
        [np.zeros_like(backwards[:1]), np.cumsum(backwards, axis=0, dtype=np.float64)]
    )
    width = np.clip(1 + (0.5 if upright else 0.35) * d, 1, max(1.0, 0.4 * h))
    whole = np.floor(width).astype(int)
    part = (width - whole)[:, None, None]
    ahead = np.minimum(whole + 1, h)
    means = (1 - part) * sums[whole] / whole[:, None, None] + part * sums[ahead] / ahead[
        :, None, None
    ]
    out = _along(means.astype(np.float32), (0.32 if upright else 0.13) * d)
    # A gradient towards the edge (a sky) goes on and eases out, as far as it is one.
    band = broad[-max(3, round(0.3 * h)) :].astype(np.float64)
    at = np.arange(len(band)) - (len(band) - 1) / 2
    wide = _along(
        band.astype(np.float32), np.full(len(band), 0.12 * broad.shape[1], np.float32)
    ).astype(np.float64)
    slope = (wide * at[:, None, None]).sum(0) / max(float((at * at).sum()), 1.0)
    left = band - band.mean(0) - slope[None] * at[:, None, None]
    total = (band - band.mean(0)).var(axis=0).mean() + 1e-3
    trust = max(0.0, 1 - float(left.var(axis=0).mean() / total)) ** 2
    ease = 0.5 * len(band)
    reach = 0.5 * (width - 1) + ease * (1 - np.exp(-d / ease))
    added = np.clip(trust * slope[None] * reach[:, None, None], -24, 24)
    return np.asarray(out + added, dtype=np.float32)


# -- patches of detail -----------------------------------------------------------------------------


def _planned(
    small: F32, count: int, upright: bool, seed: int, shun: F32 | None
) -> ContinuationPlan:
    h, w = small.shape[:2]
    sigma = min(_BROAD, max(0.6, min(h, w) / 12))
    own = _softened(small, sigma)
    broad = np.concatenate([own, _run_on(own, count, upright)])
    patches: list[tuple[int, int, int, int]] = []
    if h >= _PATCH + 2 and w >= _PATCH + 2:
        patches = _quilt(small - own, broad, count, upright, seed, shun)
    return ContinuationPlan(broad, h, tuple(patches))


def _quilt(
    detail: F32, broad: F32, count: int, upright: bool, seed: int, shun: F32 | None
) -> list[tuple[int, int, int, int]]:
    h, w = detail.shape[:2]
    rng = np.random.Generator(np.random.PCG64([_KEY, seed & 0xFFFFFFFF]))
    made = np.zeros((h + count + _PATCH, w, 3), np.float32)
    made[:h] = detail
    known = np.zeros(made.shape[:2], bool)
    known[:h] = True
    padded = np.concatenate([broad, np.repeat(broad[-1:], _PATCH, axis=0)])
    energy = np.square(detail).mean(axis=2, dtype=np.float32)
    usual = float(np.sqrt(np.median(energy))) + 0.5
    zone = max(_PATCH, round(0.45 * h))
    columns = [*range(0, w - _PATCH, _STEP), w - _PATCH]
    ramp = np.clip((np.arange(_PATCH, dtype=np.float32) + 0.5) / _LAP, 0, 1)
    cover = np.minimum.outer(ramp, ramp)[..., None]
    used = np.zeros((h // 8 + 1, w // 8 + 1))
    pieces = sliding_window_view(detail, (_PATCH, _PATCH), axis=(0, 1))
    colours, loud = _patch_means(padded), np.sqrt(np.maximum(_patch_means(energy), 0.0))
    shunned = None if shun is None else _patch_means(shun)
    out: list[tuple[int, int, int, int]] = []
    for y in range(h - _LAP, h + count, _STEP):
        for x in columns:
            here = made[y : y + _PATCH, x : x + _PATCH]
            have = known[y : y + _PATCH, x : x + _PATCH]
            jitter = max(4, round(0.3 * w)) if upright else 3
            rows = rng.integers(max(0, h - zone), h - _PATCH + 1, _TRIES)
            places = np.clip(x + rng.integers(-jitter, jitter + 1, _TRIES), 0, w - _PATCH)
            near = float(
                np.sqrt((np.square(here).mean(axis=2) * have).sum() / max(1, int(have.sum())))
            )
            calm = min(max(usual, near), 2 * usual)
            # (tries, 3, patch, patch)
            gaps = np.square(pieces[rows, places] - here.transpose(2, 0, 1)).mean(axis=1) * have
            costs = gaps.sum(axis=(1, 2), dtype=np.float64) / max(1, int(have.sum()))
            costs += 0.12 * np.square(colours[rows, places] - colours[y, x]).mean(axis=1)
            # Landmarks would be recognised the second time; quiet texture is not.
            costs += 12.0 * np.square(np.maximum(0.0, loud[rows, places] - 1.2 * calm))
            costs *= 1 + 0.35 * used[rows // 8, places // 8]
            if shunned is not None:
                costs += 4000 * shunned[rows, places]
            least = int(costs.argmin())
            best = int(rows[least]), int(places[least])
            used[best[0] // 8, best[1] // 8] += 1
            piece = detail[best[0] : best[0] + _PATCH, best[1] : best[1] + _PATCH]
            here[...] = np.where(have[..., None], here + (piece - here) * cover, piece)
            have[...] = True
            out.append((y, x, *best))
    return out


def _patch_means(plane: F32) -> NDArray[np.float64]:
    """The mean of the patch that begins at each place of a plane (h, w) or (h, w, 3)."""
    sums = np.zeros((plane.shape[0] + 1, plane.shape[1] + 1, *plane.shape[2:]))
    sums[1:, 1:] = plane.cumsum(axis=0, dtype=np.float64).cumsum(axis=1)
    p = _PATCH
    parts = sums[p:, p:] - sums[:-p, p:] - sums[p:, :-p] + sums[:-p, :-p]
    return np.asarray(parts / (p * p))


# -- the full size ---------------------------------------------------------------------------------


def _laid(
    image: Image.Image, plan: ContinuationPlan, more: int, busy: float, down: float, across: float
) -> U8:
    """The continuation at the picture's own size, (more, w, 3)."""
    w, h = image.size
    whole = plan.broad.shape[0]
    # The broad colours at full size, read as one piece, so that picture and continuation agree at
    # the edge.
    tall = h + more
    planes = [
        np.asarray(
            Image.fromarray(plan.broad[..., k]).resize(
                (w, tall),
                Image.Resampling.BICUBIC,
                (0, 0, plan.broad.shape[1], min(whole, tall * down)),
            )
        )
        for k in range(3)
    ]
    broad = np.stack(planes, axis=-1)
    del planes
    detail = np.asarray(image, dtype=np.float32) - broad[:h]
    out = broad[h:]
    # A hard edge's swing would be ripples elsewhere: detail is held within what is usual.
    usual = float(np.median(np.abs(detail[:: max(1, h // 256), :: max(1, w // 256)])))
    limit = np.float32(max(6.0, 4.5 * usual))
    laid = _patched(limit * np.tanh(detail / limit), plan, more, down, across)
    side = max(w, h)
    d = np.arange(more, dtype=np.float32)[:, None, None]
    # The first pixels are a reflection: nothing else meets grain and edges without a line.
    blend = min(more, h, max(2, min(h - 1, round(0.022 * side))))
    turned = detail[::-1][:blend]
    weight = smooth(d[:blend], float(blend), 0.15 * blend)
    laid[:blend] += (turned - laid[:blend]) * weight
    laid *= fading(d, busy, side)
    return np.asarray(np.clip(out + laid + np.float32(0.5), 0, 255), dtype=np.uint8)


def fading(distance: F32, busy: float, side: int) -> F32:
    """How much detail is left at a distance (pixels): calm texture stays, hard structure
    dissolves.
    """
    least = 1 - 0.6 * smooth(np.array(busy, np.float32), 0.2, 0.5).item()
    start, end = 0.015 * side, (0.3 + 0.3 * least) * side
    return np.asarray(least + (1 - least) * smooth(distance, end, start), dtype=np.float32)


def _patched(detail: F32, plan: ContinuationPlan, more: int, down: float, across: float) -> F32:
    """The patches' detail laid over ``more`` rows, neighbours crossfaded over their laps."""
    h, w = detail.shape[:2]
    total = np.zeros((more, w, 3), np.float32)
    if not plan.patches:
        return total
    weights = np.zeros((more, w, 1), np.float32)
    tall, wide = round(_PATCH / down), round(_PATCH / across)
    up = np.clip(
        np.minimum(np.arange(tall) + 1, tall - np.arange(tall)) / (_LAP / down), 0, 1
    ).astype(np.float32)
    over = np.clip(
        np.minimum(np.arange(wide) + 1, wide - np.arange(wide)) / (_LAP / across), 0, 1
    ).astype(np.float32)
    window = np.outer(up, over)[..., None]
    for y, x, r, c in plan.patches:
        top, left = round((y - plan.rows) / down), min(round(x / across), w - wide)
        first, column = min(round(r / down), h - tall), min(round(c / across), w - wide)
        skip, end = max(0, -top), min(tall, more - top)
        if end <= skip or left < 0 or first < 0 or column < 0:
            continue
        soft = window[skip:end]
        total[top + skip : top + end, left : left + wide] += (
            detail[first + skip : first + end, column : column + wide] * soft
        )
        weights[top + skip : top + end, left : left + wide] += soft
    total /= np.maximum(weights, 1e-3)
    return total
