"""A hostile template is refused, or laid out, within bounds of work and memory."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from brandstudio import errors
from brandstudio.render import svg_path
from brandstudio.render.layout import fixtures
from brandstudio.render.layout.lint import lint
from brandstudio.render.layout.template import load


def template(layers: list[dict[str, Any]]) -> str:
    slots = {"headline": {"required": True}, "t": {"max_length": 1000}, "l": {"kind": "list"}}
    return json.dumps({
        "schema": 1, "name": "x", "title": "x", "sizes": ["square"], "slots": slots,
        "layouts": {"square": {"layers": layers}},
    })  # fmt: skip


def nested(depth: int, layers: list[dict[str, Any]]) -> dict[str, Any]:
    for _ in range(depth):
        layers = [{"kind": "group", "direction": "row", "layers": layers}]
    return layers[0]


TEXT = {"kind": "text", "slot": "t"}


@pytest.mark.parametrize(
    "hostile",
    [
        "a" + ".a" * 20_000 + "=1",
        "x = { " + "a . " * 15_000 + "a = 1 }",
        ".".join(["'a'"] * 9_000) + "=1",
        "[" + ".".join(["a"] * 15_000) + "]",
        "a=" + "[" * 30_000,
        '{"a":' * 12_000,
        "schema = " + "9" * 60_000,
        "a" * 1_000_000,
        template([nested(300, [TEXT])]),
        template([{"kind": "shape"}] * 2_000),
        template([{"kind": "shape", "width": 1e308}]),
        template([{"kind": "shape", "shape": "path", "path": "M0 0L1 1 2 0Z", "view": [1e300, 0, 1, 1]}]),
        template([{"kind": "shape", "shape": "path", "path": "M0 0" + " " * 3_900 + "x"}]),
        template([{"kind": "text", "slot": "t", "when": "slots." + "a" * 190}]),
        template([{"kind": "group", "each": "l", "layers": [nested(1, [{"kind": "group", "each": "l", "layers": [TEXT]}])]}]),
    ],
    ids=lambda text: text[:24],
)  # fmt: skip
def test_it_is_refused_within_few_megabytes(hostile: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(errors.ValidationError):
            load(hostile)
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


def test_rows_in_rows_are_measured_once_at_each_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    set_, done = fixtures.layout, list[int]()
    monkeypatch.setattr(fixtures, "layout", lambda *a, **k: done.append(1) or set_(*a, **k))
    lint(template([nested(3, [TEXT] * 9)]))
    assert len(done) <= 9 * len(fixtures._SCALES)


def test_a_path_of_spaces_is_read_in_one_go() -> None:
    with pytest.raises(ValueError, match="can't read"):
        svg_path.parse("M0 0" + " " * 29_000 + "x")


def test_points_that_follow_each_other_in_a_path_are_no_key_of_many_parts() -> None:
    with pytest.raises(errors.ValidationError) as refused:
        load('path = "M0 0l' + ".5" * 500 + '"')
    assert "twelve parts" not in str(refused.value)
