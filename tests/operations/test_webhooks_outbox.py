"""Events: written with the work, signed anew at each attempt, six receives, then the dead
letters.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from brandstudio import errors, webhooks
from brandstudio.pipelines import delivery
from brandstudio.testing import Bench, Place

URL = "https://example.com/hooks"


@pytest.fixture
def hooked(bench: Bench) -> tuple[Bench, Place, str]:
    place = bench.workspace()
    secret = place.owner.admin.webhooks.set(url=URL).secret
    place.owner.folders.create(name="Acme")
    place.owner.folders.create(name="Summer", parent="acme")
    return bench, place, secret


def payloads(bench: Bench) -> list[dict[str, Any]]:
    return [json.loads(sent.body) for sent in bench.engines.deliverer.sent]


def make(place: Place, **fields: Any) -> Any:
    return place.owner.images.create(
        folder="acme/summer", prompt="A red door", resolution="1K", **fields
    )


def test_a_finished_image_sends_exactly_the_contracts_keys(
    hooked: tuple[Bench, Place, str],
) -> None:
    bench, place, secret = hooked
    accepted = make(place, client_reference_id="ref 1")
    bench.run_until_idle()
    (event,) = payloads(bench)
    assert set(event) == {"event", "id", "version", "url", "createdAt", "metadata"}
    assert (event["event"], event["id"], event["version"]) == ("image.completed", accepted.id, 1)
    assert event["metadata"] == {
        "brand": "acme",
        "subBrand": "summer",
        "campaign": None,
        "prompt": "A red door",
        "clientReferenceId": "ref 1",
    }
    assert place.owner.read(event["url"])
    (sent,) = bench.engines.deliverer.sent
    assert (sent.url, sent.headers["content-type"], sent.headers["x-service-event"]) == (
        URL,
        "application/json",
        "image.completed",
    )
    webhooks.verify(
        secret, sent.body, sent.headers["x-service-signature"], now=bench.manual_clock.now() // 1000
    )
    assert sent.headers["x-service-signature"].count("v1=") == 1


def test_a_failed_image_tells_its_error_and_refunds(hooked: tuple[Bench, Place, str]) -> None:
    bench, place, _ = hooked
    bench.engines.image.failures.append(errors.UpstreamError("the provider is down"))  # type: ignore[attr-defined]
    accepted = make(place)
    bench.run_until_idle()
    (event,) = payloads(bench)
    assert (event["event"], event["id"], event["version"], event["url"]) == (
        "image.failed",
        accepted.id,
        1,
        "",
    )
    assert event["error"] == {
        "code": "UPSTREAM_ERROR",
        "message": "the provider is down. The charge is refunded.",
        "retryable": True,
    }
    assert place.balance == 1000


def test_without_an_address_nothing_is_queued(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.folders.create(name="Acme")
    place.owner.folders.create(name="Summer", parent="acme")
    make(place)
    bench.run_until_idle()
    assert bench.engines.deliverer.sent == []
    assert place.owner.admin.webhooks.events().events == []


def test_six_failed_receives_and_the_letter_is_dead(hooked: tuple[Bench, Place, str]) -> None:
    bench, place, secret = hooked
    receiver = bench.engines.deliverer
    receiver.outcomes = [500, "timed out", 404, 302, 503, 500]
    make(place)
    bench.run_until_idle()
    waits = [30, 120, 600, 1800, 7200]
    for number, wait in enumerate(waits, 1):
        assert len(receiver.sent) == number
        bench.manual_clock.advance(wait - 1)
        bench.run_until_idle()
        assert len(receiver.sent) == number, "not before its time"
        bench.manual_clock.advance(wait * 0.1 + 2)
        bench.run_until_idle()
    assert len(receiver.sent) == 6
    (dead,) = place.owner.admin.webhooks.events(dead=True).events
    assert (dead.status, dead.receives, dead.next_attempt_at) == ("dead", 6, None)
    assert (dead.image_id is not None, dead.version, dead.job_id) == (True, 1, None)
    bench.manual_clock.advance(days=1)
    bench.run_until_idle()
    assert len(receiver.sent) == 6
    assert bench.doctor().problems == []
    bodies, stamps = set(), set()
    for sent in receiver.sent:
        stamp = sent.headers["x-service-signature"]
        webhooks.verify(secret, sent.body, stamp, now=int(stamp[2:].partition(",")[0]))
        said = json.loads(sent.body)
        said.pop("url")
        bodies.add(json.dumps(said, sort_keys=True))
        stamps.add(stamp)
    assert len(bodies) == 1
    assert len(stamps) == 6
    place.owner.admin.webhooks.redeliver(event_id=dead.event_id)
    bench.run_until_idle()
    assert len(receiver.sent) == 7
    (event,) = place.owner.admin.webhooks.events().events
    assert (event.status, event.receives) == ("delivered", 1)


def test_first_attempts_leave_in_order_and_a_redelivery_holds_nothing_back(
    hooked: tuple[Bench, Place, str],
) -> None:
    bench, place, _ = hooked
    bench.engines.deliverer.outcomes = [500]
    ids = [make(place).id for _ in range(4)]
    bench.run_until_idle()
    assert [event["id"] for event in payloads(bench)] == ids
    bench.manual_clock.advance(40)
    bench.run_until_idle()
    assert [event["id"] for event in payloads(bench)] == [*ids, ids[0]]


def test_an_attempt_whose_outcome_was_lost_is_made_again(hooked: tuple[Bench, Place, str]) -> None:
    bench, place, _ = hooked
    with bench.service.store.write() as tx:
        tx.outbox.add(
            "evt_x",
            place.workspace_id,
            "image.completed",
            "img",
            1,
            None,
            '{"event": "x"}',
            bench.clock.now(),
        )
    with bench.service.store.write() as tx:
        clock = bench.manual_clock
        (event,) = tx.outbox.claim_first(
            "prc_" + "f" * 16, clock.tick(), clock.tick() + 60_000, 10, []
        )
    assert [o.error for o in delivery.send(bench.context(), [event], hook(bench, place))] == [
        None
    ]  # delivered, and then its process died
    bench.worker._looked = float("-inf")
    bench.run_until_idle()
    assert [sent.headers["x-service-event"] for sent in bench.engines.deliverer.sent] == [
        "image.completed"
    ] * 2


def hook(bench: Bench, place: Place) -> Any:
    with bench.service.store.read() as tx:
        return tx.webhooks.get(place.workspace_id)


def test_a_slow_former_holder_changes_nothing(hooked: tuple[Bench, Place, str]) -> None:
    bench, place, _ = hooked
    store = bench.service.store
    with store.write() as tx:
        tx.outbox.add("evt_x", place.workspace_id, "image.completed", "img", 1, None, "{}", 1)
        (event,) = tx.outbox.claim_first("prc_a", 0, 60_000, 10, [])
        assert tx.outbox.claim_first("prc_b", 0, 60_000, 10, []) == []
        (again,) = tx.outbox.claim_first("prc_b", 60_001, 120_000, 10, [])
        assert tx.outbox.delivered(again.id, again.receives, 3)
        assert not tx.outbox.failed(event.id, event.receives, "late", 9)
        assert not tx.outbox.delivered(event.id, event.receives, 9)
    (shown,) = place.owner.admin.webhooks.events().events
    assert (shown.status, shown.receives) == ("delivered", 1)


def test_setting_the_same_address_keeps_the_secret_and_another_gets_its_own(
    hooked: tuple[Bench, Place, str],
) -> None:
    _, place, secret = hooked
    assert place.owner.admin.webhooks.set(url=URL).secret == secret
    assert place.owner.admin.webhooks.set(url=URL + "/2").secret != secret


def test_rotation_signs_with_the_next_secret_once_activated(
    hooked: tuple[Bench, Place, str],
) -> None:
    bench, place, secret = hooked
    hooks = place.owner.admin.webhooks
    following = hooks.rotate().secret
    assert following not in (secret, "")
    assert hooks.rotate().secret == following
    for expected, activate in ((secret, False), (following, True)):
        if activate:
            assert hooks.rotate(activate=True).secret == following
        hooks.test()
        bench.run_until_idle()
        sent = bench.engines.deliverer.sent[-1]
        webhooks.verify(
            expected,
            sent.body,
            sent.headers["x-service-signature"],
            now=bench.manual_clock.now() // 1000,
        )
        webhooks.verify(
            [secret, following],
            sent.body,
            sent.headers["x-service-signature"],
            now=bench.manual_clock.now() // 1000,
        )
    with pytest.raises(errors.ValidationError):
        hooks.rotate(activate=True)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.com",
        "example.com",
        "https://",
        "https://u:p@example.com",
        "https://e x.com",
    ],
)
def test_an_address_has_the_form_of_one(place: Place, url: str) -> None:
    with pytest.raises(errors.ValidationError):
        place.owner.admin.webhooks.set(url=url)


def test_a_test_event_is_signed_like_any_other(hooked: tuple[Bench, Place, str]) -> None:
    bench, place, secret = hooked
    place.owner.admin.webhooks.test()
    bench.run_until_idle()
    (sent,) = bench.engines.deliverer.sent
    webhooks.verify(
        secret, sent.body, sent.headers["x-service-signature"], now=bench.manual_clock.now() // 1000
    )


def test_events_of_other_jobs_are_opt_in(hooked: tuple[Bench, Place, str]) -> None:
    bench, place, _ = hooked
    place.owner.admin.webhooks.set(url=URL, job_events=True)
    failed = make(place)
    place.owner.jobs.cancel(job_id=failed.job_id)
    bench.run_until_idle()
    assert {event["event"] for event in payloads(bench)} >= {"image.failed"}


# -- a clock that was set, and a secret that can't be read -----------------------------------------


def test_a_clock_set_back_holds_no_event_and_keeps_their_order(
    hooked: tuple[Bench, Place, str],
) -> None:
    bench, place, _ = hooked
    first = make(place)
    bench.engines.deliverer.outcomes.append(500)
    bench.run_until_idle()
    assert [event.status for event in place.owner.admin.webhooks.events().events] == ["waiting"]
    bench.manual_clock.jump(-86_400)
    second = make(place)
    bench.run_until_idle()
    # The redelivery was due half a minute after a time that now lies a day ahead.
    assert {event["id"] for event in payloads(bench)} == {first.id, second.id}
    shown = place.owner.admin.webhooks.events().events
    assert [event.status for event in shown] == ["delivered", "delivered"]


def test_an_unreadable_secret_counts_as_a_receive_and_harms_nobody_else(bench: Bench) -> None:
    places = [bench.workspace(), bench.workspace()]
    for place in places:
        place.owner.admin.webhooks.set(url=URL)
        place.owner.folders.create(name="Acme")
        place.owner.folders.create(name="Summer", parent="acme")
    damaged, sound = places
    with bench.service.store.write() as tx:
        row = tx.webhooks.get(damaged.workspace_id)
        assert row is not None
        tx.webhooks.set(damaged.workspace_id, row.url, b"not a token", None, False, 1)
    make(damaged), make(sound)
    bench.run_until_idle()
    assert len(bench.engines.deliverer.sent) == 1
    (event,) = sound.owner.admin.webhooks.events().events
    assert (event.status, event.receives) == ("delivered", 1)
    (event,) = damaged.owner.admin.webhooks.events().events
    assert (event.status, event.receives) == ("waiting", 1)
    for _ in range(6):
        bench.clock.advance(hours=3)  # type: ignore[attr-defined]
        bench.run_until_idle()
    (event,) = damaged.owner.admin.webhooks.events().events
    assert (event.status, event.receives) == ("dead", 6)
    assert "webhooks set" in (event.last_error or "")
    assert len(bench.engines.deliverer.sent) == 1
