"""From a brief to a finished banner, as a list of named steps over frozen values.

    fit text -> crop -> lay the ground -> back busy text -> set the button -> place the logo
    -> prove -> nudge and again, until the check is content -> paint

`decide` takes every decision and paints nothing: steps decide on numbers, and measure colours on
what lies below (the photo's own pixels at full resolution). `paint` draws what was decided. The
same brief gives the same bytes on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from PIL import Image

from brandstudio.domain.rules import Value
from brandstudio.models.choices import Choices, SharedCrop
from brandstudio.models.designs import (
    ContrastFailure,
    ContrastFigures,
    DesignSpec,
    Recipe,
    Scores,
    TextLayer,
)
from brandstudio.models.rules import Finding
from brandstudio.pixels import colour, encode
from brandstudio.render.brief import Brief, Extension
from brandstudio.render.draw import inks_of, paint_strikes
from brandstudio.render.layout import field_colours, steps
from brandstudio.render.layout.arranging import arranged
from brandstudio.render.layout.continuation import gone_on, is_seen, stand_in
from brandstudio.render.layout.draft import Draft, Nudges, Setting
from brandstudio.render.layout.layers import asset_of
from brandstudio.render.layout.limits import figures, missed, overruled
from brandstudio.render.layout.placing import NeedsExtension
from brandstudio.render.layout.sharing import agreed
from brandstudio.render.proof import score, words_about
from brandstudio.render.proof.check import soft_photo
from brandstudio.render.proof.cut_edges import straight_edges
from brandstudio.render.proof.logo_elsewhere import logo_elsewhere, place_of
from brandstudio.render.proof.overruled import (
    nudged_accent,
    overruled_choices,
    overruled_colours,
)
from brandstudio.render.proof.tried import Tried, better, nudged, prove
from brandstudio.render.type.paint import paint as paint_words

__all__ = [
    "Ahead",
    "Decision",
    "NeedsExtension",
    "Rendering",
    "compose",
    "decide",
    "look_ahead",
    "paint",
    "would_show",
]

SCHEMA: Final = 1
#: Nudges that are tried before the check says why a banner stays as it is.
_PASSES: Final = 5
#: Other arrangements that are tried where the first could only be made by damage.
_OTHERS: Final = 3


@dataclass(frozen=True, eq=False)
class Rendering:
    """A finished banner: its layout, its pixels, and the proof."""

    spec: DesignSpec
    image: Image.Image = field(repr=False)
    png: bytes = field(repr=False)
    scores: Scores
    assessment: str
    fix_passes: int
    contrast_failures: tuple[ContrastFailure, ...]
    contrast: tuple[ContrastFigures, ...]
    warnings: tuple[str, ...]
    alt_text: str
    lacks: NeedsExtension | None = None
    """How the photo could have been continued; `would_show` says whether that would be seen."""
    damage: tuple[str, ...] = ()
    """What it could only be made by: a face cut, the subject lost, a rule of the folder broken."""
    overruled: tuple[str, ...] = ()
    """The person's choices that a rule or the eyes of readers stood above; warnings have them too."""
    shows_continued: bool = False
    """Whether it stands on a photo that was continued, and some of what was added is seen."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A layout decided and proven, before anything of it is painted."""

    tried: Tried
    passes: int
    """How many nudges it took."""
    lacks: NeedsExtension | None = None
    """How the photo could have been continued; `would_show` says whether that would be seen."""
    overruled: tuple[str, ...] = ()
    """A person's choice that had to be left out altogether."""


@dataclass(frozen=True, eq=False)
class Ahead:
    """What is known of a banner before it is drawn, decided on numbers alone."""

    needs: NeedsExtension | None = None
    """What its photo lacks, where no crop does and the words let it be continued."""
    shared: SharedCrop | None = None
    soft: str = ""
    """That its photo would be enlarged so much that it looks soft."""


def compose(
    brief: Brief,
    *,
    extension: Extension | None = None,
    allow_extension: bool = True,
    encode_png: bool = True,
) -> Rendering | NeedsExtension:
    """Lay a banner out, prove it and paint it.

    Returns `NeedsExtension` where no crop keeps the photo's subject clear of the words, and the
    finished banner would show some of the continued photo; call again with the extended photo, or
    with ``allow_extension=False`` for a panel and a warning. ``encode_png=False`` leaves ``png``
    empty, for callers that write another format. Raises what decoding raises.
    """
    decided = _settled(brief, extension, allow_extension=allow_extension)
    if isinstance(decided, NeedsExtension):
        return decided
    return paint(decided, choices=brief.choices, encode_png=encode_png)


def would_show(brief: Brief, needs: NeedsExtension) -> bool:
    """Whether the finished banner would stand on its photo continued so, and show some of what is
    added: told by a stand-in for it, so that nothing is charged that nobody sees.
    """
    assert brief.photo is not None
    settled = _settled(brief, stand_in(brief.photo, needs), allow_extension=False)
    assert isinstance(settled, Decision)
    return is_seen(settled.tried.draft)


def _settled(
    brief: Brief, extension: Extension | None, *, allow_extension: bool
) -> Decision | NeedsExtension:
    """The layout that is painted: another arrangement where the first does damage."""
    decided = decide(brief, extension=extension, allow_extension=allow_extension)
    if isinstance(decided, NeedsExtension):
        return decided
    if _damage(decided.tried) and not brief.choices.seed:
        decided = _spared(brief, extension) or _alone(brief, extension) or decided
    return _with_logo(brief, extension, decided) if _lost_logo(decided) else decided


def _alone(brief: Brief, extension: Extension | None) -> Decision | None:
    """The layout of a size that can't go with the others of its job; None where it goes with none, or
    does damage by itself as well.
    """
    if brief.shared is None:
        return None
    own = replace(brief, shared=None)
    decided = decide(own, extension=extension, allow_extension=False)
    assert isinstance(decided, Decision)
    return _spared(own, extension) if _damage(decided.tried) else decided


def _lost_logo(decided: Decision) -> bool:
    """True where the logo has no room in the only places that a rule or a person allows."""
    draft = decided.tried.draft
    setting = draft.setting
    return draft.logo is None and bool(setting.brief.logos) and bool(setting.limits.place)


def _with_logo(brief: Brief, extension: Extension | None, decided: Decision) -> Decision:
    """The layout flips before the logo goes; and where it has no room in the place that a rule or a
    person wants it in any, it stands elsewhere, and that is said: of a rule it is a breach.
    """
    found = None if brief.choices.seed else _spared(brief, extension, for_logo=True)
    if found is not None:
        return found
    other = decide(_placeless(brief), extension=extension, allow_extension=False)
    assert isinstance(other, Decision)
    draft = other.tried.draft
    if draft.logo is None or (_damage(other.tried) and not _damage(decided.tried)):
        return decided
    setting = replace(draft.setting, brief=replace(draft.setting.brief, rules=brief.rules))
    other = replace(other, tried=replace(other.tried, draft=replace(draft, setting=setting)))
    logo = brief.choices.logo
    if logo is None or logo.place is None:
        return other
    stands = place_of(draft.logo.rect, setting.canvas.whole)
    told = f"The logo has no room {logo.place.replace('-', ' ')} as was chosen; it stands {stands}."
    return replace(other, overruled=(told,))


def _placeless(brief: Brief) -> Brief:
    """A brief of which nobody says where the logo stands."""
    choices, rules = brief.choices, tuple(r for r in brief.rules if r.measure != "logo_place")
    if choices.logo is not None:
        logo = choices.logo.model_copy(update={"place": None})
        choices = choices.model_copy(update={"logo": logo})
    return replace(brief, choices=choices, rules=rules)


def _spared(
    brief: Brief, extension: Extension | None, *, for_logo: bool = False
) -> Decision | None:
    """Another arrangement of the same template that does no damage, with words on the photo or
    (``for_logo``) room for the logo; None where there is none.
    """
    for seed in range(1, 1 + _OTHERS):
        other = replace(brief, choices=brief.choices.model_copy(update={"seed": seed}))
        decided = decide(other, extension=extension, allow_extension=False)
        assert isinstance(decided, Decision)
        amiss = _lost_logo(decided) if for_logo else decided.tried.draft.place.arrangement.aside
        if not amiss and not _damage(decided.tried) and not decided.tried.failures:
            return decided
    return None


def look_ahead(brief: Brief) -> Ahead:
    """What a banner's photo lacks, and what the banner hands on to the next size of its job, beside
    what it was handed itself.
    """
    if brief.photo is None:
        return Ahead()
    first = arranged(brief, may_extend=brief.slots.extend is not False)
    if first.needs is not None:
        if would_show(brief, first.needs):
            return Ahead(first.needs, agreed(brief.shared, first.needs.side, None, None))
        first = arranged(brief, may_extend=False)
    place = first.place
    side = place.arrangement.side
    soft = soft_photo(place.crop, place.arrangement.photo) if place.crop is not None else None
    hides = place.arrangement.hides_photo
    shared = agreed(brief.shared, side, place.crop, first.setting.attention)
    return Ahead(None, shared, "" if hides or soft is None else soft)


def decide(
    brief: Brief, *, extension: Extension | None = None, allow_extension: bool = True
) -> Decision | NeedsExtension:
    """The layout of a banner with its proof, or what its photo lacks; see `compose`."""
    nudges = Nudges()
    best: Tried | None = None
    lacks: NeedsExtension | None = None
    passes = 0
    if extension is not None:
        placed = _through(steps.ARRANGE, Draft(Setting.of(brief, extension), nudges))
    else:
        placed = arranged(brief)
    setting = placed.setting
    if placed.needs is not None:
        if allow_extension and would_show(brief, placed.needs):
            return placed.needs
        lacks = placed.needs
        placed = _through(steps.ARRANGE, Draft(setting, nudges))
    for attempt in range(_PASSES + 1):
        tried = prove(_through(steps.FURNISH, replace(placed, nudges=nudges)))
        best = tried if best is None or better(tried, best) else best
        following = nudged(tried)
        if following is None or attempt == _PASSES:
            break
        if following.moves(nudges):
            placed = _through(steps.ARRANGE, Draft(setting, following))
        nudges, passes = following, passes + 1
    assert best is not None
    return Decision(best, passes, lacks)


def _through(through: tuple[steps.Step, ...], draft: Draft) -> Draft:
    for step in through:
        draft = step(draft)
        if draft.needs is not None:
            break
    return draft


def paint(
    decided: Decision, *, choices: Choices | None = None, encode_png: bool = True
) -> Rendering:
    """The banner of a decision: its spec, its pixels, and what is said of it. ``choices`` are those
    that were asked for, where another arrangement was taken instead.
    """
    tried, setting = decided.tried, decided.tried.draft.setting
    brief, image = setting.brief, tried.draft.taken()
    for block, text in zip(tried.blocks, tried.texts, strict=True):
        # The paragraph at hand is the one that `draw` lays out again from the spec.
        paint_words(
            image, block.paragraph, block.x, block.y, colour.parse_hex(text.colour), inks_of(text)
        )
        paint_strikes(image, text)
    photographic = True if setting.photo is not None else None
    alt = words_about.alt_text(brief)
    said = words_about.assessment(
        brief, tried.checked, tried.draft.backing, decided.passes, tried.findings
    )
    told = nudged_accent(tried)
    return Rendering(
        _spec(tried, alt, brief.choices if choices is None else choices),
        image,
        encode.png(image, photo=photographic) if encode_png else b"",
        score.scores(tried.checked),
        f"{said} {told}" if told else said,
        decided.passes,
        tried.failures,
        tried.figures,
        (*_warnings(tried), *decided.overruled),
        alt,
        decided.lacks,
        _damage(tried),
        (*overruled_choices(tried), *_overruled(tried), *decided.overruled),
        is_seen(tried.draft),
    )


def _spec(tried: Tried, alt: str, choices: Choices) -> DesignSpec:
    setting = tried.draft.setting
    brief, logo = setting.brief, tried.draft.logo
    texts: tuple[TextLayer, ...] = tried.texts
    return DesignSpec(
        schema_version=SCHEMA,
        template=brief.template.name,
        size=brief.size,
        width=brief.width,
        height=brief.height,
        layers=[*tried.draft.layers, *texts],
        recipe=Recipe(
            slots=brief.slots,
            photo=asset_of(setting.photo) if setting.photo is not None else None,
            logo=logo.layer.asset if logo is not None else None,
            fonts=list(dict.fromkeys(ref for text in texts for ref in text.fonts)),
            choices=None if choices.none else choices,
            template_sha256=brief.template.sha256,
            shared=brief.shared,
        ),
        alt_text=alt,
    )


#: A subject of which less than this is seen is lost.
_LOST: Final = 0.25


def _damage(tried: Tried) -> tuple[str, ...]:
    """What makes a banner worse than none beside others of the same job (decision 24)."""
    draft = tried.draft
    crop, attention = tried.checked.crop, draft.setting.attention
    found = []
    if crop is not None and crop.faces_lost:
        found.append("it could only be made by cutting into a face")
    if crop is not None and crop.faces_covered and draft.place.arrangement.hard_on_photo:
        found.append("it could only be made with words over a face")
    sure = attention is not None and attention.sure and draft.setting.brief.choices.crop is None
    if crop is not None and sure and crop.visible < _LOST:
        found.append(f"only {crop.visible:.0%} of the photo's subject would be seen")
    found += [
        f"it breaks a rule: {finding.message.removesuffix('.')}" for finding in _broken(tried)
    ]
    return tuple(dict.fromkeys(found))


def _broken(tried: Tried) -> list[Finding]:
    """The folder's rules on logo and layout that the banner misses."""
    rules = tried.draft.setting.brief.rules
    return missed(rules, _measured(tried)) if rules else []


def _overruled(tried: Tried) -> list[str]:
    """The person's choices that a rule stands above."""
    brief = tried.draft.setting.brief
    if not brief.rules or brief.choices.none:
        return []
    return overruled(brief.rules, brief.choices, _measured(tried))


def _measured(tried: Tried) -> Mapping[str, Value]:
    draft = tried.draft
    layers, canvas = (*draft.layers, *tried.texts), draft.setting.canvas
    return figures(layers, canvas, tried.figures, draft.setting.brief.look)


def _warnings(tried: Tried) -> tuple[str, ...]:
    """What a person should know of it, each once: the crop's notes, findings, rules missed."""
    said = (
        *tried.draft.place.notes,
        *gone_on(tried.draft),
        *field_colours.overruled_ground(tried.draft),
        *logo_elsewhere(tried.draft),
        *overruled_colours(tried),
        *straight_edges(tried),
        *(finding.message for finding in tried.findings),
        *(finding.message for finding in _broken(tried)),
        *_overruled(tried),
    )
    return tuple(dict.fromkeys(said))
