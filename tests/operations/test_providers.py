"""Pictures through a provider, over a socket: what is sent is kept, what fails is given back."""

from __future__ import annotations

import base64
import io
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as pillow

from brandstudio.engines import openai
from brandstudio.engines.select import ConfiguredEngines
from brandstudio.errors import ContentRefused, UpstreamError
from brandstudio.models.images import Image
from brandstudio.pixels import metadata
from brandstudio.service.service import Service
from brandstudio.service.session import Session
from brandstudio.settings import Settings
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import picture

pytestmark = pytest.mark.usefixtures("small_frames")
REFUSAL = {
    "error": {
        "message": "Your request was rejected by the safety system.",
        "code": "content_policy_violation",
    }
}


@dataclass
class Provider:
    """A server of the published images protocol. ``answers`` are used up first: a status and a
    body, or None to hang.
    """

    answers: list[tuple[int, Any] | None] = field(default_factory=list)
    seen: list[tuple[str, bytes]] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str, body: bytes) -> tuple[int, Any]:
        self.seen.append((path, body))
        if self.answers:
            found = self.answers.pop(0)
            if found is None:
                time.sleep(3)
                return 200, {}
            return found
        out = io.BytesIO()
        pillow.new("RGB", (64, 64), (20, 90, 160)).save(out, "PNG")
        return 200, {
            "created": 1,
            "data": [{"b64_json": base64.b64encode(out.getvalue()).decode()}],
        }


@pytest.fixture
def provider() -> Iterator[Provider]:
    told = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            status, value = told.answer(self.path, body)
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    told.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    yield told
    server.shutdown()
    server.server_close()


@pytest.fixture
def studio(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LocalStudio]:
    """A studio whose settings name the provider; it waits a second at most, and retries once
    without a pause.
    """
    made = openai.Provider

    def hasty(base_url: str, api_key: str | None, **_: Any) -> Any:
        return made(base_url, api_key, timeout_seconds=1, attempts=2)

    monkeypatch.setattr(openai, "Provider", hasty)
    settings = Settings(
        data=tmp_path / "data",
        image_engine="openai",
        text_engine="openai",
        openai_base_url=provider.url,
        openai_api_key="sk-test-1234567",
        openai_image_model="sd-turbo",
        starting_credits=1000,
    )
    service = Service(settings, ConfiguredEngines(settings))
    with LocalStudio(Session(service, service.owner(), owns=True)) as studio:
        studio.folders.create(name="Acme")
        yield studio


def created(studio: LocalStudio, prompt: str = "A lake at dawn") -> Image:
    accepted = studio.images.create(folder="acme", prompt=prompt, resolution="1K")
    studio.run_until_idle()
    return studio.images.get(image_id=accepted.id, folder="acme")


def balance(studio: LocalStudio) -> float:
    return studio.admin.credits.balance().balance


def kept_prompt(studio: LocalStudio, image_id: str, number: int) -> str:
    service = studio.transport.service  # type: ignore[attr-defined]
    workspace_id = service.owner().workspace_id
    with service.store.read() as tx:
        item = tx.items.get(workspace_id, image_id)
        return str(tx.versions.get(item.id, number).prompt_sent)


def test_a_provider_draws_and_the_prompt_that_was_sent_is_kept(
    studio: LocalStudio, provider: Provider
) -> None:
    studio.style.update(folder="acme", palette=[{"hex": "#0a7d5a", "role": "primary"}])  # type: ignore[list-item]
    image = created(studio)
    assert image.status == "completed"
    assert image.versions[0].prompt == "A lake at dawn"
    sent = json.loads(provider.seen[0][1])["prompt"]
    assert "#0a7d5a" in sent
    assert kept_prompt(studio, image.id, 1) == sent
    said = metadata.read(image.read())
    assert said is not None
    assert said.source == "trainedAlgorithmicMedia"
    assert said.prompt == sent
    assert image.open().size == (32, 32)
    assert balance(studio) == 997


def test_what_a_provider_will_not_draw_is_said_as_such_and_refunded(
    studio: LocalStudio, provider: Provider
) -> None:
    provider.answers = [(400, REFUSAL)]
    image = created(studio)
    assert image.error is not None
    assert (image.error.code, image.error.retryable) == ("CONTENT_REFUSED", False)
    assert len(provider.seen) == 1, "a refusal is not asked for again"
    assert balance(studio) == 1000


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([(500, {}), (500, {})], "UPSTREAM_ERROR"),
        (
            [(401, {"error": {"message": "Incorrect API key provided: sk-test-1234567"}})],
            "UPSTREAM_ERROR",
        ),
        ([(200, {"data": []})] * 2, "UPSTREAM_ERROR"),
        ([(200, {"data": [{"b64_json": "bm8gcGljdHVyZQ=="}]})] * 2, "UPSTREAM_ERROR"),
        ([None, None], "UPSTREAM_TIMEOUT"),
    ],
    ids=["fault", "wrong key", "no picture", "words for a picture", "silence"],
)
def test_a_provider_that_fails_is_refunded_once(
    studio: LocalStudio, provider: Provider, answers: list[Any], code: str
) -> None:
    provider.answers = answers
    image = created(studio)
    assert image.error is not None
    assert image.error.code == code
    assert "sk-test" not in image.error.message
    assert balance(studio) == 1000
    assert studio.admin.doctor().problems == []
    provider.answers = []
    studio.images.retry(image_id=image.id, folder="acme")
    studio.run_until_idle()
    assert studio.images.get(image_id=image.id, folder="acme").status == "completed"
    assert balance(studio) == 997


def test_a_provider_that_stumbles_once_is_asked_again(
    studio: LocalStudio, provider: Provider
) -> None:
    provider.answers = [(503, {})]
    assert created(studio).status == "completed"
    assert len(provider.seen) == 2


def test_an_edit_sends_the_picture_and_says_that_a_model_changed_it(
    studio: LocalStudio, provider: Provider
) -> None:
    image_id = studio.library.add(folder="acme", file=picture(64, 64, mark=5)).image_id
    studio.images.revise(image_id=image_id, folder="acme", instructions="put it on a beach")
    studio.run_until_idle()
    image = studio.images.get(image_id=image_id, folder="acme")
    assert image.status == "completed"
    path, body = provider.seen[0]
    assert path.endswith("/images/edits")
    assert b"put it on a beach" in body
    assert b"\x89PNG" in body
    said = metadata.read(image.read())
    assert said is not None
    assert said.source == "compositeWithTrainedAlgorithmicMedia"
    assert balance(studio) == 1000 - 1 - 4


def test_a_generated_picture_that_is_edited_stays_a_generated_one(
    studio: LocalStudio, provider: Provider
) -> None:
    image = created(studio)
    studio.images.revise(image_id=image.id, folder="acme", instructions="put it on a beach")
    studio.run_until_idle()
    said = metadata.read(studio.images.get(image_id=image.id, folder="acme").read())
    assert said is not None
    assert said.source == "trainedAlgorithmicMedia"


GOOD = "Coffee from our mountain farm, roasted this week."


def said(content: str | None, reason: str = "stop", **more: Any) -> tuple[int, Any]:
    message = {"role": "assistant", "content": content, **more}
    return 200, {"model": "tiny", "choices": [{"finish_reason": reason, "message": message}]}


@pytest.mark.parametrize(
    "first",
    [
        said(None),
        said("Coffee from our mountain", "length"),
        said("I can't help with that."),
        said("<think>Coffee, then."),
        said("[b]Coffee[/b]"),
        said("Coffee by [Your Store Name], roasted this week."),
        said("INSERT NAME HERE: coffee from our mountain farm."),
        said("Brief: coffee from a farm, fresh this week\n\nCopy: Coffee!"),
    ],
)
def test_copy_that_can_not_be_kept_is_asked_for_once_more_and_then_given_back(
    provider: Provider, studio: LocalStudio, first: tuple[int, Any]
) -> None:
    brief = "coffee from a farm, fresh this week"
    provider.answers = [first, said(GOOD)]
    assert studio.text.generate(folder="acme", mode="write", brief=brief).text == GOOD
    assert len(provider.seen) == 2
    provider.answers = [first, first]
    with pytest.raises((UpstreamError, ContentRefused), match="charge is refunded"):
        studio.text.generate(folder="acme", mode="write", brief=brief)
    kinds = [each.type for each in studio.credits.transactions(limit=2).transactions]
    assert kinds == ["refund", "charge"]
    assert studio.library.list(folder="acme").total_count == 1


def test_a_refusal_that_the_provider_marks_says_that_the_charge_is_given_back(
    provider: Provider, studio: LocalStudio
) -> None:
    provider.answers = [said(None, refusal="I can't help with that.")]
    with pytest.raises(ContentRefused, match=r"help with that\. The charge is refunded\."):
        studio.text.generate(folder="acme", mode="write", brief="coffee from a farm")
