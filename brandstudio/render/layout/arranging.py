"""Words set and the crop chosen, once for each brief: what the acceptance of a banner has decided,
its drawing in the same process takes up.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from brandstudio.render.brief import Brief
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.steps import crop, fit_text
from brandstudio.render.type.bounded import Bounded

#: Briefs whose words are kept as they were set: those of some rows of a table in all sizes.
_KEPT: Final = 96
_FITTED: Final[Bounded[Hashable, Draft]] = Bounded(_KEPT)
_ARRANGED: Final[Bounded[Hashable, Draft]] = Bounded(_KEPT)


def fitted(brief: Brief) -> tuple[Arrangement, ...]:
    """The words set into every place that the template has for them. Raises ValueError where one
    holds none.
    """
    return _fit(_said(brief), brief).options


def arranged(brief: Brief, *, may_extend: bool = True) -> Draft:
    """The place for the words and the part of the photo, before anything was nudged; or what the
    photo lacks, where it ``may_extend``.
    """
    words = _said(brief)
    shared = brief.shared
    key = (words, may_extend, None if shared is None else shared.model_dump_json())
    known = _ARRANGED.get(key)
    if known is not None:
        return known
    draft = replace(_fit(words, brief), may_extend=may_extend)
    return _ARRANGED.put(key, crop(draft))


def _fit(key: Hashable, brief: Brief) -> Draft:
    known = _FITTED.get(key)
    if known is None or known.setting.shared is not brief.shared:
        draft = Draft(Setting.of(brief, None))
        if known is not None:
            return replace(draft, options=known.options)
        known = _FITTED.put(key, fit_text(draft))
    return known


def _said(brief: Brief) -> Hashable:
    """All that the places of words depend on. Templates and files are told apart as the values that
    they were read into, which what is kept holds on to.
    """
    return (
        id(brief.template),
        brief.size,
        brief.width,
        brief.height,
        brief.slots.model_dump_json(),
        brief.look,
        brief.fonts,
        brief.photo,
        brief.pictures,
        brief.logos,
        brief.language,
        brief.seed,
        tuple(rule.model_dump_json() for rule in brief.rules),
        None if brief.choices.none else brief.choices.model_dump_json(),
    )
