"""Soft families: mesh gradients, layered waves, flowing ribbons."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, circle, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import Paints, Ramp, asked, at_lightness, chroma, goes_with, hued, mix, ramp
from ..quiet import quiet
from .drapery import silk
from .lightlines import light_lines
from .ramps import ramped
from .scene import Scene, below
from .shapes import blobs, shards
from .smoke import smoke


def _flat(scene: Scene) -> Lab | None:
    """The one colour of a plain ground; None where none is asked for, or where it is to be graded."""
    plan = scene.plan
    if "solid" not in plan.motifs or "graded" in plan.motifs or len(plan.named) != 1:
        return None
    return quiet(plan) or scene.ground_in(plan.named[0])


def mesh(scene: Scene) -> list[Layer]:
    """Pools of colour that melt into each other, bent by slow noise, with a soft fold of light; one
    colour alone where it is to be plain, a straight gradient where it goes from one to another.
    """
    flat = _flat(scene)
    if flat is not None:
        return [lambda strip: strip.fill(flat)]
    return ramped(scene) or _melting(scene)


def _melting(scene: Scene) -> list[Layer]:
    p, frame, rng = scene.paints, scene.frame, scene.rng
    x, y = grid(frame, 288)
    bend = 0.16 + 0.12 * scene.plan.density
    u = x + np.float32(bend) * fractal(rng, frame, 0.95, 2, side=288)
    v = y + np.float32(bend) * fractal(rng, frame, 0.95, 2, side=288)
    pool = _pools(scene)
    count = 5 + round(3 * scene.plan.density)
    colours = [pool[i % len(pool)] for i in range(count)]
    total = np.full(u.shape, 0.16, np.float32)
    planes = [total * c for c in p.ground]
    spots: list[tuple[float, float]] = []
    for i, colour in enumerate(colours):
        # Best of several tries keeps the pools apart.
        tries = [
            (rng.uniform(-0.05, 1.05) * frame.wide, rng.uniform(-0.05, 1.05) * frame.high)
            for _ in range(12)
        ]
        cx, cy = max(
            tries,
            key=lambda s: (
                min([np.hypot(s[0] - a, s[1] - b) for a, b in spots] or [1.0])
                - 0.9 * scene.free_at(*s)
            ),
        )
        spots.append((cx, cy))
        spread = rng.uniform(0.2, 0.36) * frame.long**0.5 * (0.8 if i > 3 else 1.0)
        far = ((u - np.float32(cx)) ** 2 + (v - np.float32(cy)) ** 2) / np.float32(
            2 * spread * spread
        )
        weight = np.exp(-far) * np.float32(1.0 - 0.85 * scene.free_at(cx, cy))
        total += weight
        for plane, value in zip(planes, colour, strict=True):
            plane += weight * np.float32(value)
    lab = [plane / total for plane in planes]
    # A mean of unlike hues is greyer than either; some chroma comes back.
    for i in (1, 2):
        lab[i] *= np.float32(1.12)
    if scene.plan.light is not None:
        cx = scene.aside() * frame.wide
        far = np.hypot(u - np.float32(cx), v - np.float32(0.4 * frame.high))
        glow = np.float32(0.9) * np.exp(-((far / np.float32(0.4 * frame.wide)) ** 2))
        lamp = p.primary if hued(scene.plan.named) else p.warm
        if p.night:
            for plane, value in zip(lab, p.dark, strict=True):
                plane += (1 - glow) * np.float32(0.75) * (np.float32(value) - plane)
        for plane, value in zip(lab, at_lightness(lamp, 0.78 if p.night else 0.93), strict=True):
            plane += glow * (np.float32(value) - plane)
    fold = fractal(rng, frame, 1.3, 2, stretch=1.6, side=288)
    crest = np.exp(-((fold / 0.35) ** 2)).astype(np.float32)
    calm = 1 - scene.free(x, y)
    lab[0] += np.float32(0.045) * crest * calm * (1 - lab[0]) * 2
    fields = [Field(plane) for plane in lab]

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(fields[0]), strip.sample(fields[1]), strip.sample(fields[2])))

    return [layer]


def _pools(scene: Scene) -> list[Lab]:
    """The colours of a gradient."""
    p = scene.paints
    asked_for = [asked(name) for name in hued(scene.plan.named)]
    if len(asked_for) > 1:
        # Between two hues that are asked for, darker shades of either are mud.
        pale = scene.plan.dark is False
        pool = [at_lightness(c, max(c[0], 0.8)) if pale else c for c in asked_for if c is not None]
        return [*pool, *pool, p.dark if p.night else p.light]
    pool = [
        p.primary,
        p.second,
        p.accent,
        *p.vivid()[:3],
        at_lightness(p.primary, 0.82 if not p.night else 0.3),
    ]
    pool.append(p.light if not p.night else p.dark)
    if "pastel" in scene.plan.motifs:
        pool = [at_lightness(c, max(c[0], 0.84), 0.95) for c in pool]
    if scene.plan.dark is True and not scene.plan.named:  # a dark ground is dark all over
        pool = [at_lightness(c, min(c[0], 0.38), 0.9) for c in pool]
    # The hue that completes a palette is mud in a gradient of one colour.
    return [each for each in pool if goes_with(each, scene.plan.named)]


def _stands_out(scene: Scene) -> bool:
    """Whether one wave has another hue: not where the prompt names others."""
    accent = scene.paints.accent
    return chroma(accent) > 0.06 and goes_with(accent, scene.plan.named)


def _of_shapes(scene: Scene) -> list[Layer] | None:
    """Soft shapes or slabs that run aslant; None where waves are asked for."""
    if "shards" in scene.plan.motifs:
        return shards(scene)
    return blobs(scene) if "soft_shapes" in scene.plan.motifs else None


def _of_the_brand(p: Paints, back: Lab, front: Lab) -> Ramp:
    """The colours of waves in the brand's, from far away to the front."""
    middle = p.second if chroma(p.second) > 0.05 else p.primary
    return ramp(back, mix(back, middle, 0.75), p.primary, mix(p.primary, front, 0.6), front)


def _from_pale_to_deep(scene: Scene) -> Ramp | None:
    """The colours of waves where several are named: the palest far away, the deepest in front."""
    named = [c for c in map(asked, hued(scene.plan.named)) if c is not None]
    if len(named) < 2 or "pastel" in scene.plan.motifs:
        return None
    tones = sorted(named, key=lambda c: -c[0])
    back = at_lightness(tones[0], max(tones[0][0], 0.86), 0.7)
    return ramp(back, *tones, at_lightness(tones[-1], max(0.2, tones[-1][0] - 0.06)))


def waves_or_shapes(scene: Scene) -> list[Layer]:
    """Layered waves; large shapes where these are asked for."""
    return _of_shapes(scene) or waves(scene)


def waves(scene: Scene) -> list[Layer]:
    """Waves one before the other, each lit along its crest and casting a soft shadow on the one behind."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    count = 4 + round(5 * scene.plan.density)
    start = {"top": 0.5, "bottom": 0.1}.get(scene.plan.space or "", 0.28) * frame.high
    stop = (0.72 if scene.plan.space == "bottom" else 0.96) * frame.high
    back, front = (
        (at_lightness(p.primary, 0.86, 0.6), at_lightness(p.primary, 0.3))
        if not p.night
        else (at_lightness(p.primary, 0.62), p.dark)
    )
    colours = _from_pale_to_deep(scene) or _of_the_brand(p, back, front)
    ground_top = p.light if not p.night else at_lightness(p.primary, 0.2, 0.6)
    ground_low = mix(back, p.light, 0.5) if not p.night else at_lightness(p.primary, 0.46)
    sun = (scene.aside() * frame.wide, start * 0.62, 0.09)
    layers: list[Layer] = [
        lambda s: s.fill(ramp(ground_top, ground_low)(s.y / np.float32(frame.high) * 1.2))
    ]

    if "sun" in scene.plan.motifs or scene.plan.time in ("dusk", "dawn"):
        disc = at_lightness(p.warm, 0.9, 0.9)
        layers.append(lambda s: s.blend(s.edge(circle(s.x, s.y, *sun)), disc))
    accent_at = int(rng.integers(1, count)) if _stands_out(scene) else -1
    for i in range(count):
        t = i / max(1, count - 1)
        base = start + (stop - start) * t**0.9
        reach = (0.085 + 0.1 * t) * (0.75 + 0.5 * rng.random())
        line = NoiseLine(rng, frame.wide, 0.55 + 0.4 * rng.random(), 2, gain=0.3)
        tilt = rng.uniform(-0.14, 0.14) / frame.wide
        colour = colours.one(t)
        if i == accent_at:
            colour = mix(colour, at_lightness(p.accent, 0.35 + 0.65 * colour[0]), 0.85)
        crest = mix(colour, p.light, 0.28)
        foot = at_lightness(colour, max(0.08, colour[0] - 0.09))

        def layer(
            strip: Strip,
            line: NoiseLine = line,
            base: float = base,
            reach: float = reach,
            tilt: float = tilt,
            colour: tuple[float, float, float] = colour,
            crest: tuple[float, float, float] = crest,
            foot: tuple[float, float, float] = foot,
        ) -> None:
            edge = (
                np.float32(base)
                + np.float32(reach) * line.at(strip.x)
                + np.float32(tilt) * (strip.x - np.float32(frame.wide / 2))
            )
            edge = edge + np.float32(0.52 * frame.high) * _run_out(scene, strip.x, 0.1, 0.95)
            depth = strip.y - edge
            if float(depth.max()) < -0.2:
                return
            strip.shade(
                np.float32(0.26) * np.exp(np.minimum(depth, 0) / np.float32(0.035)) * (depth < 0)
            )
            lit = np.exp(-np.maximum(depth, 0) / np.float32(0.05))
            low = smooth(depth, 0.0, 0.34)
            planes = tuple(
                c + lit * np.float32(0.75 * (k - c)) + low * np.float32(f - c)
                for c, k, f in zip(colour, crest, foot, strict=True)
            )
            strip.blend(below(strip, edge), (planes[0], planes[1], planes[2]))

        layers.append(layer)
    return layers


def _steep(line: F32, along: F32) -> F32:
    """What a distance across a line shrinks by where the line climbs."""
    if along.shape[1] < 2:
        return np.ones_like(line)
    step = np.maximum(np.gradient(along[0]).astype(np.float32), 1e-6)
    slope = (np.gradient(line[0]).astype(np.float32) / step)[None, :]
    return np.asarray(1 / np.sqrt(1 + slope * slope), np.float32)


def _run_out(scene: Scene, x: F32, low: float, high: float) -> F32:
    """How far bands have run out at a place towards the side that is kept free; ``low`` and ``high``
    are shares of the way there.
    """
    u = x / np.float32(scene.frame.wide)
    if scene.plan.space not in ("left", "right"):
        return np.zeros_like(u)
    return smooth(1 - u if scene.plan.space == "left" else u, low, high)


def _of_light_or_smoke(scene: Scene) -> list[Layer] | None:
    """What flows and is no ribbon: light, smoke, a sheet of silk; None where ribbons are asked for."""
    if "light_lines" in scene.plan.motifs:
        return light_lines(scene)
    if "silk" in scene.plan.motifs and not {"bands", "smoke"} & scene.plan.motifs:
        return silk(scene)
    return smoke(scene) if "smoke" in scene.plan.motifs else None


def ribbons(scene: Scene) -> list[Layer]:
    """Ribbons of silk that swell, pinch and turn over, with a sheen along their folds."""
    if (other := _of_light_or_smoke(scene)) is not None:
        return other
    p, frame, rng = scene.paints, scene.frame, scene.rng
    upright = frame.high > frame.wide * 1.2
    long = frame.high if upright else frame.wide
    across = frame.wide if upright else frame.high
    count = 3 + round(3 * scene.plan.density)
    edge_shade = at_lightness(p.ground, p.ground[0] * 0.86 if not p.night else p.ground[0] + 0.06)
    layers: list[Layer] = [
        vignetted(p.ground, edge_shade, frame.wide * 0.5, frame.high * 0.45, frame.long * 0.8)
    ]
    centre = {"left": 0.5, "right": 0.5, "top": 0.72, "bottom": 0.28}.get(
        scene.plan.space or "", 0.52
    )
    if upright:
        centre = {"left": 0.72, "right": 0.28}.get(scene.plan.space or "", 0.5)
    vivid = p.vivid()
    bases = [p.primary, p.second, p.accent, *vivid]
    for i in range(count):
        base = bases[i % len(bases)]
        dark, lightest = (
            at_lightness(base, max(0.16, base[0] - 0.26)),
            mix(at_lightness(base, min(0.93, base[0] + 0.2)), p.light, 0.25),
        )
        colours = ramp(
            dark,
            base,
            lightest,
            base,
            at_lightness(base, max(0.2, base[0] - 0.14)),
            mix(base, lightest, 0.6),
        )
        middle = NoiseLine(rng, long, 1.5, 2, gain=0.35)
        swell = NoiseLine(rng, long, 1.1, 2, gain=0.4)
        fold = NoiseLine(rng, long, 0.9, 2)
        offset = (centre + rng.uniform(-0.17, 0.17)) * across
        girth = rng.uniform(0.09, 0.2)
        phase = rng.uniform(0, 6.28)
        tilt = rng.uniform(-0.3, 0.3) * (0.5 if long > 1.4 else 1.0)

        def layer(
            strip: Strip,
            colours: Ramp = colours,
            middle: NoiseLine = middle,
            swell: NoiseLine = swell,
            fold: NoiseLine = fold,
            offset: float = offset,
            girth: float = girth,
            phase: float = phase,
            tilt: float = tilt,
        ) -> None:
            s, q = (strip.y, strip.x) if upright else (strip.x, strip.y)
            lead = s.reshape(1, -1)
            c = (
                np.float32(offset)
                + np.float32(0.17) * middle.at(lead)
                + np.float32(tilt) * (lead - np.float32(long / 2))
            )
            # Through zero and beyond: where the width changes sign the ribbon shows its back.
            w = np.float32(girth) * (
                np.float32(0.35)
                + swell.at(lead)
                + np.float32(0.35) * np.sin(lead * np.float32(2.4) + np.float32(phase))
            )
            if not upright:  # a thread on the side that is kept free
                w = w * (1 - np.float32(0.93) * _run_out(scene, lead, 0.25, 0.8))
            back = (w < 0).astype(np.float32)
            thick = np.abs(w) + np.float32(max(0.0015, 0.8 * strip.px))
            steep = _steep(c, lead)
            f = np.float32(2.2) * fold.at(lead)
            if upright:
                c, thick, back, steep, f = (v.reshape(-1, 1) for v in (c, thick, back, steep, f))
            away = (np.abs(q - c) - thick) * steep
            if float(away.min()) > 0.12:
                return
            beside = np.maximum((np.abs(q - c - 0.03) - thick) * steep, 0) / np.float32(0.07)
            shadow = np.clip(1 - beside, 0, 1) ** 2
            held = 1 - np.float32(0.8) * scene.free(strip.x, strip.y)
            strip.shade(np.float32(0.2) * shadow * (away > -0.5 * strip.px) * held)
            u = (q - c) / np.maximum(thick, np.float32(5 * strip.px))
            wave = np.float32(0.5) + np.float32(0.5) * np.sin(
                u * np.float32(2.1) + f + np.float32(phase)
            )
            t = np.clip(wave * (1 - np.float32(0.35) * back), 0, 1)
            planes = colours(np.ascontiguousarray(t))
            sheen = (
                np.exp(-(((wave - np.float32(0.86)) / np.float32(0.07)) ** 2))
                * np.float32(0.1)
                * (1 - back)
            )
            cover = strip.edge(away) * held
            strip.blend(cover, (planes[0] + sheen, planes[1], planes[2]))

        layers.append(layer)
    return layers


def vignetted(
    inner: tuple[float, float, float],
    outer: tuple[float, float, float],
    cx: float,
    cy: float,
    reach: float,
) -> Layer:
    """A ground that falls off from a lit place."""
    colours = ramp(inner, mix(inner, outer, 0.55), outer)

    def layer(strip: Strip) -> None:
        far: F32 = np.hypot(
            strip.x - np.float32(cx), (strip.y - np.float32(cy)) * np.float32(1.1)
        ) / np.float32(reach)
        strip.fill(colours(np.clip(far, 0, 1)))

    return layer
