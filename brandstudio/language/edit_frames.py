"""What forms make of the frame: cropped, turned, mirrored, straightened, extended."""

from __future__ import annotations

from collections.abc import Mapping

from .edit_amounts import size_of
from .edit_made import Made
from .edit_values import Edit, is_side
from .forms import Reading


def crop(reading: Reading) -> Made | None:
    ratio, size = reading.first("ratio"), size_of(reading)
    if size is None or {"except", "only"} & reading.slots.keys():
        return None
    cut, others = _sided(reading)
    faces = others == ["faces"]
    if _halved(reading) or (cut and others) or any(r != "subject" for r in others if not faces):
        return None
    if len({each.get("value") for each in reading.core if each.part == "ratio"}) > 1:
        return None
    if ratio is not None:
        if (
            _contradicts(reading, ratio.get("value"))
            or cut
            or reading.figure is not None
            or "amount" in reading.slots
            or faces
        ):
            return None
        return Made((Edit("crop", 1.0, ratio.get("value"), size=ratio.get("size")),))
    if faces:
        plain = reading.figure is None and "purpose" not in reading.slots
        return Made((Edit("crop", size, "", "faces"),)) if plain else None
    if "purpose" in reading.slots:
        return None
    exact = _stretch(cut, portion(reading))
    if reading.figure is not None and reading.figure.part == "share" and exact == 0.5:
        return None  # "recorta a la mitad derecha" keeps that half
    if exact is None:
        return None
    return Made((Edit("crop", size, "+".join(cut), exact=exact or None),))


def crop_each(reading: Reading) -> Made | None:
    """ "10 % from each side": that share of the width, and of the height, off all four."""
    exact = portion(reading, 0.4)
    if not exact or {"except", "only", "amount", "purpose", "region"} & reading.slots.keys():
        return None
    return Made((Edit("crop", 1.0, "left+right+top+bottom", exact=exact),))


def _contradicts(reading: Reading, ratio: str) -> bool:
    """Whether a ratio is wide where "portrait" is said beside it, or tall beside "landscape"."""
    frame = reading.first("frame")
    across, _, down = ratio.partition(":")
    return frame is not None and (int(across) - int(down)) * frame.get("tall", 0) > 0


def _sided(reading: Reading) -> tuple[dict[str, float], list[str]]:
    """The sides that are named, with the share of a stretch ("the left third") or 0; and the other
    places.
    """
    sides: dict[str, float] = {}
    for region in filter(is_side, reading.regions):
        side, _, stretch = region.partition("-")
        share = int(stretch) / 100 if stretch.isdigit() else 1 / 3 if stretch == "third" else 0.0
        sides[side] = share
    return sides, [r for r in reading.regions if not is_side(r)]


def _halved(reading: Reading) -> bool:
    """Whether a half is named: "crop the left half" may keep it or cut it off."""
    return any(s.get("half") for s in reading.slots.get("region", ()))


def _stretch(sides: Mapping[str, float], named: float | None) -> float | None:
    """The share that is named beside the sides, or with one of them; None when there are two."""
    shares = {share for share in sides.values() if share}
    if named is None or len(shares) > 1 or (shares and named):
        return None
    return named or next(iter(shares), 0.0)


def portion(reading: Reading, most: float = 0.9) -> float | None:
    """A plain share of the picture; 0 when none is named, None when it makes no sense."""
    figure = reading.figure
    if figure is None:
        return 0.0
    share = float(figure.get("number"))
    return share if figure.part in ("percent", "share") and 0 < share <= most else None


def space(reading: Reading) -> Made | None:
    sides, others = _sided(reading)
    size, exact = size_of(reading), _stretch(sides, portion(reading, 2.0))
    bad = bool({"except", "only"} & reading.slots.keys())
    bad = bad or _halved(reading) or any(r != "subject" for r in others)
    if size is None or exact is None or bad:
        return None
    round_about = reading.has("around")
    if bool(sides) == round_about and not (reading.has("extend") and not sides):
        return None
    if others and not round_about:
        return None
    return Made((Edit("space", size, "+".join(sides) or "all", exact=exact or None),))


def rotate(reading: Reading) -> Made | None:
    """Degrees, counter-clockwise positive; a bare "rotate" is a quarter turn to the right."""
    turn = reading.first("turn")
    sides = [r for r in reading.regions if r in ("left", "right")]
    if len(sides) != len(reading.regions) or reading.figure is not None:
        return None
    if not all(s.get("beside") for s in reading.slots.get("region", ())):
        return None  # "the left half" is a place, no way to turn
    way = {*sides, *([turn.get("value")] if turn else [])}
    if len(way) > 1:
        return None
    named = reading.first("degrees") or reading.first("number")
    degrees = 90.0 if named is None else float(named.get("number"))
    small = size_of(reading)
    if named is None and "amount" in reading.slots:
        degrees = 2.0 if small is not None and small < 1 else 90.0
    if not 0 < abs(degrees) <= 360:
        return None
    left = way == {"left"}
    if degrees < 0:
        if way:
            return None
        left, degrees = True, -degrees
    return Made(
        (Edit("rotate", 1.0, "left" if left else "right", exact=degrees if left else -degrees),)
    )


def flip(reading: Reading) -> Made | None:
    axis = reading.first("axis")
    if reading.regions or reading.figure is not None:
        return None
    return Made((Edit("flip", 1.0, axis.get("value") if axis else "horizontal"),))


def straighten(reading: Reading) -> Made | None:
    return None if reading.regions or reading.figure is not None else Made((Edit("straighten"),))
