"""Pictures in the terminal: which way it knows, and that each way draws the picture."""

from __future__ import annotations

import base64
import io
import re

import pytest
from PIL import Image

from brandstudio.cli import pictures


@pytest.fixture
def flag() -> Image.Image:
    """Red above, blue below."""
    picture = Image.new("RGB", (8, 8), (255, 0, 0))
    picture.paste((0, 0, 255), (0, 4, 8, 8))
    return picture


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-ghostty"}, "kitty"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "sixel"),
        ({"TERM": "xterm-256color"}, "blocks"),
        ({"TERM": "tmux-256color", "TMUX": "tmux,1,0", "KITTY_WINDOW_ID": "1"}, "blocks"),
        ({"TERM": "dumb"}, "none"),
        ({}, "none"),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-kitty", "BRANDSTUDIO_PICTURES": "none"}, "none"),
        ({"TERM": "xterm", "BRANDSTUDIO_PICTURES": "sixel"}, "sixel"),
    ],
)
def test_the_way_is_read_from_what_the_terminal_says_of_itself(
    environment: dict[str, str], expected: str
) -> None:
    assert pictures.way(environment, terminal=True) == expected
    assert pictures.way(environment, terminal=False) == "none"


def test_half_blocks_are_two_pixels_a_cell(flag: Image.Image) -> None:
    lines = list(pictures.blocks(flag.resize((4, 4), Image.Resampling.NEAREST), truecolour=True))
    assert [line.count("▀") for line in lines] == [4, 4]
    assert "38;2;255;0;0;48;2;255;0;0" in lines[0]
    assert "38;2;0;0;255;48;2;0;0;255" in lines[1]
    assert all(line.endswith("\x1b[0m\n") for line in lines)
    assert "38;5;196" in "".join(pictures.blocks(flag, truecolour=False))


def test_kitty_gets_a_png_in_pieces(flag: Image.Image) -> None:
    noise = Image.effect_noise((200, 200), 90).convert("RGB")
    sent = "".join(pictures.kitty(noise, 20, 10))
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sent)
    assert pieces[0][0].startswith("a=T,f=100")
    assert "c=20,r=10" in pieces[0][0]
    assert [head[-3:] for head, _ in pieces] == ["m=1"] * (len(pieces) - 1) + ["m=0"]
    assert all(len(text) <= 4096 for _, text in pieces)
    data = base64.standard_b64decode("".join(text for _, text in pieces))
    assert Image.open(io.BytesIO(data)).convert("RGB").tobytes() == noise.tobytes()


def test_sixel_paints_every_pixel_in_its_colour(flag: Image.Image) -> None:
    drawn = _painted("".join(pictures.sixel(flag)))
    assert drawn.tobytes() == flag.tobytes()


def _painted(stream: str) -> Image.Image:
    """What a terminal makes of Sixel: written from the standard, not from our writer."""
    head = re.match(r'\x1bPq"1;1;(\d+);(\d+)', stream)
    assert head is not None
    assert stream.endswith("\x1b\\\n")
    picture = Image.new("RGB", (int(head[1]), int(head[2])), (1, 2, 3))
    colours: dict[str, tuple[int, int, int]] = {}
    x = top = 0
    colour = ""
    body = stream[head.end() : -3]
    for token in re.finditer(
        r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)([?-~])|([?-~])|([$-])", body
    ):
        number, red, green, blue, choice, count, run, one, move = token.groups()
        if number is not None:
            colours[number] = tuple(round(int(part) * 2.55) for part in (red, green, blue))  # type: ignore[assignment]
        elif choice is not None:
            colour = choice
        elif move is not None:
            x, top = 0, top + 6 * (move == "-")
        else:
            end = x + int(count or 1)
            for bit in range(6):
                if ord(run or one) - 63 >> bit & 1:
                    picture.paste(colours[colour], (x, top + bit, end, top + bit + 1))
            x = end
    return picture


def test_what_is_no_picture_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    pictures.show(b"%PDF-1.7 no picture", "blocks")
    assert capsys.readouterr().out == ""


def test_a_picture_keeps_its_proportions(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.BytesIO()
    Image.new("RGB", (1200, 400), "teal").save(out, "PNG")
    pictures.show(out.getvalue(), "blocks")
    lines = capsys.readouterr().out.splitlines()
    assert {line.count("▀") for line in lines} == {60}
    assert len(lines) == 10
