"""Webhook signatures: what the contract says, and nothing else, verifies."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio import webhooks
from brandstudio.webhooks import (
    PayloadMalformed,
    SignatureError,
    SignatureExpired,
    SignatureMalformed,
    SignatureMismatch,
    sign,
    verify,
)

SECRET = "whsec_4f1c"
T = 1_790_000_000
PAYLOAD = {
    "event": "image.completed",
    "id": "img_1",
    "version": 2,
    "url": "https://studio.example/files/abc",
    "createdAt": "2026-11-20T10:00:00.000Z",
    "metadata": {
        "brand": "acme",
        "subBrand": None,
        "campaign": None,
        "prompt": "a mug",
        "clientReferenceId": "r-1",
    },
}
BODY = json.dumps(PAYLOAD, ensure_ascii=False).encode()


def test_the_signature_is_the_hmac_of_the_text_that_the_contract_names() -> None:
    text = b"t=1790000000|" + BODY
    assert (
        sign(SECRET, BODY, T)
        == f"t={T},v1={hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest()}"
    )


def test_a_known_signature_never_changes() -> None:
    # computed with: printf 't=1|{}' | openssl dgst -sha256 -hmac k
    assert (
        sign("k", b"{}", 1)
        == "t=1,v1=a332096e719653eab021f6dc564624de4f6ca89cde75beb861cfc25397f4998d"
    )


def test_what_was_signed_verifies_and_comes_back_as_an_event() -> None:
    event = verify(SECRET, BODY, sign(SECRET, BODY, T), now=T)
    assert (event.event, event.id, event.version) == ("image.completed", "img_1", 2)
    assert event.metadata["clientReferenceId"] == "r-1"
    assert event.url == PAYLOAD["url"]
    assert event.payload == PAYLOAD
    assert event.signed_at == T


def test_an_event_can_not_be_changed() -> None:
    event = verify(SECRET, BODY, sign(SECRET, BODY, T), now=T)
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.id = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        event.metadata["brand"] = "other"  # type: ignore[index]


@pytest.mark.parametrize("away", [-300, -299.5, 0, 300])
def test_a_signature_counts_within_300_seconds(away: float) -> None:
    assert verify(SECRET, BODY, sign(SECRET, BODY, T), now=T + away).id == "img_1"


@pytest.mark.parametrize("away", [-301, -300.01, 300.01, 1e9, float("inf"), float("nan")])
def test_a_signature_does_not_count_outside_300_seconds(away: float) -> None:
    with pytest.raises(SignatureExpired):
        verify(SECRET, BODY, sign(SECRET, BODY, T), now=T + away)


def test_any_changed_byte_of_the_body_is_refused() -> None:
    header = sign(SECRET, BODY, T)
    for place in range(len(BODY)):
        changed = bytearray(BODY)
        changed[place] ^= 1
        with pytest.raises(SignatureMismatch):
            verify(SECRET, bytes(changed), header, now=T)
    with pytest.raises(SignatureMismatch):
        verify(SECRET, BODY + b" ", header, now=T)


def test_every_single_character_change_of_the_header_is_refused() -> None:
    header = sign(SECRET, BODY, T)
    variants = set()
    for place in range(len(header)):
        variants.add(header[:place] + header[place + 1 :])
        variants.add(header[:place] + header[place] * 2 + header[place + 1 :])
        for other in "0f9xF,= \n٣":
            variants.add(header[:place] + other + header[place + 1 :])
    variants -= {header}
    assert len(variants) > 400
    for variant in variants:
        with pytest.raises(SignatureError):
            verify(SECRET, BODY, variant, now=T)


@pytest.mark.parametrize(
    "reshape",
    [
        lambda t, v: "",
        lambda t, v: None,
        lambda t, v: f"v1={v},t={t}",
        lambda t, v: f"t={t}, v1={v}",
        lambda t, v: f" t={t},v1={v}",
        lambda t, v: f"t={t},v1={v}\n",
        lambda t, v: f"t={t},v1={v},v1={v}",
        lambda t, v: f"t={t},t={t},v1={v}",
        lambda t, v: f"t={t},v1={v},v0={v}",
        lambda t, v: f"t={t},v2={v}",
        lambda t, v: f"t={t}",
        lambda t, v: f"v1={v}",
        lambda t, v: f"t=0{t},v1={v}",
        lambda t, v: f"t=+{t},v1={v}",
        lambda t, v: f"t={t}.0,v1={v}",
        lambda t, v: f"t=-{t},v1={v}",
        lambda t, v: f"t={'9' * 400},v1={v}",
        lambda t, v: f"t={t},v1={v.upper()}",
        lambda t, v: f"t={t},v1={v[:-1]}",
        lambda t, v: f"t={t},v1={v}0",
        lambda t, v: f"T={t},V1={v}",
        lambda t, v: f"t={t};v1={v}",
    ],
)
def test_only_one_spelling_of_the_header_is_read(reshape) -> None:
    header = sign(SECRET, BODY, T)
    t, v = header[2:].split(",v1=")
    with pytest.raises(SignatureMalformed):
        verify(SECRET, BODY, reshape(t, v), now=T)


def test_any_of_several_secrets_verifies_and_others_do_not() -> None:
    header = sign("new", BODY, T)
    assert verify(["old", "new"], BODY, header, now=T).id == "img_1"
    assert verify(("new", "old"), BODY, header, now=T).id == "img_1"
    with pytest.raises(SignatureMismatch):
        verify(["old", "older"], BODY, header, now=T)


def test_an_empty_secret_never_verifies_anything() -> None:
    header = sign(SECRET, BODY, T)
    for nothing in ("", [], [""], [SECRET, ""]):
        with pytest.raises(ValueError, match="secret"):
            verify(nothing, BODY, header, now=T)
    with pytest.raises(ValueError, match="secret"):
        sign("", BODY, T)


def test_the_time_is_part_of_what_is_signed() -> None:
    header = sign(SECRET, BODY, T).replace(f"t={T}", f"t={T + 1}")
    with pytest.raises(SignatureMismatch):
        verify(SECRET, BODY, header, now=T)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"null", b"1", b'"x"', b"{}", b"\xff\xfe", b"{", b'{"event": "a"}',
        b'{"event": 1, "id": "x"}', b'{"event": "a", "id": 1}', b'{"event": "a", "id": "x", "version": "2"}',
        b'{"event": "a", "id": "x", "version": true}', b'{"event": "a", "id": "x", "metadata": [1]}', b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_signed_body_that_is_no_event_is_said_to_be_one(body: bytes) -> None:
    with pytest.raises(PayloadMalformed):
        verify(SECRET, body, sign(SECRET, body, T), now=T)


def test_a_repeated_delivery_has_the_same_key_and_a_later_version_another() -> None:
    first = verify(SECRET, BODY, sign(SECRET, BODY, T), now=T)
    again_body = json.dumps({**PAYLOAD, "url": "https://studio.example/files/fresh"}).encode()
    again = verify(SECRET, again_body, sign(SECRET, again_body, T + 30), now=T + 30)
    later_body = json.dumps({**PAYLOAD, "version": 3}).encode()
    later = verify(SECRET, later_body, sign(SECRET, later_body, T), now=T)
    assert first.key == again.key != later.key


@given(
    secret=st.text(min_size=1).filter(lambda s: s.isprintable()),
    extra=st.text(),
    t=st.integers(0, 10**12 - 1),
)
def test_signing_and_verifying_agree_for_any_text(secret: str, extra: str, t: int) -> None:
    body = json.dumps({"event": "image.revised", "id": "i", "version": 1, "extra": extra}).encode()
    assert verify(secret, body, sign(secret, body, t), now=t).payload["extra"] == extra


def test_importing_it_loads_nothing_heavy() -> None:
    heavy = "{'httpx', 'httpcore', 'numpy', 'PIL', 'sqlite_utils', 'starlette', 'ssrfguard', 'ssl'}"
    code = f"import sys; import brandstudio.webhooks; print(sorted({heavy} & set(sys.modules)))"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert out.strip() == "[]", webhooks.__name__
