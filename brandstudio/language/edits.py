"""Edits in plain words: what a person's instructions ask of a picture, as frozen values.

The vocabulary is English first, with the main German, French and Spanish words. Instructions are
cut into clauses; a clause may name several edits, how much of each ("a little", "20 %", "twice"),
and what part it is about (background, subject, shadows, highlights). "Less warm", "too warm" and
"not so warm" turn an edit round; "don't crop" forbids it. What a clause says beyond the vocabulary
is handed back word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .colour_names import NEUTRAL
from .edit_words import (
    COLOURS,
    COMPARATIVES,
    ENTRIES,
    FILLER,
    KEPT,
    LESS,
    MORE,
    NEVER,
    OFF,
    RATIOS,
    SCALES,
    SIDES,
    TARGETS,
    WISHES,
    Keep,
    Kind,
    Target,
)
from .words import contains, find, plain, tokens


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit. ``amount`` is signed, 1 being a plain step ("warmer"); ``exact`` is a share or
    degrees that was named.

    ``value`` is the colour, side, ratio or direction where the kind needs one.
    """

    kind: Kind
    amount: float = 1.0
    value: str = ""
    target: Target = "all"
    exact: float | None = None

    def told(self) -> str:
        """The edit in words, for what is kept with the version."""
        much = (
            f"{self.exact:g}" + ("°" if self.kind == "rotate" else "")
            if self.exact is not None
            else f"{self.amount:+.2g}"
        )
        where = "" if self.target == "all" else f" of the {self.target}"
        return f"{self.kind.replace('_', ' ')}{where} {self.value} {much}".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood, what was forbidden or is to stay as it is, and the words that were not
    understood.

    ``withheld`` are edits that were asked for and that would change what is to stay.
    """

    edits: tuple[Edit, ...]
    not_understood: tuple[str, ...]
    forbidden: tuple[Kind, ...] = ()
    keeps: tuple[Keep, ...] = ()
    withheld: tuple[Edit, ...] = ()


#: Lines for people: what ``revise`` understands.
VOCABULARY: tuple[str, ...] = (
    "light: brighter, darker, lift the shadows, recover the highlights, too dark, not so bright",
    "contrast: more contrast, flatter, punchier, matte",
    "colour: bluer, less red, more saturated, muted, vivid, warmer, cooler, on brand",
    "crop: crop to square, crop to 16:9, crop tighter, crop 10 % from the left",
    "turn: straighten, rotate 3 degrees left, flip, flip vertically",
    "background: blur, dim or desaturate the background, a white / brand / #1a7f5a background, cut out the subject",
    "finish: vignette, grain, remove noise, black and white, sepia, duotone, sharpen, soften",
    "space: add space on the left, more room at the top",
    "colour names: peach, navy, coral, mint, lavender, sand, gold, olive, burgundy and some fifty more",
    "to keep: don't change the colours, leave the subject alone, keep the background as it is",
    "amounts: a little, slightly, much, 20 %, twice, half; negations: less, too, not so, don't",
    "German, French and Spanish: heller, wärmer, weniger Kontrast, plus sombre, recadrer, más cálido, fondo blanco ...",
)

_CLAUSES = re.compile(
    r"[;\n!?]+|(?<!\d)[.,]+|[.,]+(?!\d)|\s+(?:and then|then|and also|and|but|also|while"
    r"|und|aber|sowie|dann|et|mais|puis|y|pero|luego|&)\s+",
    re.IGNORECASE,
)
_KEEP_WHOLE = re.compile(
    r"(black|schwarz|noir|blanco|negro|b)\s+(?:and|und|et|y|&)\s+(white|wei(?:ß|ss)|blanc|negro|w)",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(\d{1,3}(?:[.,]\d+)?)\s*(?:%|percent|per cent|prozent|pour cent|pourcent|por ciento)"
)
_DEGREES = re.compile(
    r"(-?\d{1,3}(?:[.,]\d+)?)\s*(?:°|degrees?\b|deg\b|grad\b|degres?\b|grados?\b)"
)
_RATIO = re.compile(r"(?<!\d)(\d{1,2})\s*[:x/]\s*(\d{1,2})(?!\d)")
_TIMES = re.compile(r"(\d(?:[.,]\d+)?)\s*(?:x\b|times|mal\b|fois|veces)")
_HEX = re.compile(r"#[0-9a-f]{6}\b|#[0-9a-f]{3}\b")
_DETERMINERS = r"(?:(?:the|any|all|of|its|their|my|our|original|die|das|den|der|les|le|la|aux|au|los|las|el|al)\s+|l'){0,4}"
_AS_IT_IS = (
    r"(?:\s+(?:exactly\s+)?(?:as\s+(?:it|they)(?:\s+(?:is|are)|'s|'re)|as\s+is|alone|be|unchanged|untouched|intact|"
    r"the\s+same|unverandert|intactes?|inchangee?s?|tal\s+cual|intactos?|igual(?:es)?|como\s+est\w+))"
)
_KEPT = {
    what: re.compile(
        # "don't change the colours", "ohne die Farben zu aendern", "sans toucher aux couleurs",
        # "sin cambiar los colores"
        rf"\b(?:do\s+not|don'?t|never|without|not|please\s+don'?t)\s+(?:chang|alter|touch|modify|affect|shift|mess\s+with)\w*"
        rf"\s+{_DETERMINERS}(?:{body})\b"
        rf"|\b(?:sans|ne(?:\s+pas)?)\s+(?:chang|touch|modifi|alter)\w*(?:\s+pas)?\s+{_DETERMINERS}(?:{body})\b"
        rf"|\b(?:sin|no)\s+(?:cambi|toqu|toc|modifi|alter)\w*\s+{_DETERMINERS}(?:{body})\b"
        rf"|\bohne\s+{_DETERMINERS}(?:{body})\s+zu\s+(?:ver)?ander\w*"
        rf"|\b{_DETERMINERS}(?:{body})\s+(?:nicht\s+(?:ver)?(?:ander|anfass)\w*|(?:so\s+|unverandert\s+)?lassen|"
        r"(?:bei)?behalten)\b"
        # "keep the colours", "leave the subject alone": nothing more may follow than that it stays.
        rf"|\b(?:keep|leave|preserve|maintain|retain|protect|garde\w*|conserv\w*|laisse\w*|manten\w*|deja\w*|behalte|"
        rf"lass(?:e)?)\s+{_DETERMINERS}(?:{body})(?:{_AS_IT_IS}|(?=\s*(?:$|[,;.!?\n]|and\b|but\b|while\b|und\b|aber\b|et\b"
        r"|mais\b|y\b|pero\b)))",
        re.IGNORECASE,
    )
    for what, body in KEPT.items()
}
#: What changes colours, and what changes the light.
_OF_COLOUR: frozenset[Kind] = frozenset(
    {"saturation", "temperature", "colour", "monochrome", "sepia", "duotone", "brand"}
)
_OF_LIGHT: frozenset[Kind] = frozenset({"brightness", "contrast", "fade", "vignette"})
#: "Add a peach" is a fruit; "add a peach tone" is a colour.
_THING = re.compile(
    r"\b(?:add|put|place|insert|draw)\b(?:\s+\w+)?\s+(?:an?|some|two|three)\s+(\w+)\b(?!\s+(?:\w+\s+)?(?:tones?|tints?|colou?r|cast|"
    r"touch|hue|glow|backgrounds?|look|light|wash))"
)
_TOGGLES: frozenset[Kind] = frozenset(
    {
        "crop",
        "straighten",
        "rotate",
        "flip",
        "blur",
        "cutout",
        "background_colour",
        "vignette",
        "grain",
        "monochrome",
        "sepia",
        "duotone",
        "space",
        "brand",
        "denoise",
    }
)


def parse(instructions: str) -> Parsed:
    """The edits that instructions ask for, in their order."""
    edits: list[Edit] = []
    unknown: list[str] = []
    forbidden: list[Kind] = []
    last_target: Target = "all"
    whole = _KEEP_WHOLE.sub(
        lambda m: m.group(0).replace(" ", "-").replace("&", "-"), instructions[:4000]
    )
    whole = re.sub(
        r"(?i)(black|schwarz|noir|blanco)-(and|und|et|y|-)-(white|wei(?:ß|ss)|blanc|negro)",
        "monochrome",
        whole,
    )
    keeps, whole = _kept(whole)
    for raw in _CLAUSES.split(whole):
        clause = raw.strip(" \t.,:-–—\"'“”()")
        if not clause:
            continue
        text = plain(clause)
        found, banned, rest = _clause(text)
        if not found and not banned:
            scale = _scale(text)
            if scale is not None and edits and not rest:
                edits[-1] = replace(edits[-1], amount=edits[-1].amount * scale)
            elif tokens(text):
                unknown.append(clause)
            continue
        if rest:
            unknown.append(rest)
        for edit in found:
            target = edit.target
            if (
                target == "all"
                and re.match(r"(it|es|ihn|le|la|lo)\b", text)
                and last_target != "all"
            ):
                edit = replace(edit, target=last_target)
            edits.append(edit)
            last_target = edit.target
        forbidden.extend(banned)
    if "colours" in keeps:
        forbidden.extend(sorted(_OF_COLOUR))
    if "light" in keeps:
        forbidden.extend(sorted(_OF_LIGHT))
    settled = _settled(edits)
    kept = tuple(
        e
        for e in settled
        if e.kind not in forbidden
        and e.target not in keeps
        and not ("background" in keeps and e.kind in ("cutout", "background_colour"))
    )
    withheld = tuple(e for e in settled if e not in kept) if keeps else ()
    return Parsed(kept, tuple(unknown), tuple(dict.fromkeys(forbidden)), keeps, withheld)


def _kept(text: str) -> tuple[tuple[Keep, ...], str]:
    """What is to stay as it is, and the text without the words that said so."""
    # Accents are taken off letter by letter, so that what is found can be cut from the text itself.
    bare = "".join(p if len(p := plain(c)) == 1 else c for c in text)
    keeps: list[Keep] = []
    for what, pattern in _KEPT.items():
        found = list(pattern.finditer(bare))
        if found:
            keeps.append(what)
        for match in found:
            blank = "; " if match.end() - match.start() >= 2 else ""
            blank = blank.ljust(match.end() - match.start())
            text = text[: match.start()] + blank + text[match.end() :]
            bare = bare[: match.start()] + blank + bare[match.end() :]
    return tuple(keeps), text


def _settled(edits: Iterable[Edit]) -> list[Edit]:
    """ "Warmer, but not too warm" is a smaller step, not two that cancel."""
    out: list[Edit] = []
    for edit in edits:
        same = next(
            (
                i
                for i, e in enumerate(out)
                if (e.kind, e.value, e.target) == (edit.kind, edit.value, edit.target)
            ),
            None,
        )
        if same is not None and out[same].amount * edit.amount < 0 and edit.exact is None:
            out[same] = replace(out[same], amount=out[same].amount * 0.5)
        elif edit not in out:
            out.append(edit)
    return out


def _clause(text: str) -> tuple[list[Edit], list[Kind], str]:
    """Edits, forbidden kinds, and the words of a clause that belong to neither."""
    matches: list[tuple[int, int, Kind, float, str, bool]] = []
    for kind, sign, value, words in ENTRIES:
        for word in words:
            weak = word.endswith("~")
            for start, end in find(text, (word.rstrip("~"),)):
                matches.append((start, end, kind, sign, value, weak))
    for name, words in COMPARATIVES.items():
        matches += [(s, e, "colour", 1.0, name, False) for s, e in find(text, words)]
    thing = _THING.search(text)
    if thing and any(contains(thing.group(1), words) for words in COLOURS.values()):
        return [], [], text
    target, target_spots = _target(text)
    background_colour = _background_colour(text, target)
    if background_colour is None:
        for name, words in COLOURS.items():
            if name in NEUTRAL or name == "brand":
                continue
            matches += [(s, e, "colour", 1.0, name, True) for s, e in find(text, words)]
    # The longest word wins where several overlap.
    matches.sort(key=lambda m: (-(m[1] - m[0]), m[5], m[0]))
    chosen: list[tuple[int, int, Kind, float, str, bool]] = []
    for match in matches:
        if all(match[1] <= c[0] or match[0] >= c[1] for c in chosen):
            chosen.append(match)
    chosen.sort()
    kinds = {m[2] for m in chosen}
    if (
        "space" in kinds
        and _side(text) is None
        and not contains(
            text,
            (
                "all sides",
                "around",
                "everywhere",
                "rundum",
                "autour",
                "alrededor",
                *MORE,
                "extend*",
                "expand*",
                "widen*",
                "zoom out",
                "wider",
            ),
        )
    ):
        chosen = [m for m in chosen if m[2] != "space"]
    if "crop" in kinds and "space" in kinds:
        chosen = [m for m in chosen if m[2] != "space" or "room" in text]
    less = find(text, LESS)
    more = find(text, MORE)
    never = [span for span in find(text, NEVER) if not any(s <= span[0] < e for s, e in less)]
    content = _left_over(text, [(m[0], m[1]) for m in chosen] + target_spots)
    plain_say = len(content) == 0
    used: list[tuple[int, int]] = []
    edits: list[Edit] = []
    banned: list[Kind] = []
    exact = _percent(text)
    scale = _scale(text)
    if background_colour is not None:
        if never:
            banned.append("background_colour")
        else:
            edits.append(Edit("background_colour", value=background_colour, target="background"))
        chosen = [
            m for m in chosen if m[2] not in ("colour", "brightness", "temperature") or not m[5]
        ]
    for start, end, kind, sign, value, weak in chosen:
        if weak and not (less or more or plain_say):
            continue
        # "Keep the sky blue" asks for nothing to be moved; "turn it into a ..." is no rotation.
        if (kind == "colour" and weak and re.match(r"(keep|leave|preserve)\b", text)) or (
            kind == "rotate" and re.search(r"\bturn\b.*\binto\b", text)
        ):
            continue
        used.append((start, end))
        # "Menos saturado" is one entry; its own "menos" must not turn it a second time.
        turned = any(s < end and not start <= s < end for s, _ in less)
        if kind in ("sharpen",) and re.search(r"\bblurry\b", text):
            turned = False
        if kind == "straighten":
            turned = False
        negated = any(s < start for s, _ in never)
        off = contains(text, OFF)
        if (
            kind in _TOGGLES
            and (negated or (turned and kind not in ("crop", "space", "blur")))
            and kind not in ("cutout", "denoise")
        ):
            if kind == "grain" and off and not negated:
                edits.append(Edit("denoise"))
            else:
                banned.append(kind)
            continue
        if negated and kind not in ("cutout", "denoise"):
            banned.append(kind)
            continue
        direction = sign * (-1.0 if turned else 1.0)
        # "Not so" and "too" ask for a step back, not for the opposite.
        size = (
            scale
            if scale is not None
            else 0.7
            if turned and contains(text, ("too", "zu", "trop", "demasiado", "not so", "nicht so"))
            else 1.0
        )
        edits.append(_built(kind, direction * size, value, text, target, exact))
    if not edits and not banned:
        if _wanted(text):
            edits.append(_wanted(text))  # type: ignore[arg-type]
        else:
            return [], [], text if content or (chosen and not edits) else ""
    rest = _left_over(text, used + target_spots)
    if (
        edits
        and rest
        and contains(text, WISHES)
        and not any(
            e.kind in ("space", "vignette", "grain", "cutout", "background_colour", "denoise")
            for e in edits
        )
    ):
        return [], [], text
    if background_colour is not None:
        rest = []
    return edits, banned, " ".join(rest) if len(rest) else ""


def _wanted(text: str) -> Edit | None:
    """A ratio alone ("make it 16:9", "square please") is a crop."""
    ratio = _ratio(text)
    return Edit("crop", value=ratio) if ratio else None


def _built(
    kind: Kind, amount: float, value: str, text: str, target: Target, exact: float | None
) -> Edit:
    if kind == "crop":
        return Edit(kind, abs(amount), _ratio(text) or _side(text) or "", exact=exact)
    if kind == "space":
        return Edit(kind, abs(amount), _side(text) or "all", exact=exact)
    if kind == "rotate":
        return _rotation(text, amount)
    if kind == "flip":
        upright = contains(
            text, ("vertical*", "upside*", "vertikal*", "verticale*", "senkrecht", "top to bottom")
        )
        return Edit(kind, 1.0, "vertical" if upright else "horizontal")
    if kind == "blur":
        named: Target = "background" if target in ("all", "background") else target
        if target == "all" and contains(
            text, ("whole", "everything", "entire", "all of it", "alles", "tout", "todo")
        ):
            named = "all"
        return Edit(kind, abs(amount), target=named, exact=exact)
    if kind in (
        "brightness",
        "contrast",
        "saturation",
        "temperature",
        "colour",
        "sharpen",
        "soften",
        "monochrome",
    ):
        # An exact share is a size: its sign is the word's.
        return Edit(kind, amount, value, target, exact)
    return Edit(kind, amount, value, exact=exact)


def _rotation(text: str, amount: float) -> Edit:
    """Degrees, counter-clockwise positive; a bare "rotate" is a quarter turn to the right."""
    found = _DEGREES.search(text) or re.search(r"(-?\d{1,3}(?:[.,]\d+)?)", text)
    if contains(text, ("upside*", "on its head", "auf den kopf", "a l'envers", "boca abajo")):
        return Edit("rotate", value="", exact=180.0)
    degrees = (
        float(found.group(1).replace(",", ".")) if found else 90.0 if abs(amount) >= 1 else 2.0
    )
    left = contains(
        text,
        (
            "left",
            "links",
            "counter*",
            "anticlock*",
            "anti-clock*",
            "gegen den uhrzeiger*",
            "gauche",
            "izquierda",
            "antihorario",
        ),
    )
    return Edit("rotate", value="left" if left else "right", exact=degrees if left else -degrees)


def _target(text: str) -> tuple[Target, list[tuple[int, int]]]:
    spots: list[tuple[int, int]] = []
    first: tuple[int, Target] | None = None
    for target, words in TARGETS.items():
        for span in find(text, words):
            spots.append(span)
            if first is None or span[0] < first[0]:
                first = (span[0], target)
    return (first[1] if first else "all"), spots


def _background_colour(text: str, target: Target) -> str | None:
    """The colour that a background is to have: "on a white background", "brand colour behind
    it".
    """
    if target != "background":
        return None
    hex_code = _HEX.search(text)
    if hex_code:
        return hex_code.group(0)
    if contains(
        text,
        (
            *COMPARATIVES["blue"],
            "more",
            "less",
            "too",
            "weniger",
            "mehr",
            "plus",
            "moins",
            "mas",
            "menos",
            "bluer",
            "warmer",
            "zu",
        ),
    ):
        return None
    # The first that is named, and of names that begin alike ("rose gold") the longest.
    named = sorted(
        (start, -end, name) for name, words in COLOURS.items() for start, end in find(text, words)
    )
    if any(name == "brand" for _, _, name in named):
        return "brand"
    return named[0][2] if named else None


def _side(text: str) -> str | None:
    found = [side for side, words in SIDES.items() if contains(text, words)]
    return "+".join(found) if found else None


def _ratio(text: str) -> str | None:
    match = _RATIO.search(text)
    if match and 0 < int(match.group(1)) <= 40 and 0 < int(match.group(2)) <= 40:
        across, down = int(match.group(1)), int(match.group(2))
        if 0.2 <= across / down <= 5:
            return f"{across}:{down}"
    return next((ratio for ratio, words in RATIOS.items() if contains(text, words)), None)


def _percent(text: str) -> float | None:
    match = _PERCENT.search(text)
    return min(float(match.group(1).replace(",", ".")) / 100, 4.0) if match else None


def _scale(text: str) -> float | None:
    times = _TIMES.search(text)
    if times:
        return min(4.0, float(times.group(1).replace(",", ".")))
    found = [
        (max(e - s for s, e in spans), scale)
        for scale, words in SCALES
        if (spans := find(text, words))
    ]
    return max(found)[1] if found else None


def _left_over(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The words outside the spans that mean something and that the vocabulary does not have."""
    kept = list(text)
    known = [*spans]
    for words in (
        *(w for _, w in SCALES),
        LESS,
        MORE,
        NEVER,
        *SIDES.values(),
        *RATIOS.values(),
        *COLOURS.values(),
        OFF,
        (
            "vertical*",
            "horizontal*",
            "clockwise",
            "counter*",
            "anticlockwise",
            "slight",
            "edges",
            "corners",
            "all sides",
            "around",
            "everywhere",
            "horizon",
            "tight",
            "format",
            "ratio",
            "uhrzeigersinn",
            "film",
        ),
    ):
        known += find(text, words)
    for pattern in (_PERCENT, _DEGREES, _RATIO, _HEX, _TIMES):
        known += [m.span() for m in pattern.finditer(text)]
    for start, end in known:
        kept[start:end] = " " * (end - start)
    return [t for t in tokens("".join(kept)) if t not in FILLER and not t.isdigit()]


def unsupported(not_understood: Iterable[str]) -> str:
    """The sentence for instructions of which nothing was understood."""
    said = next(iter(not_understood), "")
    quoted = f'"{said[:120]}"' if said else "that"
    return (
        f"the local engine can't {quoted}. It understands light, colour, crop, blur, cut-out and space "
        "(brandstudio engines); for more, set BRANDSTUDIO_IMAGE_ENGINE."
    )


__all__ = ["VOCABULARY", "Edit", "Parsed", "parse", "unsupported"]
