"""Local diffusion on a tiny pipeline that is built here: loading, seeds, sizes and errors, since
its pictures are noise.

Needs ``pip install torch diffusers transformers accelerate safetensors`` for all but the first
tests.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brandstudio.engines.diffusers import DiffusersEngine
from brandstudio.engines.protocols import (
    BrandLook,
    BrandSwatch,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    ImageEngine,
)
from brandstudio.errors import ContentRefused, UpstreamError, ValidationError
from brandstudio.testing import check_image_engine


def test_without_the_packages_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("brandstudio.engines.diffusers.import_module", missing)
    engine = DiffusersEngine(tmp_path)
    assert isinstance(engine, ImageEngine)
    with pytest.raises(UpstreamError, match="pip install torch diffusers"):
        engine.create(CreateRequest("a mug", 64, 64))


def test_a_picture_without_pixels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationError):
        DiffusersEngine(tmp_path).create(CreateRequest("a mug", 0, 64))


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole Stable Diffusion pipeline of 5 MB with random weights."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    diffusers = pytest.importorskip("diffusers", reason="diffusers is not installed")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    folder = tmp_path_factory.mktemp("weights")
    torch.manual_seed(0)
    unet = diffusers.UNet2DConditionModel(
        sample_size=32, in_channels=4, out_channels=4, layers_per_block=1, block_out_channels=(32, 64),
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"), up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=32, norm_num_groups=8, attention_head_dim=8,
    )  # fmt: skip
    vae = diffusers.AutoencoderKL(
        block_out_channels=(16, 32), down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2,
        latent_channels=4, norm_num_groups=8,
    )  # fmt: skip
    text = transformers.CLIPTextModel(
        transformers.CLIPTextConfig(
            hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, vocab_size=1000,
            bos_token_id=0, eos_token_id=1, pad_token_id=1,
        )
    )  # fmt: skip
    symbols = ["<|startoftext|>", "<|endoftext|>"]
    alphabet = importlib.import_module("tokenizers").pre_tokenizers.ByteLevel.alphabet()
    symbols += sorted(alphabet) + [f"{symbol}</w>" for symbol in sorted(alphabet)]
    parts = folder / "words"
    parts.mkdir()
    (parts / "vocab.json").write_text(
        json.dumps({symbol: number for number, symbol in enumerate(symbols)})
    )
    (parts / "merges.txt").write_text("#version: 0.2\n")
    tokenizer = transformers.CLIPTokenizer(
        str(parts / "vocab.json"), str(parts / "merges.txt"), model_max_length=77
    )
    pipeline = diffusers.StableDiffusionPipeline(
        vae=vae, text_encoder=text, tokenizer=tokenizer, unet=unet, scheduler=diffusers.DDIMScheduler(steps_offset=1, clip_sample=False),
        safety_checker=None, feature_extractor=None, requires_safety_checker=False,
    )  # fmt: skip
    pipeline.save_pretrained(folder / "tiny")
    return folder / "tiny"


@pytest.fixture(scope="session")
def engine(weights: Path) -> DiffusersEngine:
    return DiffusersEngine(weights, device="cpu", steps=3, longest=64)


LOOK = BrandLook(palette=(BrandSwatch("#102a6b"),), mood=("calm",))


@pytest.mark.slow
def test_it_keeps_the_protocol_of_engines(engine: DiffusersEngine) -> None:
    assert check_image_engine(engine)


@pytest.mark.slow
def test_a_picture_has_the_size_that_was_asked_for_and_its_seed_decides(
    engine: DiffusersEngine,
) -> None:
    for wanted in [(64, 64), (100, 40), (33, 90), (200, 200)]:
        first = engine.create(CreateRequest("a mug", *wanted, seed=3, look=LOOK))
        again = engine.create(CreateRequest("a mug", *wanted, seed=3, look=LOOK))
        other = engine.create(CreateRequest("a mug", *wanted, seed=4, look=LOOK))
        assert (first.width, first.height) == wanted
        assert np.array_equal(first.pixels, again.pixels)
        assert not np.array_equal(first.pixels, other.pixels)
        assert "#102a6b" in first.prompt_sent
        assert any("enlarged" in warning for warning in first.warnings) == (max(wanted) > 64)


@pytest.mark.slow
def test_an_edit_keeps_size_transparency_and_what_a_mask_protects(engine: DiffusersEngine) -> None:
    rng = np.random.default_rng(0)
    source = rng.integers(0, 255, (50, 80, 4), np.uint8)
    picture = engine.edit(EditRequest(source, "bluer", strength=0.5))
    assert picture.pixels.shape == source.shape
    assert np.array_equal(picture.pixels[..., 3], source[..., 3])
    mask = np.zeros((50, 80), np.uint8)
    mask[:, 40:] = 255
    rgb = np.ascontiguousarray(source[..., :3])
    masked = engine.edit(EditRequest(rgb, "bluer", mask=mask, strength=0.9))
    assert np.array_equal(masked.pixels[:, :40], rgb[:, :40])
    assert not np.array_equal(masked.pixels[:, 60:], rgb[:, 60:])


@pytest.mark.slow
@pytest.mark.parametrize("strength", [0.0, 0.01, 1.0])
def test_every_strength_can_be_drawn(engine: DiffusersEngine, strength: float) -> None:
    source = np.full((40, 40, 3), 90, np.uint8)
    assert engine.edit(EditRequest(source, "bluer", strength=strength)).pixels.shape == source.shape


@pytest.mark.slow
def test_an_extension_keeps_its_source(engine: DiffusersEngine) -> None:
    source = np.full((40, 30, 3), 90, np.uint8)
    picture = engine.extend(ExtendRequest(source, 90, 44, x=60, y=2))
    assert picture.pixels.shape == (44, 90, 3)
    assert np.array_equal(picture.pixels[2:42, 60:90], source)
    assert picture.pixels[:, :50].std() > 0


@pytest.mark.slow
def test_a_long_prompt_says_what_the_model_did_not_read(engine: DiffusersEngine) -> None:
    picture = engine.create(CreateRequest("word " * 300, 32, 32))
    assert any("first" in warning for warning in picture.warnings)
    assert not engine.create(CreateRequest("a mug", 32, 32)).warnings


@pytest.mark.slow
def test_a_folder_that_holds_no_whole_pipeline_is_named(weights: Path, tmp_path: Path) -> None:
    for prepare in (
        lambda: None,
        lambda: (tmp_path / "model_index.json").write_text("{"),
        lambda: (tmp_path / "model_index.json").write_text(
            (weights / "model_index.json").read_text()
        ),
    ):
        prepare()
        with pytest.raises(UpstreamError, match=tmp_path.name):
            DiffusersEngine(tmp_path).create(CreateRequest("a mug", 64, 64))


@pytest.mark.slow
def test_a_refusal_and_a_failure_keep_their_kind(
    engine: DiffusersEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with engine._pipeline("create") as pipeline:
        kind = type(pipeline)
    original = kind.__call__

    def refused(
        self: Any, prompt: Any = None, height: Any = None, width: Any = None, generator: Any = None
    ) -> Any:
        answer = original(
            self,
            prompt=prompt,
            height=height,
            width=width,
            generator=generator,
            num_inference_steps=1,
        )
        answer.nsfw_content_detected = [True]
        return answer

    def failed(self: Any, prompt: Any = None) -> Any:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(kind, "__call__", refused)
    with pytest.raises(ContentRefused):
        engine.create(CreateRequest("a mug", 32, 32))
    monkeypatch.setattr(kind, "__call__", failed)
    with pytest.raises(UpstreamError, match="failed while drawing") as error:
        engine.create(CreateRequest("a mug", 32, 32))
    assert "memory" not in str(error.value)
