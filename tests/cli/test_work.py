"""Commands as people use them every day: what they say, what they cost, what they take and give."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from running import last_word
from sampling import one_of

import brandstudio
from brandstudio.cli.root import cli

Run = Callable[..., Result]
Said = Callable[..., Any]


@pytest.fixture
def typed(data: Path) -> Callable[..., Result]:
    """A command with something on its standard input."""

    def invoke(words: bytes, *arguments: object) -> Result:
        return CliRunner().invoke(cli, ["--data", str(data), *map(str, arguments)], input=words)

    return invoke


@pytest.fixture
def image(run: Run, photo: Path) -> str:
    """A photo of acme's."""
    run("folders", "create", "Acme")
    return last_word(run("library", "add", "acme", photo))


def balance(run: Run) -> float:
    return float(last_word(run("credits", "balance")).replace(",", ""))


# -- what it costs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    one_of(
        3,
        [
            "images create acme sea --resolution 1K",
            "images brandify acme PHOTO --resolution 1K",
            "images revise acme IMAGE warmer",
            "designs create acme --size email-header --template split --headline Hello",
            "images resize acme IMAGE --aspect-ratio 1:1 --resolution 1K",
            "images improve acme IMAGE",
            "text amend acme harbours shorter",
            "images analyse acme --image-id IMAGE",
            "library add acme PHOTO",
            "style extract acme",
            "text write acme harbour",
        ],
    ),
)
def test_a_dry_run_changes_nothing_and_says_what_the_command_charges(
    run: Run, said: Said, image: str, photo: Path, command: str
) -> None:
    run("references", "add", "acme", image)
    words = command.replace("IMAGE", image).replace("PHOTO", str(photo)).split()
    before = balance(run)
    quote = said(*words, "--dry-run")
    assert quote["dryRun"] is True
    assert "Nothing was done." in run(*words, "--dry-run").stdout
    assert balance(run) == before
    assert said("library", "list", "acme")["totalCount"] == 1
    run(*words)
    assert before - balance(run) == quote["credits"] > 0


def test_a_dry_run_finds_a_wrong_id_as_the_work_would(run: Run, image: str) -> None:
    assert run("images", "revise", "acme", "img_x", "warmer", "--dry-run", status=1).stderr
    told = run("images", "create", "acme/spring", "sea", "--dry-run", status=1).stderr
    assert told.startswith("FOLDER_NOT_FOUND: ")


def test_saving_costs_what_the_dry_run_says_and_never_twice(run: Run, said: Said) -> None:
    run("folders", "create", "Acme")
    size = ("--size", "email-header", "--template", "split", "--headline", "Hello")
    job = said("designs", "create", "acme", *size)["jobId"]
    before = balance(run)
    assert said("designs", "save", job, "split", "--dry-run")["credits"] == 1
    saved = last_word(run("designs", "save", job, "split"))
    assert before - balance(run) == 1
    assert last_word(run("designs", "save", job, "split/email-header")) == saved
    assert before - balance(run) == 1
    assert said("designs", "show", job)["variants"][0]["savedImageId"] == saved


# -- the library -----------------------------------------------------------------------------------


def test_an_item_goes_to_the_trash_and_comes_back(run: Run, said: Said, image: str) -> None:
    run("library", "trash", "acme", image)
    assert said("library", "list", "acme")["items"] == []
    assert image in run("library", "list", "acme", "--trashed").stdout
    assert "in the trash until" in run("library", "show", "acme", image, "--trashed").stdout
    assert last_word(run("library", "restore", "acme", image)) == image
    assert image in run("library", "list", "acme").stdout


def test_gone_for_good_is_asked_first(run: Run, said: Said, image: str) -> None:
    run("library", "trash", "acme", image)
    run("library", "purge", "acme", image, status=130)
    assert image in run("library", "list", "acme", "--trashed").stdout
    assert "Gone for good" in run("library", "purge", "acme", image, "--yes").stdout
    assert said("library", "list", "acme", "--trashed")["items"] == []


def test_an_item_is_described_found_and_shown(run: Run, said: Said, image: str) -> None:
    words = ("--title", "Harbour at dusk", "--tags", "sea", "--tags", "dusk")
    run("library", "edit", "acme", image, *words, "--focal-point", "0.3,0.5")
    item = said("library", "show", "acme", image)
    assert (item["title"], item["tags"]) == ("Harbour at dusk", ["sea", "dusk"])
    assert item["focalPoint"] == {"x": 0.3, "y": 0.5}
    assert image in run("library", "search", "harbour", "dusk").stdout
    assert image in run("library", "list", "--tag", "sea").stdout
    assert run("library", "search", "nowhere").stdout == "Nothing found.\n"
    run("library", "edit", "acme", image, "--focal-point", "middle", status=2)


def test_pictures_come_from_standard_input_and_go_to_standard_output(
    run: Run, said: Said, typed: Callable[..., Result], photo: Path, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    added = typed(photo.read_bytes(), "library", "add", "acme", "-", "--filename", "sea.png")
    image = last_word(added)
    assert said("library", "show", "acme", image)["filename"] == "sea.png"
    out = run("library", "download", "acme", image, "--out", "-")
    assert Image.open(io.BytesIO(out.stdout_bytes)).size == (320, 240)
    run("library", "download", "acme", image, "--out", tmp_path / "back.png")
    assert (tmp_path / "back.png").read_bytes() == out.stdout_bytes
    small = run(
        "library", "download", "acme", image, "--max-side", 256, "--format", "webp", "--out", "-"
    )
    assert Image.open(io.BytesIO(small.stdout_bytes)).size == (256, 192)


def test_a_picture_is_measured_without_being_added(
    run: Run, said: Said, image: str, photo: Path
) -> None:
    run("references", "add", "acme", image)
    run("style", "extract", "acme")
    assert "Score" in run("images", "check", "acme", "--file", photo).stdout
    assert run("style", "sample-colours", "acme", "--file", photo).stdout.startswith("#")
    assert said("library", "list", "acme")["totalCount"] == 1
    assert "uploads/" in last_word(run("library", "upload", photo))
    run("images", "check", "acme", status=1)


# -- copy ------------------------------------------------------------------------------------------


def test_copy_is_proofread_in_a_pipe_in_place_and_as_a_check(
    run: Run, said: Said, typed: Callable[..., Result], tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    run("rules", "add", "acme", "Never say cheap.", "--kind", "copy")
    draft = tmp_path / "press.md"
    draft.write_text("Hello.\n\nA cheap  day.\n", encoding="utf-8")
    found = run("text", "proofread", "--folder", "acme", draft)
    assert f"{draft}:3:3: error: “cheap”" in found.stdout
    assert f"{draft}: Spelling and grammar are checked in English only" in found.stdout
    assert run(
        "text", "proofread", "--folder", "acme", "--check", draft, status=3
    ).stderr.startswith("FINDINGS: ")
    piped = typed(draft.read_bytes(), "text", "proofread", "--folder", "acme", "-", "--corrected")
    assert piped.stdout == said("text", "proofread", "--folder", "acme", draft)["corrected"]
    assert "cheap" in piped.stderr
    run("text", "proofread", "--folder", "acme", "--write", draft)
    assert draft.read_text(encoding="utf-8") == piped.stdout != "Hello.\n\nA cheap  day.\n"
    given = run("text", "proofread", "--folder", "acme", "--corrected", "--text", "A  day.").stdout
    assert given == "A day.\n"
    run("text", "proofread", "--folder", "acme", "--write", "-", status=2)
    told = run("text", "proofread", "--folder", "acme", "--text", "A cheap day.").stdout
    assert told.startswith("text:1:3: error: “cheap”")
    spaces = run("text", "proofread", "--folder", "acme", "--text", "A  day.").stdout
    assert spaces.startswith("text:1:2: corrected: One space")
    wrong = run("text", "proofread", "--folder", "acme", "A cheap day.", status=2).stderr
    assert "Words are given with --text" in wrong
    run("text", "proofread", "--folder", "acme", "--text", "A day.", draft, status=2)
    run("text", "proofread", "--folder", "acme", "--text", "A day.", "--write", status=2)
    run("text", "proofread", "--folder", "acme", status=2)
    draft.write_text("All is well here.\n", encoding="utf-8")
    assert run("text", "proofread", "--folder", "acme", "--check", draft).stdout


def test_copy_is_written_and_changed_through_pipes(
    run: Run, typed: Callable[..., Result], tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    brief = b"The harbour opens on Saturday with walks for the whole family"
    made = typed(brief, "text", "write", "acme", "-", "--out", "-")
    assert "harbour" in made.stdout
    assert "txt_" not in made.stdout  # the copy alone
    shown = run("text", "resize", "acme", made.stdout, "5 words", "--out", tmp_path / "short.md")
    assert last_word(shown).startswith("txt_")
    assert (tmp_path / "short.md").read_text(encoding="utf-8").strip()


# -- work under way --------------------------------------------------------------------------------


def test_work_that_is_not_waited_for_can_be_waited_for_later(run: Run, said: Said) -> None:
    run("folders", "create", "Acme")
    job = last_word(run("images", "create", "acme", "calm sea", "--resolution", "1K", "--no-wait"))
    assert said("jobs", "show", job)["status"] == "queued"
    assert job in run("jobs", "list", "--status", "queued").stdout
    assert said("jobs", "wait", job)["status"] == "completed"
    run("jobs", "cancel", job, status=1)
    run("images", "create", "acme", "sea", "--no-wait", "--out", "sea.png", status=2)


def test_a_job_that_fails_fails_the_command_that_waits(run: Run, image: str) -> None:
    words = ("images", "revise", "acme", image, "add a dog")
    refused = run(*words, status=1).stderr
    assert refused.startswith("UNSUPPORTED_INSTRUCTION: ")
    assert "The charge is refunded. To turn it on, set BRANDSTUDIO_IMAGE_ENGINE; " in refused
    job = last_word(run(*words, "--no-wait"))
    assert run("jobs", "wait", job, status=1).stderr.startswith("UNSUPPORTED_INSTRUCTION: ")


def test_a_cancelled_job_is_refunded(run: Run) -> None:
    run("folders", "create", "Acme")
    before = balance(run)
    job = last_word(run("images", "create", "acme", "calm sea", "--no-wait"))
    assert balance(run) < before
    run("jobs", "cancel", job)
    assert balance(run) == before


# -- banners ---------------------------------------------------------------------------------------


def test_banners_of_a_batch_are_saved_and_found_again(
    run: Run, said: Said, tmp_path: Path, typed: Callable[..., Result]
) -> None:
    run("folders", "create", "Acme")
    table = b"headline\nThe harbour opens\nThe market closes\n"
    command = ("batch", "-", "--folder", "acme", "--size", "email-header", "--save")
    before = balance(run)
    assert "would charge 6 credits" in typed(table, *command, "--dry-run").stdout
    assert balance(run) == before
    done = typed(table, *command, "--out", tmp_path / "out")
    assert "2 rows, 0 with problems, charged 6 credits" in done.stdout
    found = said("library", "search", "harbour", "--kind", "design")["items"]
    assert [item["title"] for item in found] == ["The harbour opens"]
    assert found[0]["imageId"] in (tmp_path / "out" / "results.csv").read_text()
    again = typed(table, *command)
    assert "charged 0 credits, charged before 4" in again.stdout
    assert said("library", "list", "acme", "--kind", "design")["totalCount"] == 2


def test_banners_are_made_saved_and_written_in_one_go(run: Run, said: Said, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    words = ("--headline", "Hello", "--template", "split", "--save", "--out", tmp_path / "made")
    sizes = ("--size", "square", "--size", "email-header")
    made = said("designs", "create", "acme", *sizes, *words)
    assert sorted(Path(file).name for file in made["files"].values()) == [
        "split-email-header.png",
        "split-square.png",
    ]
    assert made["balance"] == balance(run)
    saved = {item["imageId"] for item in said("library", "list", "acme")["items"]}
    assert saved == set(made["savedImageIds"].values())
    assert run("designs", "save", made["jobId"], "split", status=1).stderr.startswith(
        "VALIDATION_ERROR: "
    )


def test_an_export_goes_to_standard_output(run: Run, said: Said) -> None:
    run("folders", "create", "Acme")
    size = ("--size", "email-header", "--template", "split", "--headline", "Hello")
    job = said("designs", "create", "acme", *size)["jobId"]
    spec = run("designs", "export", job, "split", "--format", "spec", "--out", "-")
    assert json.loads(spec.stdout)["template"] == "split"


# -- rules, style, people --------------------------------------------------------------------------


def test_a_rule_may_have_a_check_that_a_machine_tests(run: Run, said: Said) -> None:
    run("folders", "create", "Acme")
    words = ("rules", "add", "acme", "Keep contrast high.", "--kind", "image", "--check")
    rule = last_word(run(*words, "contrast>=0.4"))
    [found] = said("rules", "list", "acme")["rules"]
    assert found["check"] == {"measure": "contrast", "op": ">=", "value": 0.4}
    run("rules", "update", "acme", rule, "--text", "Keep contrast up.")
    assert "Keep contrast up." in run("rules", "list", "acme").stdout
    assert last_word(run("rules", "remove", "acme", rule)) == rule
    assert "it looks like" in run(*words, "bright please", status=2).stderr


def test_a_style_is_edited_and_shown_with_where_it_came_from(run: Run, said: Said) -> None:
    run("folders", "create", "Acme")
    run("folders", "create", "Spring", "--parent", "acme")
    palette = '[{"hex": "#0b3d5c", "role": "primary", "name": "Harbour"}]'
    voice = '{"banned_words": ["cheap"], "preferred_words": {"clients": "guests"}}'
    run("style", "edit", "acme", "--palette", palette, "--voice", voice, "--essence", "The sea")
    shown = run("style", "show", "acme/spring").stdout
    assert "Palette  from acme\n  #0b3d5c  primary  Harbour" in shown
    assert "clients → guests" in shown
    assert said("style", "show", "acme")["voice"]["bannedWords"] == ["cheap"]
    assert "no JSON" in run("style", "edit", "acme", "--palette", "blue", status=2).stderr


def test_an_invitation_is_made_shown_once_and_withdrawn(run: Run) -> None:
    run("permissions", "grant", "trialInvites")
    link = last_word(run("invites", "create", "jane@example.com"))
    assert "/invites/" in link
    assert link.rpartition("/")[2] not in run("invites", "list").stdout
    assert "revoked" in run("invites", "revoke", "--email", "jane@example.com").stdout


# -- what was meant --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["imags", "create"], "'images'"),
        (["images", "creat"], "'create'"),
        (["images", "create", "acme", "sea", "--aspect", "1:1"], "--aspect-ratio"),
        (["designs", "preview", "acme", "--size", "sqare", "--headline", "x"], "'square'"),
        (["library", "list", "acme", "--kind", "desing"], "'design'"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_right_one(
    run: Run, words: list[str], meant: str
) -> None:
    told = run(*words, status=2).stderr
    assert "Did you mean" in told
    assert meant in told


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("acm", "acme"), ("acme/sprng", "acme/spring"), ("acmee/spring", "acme/spring")],
)
def test_a_mistyped_folder_is_answered_with_the_right_one(run: Run, typed: str, meant: str) -> None:
    run("folders", "create", "Acme")
    run("folders", "create", "Spring", "--parent", "acme")
    for words in (["library", "list", typed], ["images", "create", typed, "sea"]):
        assert f"Did you mean {meant}?" in run(*words, status=1).stderr
    assert "Did you mean acme/spring?" in run("library", "list", "spring", status=1).stderr
    assert "Did you mean" not in run("library", "list", "something", status=1).stderr


# -- the shell -------------------------------------------------------------------------------------


@pytest.fixture
def complete(data: Path) -> Callable[..., list[str]]:
    from click.shell_completion import ShellComplete

    shell = ShellComplete(cli, {}, "brandstudio", "_BRANDSTUDIO_COMPLETE")

    def ask(*words: str) -> list[str]:
        *before, last = words
        found = shell.get_completions(["--data", str(data), *before], last)
        return [item.value for item in found]

    return ask


def test_folders_ids_and_templates_complete_in_the_shell(
    run: Run, image: str, data: Path, complete: Callable[..., list[str]]
) -> None:
    run("folders", "create", "Spring", "--parent", "acme")
    run("folders", "create", "Arbor")
    assert complete("library", "list", "a") == ["acme", "arbor"]
    assert complete("library", "list", "acme/") == ["acme/spring"]
    assert complete("images", "revise", "acme", "img") == [image]
    assert complete("library", "restore", "acme", "") == []
    (data / "templates").mkdir()
    (data / "templates" / "launch.toml").write_text("")
    templates = complete("designs", "create", "acme", "--template", "")
    assert {"all", "overlay", "launch"} <= set(templates)
    assert complete("images", "resize", "acme", image, "--aspect-ratio", "16") == ["16:9"]
    rule = last_word(run("rules", "add", "acme", "Never say cheap.", "--kind", "copy"))
    assert complete("rules", "remove", "acme", "") == [rule]


def test_completion_makes_no_studio_and_is_quiet_about_what_is_missing(
    data: Path, complete: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert complete("library", "list", "") == []
    assert complete("images", "revise", "nowhere", "") == []
    assert not data.exists()
    monkeypatch.setenv("BRANDSTUDIO_API_KEY", "bsk_none")
    monkeypatch.setenv("BRANDSTUDIO_URL", "http://127.0.0.1:9")
    assert complete("library", "list", "") == []


def test_a_server_and_a_data_folder_are_not_named_together(data: Path) -> None:
    for option in (["--data", str(data)], ["--workspace", "acme"]):
        words = [*option, "--url", "https://studio.example.com", "folders", "list"]
        told = CliRunner().invoke(cli, words)
        assert told.exit_code == 2
        assert "--url" in told.output


def test_a_data_folder_that_is_named_goes_before_a_server_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRANDSTUDIO_URL", "http://127.0.0.1:9")
    run("folders", "create", "Acme")


def test_a_key_is_never_told_in_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from running import serving

    with brandstudio.open(tmp_path / "studio"):
        pass
    with serving(tmp_path / "studio") as url:
        monkeypatch.setenv("BRANDSTUDIO_API_KEY", "bsk_secret")
        refused = CliRunner().invoke(cli, ["--json", "--url", url, "folders", "list"])
    assert refused.exit_code == 1
    assert json.loads(refused.stderr)["error"]["code"] in ("INVALID_API_KEY", "UNAUTHENTICATED")
    assert "bsk_secret" not in refused.output


def test_a_dry_run_says_that_a_photo_would_look_soft(run: Run, said: Said, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    Image.linear_gradient("L").resize((300, 240)).convert("RGB").save(tmp_path / "small.png")
    image_id = last_word(run("library", "add", "acme", tmp_path / "small.png"))
    words = ("acme", "--size", "square", "--template", "split", "--headline", "Hello")
    asked = (*words, "--image-id", image_id, "--dry-run")
    (told,) = said("designs", "create", *asked)["warnings"]
    assert told.startswith("split/square: What is shown of the photo is only ")
    assert f"note: {told}\n" in run("designs", "create", *asked).stderr


def test_a_banner_has_a_size_of_ones_own(run: Run, said: Said, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    words = ("--canvas", "400x300", "--headline", "Hello", "--template", "split")
    shown = run("designs", "preview", "acme", *words, "--out", tmp_path / "try.jpg")
    assert "400x300" in shown.stdout
    assert Image.open(tmp_path / "try.jpg").size == (400, 300)
    assert said("designs", "create", "acme", *words, "--dry-run")["credits"] == 2
    assert said("designs", "create", "acme", *words)["variants"][0]["spec"]["width"] == 400
    run("designs", "preview", "acme", "--canvas", "wide", "--headline", "Hello", status=2)
    told = run("designs", "preview", "acme", "--headline", "Hello", status=1).stderr
    assert told.startswith("VALIDATION_ERROR: ")


def test_ctrl_c_stops_the_waiting_and_names_the_job_that_goes_on(
    run: Run, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("folders", "create", "Acme")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("brandstudio.studio.core.waiting", interrupted)
        stopped = run("images", "create", "acme", "calm sea", "--resolution", "1K", status=130)
    [job] = said("jobs", "list")["jobs"]
    assert f"brandstudio jobs wait {job['jobId']}" in stopped.stderr
    assert "STOPPED" in stopped.stderr
    assert said("jobs", "wait", job["jobId"])["status"] == "completed"


def test_a_folder_of_banners_is_not_called_like_a_picture(run: Run, image: str) -> None:
    made = run(
        "designs",
        "create",
        "acme",
        "--size",
        "square",
        "--headline",
        "Hi",
        "--out",
        "dark.png",
        status=2,
    )
    assert "--out is a folder here" in made.stderr
    assert not Path("dark.png").exists()
