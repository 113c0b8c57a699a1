"""Folders, sentence by sentence of the contract and what it leaves open, on both transports."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport

Add = Callable[..., LibraryItem]


def deep(studio: Studio, levels: int = 6) -> str:
    path = ""
    for level in range(1, levels + 1):
        path = studio.folders.create(name=f"L{level}", parent=path or None).path
    return path


def test_a_folder_without_a_parent_is_level_1(studio: Studio) -> None:
    made = studio.folders.create(name="Acme Ltd")
    assert (made.level, made.slug, made.name, made.path) == (1, "acme-ltd", "Acme Ltd", "acme-ltd")


def test_a_folder_with_a_parent_lies_one_level_below_it(studio: Studio) -> None:
    assert deep(studio) == "l1/l2/l3/l4/l5/l6"


def test_a_seventh_level_is_too_deep(studio: Studio) -> None:
    path = deep(studio)
    with pytest.raises(errors.FolderTooDeep):
        studio.folders.create(name="L7", parent=path)
    with pytest.raises(errors.FolderTooDeep):
        studio.folders.children(folder=path + "/l7")


def test_a_clash_of_slugs_gets_a_suffix_instead_of_an_error(studio: Studio) -> None:
    assert [studio.folders.create(name="Acme").slug for _ in range(4)] == [
        "acme",
        "acme-2",
        "acme-3",
        "acme-4",
    ]


def test_long_names_clash_as_often_as_they_like(studio: Studio) -> None:
    slugs = [studio.folders.create(name="x" * 80).slug for _ in range(12)]
    assert len(set(slugs)) == 12
    assert max(map(len, slugs)) <= 60


def test_the_same_slug_is_free_under_another_parent(studio: Studio) -> None:
    studio.folders.create(name="A")
    studio.folders.create(name="B")
    assert studio.folders.create(name="Summer", parent="a").slug == "summer"
    assert studio.folders.create(name="Summer", parent="b").slug == "summer"


def test_a_slug_of_ones_own_is_taken(studio: Studio) -> None:
    assert studio.folders.create(name="Acme", slug="the-brand").slug == "the-brand"


@pytest.mark.parametrize(
    "name", ["Зима", "夏の海", "🚀", "Ünïcødé", "مرحبا", "'; drop table folders; --", "../../etc"]
)
def test_a_name_in_any_script_makes_a_slug_that_opens_its_folder(studio: Studio, name: str) -> None:
    made = studio.folders.create(name=name)
    assert made.name == name
    assert studio.folders.children(folder=made.path).folder == made


@pytest.mark.parametrize("name", ["", " ", "\t\n", "x" * 81])
def test_a_name_is_not_blank_and_has_80_characters_at_most(studio: Studio, name: str) -> None:
    with pytest.raises(errors.ValidationError):
        studio.folders.create(name=name)


def test_a_rename_keeps_the_slug(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    renamed = studio.folders.rename(folder="acme", name="Brand New")
    assert (renamed.name, renamed.slug) == ("Brand New", "acme")
    assert [folder.name for folder in studio.folders.list().level1_folders] == ["Brand New"]


def test_a_missing_folder_says_at_which_level_and_under_which_old_code(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Summer", parent="acme")
    for path, level, legacy in (
        ("no", 1, "BRAND_NOT_FOUND"),
        ("acme/no", 2, "SUB_BRAND_NOT_FOUND"),
        ("acme/summer/no", 3, "CAMPAIGN_NOT_FOUND"),
    ):
        with pytest.raises(errors.FolderNotFound) as caught:
            studio.folders.children(folder=path)
        assert caught.value.details["level"] == level
        assert caught.value.details["legacyCode"] == legacy
        assert caught.value.details["level1"] == path.split("/")[0]
        assert caught.value.request_id


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("acm", "acme"),
        ("acme/sprng", "acme/spring"),
        ("acmee/sprng", "acme/spring"),
        ("spring", "acme/spring"),
        ("something", None),
        ("acme/something", None),
        ("rivals", None),
    ],
)
def test_a_mistyped_folder_is_answered_with_the_one_that_was_meant(
    studio: Studio, shared_bench: Bench, path: str, meant: str | None
) -> None:
    studio.folders.ensure("acme/spring", name="Spring")
    shared_bench.workspace().studio().folders.create(name="Rival")  # nobody else's is named
    with pytest.raises(errors.FolderNotFound) as caught:
        studio.folders.children(folder=path)
    with pytest.raises(errors.BadRequest) as unsupported:
        studio.images.create(folder=path, prompt="sea")
    for told in (caught.value.message, unsupported.value.message):
        assert ("Did you mean" in told) is (meant is not None)
        assert meant is None or told.endswith(f"Did you mean {meant}?")
    assert caught.value.details["level1"] == path.split("/")[0]
    assert "near" not in caught.value.details


def test_below_level_3_a_missing_folder_has_no_old_code(studio: Studio) -> None:
    deep(studio, 3)
    with pytest.raises(errors.FolderNotFound) as caught:
        studio.folders.children(folder="l1/l2/l3/no")
    assert caught.value.details["level"] == 4
    assert "legacyCode" not in caught.value.details


def test_children_count_the_live_folders_inside_each(studio: Studio) -> None:
    deep(studio, 4)
    studio.folders.create(name="Other", parent="l1")
    answer = studio.folders.children(folder="l1")
    assert answer.max_depth == 6
    assert [(child.slug, child.child_folder_count) for child in answer.children] == [
        ("l2", 1),
        ("other", 0),
    ]
    studio.folders.delete(folder="l1/l2/l3/l4")
    assert studio.folders.children(folder="l1/l2").children[0].child_folder_count == 0


def test_a_tree_shows_three_levels(studio: Studio) -> None:
    deep(studio, 4)
    tree = studio.folders.tree(folder="l1")
    assert tree.level1_folder.slug == "l1"
    assert [folder.slug for folder in tree.level2_folders] == ["l2"]
    assert [folder.slug for folder in tree.level2_folders[0].level3_folders] == ["l3"]
    assert tree.level1_folder.hero is None
    assert tree.level1_folder.stats is None


def test_shapes_of_three_levels_refuse_deeper_folders_instead_of_acting_above(
    studio: Studio, add: Add
) -> None:
    path = deep(studio, 4)
    item = add(studio, path)
    for call in (
        lambda: studio.folders.tree(folder="l1/l2"),
        lambda: studio.folders.sub_brands(folder="l1/l2"),
        lambda: studio.style.brand(folder=path),
        lambda: studio.library.set_hero(folder=path, image_id=item.image_id),
        lambda: studio.library.clear_hero(folder=path, image_id=item.image_id),
    ):
        with pytest.raises(errors.FolderDepthUnsupported):
            call()
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is None


# -- heroes and statistics -------------------------------------------------------------------------


def test_a_hero_is_inherited_from_the_nearest_level_that_has_one(studio: Studio, add: Add) -> None:
    deep(studio, 3)
    item = add(studio, "l1")
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is None
    assert studio.library.set_hero(folder="l1", image_id=item.image_id).model_dump() == {
        "is_hero": True,
        "level": "brand",
    }
    tree = studio.folders.tree(folder="l1", with_hero=True)
    level2, level3 = tree.level2_folders[0], tree.level2_folders[0].level3_folders[0]
    for hero in (tree.level1_folder.hero, level2.hero, level3.hero):
        assert hero is not None
        assert (hero.image_id, hero.width, hero.height) == (item.image_id, 64, 48)
        assert studio.read(hero.url)
    nearer = add(studio, "l1/l2", mark=2)
    assert studio.library.set_hero(folder="l1/l2", image_id=nearer.image_id).level == "sub-brand"
    tree = studio.folders.tree(folder="l1", with_hero=True)
    assert tree.level2_folders[0].level3_folders[0].hero is not None
    assert tree.level2_folders[0].level3_folders[0].hero.image_id == nearer.image_id


def test_statistics_count_the_folder_itself(studio: Studio, add: Add) -> None:
    deep(studio, 2)
    add(studio, "l1", 1)
    add(studio, "l1/l2", 2)
    stats = studio.folders.list(include_stats=True).level1_folders[0].stats
    assert stats is not None
    assert (stats.images, stats.designs, stats.texts, stats.sub_folders, stats.credits) == (
        1,
        0,
        0,
        1,
        1,
    )
    assert stats.last_activity_at is not None


def test_the_older_route_fills_heroes_only_when_asked(studio: Studio, add: Add) -> None:
    deep(studio, 3)
    studio.library.set_hero(folder="l1", image_id=add(studio, "l1").image_id)
    bare = studio.folders.sub_brands(folder="l1")
    assert bare.brand.slug == "l1"
    assert bare.sub_brands[0].hero is None
    full = studio.folders.sub_brands(folder="l1", with_hero=True)
    assert full.sub_brands[0].hero is not None
    assert full.sub_brands[0].campaigns[0].hero is not None
    with pytest.raises(errors.NotFound):
        studio.folders.sub_brands(folder="nobody")


# -- archive ---------------------------------------------------------------------------------------


def test_a_folder_with_live_folders_inside_is_not_deleted(studio: Studio) -> None:
    deep(studio, 2)
    with pytest.raises(errors.HasChildren):
        studio.folders.delete(folder="l1")
    studio.folders.delete(folder="l1/l2")
    deleted = studio.folders.delete(folder="l1")
    assert deleted.deleted.model_dump() == {"slug": "l1", "name": "L1"}
    assert studio.folders.list().level1_folders == []


def test_an_archived_folder_frees_its_slug_at_once(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    studio.folders.delete(folder="acme")
    with pytest.raises(errors.FolderNotFound):
        studio.folders.children(folder="acme")
    assert studio.folders.create(name="Acme").slug == "acme"


def test_restore_brings_a_folder_back_with_its_items_and_its_hero(studio: Studio, add: Add) -> None:
    studio.folders.create(name="Acme")
    item = add(studio)
    studio.library.set_hero(folder="acme", image_id=item.image_id)
    studio.folders.delete(folder="acme")
    assert studio.library.list().total_count == 0
    assert studio.folders.restore(folder="acme").slug == "acme"
    page = studio.library.list(folder="acme")
    assert [(row.image_id, row.is_hero) for row in page.items] == [(item.image_id, True)]
    assert page.total_count == 1
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is not None


def test_restore_takes_the_newest_and_the_next_suffix_where_the_slug_is_taken(
    studio: Studio,
) -> None:
    for name in ("First", "Second", "Third"):
        studio.folders.create(name=name, slug="acme")
        if name != "Third":
            studio.folders.delete(folder="acme")
    restored = studio.folders.restore(folder="acme")
    assert (restored.name, restored.slug) == ("Second", "acme-2")
    assert studio.folders.restore(folder="acme").name == "First"
    with pytest.raises(errors.FolderNotFound):
        studio.folders.restore(folder="acme")


def test_a_sub_folder_is_restored_under_its_parents_present_path(studio: Studio) -> None:
    deep(studio, 2)
    studio.folders.delete(folder="l1/l2")
    studio.folders.delete(folder="l1")
    with pytest.raises(errors.FolderNotFound):
        studio.folders.restore(folder="l1/l2")
    studio.folders.create(name="L1")
    assert studio.folders.restore(folder="l1").path == "l1-2"
    with pytest.raises(errors.FolderNotFound):
        studio.folders.restore(folder="l1/l2")
    assert studio.folders.restore(folder="l1-2/l2").path == "l1-2/l2"


def test_an_archived_picture_stands_for_no_level_above(
    studio: Studio, add: Add, shared_bench: Bench
) -> None:
    deep(studio, 2)
    item = add(studio, "l1/l2")
    studio.library.set_hero(folder="l1/l2", image_id=item.image_id, level="brand")
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is not None
    studio.folders.delete(folder="l1/l2")
    assert studio.folders.list(with_hero=True).level1_folders[0].hero is None
    studio.folders.restore(folder="l1/l2")
    assert studio.library.list(folder="l1/l2").items[0].is_hero is False
    assert shared_bench.doctor().problems == []


def test_an_archived_folder_is_swept_after_30_days_and_the_ledger_stays(
    bench: Bench, add: Add
) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    add(studio)
    studio.folders.delete(folder="acme")
    bench.manual_clock.advance(days=29)
    bench.sweep()
    studio.folders.restore(folder="acme")
    assert studio.library.list(folder="acme").total_count == 1
    studio.folders.delete(folder="acme")
    bench.manual_clock.advance(days=30, seconds=1)
    bench.sweep()
    with pytest.raises(errors.FolderNotFound):
        studio.folders.restore(folder="acme")
    assert list(bench.service.store.blobs.names()) == []
    charge = studio.credits.transactions().transactions[0]
    assert charge.metadata.folder == "acme"
    assert bench.doctor().problems == []


def test_work_in_flight_keeps_a_folder_from_the_archive(
    place: Place, studio: Studio, add: Add
) -> None:
    studio.folders.create(name="Acme")
    add(studio)
    row = next(iter(studio.library.list(folder="acme").items))
    studio.images.resize(folder="acme", image_id=row.image_id, aspect_ratio="1:1", resolution="1K")
    with pytest.raises(errors.AlreadyProcessing):
        studio.folders.delete(folder="acme")
    job = studio.jobs.list().jobs[0]
    studio.jobs.cancel(job_id=job.job_id)
    assert studio.folders.delete(folder="acme").deleted.slug == "acme"


# -- duplicate -------------------------------------------------------------------------------------


def test_a_duplicate_is_named_copy_and_holds_everything(
    studio: Studio, add: Add, shared_bench: Bench, place: Place
) -> None:
    deep(studio, 3)
    one, two = add(studio, "l1", 1), add(studio, "l1/l2", 2)
    add(studio, "l1/l2/l3", 3)
    gone = add(studio, "l1", 4)
    studio.library.delete(folder="l1", image_id=gone.image_id)
    studio.library.set_hero(folder="l1/l2", image_id=two.image_id, level="brand")
    studio.references.add(
        folder="l1", domain="photos", library_image_ids=[one.image_id], category="hero"
    )
    studio.rules.add(folder="l1", kind="copy", text="Say we, not I")
    studio.style.update(folder="l1", essence="Bold")
    before = place.balance
    copy = studio.folders.duplicate(folder="l1")
    assert (copy.folder.name, copy.folder.slug) == ("L1 copy", "l1-copy")
    assert (copy.images_copied, copy.items_skipped, copy.sub_folders_copied, copy.errors) == (
        3,
        0,
        2,
        [],
    )
    assert place.balance == before
    assert studio.library.list(folder="l1-copy", subtree=True).total_count == 3
    copied = studio.library.list(folder="l1-copy").items[0]
    assert copied.image_id != one.image_id
    assert studio.read(copied.url or "") == studio.read(one.url or "")
    assert [
        ref.category for ref in studio.references.list(folder="l1-copy", domain="photos").refs
    ] == ["hero"]
    assert [rule.text for rule in studio.rules.list(folder="l1-copy").rules] == ["Say we, not I"]
    assert studio.style.get(folder="l1-copy").purpose is not None
    hero = next(
        f for f in studio.folders.list(with_hero=True).level1_folders if f.slug == "l1-copy"
    ).hero
    below = studio.library.list(folder="l1-copy/l2").items[0]
    assert hero is not None
    assert hero.image_id == below.image_id
    assert below.is_hero
    assert studio.folders.duplicate(folder="l1").folder.slug == "l1-copy-2"
    assert shared_bench.doctor().problems == []


def test_a_copy_outlives_the_purge_of_its_original(studio: Studio, add: Add) -> None:
    studio.folders.create(name="Acme")
    item = add(studio, mark=77)
    studio.folders.duplicate(folder="acme")
    purged = studio.library.delete(folder="acme", image_id=item.image_id, purge=True)
    assert purged.model_dump()["keys"] == []
    copy = studio.library.list(folder="acme-copy").items[0]
    assert studio.read(copy.url or "")


def test_a_copy_of_an_image_whose_edit_is_under_way_has_its_finished_versions(
    studio: Studio, add: Add, shared_bench: Bench
) -> None:
    studio.folders.create(name="Acme")
    item = add(studio)
    accepted = studio.images.resize(
        folder="acme", image_id=item.image_id, aspect_ratio="1:1", resolution="1K"
    )
    copy = studio.folders.duplicate(folder="acme")
    assert copy.images_copied == 1
    copied = studio.library.list(folder="acme-copy").items[0]
    assert (copied.status, copied.total_versions) == ("completed", 1)
    assert shared_bench.doctor().problems == []
    studio.jobs.cancel(job_id=accepted.job_id)


def test_a_long_name_is_cut_for_its_copy(studio: Studio) -> None:
    studio.folders.create(name="n" * 80, slug="n")
    assert studio.folders.duplicate(folder="n").folder.name == "n" * 75 + " copy"


# -- who may ---------------------------------------------------------------------------------------


def test_levels_of_keys(place: Place, transport: Transport) -> None:
    full, create, read = (place.studio(transport, level) for level in ("full", "create", "read"))
    create.folders.create(name="Acme")
    assert read.folders.list().level1_folders[0].slug == "acme"
    with pytest.raises(errors.InsufficientScope) as caught:
        read.folders.create(name="Mine")
    assert caught.value.details == {"required": "create", "keyScope": "read"}
    for call in (
        lambda: create.folders.rename(folder="acme", name="X"),
        lambda: create.folders.delete(folder="acme"),
        lambda: create.folders.duplicate(folder="acme"),
        lambda: create.folders.restore(folder="acme"),
    ):
        with pytest.raises(errors.InsufficientScope):
            call()
    full.folders.delete(folder="acme")


def test_another_workspace_sees_nothing(
    studio: Studio, shared_bench: Bench, transport: Transport
) -> None:
    studio.folders.create(name="Acme")
    other = shared_bench.workspace().studio(transport)
    assert other.folders.list().level1_folders == []
    with pytest.raises(errors.FolderNotFound):
        other.folders.children(folder="acme")
    assert other.folders.create(name="Acme").slug == "acme"


def test_an_unknown_argument_is_a_type_error(studio: Studio) -> None:
    with pytest.raises(TypeError, match="colour"):
        studio.folders.create(name="Acme", colour="red")  # type: ignore[call-arg]
