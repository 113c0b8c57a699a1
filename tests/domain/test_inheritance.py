"""Inheritance: the most specific level wins, part by part, and every part names its level."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.domain.inheritance import FolderLayer, Resolved, resolve
from brandstudio.models.rules import Rule, RuleCheck
from brandstudio.models.style import (
    DesignsStyle,
    FontSummary,
    Inherited,
    LogoSummary,
    PaletteColour,
    PhotosStyle,
    Purpose,
    Style,
    VisualWorld,
    Voice,
)

PATHS = [
    "acme",
    "acme/summer",
    "acme/summer/launch",
    "acme/summer/launch/d",
    "acme/summer/launch/d/e",
    "acme/summer/launch/d/e/f",
]


def world(word: str) -> VisualWorld:
    return VisualWorld.model_validate(
        {
            "subjects": [{"term": word, "references": [], "confidence": 1}],
            "settings": [],
            "materials": [],
            "motifs": [],
            "mood": [],
        }
    )


def logo(name: str, folder: str, *, primary: bool = False) -> LogoSummary:
    return LogoSummary(name=name, primary=primary, variants=["any"], folder=folder)


def font(family: str, role: str, folder: str) -> FontSummary:
    return FontSummary.model_validate(
        {"font_id": f"{folder}:{family}:{role}", "family": family, "role": role, "folder": folder}
    )


words = st.sampled_from(["calm", "bold", "warm"])


@st.composite
def layers(draw: st.DrawFn, level: int) -> FolderLayer:
    """A folder that says any part or none of it."""
    path = PATHS[level - 1]
    maybe = st.none() | words
    purpose = draw(
        st.none()
        | st.builds(
            Purpose,
            feel=maybe,
            essence=maybe,
            voice=maybe,
            compliance=maybe,
            sources=st.just([f"https://{level}.example"]),
        )
    )
    voice = draw(
        st.none()
        | st.builds(
            Voice,
            tone=st.lists(words, max_size=2),
            spelling=st.sampled_from([None, "en-GB"]),
            oxford_comma=st.sampled_from([None, True, False]),
        )
    )
    return FolderLayer(
        folder=path,
        level=level,
        purpose=purpose,
        voice=voice,
        visual_world=draw(st.none() | words.map(world)),
        photos_version=level * 10,
        palette=draw(
            st.lists(
                st.builds(PaletteColour, hex=st.sampled_from(["#ff0000", "#00ff00"])), max_size=2
            )
        ),
        fonts=[
            font(*f, path)
            for f in draw(
                st.lists(
                    st.tuples(
                        st.sampled_from(["Inter", "Noto"]),
                        st.sampled_from(["headline", "body", "any"]),
                    ),
                    max_size=3,
                    unique=True,
                )
            )
        ],
        logos=[
            logo(name, path, primary=primary)
            for name, primary in draw(
                st.dictionaries(st.sampled_from(["main", "mark", "old"]), st.booleans())
            ).items()
        ],
        references={
            "photos": draw(st.lists(words, max_size=2)),
            "designs": draw(st.lists(words, max_size=2)),
        },
        hero=draw(st.none() | words),
    )


@st.composite
def chains(draw: st.DrawFn, minimum: int = 1) -> list[FolderLayer]:
    return [draw(layers(level)) for level in range(1, draw(st.integers(minimum, 6)) + 1)]


def parts(resolved: Resolved) -> dict[str, object]:
    """Everything resolved but where one stands."""
    return {
        name: getattr(resolved, name)
        for name in (
            "photo_style",
            "visual_world",
            "design_style",
            "purpose",
            "voice",
            "palette",
            "fonts",
            "logos",
            "references",
            "hero",
            "rules",
            "origin",
        )
    }


@settings(max_examples=40)
@given(chains())
def test_each_whole_part_is_that_of_the_nearest_level_that_says_it(
    chain: list[FolderLayer],
) -> None:
    resolved = resolve(chain)
    for part, said, value in [
        ("visualWorld", lambda layer: layer.visual_world, resolved.visual_world),
        ("palette", lambda layer: tuple(layer.palette), resolved.palette),
        ("hero", lambda layer: layer.hero, resolved.hero),
        (
            "references.photos",
            lambda layer: tuple(layer.references["photos"]),
            resolved.references["photos"],
        ),
        (
            "references.designs",
            lambda layer: tuple(layer.references["designs"]),
            resolved.references["designs"],
        ),
    ]:
        saying = [layer for layer in chain if said(layer)]
        if saying:
            assert value == said(saying[-1])
            assert resolved.origin[part] == Inherited(
                folder=saying[-1].folder, level=saying[-1].level
            )
        else:
            assert not value
            assert part not in resolved.origin


@settings(max_examples=40)
@given(chains())
def test_purpose_and_voice_are_resolved_field_by_field(chain: list[FolderLayer]) -> None:
    resolved = resolve(chain)
    for name in ("feel", "essence", "voice", "compliance"):
        said = [
            getattr(layer.purpose, name)
            for layer in chain
            if layer.purpose and getattr(layer.purpose, name)
        ]
        assert (getattr(resolved.purpose, name) if resolved.purpose else None) == (
            said[-1] if said else None
        )
        assert (f"purpose.{name}" in resolved.origin) == bool(said)
    for name, empty in (("tone", []), ("spelling", None), ("oxford_comma", None)):
        said = [
            getattr(layer.voice, name)
            for layer in chain
            if layer.voice and getattr(layer.voice, name) != empty
        ]
        assert (getattr(resolved.voice, name) if resolved.voice else empty) == (
            said[-1] if said else empty
        )


@settings(max_examples=40)
@given(chains())
def test_every_named_level_is_one_of_the_chain(chain: list[FolderLayer]) -> None:
    known = {(layer.folder, layer.level) for layer in chain}
    assert all((source.folder, source.level) in known for source in resolve(chain).origin.values())


@settings(max_examples=40)
@given(chains())
def test_a_folder_that_says_nothing_has_all_that_its_parent_has(chain: list[FolderLayer]) -> None:
    below = FolderLayer(folder=chain[-1].folder + "/empty", level=chain[-1].level + 1)
    assert parts(resolve([*chain, below])) == parts(resolve(chain))


@settings(max_examples=40)
@given(chains(minimum=2), st.data())
def test_what_a_level_does_not_say_it_can_not_change(
    chain: list[FolderLayer], data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(chain) - 1))
    silent = [*chain[:index], replace(chain[index], hero=None), *chain[index + 1 :]]
    before, after = parts(resolve(chain)), parts(resolve(silent))
    for part in before.keys() - {"hero", "origin"}:
        assert before[part] == after[part]


@settings(max_examples=40)
@given(chains())
def test_there_is_one_logo_of_each_name_and_one_primary(chain: list[FolderLayer]) -> None:
    resolved = resolve(chain)
    names = [mark.name for mark in resolved.logos]
    assert len(names) == len(set(names))
    assert {name for layer in chain for name in (mark.name for mark in layer.logos)} == set(names)
    assert sum(mark.primary for mark in resolved.logos) == bool(names)
    for mark in resolved.logos:
        assert resolved.origin[f"logos.{mark.name}"].folder == mark.folder
        assert (
            mark.folder
            == [layer.folder for layer in chain if mark.name in {m.name for m in layer.logos}][-1]
        )
    saying = [layer for layer in chain if any(mark.primary for mark in layer.logos)]
    if saying:
        (primary,) = (mark.name for mark in resolved.logos if mark.primary)
        assert primary in {mark.name for mark in saying[-1].logos if mark.primary}


@settings(max_examples=40)
@given(chains())
def test_fonts_are_tried_in_the_order_of_their_roles(chain: list[FolderLayer]) -> None:
    resolved = resolve(chain)
    playing = list(
        dict.fromkeys(f.font_id for f in (resolved.headline_font, resolved.body_font) if f)
    )
    assert [f.font_id for f in resolved.fonts][: len(playing)] == playing
    for role, chosen in (("headline", resolved.headline_font), ("body", resolved.body_font)):
        saying = [layer for layer in chain if any(f.role in {role, "any"} for f in layer.fonts)]
        assert (chosen.folder if chosen else None) == (saying[-1].folder if saying else None)
    rest = [len(f.folder.split("/")) for f in resolved.fonts[len(playing) :]]
    assert all(nearer >= further for nearer, further in pairwise(rest))


@settings(max_examples=40)
@given(chains())
def test_it_fits_the_shape_of_the_border(chain: list[FolderLayer]) -> None:
    resolved = resolve(chain)
    style = resolved.style(locked=True)
    assert Style.model_validate_json(style.model_dump_json(by_alias=True)) == style
    assert style.locked
    assert isinstance(style.photos, PhotosStyle)
    assert isinstance(style.designs, DesignsStyle)


def test_the_style_version_is_that_of_the_level_that_the_style_came_from() -> None:
    chain = [
        FolderLayer("acme", 1, design_style=None, photos_version=3),
        FolderLayer("acme/summer", 2, photos_version=7),
    ]
    assert resolve(chain).photos_version == 7  # nobody has a style: one's own count


def rule(text: str, least: float) -> Rule:
    check = RuleCheck(measure="lightness", op=">=", value=least)
    return Rule(
        rule_id=text, kind="image", text=text, check=check, source="person", level=1, folder="acme"
    )


def test_all_rules_of_the_chain_are_shown_and_a_deeper_one_of_the_same_subject_overrides() -> None:
    bright, brighter = rule("Keep pictures bright", 0.6), rule("Keep them brighter", 0.8)
    resolved = resolve(
        [FolderLayer("acme", 1, rules=[bright]), FolderLayer("acme/b", 2, rules=[brighter])]
    )
    assert [(r.text, r.overridden, r.folder) for r in resolved.rules] == [
        ("Keep pictures bright", True, "acme"),
        ("Keep them brighter", False, "acme/b"),
    ]


@pytest.mark.parametrize(
    "chain", [[], [FolderLayer("a/b", 2), FolderLayer("a", 1)], [FolderLayer("a", 1)] * 2]
)
def test_a_chain_out_of_order_is_a_fault_of_the_caller(chain: list[FolderLayer]) -> None:
    with pytest.raises(ValueError, match="Level 1 down"):
        resolve(chain)
