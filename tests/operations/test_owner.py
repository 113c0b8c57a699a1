"""Workspaces, keys, permissions, prices, the webhook: what the contract gives to the dashboard."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from brandstudio import errors
from brandstudio.keys import api as api_keys
from brandstudio.operations import AddCredits, CheckStore, CreateFolder, CreateKey
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport


def test_a_key_is_shown_once_and_only_its_hash_is_kept(bench: Bench) -> None:
    place = bench.workspace()
    made = place.owner.admin.keys.create(name="CI")
    assert made.secret.startswith("bsk_")
    assert len(made.secret) == 4 + 43 + 6
    assert (made.level, made.name) == ("create", "CI")
    for listed in place.owner.admin.keys.list().keys:
        assert made.secret not in listed.model_dump_json()
    bench.service.authenticate(made.secret)
    for file in bench.data.rglob("*"):
        if file.is_file():
            assert made.secret.encode() not in file.read_bytes()


def test_every_slip_of_one_character_is_refused_without_a_look_up() -> None:
    key = api_keys.new_key()
    assert api_keys.is_well_formed(key)
    for at in range(len(key)):
        for other in "aZ0_":
            if key[at] != other:
                assert not api_keys.is_well_formed(key[:at] + other + key[at + 1 :])
    assert not api_keys.is_well_formed(key + "0")
    assert not api_keys.is_well_formed(key[:-1])


def test_a_missing_an_unknown_and_a_revoked_key(bench: Bench) -> None:
    place = bench.workspace()
    made = place.owner.admin.keys.create()
    with pytest.raises(errors.Unauthenticated):
        bench.service.authenticate(None)
    for key in ("x", api_keys.new_key()):
        with pytest.raises(errors.InvalidApiKey):
            bench.service.authenticate(key)
    place.owner.admin.keys.revoke(key=made.key_id)
    with pytest.raises(errors.InvalidApiKey):
        bench.service.authenticate(made.secret)
    again = place.owner.admin.keys.create()
    place.owner.admin.keys.revoke(key=again.secret)
    with pytest.raises(errors.InvalidApiKey):
        bench.service.authenticate(again.secret)


def test_another_workspaces_key_is_not_revoked(bench: Bench) -> None:
    mine, theirs = bench.workspace(), bench.workspace()
    made = theirs.owner.admin.keys.create()
    for name in (made.key_id, made.secret):
        with pytest.raises(errors.NotFound):
            mine.owner.admin.keys.revoke(key=name)
    bench.service.authenticate(made.secret)


def test_a_paused_workspace_answers_nothing_and_says_why(
    place: Place, transport: Transport
) -> None:
    studio = place.studio(transport)
    place.owner.admin.workspaces.pause(reason="invoice 12 is open")
    with pytest.raises(errors.ClientPaused, match="invoice 12 is open"):
        studio.folders.list()
    place.owner.folders.list()  # whoever holds the data folder may still look
    place.owner.admin.workspaces.resume()
    studio.folders.list()


def test_a_call_that_waited_asks_again_whether_its_key_may(place: Place) -> None:
    service = place.bench.service
    caller = service.authenticate(place.key())
    place.owner.admin.workspaces.pause(reason="a drill")
    with pytest.raises(errors.ClientPaused, match="a drill"):
        service.send(caller, CreateFolder(name="Late"), "req")
    place.owner.admin.workspaces.resume()
    place.owner.admin.keys.revoke(key=place.key())
    with pytest.raises(errors.InvalidApiKey):
        service.send(caller, CreateFolder(name="Late"), "req")
    assert place.owner.folders.list().level1_folders == []


def test_a_revoked_key_is_refused_at_the_next_call(place: Place, transport: Transport) -> None:
    studio = place.studio(transport)
    studio.folders.list()
    place.owner.admin.keys.revoke(key=place.key())
    with pytest.raises(errors.InvalidApiKey):
        studio.folders.list()


def test_an_api_key_does_not_reach_the_owners_operations(place: Place) -> None:
    studio = place.studio("process")
    for operation in (AddCredits(credits=5), CreateKey(level="full"), CheckStore()):
        with pytest.raises(errors.Forbidden):
            studio.send(operation)


def test_workspaces_have_names_of_their_own(bench: Bench) -> None:
    admin = bench.owner().admin
    made = admin.workspaces.create(name="Studio North", credits=5)
    assert (made.balance, made.paused, made.permissions) == (5, False, [])
    with pytest.raises(errors.ValidationError):
        admin.workspaces.create(name="Studio North")
    assert {row.name for row in admin.workspaces.list().workspaces} == {"default", "Studio North"}
    assert bench.service.owner("Studio North") == bench.service.owner(made.workspace_id)


def test_a_price_is_a_number_of_credits_for_a_known_operation(place: Place) -> None:
    credits = place.owner.admin.credits
    for operation, amount in (("upload", -1), ("upload", 0.001), ("nothing", 1), ("upload", 1e9)):
        with pytest.raises(errors.ValidationError):
            credits.set_price(operation=operation, credits=amount)


def test_a_permission_opens_trial_invites(place: Place, transport: Transport) -> None:
    studio = place.studio(transport)
    with pytest.raises(errors.Forbidden):
        studio.invites.create(email="a@example.org")
    with pytest.raises(errors.InsufficientScope):
        place.studio(transport, "create").invites.create(email="a@example.org")
    assert place.owner.admin.permissions.grant(permission="trialInvites").permissions == [
        "trialInvites"
    ]
    assert studio.invites.create(email="a@example.org").invite_id
    assert place.owner.admin.permissions.revoke(permission="trialInvites").permissions == []


# -- locks -----------------------------------------------------------------------------------------


def test_a_locked_folder_refuses_style_edits_and_extraction(studio: Studio, place: Place) -> None:
    studio.folders.create(name="Acme")
    place.owner.admin.locks.lock(folder="acme")
    before = place.balance
    with pytest.raises(errors.LevelLocked):
        studio.style.extract(folder="acme", website_url="https://example.com")
    with pytest.raises(errors.LevelLocked):
        studio.style.update(folder="acme", essence="Bold")
    assert studio.style.get(folder="acme").locked
    place.owner.admin.locks.unlock(folder="acme")
    assert studio.style.update(folder="acme", essence="Bold").purpose is not None
    assert place.balance == before


def test_the_owners_secrets_rotate_and_links_go_on(bench: Bench) -> None:
    place = bench.workspace()
    before = bench.service.master_key().ids
    hook = place.owner.admin.webhooks.set(url="https://example.com/hooks")
    place.owner.admin.rotate_secrets()
    assert bench.service.master_key().ids[1:] == before
    assert place.owner.admin.webhooks.set(url="https://example.com/hooks").secret == hook.secret


def test_a_key_of_the_environment_is_rotated_by_putting_a_new_one_in_front(tmp_path: Path) -> None:
    first, second = "1" * 40, "2" * 40
    with Bench(tmp_path / "data", secret_key=first) as bench:
        hook = bench.owner().admin.webhooks.set(url="https://example.com/hooks")
        with pytest.raises(errors.ValidationError, match="in front"):
            bench.owner().admin.rotate_secrets()
    with Bench(tmp_path / "data", secret_key=f"{second},{first}") as bench:
        bench.owner().admin.rotate_secrets()
    with Bench(tmp_path / "data", secret_key=second) as bench:
        # Sealed anew: the old key may go.
        again = bench.owner().admin.webhooks.set(url="https://example.com/hooks")
        assert again.secret == hook.secret
        assert bench.doctor().problems == []


def test_a_key_rotated_within_one_tick_of_the_clock_is_read_again(
    bench: Bench,
) -> None:
    place = bench.workspace()
    before = bench.service.master_key().ids
    key = bench.data / "secret.key"
    written = key.stat().st_mtime_ns
    place.owner.admin.rotate_secrets()
    os.utime(key, ns=(written, written))
    assert bench.service.master_key().ids[1:] == before


def test_master_key_and_webhook_secret_are_not_in_the_database(bench: Bench) -> None:
    place = bench.workspace()
    hook = place.owner.admin.webhooks.set(url="https://example.com/hooks")
    with sqlite3.connect(bench.data / "studio.db") as db:
        dump = "\n".join(db.iterdump())
    assert hook.secret not in dump
    assert (bench.data / "secret.key").stat().st_mode & 0o777 == 0o600
