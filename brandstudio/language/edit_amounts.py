"""How much an edit is: by adverbs, by shares and by figures."""

from __future__ import annotations

from .forms import Reading

#: The most that a named share may raise a kind; it can't fall by more than all.
_MOST = {"contrast": 2.0, "saturation": 2.0, "brightness": 1.0}

#: Kinds whose change is a share of what was there.
SHARED = frozenset({"brightness", "contrast", "saturation", "temperature", "clarity", "sharpen"})


def size_of(reading: Reading) -> float | None:
    """How much by the words ("a little" 0.45); None when two contradict each other."""
    sizes = [float(s.get("number")) for s in reading.slots.get("amount", ())]
    if not sizes:
        return 1.0
    if max(sizes) > 1 > min(sizes):
        return None
    return max(sizes) if sizes[0] > 1 else min(sizes)


def measured(
    reading: Reading, kind: str, sign: float, directed: bool
) -> tuple[float, float | None] | None:
    """The sign and the share that a figure asks for; None when it contradicts the words, or says
    nothing by itself.
    """
    figure = reading.figure
    if figure is None:
        return (sign, None) if directed else None
    number = float(figure.get("number"))
    if figure.get("unit") == "stops":
        if kind != "brightness":
            return None
        way = sign if figure.part == "percent" and directed else 1
        number = way * (2 ** (way * number) - 1)
    step = _step(figure.part, number, sign, directed)
    if step is None or step == 0:
        return None
    if step < -1.0 or step > _MOST.get(kind, 1.0):
        return None
    return (1.0 if step > 0 else -1.0), abs(step)


def _step(part: str, number: float, sign: float, directed: bool) -> float | None:
    """The signed share that a figure names."""
    if part == "signed":
        if directed and number * sign < 0:
            # "Reduce it by -30 %" says less twice; "increase it by -30 %" contradicts itself.
            return None
        return -abs(number) if directed and sign < 0 else number
    if part == "set-to":
        step = number - 1
        return None if directed and step * sign <= 0 else step
    if part in ("percent", "points"):
        return sign * number if directed else None
    return _shared(number, sign, directed)


def _shared(number: float, sign: float, directed: bool) -> float:
    """ "Half the contrast" is half less, "twice" once more; "by half" goes the way that is said."""
    if number > 1:
        return number - 1 if sign >= 0 or not directed else -(1 - 1 / number)
    return sign * number if directed else number - 1
