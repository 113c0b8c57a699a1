"""Each command says what it did, ends with what a script wants, and tells errors by their code."""

from __future__ import annotations

import json
import re
import shlex
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from PIL import Image, PngImagePlugin
from running import last_word

import brandstudio
from brandstudio.cli.root import _COMMANDS, _SECTIONS, cli
from brandstudio.keys.api import is_well_formed
from brandstudio.models.designs import Slots
from brandstudio.pixels.metadata import Metadata, to_xmp
from brandstudio.studio.results import RowResult

Run = Callable[..., Result]
Said = Callable[..., Any]

DECIDED = [
    "demo",
    "serve",
    "worker",
    "studio",
    "notebook",
    "keys-create",
    "keys-list",
    "keys-revoke",
    "credits-add",
    "credits-balance",
    "credits-transactions",
    "prices-show",
    "prices-set",
    "webhooks-set",
    "webhooks-test",
    "webhooks-rotate",
    "webhooks-events",
    "webhooks-dead-letters",
    "webhooks-redeliver",
    "workspaces-create",
    "workspaces-list",
    "workspaces-pause",
    "workspaces-resume",
    "permissions-grant",
    "permissions-revoke",
    "invites-list",
    "secrets-rotate",
    "folders-list",
    "folders-lock",
    "folders-unlock",
    "library-add",
    "logos-add",
    "fonts-add",
    "engines",
    "batch",
    "templates-lint",
    "templates-preview",
    "export",
    "verify",
    "backup",
    "restore",
    "doctor",
]


def commands(group: click.Group, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix}{name}-")
        else:
            yield f"{prefix}{name}", command


ALL = dict(commands(cli))

# -- what all share --------------------------------------------------------------------------------


def test_every_decided_command_is_there() -> None:
    assert set(DECIDED) <= set(ALL)
    assert sorted(name for _, names in _SECTIONS for name in names) == sorted(_COMMANDS)


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_command_has_help_with_an_example_of_itself(name: str) -> None:
    words = (
        name.split("-", 1)
        if name.split("-", 1)[0] in _COMMANDS and name not in _COMMANDS
        else [name]
    )
    shown = CliRunner().invoke(cli, [*words, "--help"])
    assert shown.exit_code == 0
    example = shown.output.partition("Example:")[2]
    assert f"brandstudio {' '.join(words)}" in example or re.search(
        rf"brandstudio .*{' '.join(words)}", example
    )
    assert (ALL[name].help or "").strip().endswith(".")


def test_examples_name_only_options_that_exist() -> None:
    for name, command in ALL.items():
        known = {
            option
            for parameter in (*command.params, *cli.params)
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        for line in (command.epilog or "").splitlines():
            if line.strip().startswith("brandstudio"):
                used = {
                    word
                    for word in shlex.split(line.partition("|")[0].partition("&&")[0])
                    if word.startswith("--")
                }
                assert used <= known, name


def test_help_loads_no_heavy_module() -> None:
    import subprocess
    import sys

    program = (
        "import sys\nfrom click.testing import CliRunner\nfrom brandstudio.cli.root import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0\n"
        "print([name for name in ('PIL', 'numpy', 'httpx', 'starlette', 'onnxruntime', 'sqlite3') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_commands_and_options_complete_in_the_shell() -> None:
    from click.shell_completion import ShellComplete

    complete = ShellComplete(cli, {}, "brandstudio", "_BRANDSTUDIO_COMPLETE")
    assert [item.value for item in complete.get_completions([], "web")] == ["webhooks"]
    assert "rotate" in [item.value for item in complete.get_completions(["webhooks"], "")]
    assert [item.value for item in complete.get_completions(["keys", "create"], "--l")] == [
        "--level"
    ]
    assert [
        item.value for item in complete.get_completions(["keys", "create", "--level"], "f")
    ] == ["full"]


def test_wrong_usage_is_two_and_an_error_is_one_with_its_code(run: Run) -> None:
    run("keys", "create", "--level", "owner", status=2)
    run("nonsense", status=2)
    run("images", "brandify", "acme", "no-such-file.jpg", status=2)
    refused = run("folders", "lock", "nowhere", status=1)
    assert refused.stdout == ""
    assert refused.stderr.startswith("FOLDER_NOT_FOUND: ")
    assert run("--workspace", "nobody", "keys", "list", status=1).stderr.startswith("NOT_FOUND: ")


def test_a_setting_that_can_not_be_read_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRANDSTUDIO_STARTING_CREDITS", "many")
    assert "BRANDSTUDIO_STARTING_CREDITS" in run("credits", "balance", status=1).stderr


def test_the_data_folder_comes_from_the_environment_too(tmp_path: Path) -> None:
    runner = CliRunner(env={"BRANDSTUDIO_DATA": str(tmp_path / "there")})
    assert runner.invoke(cli, ["credits", "balance"]).exit_code == 0
    assert (tmp_path / "there" / "studio.db").exists()


# -- the account -----------------------------------------------------------------------------------


def test_a_key_is_the_last_word_and_is_shown_once(run: Run, said: Said) -> None:
    made = run("keys", "create", "--name", "newsletter")
    key = last_word(made)
    assert is_well_formed(key)
    listed = run("keys", "list").stdout
    assert "newsletter" in listed
    assert key not in listed
    [entry] = said("keys", "list")["keys"]
    assert (entry["level"], entry["revokedAt"]) == ("create", None)
    run("keys", "revoke", key)
    assert said("keys", "list")["keys"][0]["revokedAt"] is not None
    assert run("keys", "revoke", "key_unknown", status=1).stderr.startswith("NOT_FOUND: ")


def test_credits_go_up_and_down_but_never_below_zero(run: Run, said: Said) -> None:
    assert last_word(run("credits", "add", "100")) == "10,100"
    assert last_word(run("credits", "add", "-100.5")) == "9,999.5"
    assert run("credits", "add", "-20000", status=1).stderr.startswith("INSUFFICIENT_CREDITS: ")
    types = [entry["type"] for entry in said("credits", "transactions")["transactions"]]
    assert types == ["adjustment", "topup", "grant"]


def test_prices_are_shown_and_set(run: Run, said: Said) -> None:
    run("prices", "set", "create_4k", "6.5")
    assert said("prices", "show")["prices"]["create_4k"] == 6.5
    assert run("prices", "set", "nonsense", "1", status=1).stderr.startswith("VALIDATION_ERROR: ")


def test_the_webhook_secret_is_the_last_word_and_stays_until_it_is_rotated(
    run: Run, said: Said
) -> None:
    secret = last_word(run("webhooks", "set", "https://example.com/hooks"))
    assert secret.startswith("whsec_")
    assert last_word(run("webhooks", "set", "https://example.com/hooks")) == secret
    following = last_word(run("webhooks", "rotate"))
    assert following != secret
    assert last_word(run("webhooks", "set", "https://example.com/hooks")) == secret
    run("webhooks", "rotate", "--activate")
    assert last_word(run("webhooks", "set", "https://example.com/hooks")) == following
    run("webhooks", "test")
    [event] = said("webhooks", "events")["events"]
    assert said("webhooks", "dead-letters")["events"] == []
    run("webhooks", "redeliver", event["eventId"])
    run("webhooks", "remove")
    assert run("webhooks", "test", status=1).stderr.startswith("NOT_FOUND: ")


def test_workspaces_are_made_paused_resumed_and_apart(run: Run, said: Said) -> None:
    id = last_word(run("workspaces", "create", "acme", "--credits", "50"))
    assert id.startswith("wsp_")
    assert last_word(run("--workspace", id, "credits", "balance")) == "50"
    run("--workspace", "acme", "workspaces", "pause", "--reason", "invoice is open")
    assert [entry["pauseReason"] for entry in said("workspaces", "list")["workspaces"]] == [
        None,
        "invoice is open",
    ]
    run("--workspace", "acme", "workspaces", "resume")
    run("--workspace", "acme", "permissions", "grant", "trialInvites")
    assert [entry["permissions"] for entry in said("workspaces", "list")["workspaces"]] == [
        [],
        ["trialInvites"],
    ]
    run("--workspace", "acme", "permissions", "revoke", "trialInvites")
    run("permissions", "grant", "everything", status=2)


def test_invitations_are_listed_without_their_links(run: Run, data: Path) -> None:
    run("permissions", "grant", "trialInvites")
    with brandstudio.open(data) as studio:
        made = studio.invites.create(email="jane@example.com")
    shown = run("invites", "list").stdout
    assert made.invite_id in shown
    assert made.url.rpartition("/")[2] not in shown


def test_rotating_secrets_keeps_the_webhook_secret(run: Run) -> None:
    secret = last_word(run("webhooks", "set", "https://example.com/hooks"))
    run("secrets", "rotate")
    assert last_word(run("webhooks", "set", "https://example.com/hooks")) == secret


# -- the work --------------------------------------------------------------------------------------


def test_folders_are_made_listed_and_locked(run: Run, said: Said) -> None:
    assert last_word(run("folders", "create", "Acme")) == "acme"
    assert (
        last_word(run("folders", "create", "Spring 2026", "--parent", "acme")) == "acme/spring-2026"
    )
    assert said("folders", "list") == {
        "folders": [
            {"path": "acme", "name": "Acme"},
            {"path": "acme/spring-2026", "name": "Spring 2026"},
        ]
    }
    run("folders", "lock", "acme/spring-2026")
    run("folders", "unlock", "acme/spring-2026")


def test_pictures_logos_and_fonts_come_from_disk(
    run: Run, said: Said, photo: Path, tmp_path: Path
) -> None:
    from brandstudio.assets.fonts import find_installed

    run("folders", "create", "Acme")
    image_id = last_word(run("library", "add", "acme", photo))
    assert [item["imageId"] for item in said("library", "list", "acme")["items"]] == [image_id]
    assert last_word(run("logos", "add", "acme", photo, "--name", "primary")) == "primary"
    assert [logo["primary"] for logo in said("logos", "list", "acme")["logos"]] == [True]
    font = tmp_path / "acme.ttf"
    font.write_bytes(find_installed()[0][1].read())
    made = last_word(run("fonts", "add", "acme", font))
    assert made.startswith("font_")
    assert made in run("fonts", "list", "acme").stdout


def test_one_bad_picture_stops_no_other(run: Run, said: Said, photo: Path, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"not a picture")
    result = run("library", "add", "acme", bad, photo, status=1)
    assert "UNSUPPORTED_MEDIA_TYPE" in result.stderr
    assert len(said("library", "list", "acme")["items"]) == 1


def test_a_missing_file_stops_no_other_either(
    run: Run, said: Said, photo: Path, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    result = run("library", "add", "acme", tmp_path / "gone.jpg", tmp_path, photo, status=1)
    assert f"NOT_FOUND: {tmp_path / 'gone.jpg'}: " in result.stderr
    assert "NOT_ADDED: 2 of 3 pictures were not added" in result.stderr
    assert len(said("library", "list", "acme")["items"]) == 1
    run("library", "add", "acme", tmp_path / "gone.jpg", photo, "--dry-run", status=1)


def test_a_folder_that_is_not_there_is_answered_with_a_way_out(run: Run, tmp_path: Path) -> None:
    asked = ("images", "create", "acme", "sea", "--no-wait")
    assert "folders create NAME makes one" in run(*asked, status=1).stderr
    run("folders", "create", "Acmee")
    near = run(*asked, status=1).stderr
    assert "Did you mean acmee?" in near
    assert "folders create" not in near


def test_the_ledger_is_whole_where_no_terminal_reads_it(run: Run, photo: Path) -> None:
    reason = "a top-up that was agreed upon with the whole of the marketing department in May"
    run("credits", "add", "5", "--reason", reason)
    assert reason in run("credits", "transactions").stdout


def test_a_picture_is_written_in_the_form_that_its_name_says(run: Run, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    asked = ("images", "create", "acme", "a bicycle on a beach", "--resolution", "1K")
    for name, begins in (("a.png", b"\x89PNG"), ("b.jpg", b"\xff\xd8"), ("c.webp", b"RIFF")):
        made = run(*asked, "--out", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begins)
        # What the picture leaves out is no part of what a script reads.
        assert "note: " in made.stderr
        assert "note: " not in made.stdout


def test_a_revised_picture_is_written_in_the_form_of_its_name_and_a_refused_one_not_at_all(
    run: Run, photo: Path, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    image = last_word(run("library", "add", "acme", photo))
    asked = ("images", "revise", "acme", image)
    made = run(*asked, "darker", "--out", tmp_path / "dark.png")
    assert (tmp_path / "dark.png").read_bytes().startswith(b"\x89PNG")
    run(*asked, "add a dog", "--out", tmp_path / "dog.png", status=1)
    assert not (tmp_path / "dog.png").exists()
    again = run(*asked, "brighter", "--out", tmp_path / "bright.jpg")
    assert (tmp_path / "bright.jpg").read_bytes().startswith(b"\xff\xd8")
    assert last_word(made) == last_word(again) == image
    # A number that was accepted is used by no other version.
    assert "4 (3 in all)" in run("library", "show", "acme", image).stdout


@pytest.fixture
def banners(run: Run, data: Path) -> dict[str, str]:
    """A job with one banner: its id, and the variant's."""
    run("folders", "create", "Acme")
    with brandstudio.open(data) as studio:
        slots = Slots(headline="The harbour opens")
        job = studio.designs.create(
            folder="acme", size="email-header", template="split", slots=slots
        ).wait()
    return {"job": job.job_id, "variant": job.variants[0].variant_id}


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("png", b"\x89PNG"),
        ("jpg", b"\xff\xd8"),
        ("webp", b"RIFF"),
        ("pdf", b"%PDF"),
        ("svg", b"<"),
        ("spec", b"{"),
    ],
)
def test_a_banner_leaves_in_every_form(
    run: Run, banners: dict[str, str], tmp_path: Path, form: str, begins: bytes
) -> None:
    target = tmp_path / "out.bin"
    run("export", banners["job"], "split", "--format", form, "--out", target)
    assert target.read_bytes().startswith(begins)
    unknown = run("export", banners["job"], "overlay", "--out", target, status=1)
    assert unknown.stderr.startswith("NOT_FOUND: ")
    assert banners["variant"] in unknown.stderr


def test_a_batch_is_tried_then_made_then_not_made_twice(
    run: Run, said: Said, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    table = tmp_path / "posts.csv"
    table.write_text("title,button_text\n=One,Go\nTwo,\n", encoding="utf-8")
    options = ("batch", table, "--folder", "acme", "--size", "email-header", "--headline", "title")
    tried = run(*options, "--dry-run").stdout
    assert "2 rows, 0 with problems, would charge 4 credits" in tried
    out = tmp_path / "out"
    assert "charged 4 credits" in run(*options, "--out", out).stdout
    assert "charged 0 credits, charged before 4" in run(*options, "--out", out).stdout
    assert last_word(run("credits", "balance")) == "9,996"
    assert sorted(file.name for file in out.iterdir()) == [
        "00001-email-header-overlay.png",
        "00002-email-header-overlay.png",
        "manifest.csv",
        "results.csv",
    ]
    assert ",'=One," in (out / "results.csv").read_text()
    table.write_text("title\nOne\n\u0020\n", encoding="utf-8")
    failed = run(*options, status=1)
    assert "row 2 headline: VALIDATION_ERROR" in failed.stdout
    assert failed.stderr.startswith("ROWS_FAILED: 1 of 2")


def test_templates_are_checked_and_tried(run: Run, data: Path, tmp_path: Path) -> None:
    import json
    from importlib.resources import files

    good = json.loads(files("brandstudio.assets").joinpath("templates", "split.json").read_text())
    good["sizes"] = ["square", "email-header"]  # each that it comes in is drawn
    file = tmp_path / "launch.json"
    file.write_text(json.dumps(good))
    run("templates", "lint", file)
    shown = run("templates", "preview", file, "--size", "email-header")
    assert Image.open(last_word(shown)).size == (1200, 400)
    run("folders", "create", "Acme")
    run(
        "templates",
        "preview",
        file,
        "--size",
        "square",
        "--folder",
        "acme",
        "--out",
        tmp_path / "own.png",
    )
    assert Image.open(tmp_path / "own.png").size == (1080, 1080)
    assert run("templates", "preview", file, "--folder", "nowhere", status=1).stderr.startswith(
        "FOLDER_NOT_FOUND: "
    )
    run("templates", "preview", file, "--size", "square", "--slot", "date=x", status=1)
    assert (
        "JSON" in run("templates", "schema").stdout
        or '"properties"' in run("templates", "schema").stdout
    )
    (data / "templates").mkdir()
    (data / "templates" / "launch.json").write_text(json.dumps(good))
    assert "launch" in run("templates", "list").stdout
    file.write_text('{"name": "broken"}')
    assert run("templates", "lint", file, status=1).stderr.startswith("TEMPLATE_FINDINGS: ")
    assert run("templates", "preview", file, status=1).stderr.startswith("VALIDATION_ERROR: ")


def test_a_picture_says_where_it_came_from(
    run: Run, said: Said, photo: Path, tmp_path: Path
) -> None:
    assert "says nothing of its origin" in run("verify", photo).stdout
    told = tmp_path / "told.png"
    info = PngImagePlugin.PngInfo()
    packet = to_xmp(Metadata("trainedAlgorithmicMedia", prompt="calm sea at dusk"))
    info.add_itxt("XML:com.adobe.xmp", packet.decode())
    Image.new("RGB", (8, 8)).save(told, pnginfo=info)
    shown = run("verify", told).stdout
    assert "A trained model (AI) made it." in shown
    assert "calm sea at dusk" in shown
    assert said("verify", told)["digitalSourceType"] == "trainedAlgorithmicMedia"
    other = tmp_path / "other.png"
    other.write_bytes(b"nothing of the kind")
    assert run("verify", other, status=1).stderr.startswith("UNSUPPORTED_MEDIA_TYPE: ")


# -- care ------------------------------------------------------------------------------------------


def test_a_backup_comes_back_into_another_folder(
    run: Run, data: Path, photo: Path, tmp_path: Path
) -> None:
    run("folders", "create", "Acme")
    run("library", "add", "acme", photo)
    file = tmp_path / "monday.tar"
    assert last_word(run("backup", file)) == str(file)
    assert run("restore", file, status=1).stderr.startswith("VALIDATION_ERROR: ")
    again = CliRunner().invoke(
        cli, ["--data", str(tmp_path / "again"), "restore", str(file), "--without-key"]
    )
    assert again.exit_code == 0, again.output
    with brandstudio.open(tmp_path / "again") as studio:
        assert studio.library.list(folder="acme").total_count == 1


def test_doctor_names_what_is_missing_and_what_is_broken(
    run: Run, said: Said, data: Path, photo: Path
) -> None:
    run("folders", "create", "Acme")
    run("library", "add", "acme", photo)
    report = said("doctor")
    assert report["ok"]
    assert {engine["kind"] for engine in report["engines"]} == {"image", "text", "vision"}
    assert "server" in report["extras"]
    next(file for file in (data / "blobs").rglob("*") if file.is_file()).unlink()
    broken = run("doctor", status=1)
    assert "problem" in broken.stdout
    assert broken.stderr.startswith("STORE_DAMAGED: ")


def test_engines_say_what_they_understand(run: Run) -> None:
    shown = run("engines").stdout
    assert "image" in shown
    assert "resize:" in shown


@pytest.mark.parametrize(("command", "module"), [("studio", "textual"), ("notebook", "jupyterlab")])
def test_a_front_end_that_is_not_installed_says_how_to_get_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, module: str
) -> None:
    from brandstudio.cli import screens

    monkeypatch.setattr(
        screens, "missing_modules", lambda names: [module] if module in names else []
    )
    assert run(command, status=1).stderr.startswith("NOT_INSTALLED: ")


def test_an_adjustment_below_zero_says_so_and_not_to_add_credits(run: Run) -> None:
    told = run("credits", "add", "-50000", status=1).stderr
    assert "below zero" in told
    assert "credits add" not in told


def test_a_folder_may_end_in_a_slash(run: Run) -> None:
    run("folders", "create", "Acme")
    assert last_word(run("folders", "create", "Spring", "--parent", "acme/")) == "acme/spring"
    assert (
        last_word(run("folders", "create", "Launch", "--parent", "acme/spring/"))
        == "acme/spring/launch"
    )
    run("folders", "lock", "acme/spring/")
    run("library", "list", "acme/")
    assert run("folders", "create", "Lost", "--parent", "/", status=1).stderr.startswith(
        "VALIDATION_ERROR: "
    )


def test_errors_are_json_on_standard_error_where_json_is_asked_for(
    run: Run, tmp_path: Path
) -> None:
    refused = run("--json", "folders", "create", "", status=1)
    assert refused.stdout == ""
    error = json.loads(refused.stderr)["error"]
    assert (error["code"], error["details"]["fields"][0]["path"]) == ("VALIDATION_ERROR", "name")
    assert error["message"]
    assert (
        json.loads(run("--json", "keys", "create", "--level", "owner", status=2).stderr)["error"][
            "code"
        ]
        == "USAGE_ERROR"
    )
    run("folders", "create", "Acme")
    (tmp_path / "no.jpg").write_bytes(b"no picture")
    error = json.loads(
        run("--json", "library", "add", "acme", tmp_path / "no.jpg", status=1).stderr
    )["error"]
    assert (error["code"], [entry["file"] for entry in error["details"]["failed"]]) == (
        "NOT_ADDED",
        [str(tmp_path / "no.jpg")],
    )


def test_the_help_of_logos_names_the_kinds_of_file_that_are_taken(run: Run, tmp_path: Path) -> None:
    shown = run("logos", "add", "--help").stdout
    run("folders", "create", "Acme")
    for kind in ("PNG", "WebP", "JPEG"):
        assert kind in shown
        file = tmp_path / f"logo.{kind.lower()}"
        Image.new("RGB", (64, 32), "red").save(file)
        run("logos", "add", "acme", file, "--name", kind)


def test_equal_warnings_of_a_batch_are_told_once_with_their_count(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "posts.csv"
    table.write_text("headline\nOne\n", encoding="utf-8")
    said = (["small photo"], ["small photo", "long"], [])
    rows = [
        RowResult(row=n, status="valid", headline="One", warnings=words)
        for n, words in enumerate(said, 1)
    ]
    run("folders", "create", "Acme")
    monkeypatch.setattr("brandstudio.studio.batch.Run.__iter__", lambda _: iter(rows))
    shown = run(
        "batch", table, "--folder", "acme", "--size", "square", "--dry-run"
    ).stdout.splitlines()
    assert shown[:2] == ["2 rows (1-2): small photo", "row 2: long"]


def test_a_batch_comes_in_sizes_and_languages_as_one_zip(run: Run, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    table = tmp_path / "posts.csv"
    table.write_text("headline_de,headline_fr,place\nNeu,Nouveau,acme\n", encoding="utf-8")
    options = ["designs", "batch", table, "--folder-column", "place", "--language", "de"]
    options += ["--language", "fr", "--size", "email-header", "--canvas", "600x200"]
    made = run(*options, "--out", tmp_path / "out.zip").stdout
    assert "row 1 fr: job_" in made
    assert "2 rows, 0 with problems, charged 8 credits" in made
    assert "/out.csv" in made
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert sorted(archive.namelist()) == [
            "00001-de-canvas-600x200-overlay.png",
            "00001-de-email-header-overlay.png",
            "00001-fr-canvas-600x200-overlay.png",
            "00001-fr-email-header-overlay.png",
            "manifest.csv",
        ]
    run("batch", table, "--folder", "acme", status=2)
    run("batch", table, "--size", "square", status=2)


def test_an_unknown_template_of_a_batch_is_refused_once(run: Run, tmp_path: Path) -> None:
    run("folders", "create", "Acme")
    table = tmp_path / "posts.csv"
    table.write_text("headline\nOne\nTwo\n", encoding="utf-8")
    refused = run(
        "batch", table, "--folder", "acme", "--size", "square", "--template", "nonsense", status=1
    )
    assert refused.stdout == ""
    assert refused.stderr.startswith("VALIDATION_ERROR: template")


def test_a_folder_whose_name_is_taken_is_told_and_can_be_found_instead(run: Run) -> None:
    run("folders", "create", "Acme")
    again = run("folders", "create", "Acme")
    assert again.stdout.split()[-1] == "acme-2"
    assert "acme stands already; this one is acme-2" in again.stderr
    found = run("folders", "create", "Acme", "--ensure")
    assert found.stdout.split()[-1] == "acme"
    assert found.stderr == ""
    below = run("folders", "create", "Spring Sale", "--parent", "acme", "--ensure")
    assert below.stdout.split()[-1] == "acme/spring-sale"


@pytest.mark.parametrize("said", ["./sea.png", "sea.JPG"])
def test_a_file_where_an_id_is_wanted_is_told_how_it_gets_one(run: Run, said: str) -> None:
    run("folders", "create", "Acme")
    told = run("references", "add", "acme", said, status=2)
    assert "library add" in told.stderr
