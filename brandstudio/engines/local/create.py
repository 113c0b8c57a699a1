"""Making a new picture: prompt to plan, plan to scene, scene to pixels."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np

from brandstudio import errors
from brandstudio.engines.protocols import BrandSwatch, CreateRequest, Picture
from brandstudio.language import scenes
from brandstudio.language.scenes import ScenePlan

from .canvas import Layer, SceneFrame, paint, preview, strips
from .families import FAMILIES
from .families.materials import falling_light, vignette
from .families.overlays import overlays
from .families.paperbits import paper_rain
from .families.ramps import ramped, towards
from .families.scene import Scene, of_a_sky
from .families.seasons import flakes
from .families.softfocus import unfocused
from .families.stars import stars
from .families.sunbeams import sunbeams
from .families.weather import mist, rain
from .finish import Finish, finish
from .grading import Grading
from .grading import towards as graded
from .manners import Manner, manner
from .paints import MOODS, holds, is_deep, lab_of, neutral, paints
from .quiet import quiet
from .seen import covers, fills, has, is_of, shows

MODEL = "brandstudio-local-1"
#: The longest side and the most pixels that are drawn.
LONGEST, MOST = 8192, 40_000_000

#: Grain that is asked for, in OKLab lightness.
_GRAIN = 0.02
#: Scenes under a sky.
_OUTDOORS = frozenset(
    {
        "sea",
        "sky",
        "hills",
        "field",
        "dunes",
        "city",
        "road",
        "harbour",
        "snow",
        "aurora",
        "fireworks",
        "forest",
        "lake",
        "village",
        "canyon",
        "cloudsea",
        "cave",
    }
)
#: Families that snow falls on where it is asked for, beside those that it falls on anyway.
_SNOWED_ON = frozenset({"bokeh", "forest", "village", "lake", "city", "road", "hills", "firtwigs"})
#: Families that are lit alike everywhere, unless a prompt says where the light comes from.
_EVENLY_LIT = frozenset(
    {
        "waves",
        "geometric",
        "halftone",
        "topographic",
        "ribbons",
        "mosaic",
        "blossom",
        "leaves",
        "confetti",
        "garland",
        "firtwigs",
    }
)
#: Fields whose flowers take the colours that are named, and not the land around them.
_IN_FLOWER = frozenset({"tulips", "wildflowers", "poppies"})


def create(request: CreateRequest) -> Picture:
    """A picture of the asked size; the same request gives the same bytes."""
    if (
        not (16 <= request.width <= LONGEST and 16 <= request.height <= LONGEST)
        or request.width * request.height > MOST
    ):
        raise errors.ValidationError.of(
            "size", f"a picture has sides of 16 to {LONGEST} pixels and at most 40 megapixels"
        )
    plan = scenes.plan(
        request.prompt, request.seed, mood=request.look.mood, space=request.look.space
    )
    refused = scenes.unsupported(plan) if request.strict else None
    if refused is not None:
        raise errors.UnsupportedPrompt(refused)
    request = _without_colours(request, plan)
    pixels = draw(request, plan)
    seen = [said for name, said in plan.no_colours if shows(pixels, name)]
    if seen and request.strict:
        what = ", ".join(dict.fromkeys(seen))
        raise errors.UnsupportedPrompt(
            f"The built-in engine can't leave out {what} of this picture with these colours."
        )
    warnings = (
        *scenes.warnings(plan),
        *(f'This picture still shows "{said}".' for said in dict.fromkeys(seen)),
        *_colours_missed(pixels, plan),
    )
    # Said of what is seen only: a colour that no pixel has was not taken.
    ground = quiet(plan)
    taken = [
        said
        for name, said in plan.colours
        if name in plan.named
        and (fills(pixels, name) if ground is None else covers(pixels, ground))
    ]
    if taken and _overruled(request, plan):
        asked = ", ".join(dict.fromkeys(taken))
        warnings = (
            *warnings,
            f"The prompt's colours ({asked}) were taken, not the brand's palette.",
        )
    return Picture(pixels, _told(plan, request), MODEL, warnings)


def _colours_missed(pixels: np.ndarray, plan: ScenePlan) -> tuple[str, ...]:
    """What is said of colours that are asked for and that the finished picture doesn't show."""
    snow = plan.motifs & {"snowflakes", "snowy"}  # white, in a blue light too
    found = [(name, said) for name, said in plan.colours if not (snow and name == "white")]
    ground = quiet(plan)
    lit = "spotlight" in plan.motifs  # its pool is paler than the ground, all else darker
    if ground is not None and found and not lit and not covers(pixels, ground):
        return (f"The ground is not {_quoted([said for _, said in found])}.",)
    missed = [said for name, said in found if not has(pixels, name)]
    return (f"No such colour in this picture: {_quoted(missed)}.",) if missed else ()


def _quoted(said: list[str]) -> str:
    return ", ".join(f'"{each}"' for each in dict.fromkeys(said))


def _without_colours(request: CreateRequest, plan: ScenePlan) -> CreateRequest:
    """The request with those colours of its palette that the prompt doesn't forbid, or of the mood's
    where it has none. A scene outdoors has colours of its own.
    """
    names = {name for name, _ in plan.no_colours}
    own = request.look.palette
    if not own and names and plan.family not in _OUTDOORS:
        own = tuple(BrandSwatch(code) for code in MOODS.get(plan.mood, ()))
    kept = tuple(s for s in own if not any(is_of(s.hex, name) for name in names))
    if len(kept) < min(2, len(own)) or len(kept) == len(request.look.palette):
        return request
    return replace(request, look=replace(request.look, palette=kept))


def _overruled(request: CreateRequest, plan: ScenePlan) -> bool:
    """Whether the prompt asks for colours that the palette doesn't hold, or for a quiet ground."""
    if "branded" in plan.motifs:
        return False
    if quiet(plan) is not None:
        return bool(request.look.palette)
    palette = [(lab_of(s.hex), s.weight, s.role) for s in request.look.palette]
    held = holds(palette, plan.named) and not neutral(plan.named)
    return bool(palette and plan.named) and not held


def draw(request: CreateRequest, plan: ScenePlan) -> np.ndarray:
    """The pixels of a plan."""
    frame = SceneFrame.of(request.width, request.height)
    night = plan.dark
    if night is None and plan.time == "day":
        night = False
    if night is None and is_deep(plan.named) and plan.family not in _OUTDOORS:
        night = True
    if night is None and request.look.key is not None:
        night = request.look.key < 0.45
    # Lights that are asked for in a colour are in it; else in those of their hour.
    uncoloured = not (request.look.palette or plan.named)
    outdoors = plan.family in _OUTDOORS or (plan.family == "bokeh" and uncoloured)
    # Leaves are green where nobody says otherwise.
    turned = plan.mood_named and plan.mood in ("autumn", "luxury", "romantic")
    mood = "fresh" if plan.family == "botanical" and not turned else plan.mood
    if plan.family == "lake" and (mood == "autumn" or plan.own("trees")):
        mood = "calm"  # its trees are in their colours, under a sky that lets them glow
    loose = plan.named if plan.family == "bokeh" else plan.loose
    loose = () if plan.family == "field" and plan.motifs & _IN_FLOWER else loose
    loose = _cool_first(loose) if outdoors else loose
    mixed = paints(request.look.palette, mood, loose, night, time=plan.time, outdoors=outdoors)
    rng = np.random.Generator(
        np.random.PCG64([_salt(plan.family), request.seed & 0xFFFFFFFFFFFFFFFF])
    )
    scene = Scene(plan, mixed, frame, rng)
    layers = _layers(scene)
    grading = Grading()
    asked_for = _overruled(request, plan) or bool(plan.own("backdrop")) or _of_the_day(plan)
    if (request.look.palette or request.look.key is not None) and not asked_for:
        small = preview(frame, layers)
        grading = graded(
            small,
            request.look,
            [(lab_of(s.hex), s.weight) for s in request.look.palette],
            0.6,
            tone=0.0 if plan.dark is not None or plan.time is not None else 0.7,
            pull=0.12 if plan.family in _OUTDOORS else 0.5,  # no brand tints a sky or grass
        )
    grain = 0.0055
    if request.look.grain is not None:
        grain = float(np.clip(request.look.grain / 255 * 0.9, 0.002, 0.03))
    if "grain" in plan.manners:
        grain = max(grain, _GRAIN)
    how = Finish(grading, grain, _manner(plan, frame, layers))
    pixels = np.empty((request.height, request.width, 3), dtype=np.uint8)
    salt = int(rng.integers(1 << 10))
    for y0, y1 in strips(request.width, request.height, layers):
        pixels[y0:y1] = finish(paint(request.width, request.height, layers, y0, y1), how, salt)
    return pixels


def _layers(scene: Scene) -> list[Layer]:
    """The family's picture, what the weather lays over it, its light and its focus."""
    plan, frame = scene.plan, scene.frame
    if plan.family == "underwater" and not scene.coloured:
        water = of_a_sky(scene.paints.primary)
        scene = replace(scene, paints=replace(scene.paints, primary=water, second=water))
    layers = FAMILIES[plan.family](scene)
    if plan.family in _OUTDOORS:
        if "stars" in plan.motifs and plan.time in ("dusk", "dawn"):  # the first of them, high up
            layers = [*layers, stars(scene, 240, 0.34 * frame.high, (0.98, 0.0, 0.0))]
        beams = sunbeams(scene) if plan.family not in ("forest", "cave") else []
        layers = [*layers, *mist(scene), *beams, *overlays(scene), *rain(scene)]
    snows = "flakes" in plan.motifs or (plan.family == "bokeh" and "snowy" in plan.motifs)
    if snows and plan.family in _SNOWED_ON:
        layers = [*layers, *flakes(scene, (0.99, 0.0, 0.0))]
    if "confetti" in plan.motifs and plan.family == "garland":
        layers = [*layers, *paper_rain(scene, scene.paints.vivid())]
    layers = [*layers, *_lit(scene)]
    if plan.blur:
        layers = [unfocused(frame, layers, plan.blur)]
    return layers


def _lit(scene: Scene) -> list[Layer]:
    """Light from the side that it is to come from, over what is lit alike everywhere, and the side that
    grows darker or lighter.
    """
    plan, out = scene.plan, []
    one_tone = plan.family == "mesh" and "solid" in plan.motifs
    if plan.light is not None and (one_tone or plan.family in _EVENLY_LIT):
        out.append(falling_light(scene, 0.24))
    if "vignette" in plan.motifs:
        out.append(vignette(scene))
    straight = plan.family == "mesh" and ramped(scene) is not None
    if plan.toned is not None and not straight:
        out.append(towards(scene, *plan.toned))
    return out


def _manner(plan: ScenePlan, frame: SceneFrame, layers: list[Layer]) -> Manner | None:
    """How the whole picture is said to be, beside its grain."""
    asked_for = plan.manners - ({"pale"} if quiet(plan) is not None else set())
    if {"silk", "smoke"} & plan.motifs:  # soft is the cloth or the smoke, and its light with it
        asked_for -= {"subtle"}
    if not asked_for - {"grain"}:
        return None
    return manner(asked_for, preview(frame, layers), colours=len(plan.named))


def _of_the_day(plan: ScenePlan) -> bool:
    """Whether a stage is a place outdoors, whose grass and light no brand tints."""
    return plan.family == "stage" and bool({"lawn", "terrace", "pavement"} & plan.motifs)


def _cool_first(named: tuple[str, ...]) -> tuple[str, ...]:
    """Colour words with a cool one leading: of "orange and violet" the far sky is violet, and its
    light orange; the other way round all turns brown.
    """
    cool = {"blue", "sky blue", "navy", "teal", "purple", "lavender", "pink"}
    return tuple(sorted(named, key=lambda name: name not in cool))


def _salt(family: str) -> int:
    return int.from_bytes(hashlib.sha256(family.encode()).digest()[:4], "big")


def _told(plan: ScenePlan, request: CreateRequest) -> str:
    """What was understood, as the prompt that is kept with the version."""
    words = [f"scene: {plan.family}", f"mood: {plan.mood}"]
    if plan.time:
        words.append(f"time: {plan.time}")
    if plan.dark is not None:
        words.append("dark" if plan.dark else "bright")
    words.append(f"density: {plan.density:.1f}")
    if plan.space:
        words.append(f"space: {plan.space}")
    if plan.blur:
        words.append("out of focus")
    if plan.named:
        words.append("colours: " + ", ".join(plan.named))
    if plan.motifs:
        words.append("motifs: " + ", ".join(sorted(plan.motifs)))
    if plan.without:
        words.append("without: " + ", ".join(sorted(plan.without)))
    if request.look.palette:
        words.append("palette: " + ", ".join(s.hex for s in request.look.palette))
    return "; ".join(words) + f"; seed: {request.seed}"
