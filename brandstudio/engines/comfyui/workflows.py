"""Graphs of nodes in ComfyUI's API format, with places that a request fills.

A graph is an object of nodes by id, each ``{"class_type": ..., "inputs": {...}}`` (docs.comfy.org,
"Workflow JSON", API format: *Workflow > Export (API)*). A text that is ``%seed%`` becomes the number;
``%prompt%`` may also stand inside a longer one. What is filled in is a value of parsed JSON and is
never read as JSON again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from brandstudio.errors import ValidationError

Kind = Literal["create", "edit", "extend"]
Graph = Mapping[str, Any]
SETTING = "COMFYUI_WORKFLOWS"
PLACES = ("prompt", "seed", "width", "height", "image", "mask", "strength")
#: Without these a graph could not do what it is named after.
NEEDED: Mapping[Kind, tuple[str, ...]] = {
    "create": ("prompt",),
    "edit": ("prompt", "image"),
    "extend": ("image", "mask"),
}
_PLACE = re.compile(rf"%({'|'.join(PLACES)})%")
_MOST_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Workflow:
    """A graph and the places in it."""

    graph: Graph
    places: frozenset[str]

    def filled(self, values: Mapping[str, object]) -> Graph:
        """The graph for one request; a place that ``values`` does not name stays as it is."""
        filled: Graph = _filled(self.graph, values)
        return filled


def _filled(part: Any, values: Mapping[str, object]) -> Any:
    if isinstance(part, dict):
        return {name: _filled(value, values) for name, value in part.items()}
    if isinstance(part, list):
        return [_filled(value, values) for value in part]
    if not isinstance(part, str):
        return part
    whole = _PLACE.fullmatch(part)
    if whole:
        return values.get(whole[1], part)
    return _PLACE.sub(lambda found: str(values.get(found[1], found[0])), part)


def from_folder(folder: str) -> dict[Kind, Workflow]:
    """The graphs ``create.json``, ``edit.json`` and ``extend.json`` of a folder, as far as they are there.

    Raises ValidationError, naming the setting, for a folder without any and for a file that is none
    or lacks a place that it needs.
    """
    found: dict[Kind, Workflow] = {}
    for kind in NEEDED:
        path = Path(folder).expanduser() / f"{kind}.json"
        if path.is_file():
            found[kind] = _read(path, kind)
    if not found:
        names = ", ".join(f"{kind}.json" for kind in NEEDED)
        raise ValidationError.of(SETTING, f"set it to a folder that holds one of {names}")
    return found


def _read(path: Path, kind: Kind) -> Workflow:
    try:
        content = path.read_bytes()
        if len(content) > _MOST_BYTES:
            raise ValidationError.of(SETTING, f"{path.name} has more than {_MOST_BYTES:,} bytes")
        graph = json.loads(content)
    except OSError as error:
        raise ValidationError.of(SETTING, f"{path.name} can't be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise ValidationError.of(SETTING, f"{path.name} is no JSON") from None
    return workflow(graph, path.name, NEEDED[kind])


def workflow(graph: object, name: str, needed: tuple[str, ...]) -> Workflow:
    """A graph as a workflow. Raises ValidationError, naming ``name``, for what is none."""
    if isinstance(graph, dict) and isinstance(graph.get("nodes"), list):
        said = f"{name} is what the editor saves; export it in API format (Workflow > Export (API))"
        raise ValidationError.of(SETTING, said)
    if not isinstance(graph, dict) or not graph or not all(map(_is_node, graph.values())):
        raise ValidationError.of(SETTING, f"{name} holds no nodes in API format")
    places = frozenset(_PLACE.findall(json.dumps(graph)))
    lacks = [place for place in needed if place not in places]
    if lacks:
        said = " and ".join(f"%{place}%" for place in lacks)
        raise ValidationError.of(SETTING, f"{name} has no place for {said}")
    return Workflow(graph, places)


def _is_node(node: object) -> bool:
    return (
        isinstance(node, dict)
        and isinstance(node.get("class_type"), str)
        and isinstance(node.get("inputs"), dict)
    )


def from_checkpoint(name: str) -> Workflow:
    """A new picture by a checkpoint of Stable Diffusion's kind, by nodes that every ComfyUI has."""
    return Workflow(
        {
            "1": _node("CheckpointLoaderSimple", ckpt_name=name),
            "2": _node("CLIPTextEncode", clip=["1", 1], text="%prompt%"),
            "3": _node("CLIPTextEncode", clip=["1", 1], text="watermark, signature, frame"),
            "4": _node("EmptyLatentImage", width="%width%", height="%height%", batch_size=1),
            "5": _node(
                "KSampler",
                model=["1", 0],
                positive=["2", 0],
                negative=["3", 0],
                latent_image=["4", 0],
                seed="%seed%",
                steps=28,
                cfg=6.5,
                sampler_name="dpmpp_2m",
                scheduler="karras",
                denoise=1.0,
            ),
            "6": _node("VAEDecode", samples=["5", 0], vae=["1", 2]),
            # Kept among the server's temporary files: what is ours need not pile up there.
            "7": _node("PreviewImage", images=["6", 0]),
        },
        frozenset({"prompt", "seed", "width", "height"}),
    )


def _node(kind: str, **inputs: object) -> dict[str, object]:
    return {"class_type": kind, "inputs": inputs}
