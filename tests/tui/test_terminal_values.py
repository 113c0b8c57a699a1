"""The parts without a screen: marks, calls, listings, half blocks, Kitty's cells, the keymap."""

from __future__ import annotations

import errno
from pathlib import Path

import click
import pytest
from brandstudio_tui import keymap
from brandstudio_tui.ascii import ascii_of
from brandstudio_tui.calls import COMMANDS, FACE, Call
from brandstudio_tui.complaints import of_file, told
from brandstudio_tui.marks import Mark, Marked
from brandstudio_tui.screens.changing import changes_from
from brandstudio_tui.screens.composing import Draft, changed_draft
from brandstudio_tui.screens.picking import free_name, paths_in
from brandstudio_tui.screens.searching import told as told_search
from brandstudio_tui.sizes import SIZES, job_of, jobs_of
from brandstudio_tui.symbols import ASCII, UNICODE, symbols_for
from brandstudio_tui.terminal import picture_kind
from brandstudio_tui.views import Purse
from brandstudio_tui.widgets.blocks import decode, fitted, paint
from brandstudio_tui.widgets.charts import last_days
from brandstudio_tui.widgets.graphics import DIACRITICS, PLACEHOLDER, placeholders, transmission
from brandstudio_tui.widgets.shelf import PAGE, Query, Shelf, fetch
from brandstudio_tui.widgets.wording import fit, hanging
from textual.binding import Binding

import brandstudio
from brandstudio import operations
from brandstudio.cli.root import cli
from brandstudio.errors import FolderNotFound, ValidationError
from brandstudio.models.choices import SlotsEdit
from brandstudio.models.searching import SearchQuery
from brandstudio.models.texts import Correction
from brandstudio.testing import Place, picture


def mark(offset: int, original: str, replacement: str | None) -> Mark:
    return Mark(offset, len(original), original, replacement, "", "error", "r")


def test_a_taken_mark_moves_those_behind_it() -> None:
    text = "teh cat sat on teh mat"
    marked = Marked(text, (mark(0, "teh", "the"), mark(15, "teh", "the very")))
    first = marked.take(0)
    assert first.text == "the cat sat on teh mat"
    assert first.take(0).text == "the cat sat on the very mat"
    assert marked.take(1).take(0).text == "the cat sat on the very mat"


def test_marks_that_overlap_a_taken_one_are_closed() -> None:
    marked = Marked("a  b", (mark(1, "  ", " "), mark(2, " b", "B")))
    assert marked.take(0) == Marked("a b")


def test_a_remark_without_a_proposal_changes_nothing() -> None:
    marked = Marked("abc", (mark(0, "abc", None),))
    assert marked.take(0) == Marked("abc")
    assert marked.take_all() == marked


def test_a_correction_of_another_text_marks_nothing() -> None:
    wrong = Correction(
        rule_id="r", kind="k", message="", severity="error", offset=0, length=3, original="xyz"
    )
    assert Marked.of("abc", [wrong]).marks == ()


def test_every_operation_that_changes_something_can_be_copied(place: Place) -> None:
    owner = place.owner
    for operation, call in FACE.items():
        group = owner
        for name in call.split(".")[:-1]:
            group = getattr(group, name)
        assert hasattr(operations, operation), operation
        assert callable(getattr(group, call.split(".")[-1])), call


@pytest.mark.parametrize("call", COMMANDS)
def test_every_command_that_is_copied_is_one(call: str) -> None:
    command: click.Command = cli
    for word in COMMANDS[call][0].split():
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None, word
        command = found
    assert not isinstance(command, click.Group)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            Call(
                "images.create", (("folder", "acme"), ("prompt", "calm sea"), ("resolution", "1K"))
            ),
            "brandstudio images create acme 'calm sea' --resolution 1K",
        ),
        (
            Call("library.delete", (("image_id", "img_1"), ("folder", "acme"))),
            "brandstudio library trash acme img_1",
        ),
        (
            Call(
                "designs.create",
                (
                    ("folder", "acme"),
                    ("size", "square"),
                    ("slots", brandstudio.Slots(headline="Hi")),
                ),
            ),
            "brandstudio designs create acme --size square --headline Hi",
        ),
        (
            Call("text.generate", (("folder", "acme"), ("mode", "write"), ("brief", "a walk"))),
            "brandstudio text write acme 'a walk'",
        ),
        (Call("admin.credits.add", (("credits", 100.0),)), "brandstudio credits add 100"),
    ],
)
def test_a_call_is_copied_as_a_command_that_parses(call: Call, words: str) -> None:
    import shlex

    assert call.as_command() == words
    command: click.Command = cli
    rest = shlex.split(words)[1:]
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), rest.pop(0))
        assert found is not None
        command = found
    command.make_context("it", list(rest), resilient_parsing=True)


def test_a_call_is_copied_as_python_that_does_it_again(place: Place, tmp_path: Path) -> None:
    call = Call("folders.create", (("name", "Copied"),))
    opened = f"brandstudio.open({str(tmp_path / 'data')!r})"
    exec(compile(call.as_python(opened), "copied", "exec"), {})
    with brandstudio.open(tmp_path / "data") as studio:
        assert [one.path for one in studio.folders.list().level1_folders] == ["copied"]


def test_the_end_of_a_long_listing_is_reached_from_the_other_side(place: Place) -> None:
    studio = place.owner
    studio.folders.create(name="Acme")
    for number in range(7):
        studio.library.add(
            folder="acme", file=picture(16, 16, mark=number), filename=f"{number}.png"
        )
    query = Query(folder="acme")
    shelf = Shelf(query)
    shelf.take([fetch(studio, query, 0, None, 2)])
    shelf._pages.clear()
    shelf.take([fetch(studio, query, 0, None, 2)])
    assert shelf.total == 7
    way = shelf.missing(6, 6)
    assert way is not None
    batches = way(studio)
    assert batches[0].mirrored
    shelf.take(batches)
    oldest = shelf.get(6)
    assert oldest is not None
    assert oldest.title == "0"
    assert shelf.find(oldest.image_id) == 6


def test_a_listing_by_score_ends_where_the_score_falls() -> None:
    assert Query(least=80, sort="score").arguments() == {"sort": "score"}
    assert PAGE == 100


def test_half_blocks_fill_their_cells_and_keep_the_proportions() -> None:
    strips = paint(decode(picture(200, 100)), 20, 8)
    assert [strip.cell_length for strip in strips] == [20] * 8
    assert fitted(200, 100, 20, 8) == (20, 10)
    painted = [strip for strip in strips if "▀" in strip.text]
    assert len(painted) == 5


def test_a_picture_is_given_to_kitty_in_pieces_and_placed_by_cells() -> None:
    parts = transmission(0x123456, decode(picture(300, 200, mark=5)), 10, 4)
    assert parts[0].startswith("\x1b_Gi=1193046,f=100,q=2,m=")
    assert all(len(part) < 4200 for part in parts)
    assert parts[-1] == "\x1b_Ga=p,i=1193046,c=10,r=4,U=1,q=2\x1b\\"
    strips = placeholders(0x123456, 12, 4, (1, 0, 10, 4))
    assert [strip.cell_length for strip in strips] == [12] * 4
    assert strips[1].text.strip().startswith(PLACEHOLDER + DIACRITICS[1] + DIACRITICS[0])
    assert len(set(DIACRITICS)) == len(DIACRITICS) >= 100


def test_pasted_paths_are_understood_as_shells_and_file_managers_write_them(tmp_path: Path) -> None:
    odd = tmp_path / "sea view.png"
    odd.touch()
    assert paths_in(f"'{odd}'") == [odd]
    assert paths_in(str(odd)) == [odd]
    assert paths_in(f"file://{tmp_path}/sea%20view.png\n{odd}") == [odd, odd]
    assert paths_in(str(odd).replace(" ", "\\ ")) == [odd]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (SearchQuery(), "everything"),
        (
            SearchQuery(q="evening", kind="design", in_folder="acme", subtree=False),
            "evening, designs, in acme",
        ),
        (SearchQuery(tags="sea, spring", min_score=80), "#sea #spring, score 80+"),
        (
            SearchQuery(by="meaning", has_face=False, space="left", in_folder="acme"),
            "by meaning, without a face, room at the left, in acme and below",
        ),
        (SearchQuery(colour="teal", orientation="portrait"), "in teal, portrait"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_a_kept_search_is_told_in_words(query: SearchQuery, words: str) -> None:
    assert told_search(query) == words


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    taken = tmp_path / "a.png"
    taken.touch()
    assert free_name(taken) == tmp_path / "a-2.png"


def test_titles_never_bring_control_characters_to_the_terminal() -> None:
    assert fit("a\x1b[31mb\nc", 12) == "a [31mb c   "
    assert fit("日本語の題", 5) == "日本…"


def test_signs_are_ascii_where_the_encoding_has_no_others() -> None:
    assert symbols_for("ascii") is ASCII
    assert symbols_for("utf-8") is UNICODE
    assert symbols_for(None) is ASCII


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "sixel"),
        ({"TERM": "xterm-kitty", "TMUX": "x"}, "blocks"),
        ({"TERM": "dumb"}, "none"),
        ({"TERM": "xterm-256color"}, "blocks"),
    ],
)
def test_the_terminal_is_told_by_its_environment(environment: dict[str, str], kind: str) -> None:
    assert picture_kind("auto", environment) == kind
    assert picture_kind("none", environment) == "none"


def test_a_price_says_what_is_left() -> None:
    purse = Purse({"revise": 4.0}, 10.0)
    assert purse.line("revise") == "costs 4, leaves 6"
    assert purse.line("revise", 3) == "costs 12, but only 10 are left"
    assert Purse({"revise": 4.0}).line("revise") == "costs 4"


def test_a_keymap_names_ids_and_keys(tmp_path: Path) -> None:
    said: list[str] = []
    file = tmp_path / "keys.toml"
    file.write_text('[keys]\n"app.jump" = "ctrl+j"\n"app.undo" = 3\n')
    assert keymap.read(file, said.append) == {"app.jump": "ctrl+j"}
    assert "app.undo" in said[0]
    assert keymap.read(tmp_path / "none.toml", said.append) == {}


def test_a_key_that_the_keymap_takes_names_the_action_that_lost_it() -> None:
    usual = [
        *Binding.make_bindings([Binding("d", "download", "Save", id="library.download")]),
        *Binding.make_bindings([Binding("x,delete", "trash", "Trash", id="library.trash")]),
        *Binding.make_bindings([Binding("ctrl+z", "undo", "Undo", id="app.undo")]),
        *Binding.make_bindings([Binding("d", "other", "Other", id="style.other")]),
    ]
    assert keymap.taken({"library.trash": "d"}, usual) == [
        '"library.trash" has d now; "library.download" (Save) lost it.'
    ]
    # Another area has keys of its own, and one that is given another key has lost none.
    assert keymap.taken({"library.trash": "d", "library.download": "x"}, usual) == []
    # The app's action is asked after the area's.
    assert keymap.taken({"app.undo": "delete"}, usual) == [
        '"library.trash" has delete now; "app.undo" (Undo) lost it.'
    ]
    assert keymap.taken({"library.trash": "?", "app.undo": "question_mark"}, usual) == [
        '"library.trash" has question_mark now; "app.undo" (Undo) lost it.'
    ]


def test_a_form_of_changes_becomes_the_arguments_of_an_edit() -> None:
    assert changes_from({"align": "", "logo_size": ""}) == {}
    assert changes_from({"align": "end", "logo_size": "1.5", "scrim": "none", "crop": "0.6"}) == {
        "align": "end",
        "logo": {"size": 1.5},
        "scrim": {"kind": "none"},
        "crop": (0.2, 0.2, 0.6, 0.6),
    }
    assert changes_from({"crop": "0.6", "across": "1", "down": "0"}) == {
        "crop": (0.4, 0.0, 0.6, 0.6)
    }
    assert changes_from({"across": "0.25"}) == {"focal_point": (0.25, 0.5)}
    assert changes_from({"crop": "auto", "seed": "3"}) == {"crop": "auto", "seed": 3}


def test_only_words_that_differ_and_whole_colours_are_changed() -> None:
    before = Draft(words={"headline": "The harbour opens", "subhead": "Soon"})
    same = {"headline": "The harbour opens ", "subhead": "Soon", "button_text": ""}
    assert changes_from(same, before) == {}
    assert changes_from({**same, "headline": ""}, before) == {}
    assert changes_from({**same, "subhead": "", "logo": "none"}, before) == {
        "slots": SlotsEdit(subhead="", logo="none")
    }
    assert changes_from({"colour_text": "accent", "colour_ground": "#12"}, before) == {
        "colours": {"text": "accent"}
    }
    changed = changed_draft(before, {"slots": SlotsEdit(subhead="", headline="It opens")})
    assert (changed.headline, changed.said("subhead")) == ("It opens", "")


def test_the_days_of_a_chart_have_no_gaps() -> None:
    days = last_days([("2026-11-18", 2.0), ("2026-11-21", 5.0)], 5)
    assert days == [
        ("2026-11-17", 0.0),
        ("2026-11-18", 2.0),
        ("2026-11-19", 0.0),
        ("2026-11-20", 0.0),
        ("2026-11-21", 5.0),
    ]


def test_a_long_sentence_hangs_beneath_its_own_beginning() -> None:
    assert hanging("Sharp from front to back.", 11, 30) == "Sharp from front to\n           back."


def test_what_ascii_has_not_keeps_its_cells() -> None:
    assert ascii_of("╭─ Größe ±2… ─╮") == "+- Gro?e ~2~ -+"
    assert ascii_of("夕方 naïve") == "???? naive"


def test_an_error_names_the_label_of_a_field_and_no_field_of_a_program() -> None:
    about_all = ValidationError.of("body", "this changes nothing: another seed gives another")
    assert told(about_all) == "This changes nothing: another seed gives another"
    assert told(ValidationError.of("slots.buttonText", "too long")) == "Button text: too long"
    assert told(ValidationError.of("sizes.0", "no size")) == "Sizes: no size"
    assert told(ValidationError.of("instructions", "is empty")) == "In words: is empty"
    assert told(FolderNotFound("There is no folder acme.")) == "There is no folder acme."
    variable = ValidationError.of("BRANDSTUDIO_ENGINE", "is none")
    assert told(variable) == "BRANDSTUDIO_ENGINE: is none"
    assert told(RuntimeError()) == "RuntimeError"


def test_a_file_that_can_not_be_written_says_what_to_do() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    remedy = "Free some space or name another folder, and try again."
    assert of_file(full) == f"No space left on device. {remedy}"
    assert of_file(PermissionError(errno.EACCES, "Permission denied", "/srv/a.png")) == (
        "/srv/a.png: Permission denied. Name another folder, or allow it."
    )
    assert of_file(OSError("the disk is strange")) == "the disk is strange"


def test_every_size_is_drawn_once_in_jobs_as_large_as_jobs_may_be() -> None:
    jobs = jobs_of(SIZES)
    assert [size for job in jobs for size in job] == list(SIZES)
    assert max(len(job) for job in jobs) == 12
    some = {size for number, size in enumerate(SIZES) if number % 5 == 0}
    for job in jobs_of(some):
        assert set(job) == set(job_of(job[0])) & some
