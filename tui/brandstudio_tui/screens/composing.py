"""A banner being composed: what was typed, what came of it, and the calls that lead there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from textual.strip import Strip

import brandstudio
from brandstudio.models.designs import ContrastFigures, DesignPreview, DesignRecipe, Variant

from ..slots import CONTRACT, ORDER, OWN, SCHEMELESS, Said, blanks, own_slots, own_text
from ..views import Tile
from ..widgets.blocks import decode, paint

VISIONS = (
    ("normal", "as it is"),
    ("protan", "no red (protan)"),
    ("deutan", "no green (deutan)"),
    ("tritan", "no blue (tritan)"),
)
NAMES = {
    "button_text": "button",
    "author_name": "author",
    "author_role": "role",
}


_WORDS = frozenset(blank.name for blank in CONTRACT)


@dataclass(frozen=True)
class Draft:
    """Everything that decides how a banner looks before it is drawn."""

    folder: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    """What was typed into each slot; a slot that the template has not keeps its words for another."""
    image_id: str = ""
    logo: str = ""
    template: str = "overlay"
    size: str = "linkedin-feed"
    scheme: str = ""

    def said(self, name: str) -> str:
        return self.words.get(name, "").strip()

    @property
    def headline(self) -> str:
        """What the banner is called by: its headline, or what leads it in its place."""
        asked = blanks(self.template)
        first = (self.said(name) for name in ("headline", *ORDER) if name in asked)
        return next((words for words in first if words), "")

    @property
    def missing(self) -> str:
        """The label of the first slot that still needs words; nothing where all have them."""
        asked = blanks(self.template)
        empty = [asked[name] for name in ORDER if name in asked and not self.said(name)]
        needed = [blank for blank in empty if blank.needed]
        needed.sort(key=lambda blank: blank.name != "headline")
        if needed:
            return needed[0].label
        return "" if self.headline else asked["headline"].label

    @property
    def wanting(self) -> str:
        """What is to be typed next, as a sentence has it."""
        return "a headline" if self.missing == "Headline" else f'the words of "{self.missing}"'

    @property
    def ready(self) -> bool:
        return bool(self.folder and not self.missing)

    def choosing(self, name: str, value: str) -> Draft:
        """With another template, size, scheme or logo."""
        held = {one: getattr(self, one) for one in ("template", "size", "scheme", "logo")}
        return replace(self, **{**held, name: value})

    def colours(self, template: str = "") -> str | None:
        """The scheme for a template that has any."""
        if (template or self.template) in SCHEMELESS:
            return None
        return self.scheme or None

    def slots(self, template: str = "") -> brandstudio.Slots:
        """What is said to a template: only what that one asks for."""
        given: dict[str, Any] = {}
        own: dict[str, Said] = {}
        for name in blanks(template or self.template):
            words = self.said(name)
            if not words:
                continue
            if name == OWN:
                own |= own_slots(words)
            else:
                (given if name in _WORDS else own)[name] = words
        given |= {name: value for name in ("image_id", "logo") if (value := getattr(self, name))}
        return brandstudio.Slots(**given, own=own)


@dataclass(frozen=True)
class Figure:
    """The worst contrast of a block of words, what it needs, and for which eyes it is worst."""

    layer: str
    worst: float
    required: float
    vision: str

    @property
    def holds(self) -> bool:
        return self.worst >= self.required


@dataclass(frozen=True)
class Preview:
    """A banner as it would come out."""

    draft: Draft
    picture: Any
    file: bytes
    painted: list[Strip]
    total: float
    warnings: tuple[str, ...]
    figures: tuple[Figure, ...]
    quote: tuple[float, float]
    """What it would cost, and how much more at most."""


@dataclass(frozen=True)
class Drawn:
    """A variant that was drawn, and the draft that it came from."""

    draft: Draft
    job_id: str
    variant_id: str
    template: str
    size: str
    url: str
    total: float
    warnings: tuple[str, ...]
    figures: tuple[Figure, ...]
    saved: str = ""


def figures_of(found: list[ContrastFigures] | None) -> tuple[Figure, ...]:
    """The worst figure of each block."""
    worst: dict[str, Figure] = {}
    for one in found or ():
        name = NAMES.get(one.layer, one.layer)
        figure = Figure(name, one.worst, one.required, one.vision)
        held = worst.get(name)
        if held is None or figure.worst / figure.required < held.worst / held.required:
            worst[name] = figure
    return tuple(worst.values())


def preview(
    studio: brandstudio.Studio,
    draft: Draft,
    vision: str,
    cells: tuple[int, int],
    half: str,
    sizes: tuple[str, ...] = (),
) -> Preview:
    """The banner at once, free; as a job of those sizes would make it. Run in a thread."""
    made = studio.designs.preview(
        folder=draft.folder,
        size=_any(draft.size),
        sizes=_any(list(sizes) or None),
        template=draft.template,
        slots=draft.slots(),
        scheme=draft.colours(),
        max_side=_longest(cells),
        vision=_any(vision),
    )
    return _previewed(draft, made, cells, half)


def preview_change(
    studio: brandstudio.Studio,
    one: Drawn,
    changes: dict[str, Any],
    vision: str,
    cells: tuple[int, int],
    half: str,
) -> Preview:
    """The variant as an edit would make it, free; run in a thread."""
    made = studio.designs.preview_edit(
        job_id=one.job_id,
        variant_id=one.variant_id,
        max_side=_longest(cells),
        vision=_any(vision),
        **changes,
    )
    return _previewed(changed_draft(one.draft, changes), made, cells, half)


def _longest(cells: tuple[int, int]) -> int:
    """Pixels enough for so many cells."""
    return max(256, min(960, max(cells[0] * 6, cells[1] * 12)))


def _previewed(draft: Draft, made: DesignPreview, cells: tuple[int, int], half: str) -> Preview:
    file = made.read()
    picture = decode(file)
    painted = paint(picture, cells[0], cells[1], half) if all(cells) else []
    quote = made.credits
    return Preview(
        draft,
        picture,
        file,
        painted,
        made.scores.total,
        tuple(made.warnings),
        figures_of(made.contrast),
        (0.0, 0.0) if quote is None else (quote.deducted, quote.may_add),
    )


def _any(word: Any) -> Any:
    """A word of a Choice, whose options are the operation's own."""
    return word


def drawn(draft: Draft, job_id: str, variant: Variant) -> Drawn:
    return Drawn(
        replace(draft, template=variant.template, size=variant.size),
        job_id,
        variant.variant_id,
        variant.template,
        variant.size,
        variant.png_url,
        variant.scores.total,
        tuple(variant.warnings),
        figures_of(variant.contrast),
        variant.saved_image_id or "",
    )


@dataclass(frozen=True)
class Reopened:
    """A saved design to go on with. ``drawn`` is its variant; None where the design was saved
    before variants were kept with it, and can be drawn anew from its words only.
    """

    draft: Draft
    drawn: Drawn | None
    photo: Tile | None


def reopen(studio: brandstudio.Studio, tile: Tile) -> Reopened:
    """The words, the photo and the variant of a saved design; run in a thread."""
    made = studio.library.get(image_id=tile.image_id, folder=tile.folder).design
    if made is None:
        raise brandstudio.errors.StudioError("This item is no saved banner.")
    slots = made.recipe.slots
    words = {name: said for name in _WORDS if (said := getattr(slots, name))}
    photo = _photo(studio, slots.image_id, tile.folder)
    draft = Draft(
        folder=tile.folder,
        image_id="" if photo is None else photo.image_id,
        template=made.template,
        size=made.size,
        logo=slots.logo or "",
        scheme="" if made.recipe.choices is None else made.recipe.choices.scheme or "",
        words={**words, **own_words(slots.own, made.template)},
    )
    return Reopened(draft, _variant(studio, draft, made), photo)


def _photo(studio: brandstudio.Studio, image_id: str | None, folder: str) -> Tile | None:
    """The photo that the words name; None without one, or where it has gone meanwhile."""
    if image_id is None:
        return None
    for place in (folder, folder.split("/")[0]):
        try:
            return Tile.of(studio.library.get(image_id=image_id, folder=place))
        except brandstudio.errors.NotFound:
            continue
    return None


def _variant(studio: brandstudio.Studio, draft: Draft, made: DesignRecipe) -> Drawn | None:
    if made.job_id is None:
        return None
    try:
        job = studio.designs.get(job_id=made.job_id)
    except brandstudio.errors.NotFound:
        return None
    found = (one for one in job.variants if one.variant_id == made.variant_id)
    return next((drawn(draft, job.job_id, one) for one in found), None)


def draw(
    studio: brandstudio.Studio, draft: Draft, template: str, sizes: tuple[str, ...] = ()
) -> list[Drawn]:
    """Draw the banner, charged, and wait for it; run in a thread."""
    where: dict[str, Any] = {"sizes": list(sizes)} if sizes else {"size": draft.size}
    job = studio.designs.create(
        folder=draft.folder,
        template=template,
        slots=draft.slots(template),
        scheme=draft.colours(template),
        **where,
    ).wait(timeout=300, progress=False)
    if not job.variants:
        reasons = "; ".join(f"{one.template}: {one.error}" for one in job.dropped)
        raise brandstudio.errors.StudioError(reasons or "No version could be drawn.")
    return [drawn(draft, job.job_id, variant) for variant in job.variants]


def edit(studio: brandstudio.Studio, one: Drawn, changes: dict[str, Any]) -> Drawn:
    """The variant with changes, as a new variant of its job; run in a thread."""
    accepted = studio.designs.edit(job_id=one.job_id, variant_id=one.variant_id, **changes)
    draft = changed_draft(one.draft, changes)
    return drawn(draft, one.job_id, accepted.wait(timeout=300, progress=False))


def changed_draft(draft: Draft, changes: dict[str, Any]) -> Draft:
    """The draft that says what the banner says after an edit."""
    slots = changes.get("slots")
    scheme = changes.get("scheme", draft.scheme)
    draft = replace(
        draft,
        template=changes.get("template", draft.template),
        scheme="" if scheme == "auto" else scheme,
    )
    if slots is None:
        return draft
    given = slots.model_dump(include=_WORDS, exclude_none=True)
    places = {
        name: "" if value == "none" else value
        for name in ("image_id", "logo")
        if (value := getattr(slots, name)) is not None
    }
    return replace(
        draft, words={**draft.words, **given, **own_words(slots.own, draft.template)}, **places
    )


def own_words(own: Mapping[str, Said], template: str) -> dict[str, str]:
    """Slots of a template's own as they were typed: each in its field, or all in the one for them."""
    if not own:
        return {}
    if OWN in blanks(template):
        return {OWN: own_text(own)}
    return {
        name: value if isinstance(value, str) else "; ".join(value) for name, value in own.items()
    }


def save(studio: brandstudio.Studio, one: Drawn, into: str = "") -> Drawn:
    """Keep a variant in the library, or as the next version of a design there."""
    more = {"into_image_id": into} if into else {}
    saved = studio.designs.save(job_id=one.job_id, variant_id=one.variant_id, **more)
    return replace(one, saved=saved.image_id)


def logos_of(folder: str) -> Callable[[brandstudio.Studio], list[str]]:
    """Asks for the names of the logos that a folder may use."""

    def look(studio: brandstudio.Studio) -> list[str]:
        return list(dict.fromkeys(one.name for one in studio.logos.list(folder=folder).logos))

    return look


def photo_of(studio: brandstudio.Studio, image_id: str, folder: str) -> Tile:
    """An item by its id, in whichever folder of the brand it lies."""
    top = folder.split("/")[0]
    for item in studio.library.pages(folder=top, subtree=True, kind="image", limit=200):
        if item.image_id == image_id:
            return Tile.of(item)
    raise brandstudio.errors.NotFound("That picture has gone meanwhile.")
