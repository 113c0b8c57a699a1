"""The contract: "Events": what arrives at the address of a workspace, and when it is sent again."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Any

import pytest
from speaking import Room, good, moment, open_link

from brandstudio import errors
from brandstudio.testing import ScriptedDeliverer, Sent

HOOK = "https://hooks.example.com/studio"


@pytest.fixture
def hooked(alone: Room) -> tuple[Room, str, ScriptedDeliverer]:
    """A room with a webhook, its secret and its receiver."""
    alone.folders("Acme", "Summer")
    secret = alone.place.owner.admin.webhooks.set(url=HOOK).secret
    return alone, secret, alone.bench.engines.deliverer


def events(deliverer: ScriptedDeliverer) -> list[dict[str, Any]]:
    return [json.loads(sent.body) for sent in deliverer.sent]


def signature(sent: Sent) -> tuple[int, str]:
    found = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", sent.headers["x-service-signature"])
    assert found
    return int(found.group(1)), found.group(2)


def test_each_kind_of_work_sends_its_event(hooked: tuple[Room, str, ScriptedDeliverer]) -> None:
    """Event types: image.completed for created and brandified, image.revised, image.resized."""
    room, _, deliverer = hooked
    image = room.image(clientReferenceId="r")
    good(
        room.client.post(f"/v1/images/{image}/revise", {"instructions": "Warmer"}, level1="acme"),
        202,
    )
    room.work()
    good(
        room.client.post(
            f"/v1/images/{image}/resize", {"aspectRatio": "4:5", "resolution": "1K"}, level1="acme"
        ),
        202,
    )
    room.work()
    good(
        room.client.post(
            "/v1/images/brandify", {"level1": "acme", "sourceUrl": room.link(), "resolution": "1K"}
        ),
        202,
    )
    room.work()
    told = [(event["event"], event["version"]) for event in events(deliverer)]
    assert told == [
        ("image.completed", 1),
        ("image.revised", 2),
        ("image.resized", 3),
        ("image.completed", 2),
    ]


def test_a_payload_holds_exactly_the_documented_keys(
    hooked: tuple[Room, str, ScriptedDeliverer],
) -> None:
    """Payload: event, id, version, url, createdAt, metadata { brand, subBrand, campaign, prompt,
    clientReferenceId }.
    """
    room, _, deliverer = hooked
    image = room.image("acme/summer", clientReferenceId="r-1")
    (event,) = events(deliverer)
    assert event.keys() == {"event", "id", "version", "url", "createdAt", "metadata"}
    assert event["metadata"].keys() <= {
        "brand",
        "subBrand",
        "campaign",
        "prompt",
        "clientReferenceId",
    }
    metadata = event["metadata"]
    assert [metadata[name] for name in ("brand", "subBrand", "prompt", "clientReferenceId")] == [
        "acme",
        "summer",
        "A calm sea",
        "r-1",
    ]
    assert (event["id"], event["version"]) == (image, 1)
    moment(event["createdAt"])
    assert open_link(event["url"]).status_code == 200


def test_a_failure_is_told_with_its_error(hooked: tuple[Room, str, ScriptedDeliverer]) -> None:
    """Event types: image.failed, the pipeline failed permanently (decisions, events: plus
    error).
    """
    room, _, deliverer = hooked
    engine: Any = room.bench.engines.image
    engine.failures = [errors.ContentRefused()]
    image = room.image()
    (event,) = events(deliverer)
    assert (event["event"], event["id"], event["error"]["code"]) == (
        "image.failed",
        image,
        "CONTENT_REFUSED",
    )
    assert event.keys() == {"event", "id", "version", "url", "createdAt", "metadata", "error"}


def test_an_event_is_signed_over_its_time_and_raw_body(
    hooked: tuple[Room, str, ScriptedDeliverer],
) -> None:
    """Signature: hex HMAC-SHA256 of t=<ts>|<raw body> with the shared secret; request headers."""
    room, secret, deliverer = hooked
    room.image()
    (sent,) = deliverer.sent
    at, given = signature(sent)
    assert (
        hmac.new(secret.encode(), f"t={at}|".encode() + sent.body, hashlib.sha256).hexdigest()
        == given
    )
    assert abs(at - room.bench.clock.now() / 1000) < 300
    assert sent.headers["content-type"] == "application/json"
    assert sent.headers["x-service-event"] == "image.completed"
    assert sent.url == HOOK


def test_what_is_not_taken_is_sent_again_and_dead_after_six(
    hooked: tuple[Room, str, ScriptedDeliverer],
) -> None:
    """Delivery: at least once; a non-2xx answer or a time-out triggers redelivery; dead letter
    after 6 failed receives.
    """
    room, _, deliverer = hooked
    deliverer.outcomes = [500, "timed out", 404, 302, 429, 503, 204]
    image = room.image()
    for _ in range(12):
        room.bench.manual_clock.advance(hours=3)
        room.work()
    assert len(deliverer.sent) == 6
    assert len({signature(sent)[0] for sent in deliverer.sent}) == 6, "each attempt is signed anew"
    assert {(event["id"], event["version"]) for event in events(deliverer)} == {(image, 1)}
    dead = room.place.owner.admin.webhooks.events(dead=True).events
    assert len(dead) == 1
    assert good(room.client.get(f"/v1/images/{image}", level1="acme"))["status"] == "completed", (
        "the result remains available"
    )
    room.place.owner.admin.webhooks.redeliver(event_id=dead[0].event_id)
    room.work()
    assert len(deliverer.sent) == 7


def test_an_event_that_was_taken_is_sent_once(hooked: tuple[Room, str, ScriptedDeliverer]) -> None:
    """Delivery: a 2xx answer ends it."""
    room, _, deliverer = hooked
    deliverer.outcomes = [503, 200]
    room.image()
    for _ in range(6):
        room.bench.manual_clock.advance(hours=3)
        room.work()
    assert len(deliverer.sent) == 2


def test_the_dashboard_has_a_test_button(hooked: tuple[Room, str, ScriptedDeliverer]) -> None:
    """Events: the dashboard also has a test button; the test event is signed like any other."""
    room, secret, deliverer = hooked
    room.place.owner.admin.webhooks.test()
    room.work()
    (sent,) = deliverer.sent
    at, given = signature(sent)
    assert (
        hmac.new(secret.encode(), f"t={at}|".encode() + sent.body, hashlib.sha256).hexdigest()
        == given
    )
