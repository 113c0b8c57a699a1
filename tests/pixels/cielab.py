"""CIELAB and its difference of 2000, by which the tests judge decoders and stored pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def u8_to_cielab(rgb: NDArray[np.uint8]) -> NDArray[np.float64]:
    """CIELAB (D65, L 0 to 100) of 8-bit sRGB."""
    v = np.arange(256) / 255.0
    table = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
    xyz = (
        np.take(table, rgb)
        @ np.array(
            [
                [0.41239079926595934, 0.357584339383878, 0.1804807884018343],
                [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
                [0.01933081871559182, 0.11919477979462598, 0.9505321522496607],
            ]
        ).T
    )
    xyz /= np.array([0.9504559270516716, 1.0, 1.0890577507598784])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])],
        axis=-1,
    )


def delta_e_2000(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """CIEDE2000 of two CIELAB arrays (broadcast); the numbering follows Sharma's equations 2 to
    22.
    """
    lab1, lab2 = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    l1, a1, b1 = lab1[..., 0], lab1[..., 1], lab1[..., 2]
    l2, a2, b2 = lab2[..., 0], lab2[..., 1], lab2[..., 2]
    mean_c7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - np.sqrt(mean_c7 / (mean_c7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1 = np.degrees(np.arctan2(b1, a1)) % 360
    h2 = np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    turn = h2 - h1
    dh = np.where(
        grey, 0.0, np.where(turn > 180, turn - 360, np.where(turn < -180, turn + 360, turn))
    )
    dl, dc = l2 - l1, c2 - c1
    dbig_h = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh) / 2)
    ml, mc = (l1 + l2) / 2, (c1 + c2) / 2
    total = h1 + h2
    mh = np.where(
        grey,
        total,
        np.where(
            np.abs(turn) <= 180, total / 2, np.where(total < 360, total / 2 + 180, total / 2 - 180)
        ),
    )
    t = (
        1
        - 0.17 * np.cos(np.radians(mh - 30))
        + 0.24 * np.cos(np.radians(2 * mh))
        + 0.32 * np.cos(np.radians(3 * mh + 6))
        - 0.20 * np.cos(np.radians(4 * mh - 63))
    )
    rotation = 30 * np.exp(-(((mh - 275) / 25) ** 2))
    rc = 2 * np.sqrt(mc**7 / (mc**7 + 25.0**7))
    sl = 1 + 0.015 * (ml - 50) ** 2 / np.sqrt(20 + (ml - 50) ** 2)
    sc, sh = 1 + 0.045 * mc, 1 + 0.015 * mc * t
    rt = -np.sin(np.radians(2 * rotation)) * rc
    fl, fc, fh = dl / sl, dc / sc, dbig_h / sh
    return np.asarray(np.sqrt(np.maximum(fl * fl + fc * fc + fh * fh + rt * fc * fh, 0.0)))
