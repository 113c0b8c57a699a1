"""Settings from the environment and from brandstudio.toml, shown with where each comes from."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import brandstudio
from brandstudio import errors
from brandstudio.cli.app import OWN_VARIABLES
from brandstudio.settings import (
    CONFIG_NAME,
    VARIABLES,
    Serving,
    Settings,
    default_data_folder,
    from_environment,
    misspelt,
    serving_from_environment,
    told,
)

Run = Callable[..., Result]


@pytest.fixture
def file(data: Path) -> Path:
    data.mkdir()
    return data / CONFIG_NAME


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_the_file_says_what_the_variables_would(file: Path, data: Path) -> None:
    file.write_text(
        """
        BRANDSTUDIO_BASE_URL = "https://brand.example/studio"
        BRANDSTUDIO_STARTING_CREDITS = 50
        BRANDSTUDIO_ALLOW_PRIVATE_HOSTS = ["10.0.0.7:8443", "hooks.internal"]
        BRANDSTUDIO_WEBHOOK_RETRY_SECONDS = [1, 2, 3, 4, 5]
        BRANDSTUDIO_ROOT_PATH = "studio/"
        BRANDSTUDIO_TRUSTED_PROXIES = ["10.0.0.0/8", "127.0.0.1"]
        BRANDSTUDIO_GUIDE = true
        """
    )
    found = from_environment(data, {})
    assert found.base_url == "https://brand.example/studio"
    assert found.starting_credits == 50
    assert found.allow_private_hosts == {"10.0.0.7:8443", "hooks.internal"}
    assert found.webhook_retry_seconds == (1, 2, 3, 4, 5)
    assert serving_from_environment(data, {}) == Serving(
        "/studio", ("10.0.0.0/8", "127.0.0.1"), True
    )


def test_the_environment_goes_before_the_file(file: Path, data: Path) -> None:
    file.write_text('BRANDSTUDIO_BASE_URL = "https://file.example"')
    assert from_environment(data, {}).base_url == "https://file.example"
    env = {"BRANDSTUDIO_BASE_URL": "https://env.example"}
    assert from_environment(data, env).base_url == "https://env.example"


def test_a_file_that_is_named_goes_before_the_one_in_the_folder(
    file: Path, data: Path, tmp_path: Path
) -> None:
    file.write_text("BRANDSTUDIO_STARTING_CREDITS = 1")
    other = tmp_path / "other.toml"
    other.write_text("BRANDSTUDIO_STARTING_CREDITS = 2")
    assert from_environment(data, {"BRANDSTUDIO_CONFIG": str(other)}).starting_credits == 2
    with pytest.raises(errors.ValidationError, match="a file that is there"):
        from_environment(data, {"BRANDSTUDIO_CONFIG": str(tmp_path / "none.toml")})


@pytest.mark.parametrize("option", ["--json", "--data", "--url", "--workspace"])
def test_an_option_of_all_commands_after_the_command_is_told_where_it_stands(
    run: Run, option: str
) -> None:
    found = run("folders", "list", option, status=2)
    assert f"{option} stands before the command: brandstudio {option} ..." in found.stderr


def test_a_month_is_told_the_form_of_a_day(run: Run) -> None:
    found = run("credits", "usage", "--since", "2026-11", status=1)
    assert "since: must be a day like 2026-11-01" in found.stderr
    assert "isoformat" not in found.stderr


def test_a_file_that_is_named_may_say_where_the_data_folder_is(tmp_path: Path) -> None:
    named = tmp_path / "studio.toml"
    named.write_text(f"BRANDSTUDIO_DATA = '{tmp_path / 'kept'}'\nBRANDSTUDIO_STARTING_CREDITS = 3")
    env = {"BRANDSTUDIO_CONFIG": str(named)}
    assert default_data_folder(env) == tmp_path / "kept"
    assert from_environment(default_data_folder(env), env).starting_credits == 3
    assert default_data_folder({**env, "BRANDSTUDIO_DATA": "/elsewhere"}) == Path("/elsewhere")
    shown = {each.name: each for each in told(tmp_path / "kept", env)}
    assert shown["BRANDSTUDIO_DATA"].text == str(tmp_path / "kept")
    assert shown["BRANDSTUDIO_DATA"].source == str(named)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("BRANDSTUDIO_BASEURL = 'x'", "did you mean BRANDSTUDIO_BASE_URL"),
        ("base_url = 'x'", "did you mean BRANDSTUDIO_BASE_URL"),
        ("image_engin = 'x'", "did you mean BRANDSTUDIO_IMAGE_ENGINE"),
        ("[server]\nport = 8000", "there are BRANDSTUDIO_DATA"),
        ("BRANDSTUDIO_DATA = '/srv'", "can stand only in a file BRANDSTUDIO_CONFIG names"),
        ("BRANDSTUDIO_BASE_URL = {a = 1}", "a text, a number"),
        (
            "BRANDSTUDIO_IMAGE_ENGINE = 'dalle'",
            "there are local, openai, gemini, comfyui, diffusers",
        ),
        ("BRANDSTUDIO_STARTING_CREDITS = 'many'", "a number"),
        ("BRANDSTUDIO_BASE_URL = ", "is no TOML"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(file: Path, data: Path, text: str, why: str) -> None:
    file.write_text(text)
    with pytest.raises(errors.ValidationError, match=why):
        from_environment(data, {})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BRANDSTUDIO_TRUSTED_PROXIES", "proxy.example"),
        ("BRANDSTUDIO_GUIDE", "perhaps"),
        ("BRANDSTUDIO_JOB_PROCESSES", "-1"),
    ],
)
def test_what_a_server_cannot_be_told_is_named(data: Path, name: str, value: str) -> None:
    with pytest.raises(errors.ValidationError, match=name):
        serving_from_environment(data, {name: value})


def test_the_address_of_a_database_server_is_one_and_is_never_shown(
    data: Path, tmp_path: Path
) -> None:
    address = "postgresql://studio:secret@db.example/studio"
    found = from_environment(
        data,
        {"BRANDSTUDIO_DATABASE_URL": address, "BRANDSTUDIO_DATABASE_CONNECTIONS": "4"},
    )
    assert (found.database_url, found.database_connections) == (address, 4)
    assert "secret" not in repr(found)
    wrong = "mysql://studio:secret@db.example/studio"
    with pytest.raises(errors.ValidationError, match=r"DATABASE_URL.*postgresql://") as refused:
        from_environment(data, {"BRANDSTUDIO_DATABASE_URL": wrong})
    with pytest.raises(errors.ValidationError, match=r"database_url.*postgresql://") as given:
        brandstudio.open(tmp_path / "code", database_url=wrong)
    for error in (refused.value, given.value):
        assert "secret" not in str(error) + str(error.details)
    with pytest.raises(errors.ValidationError, match="at least 1"):
        from_environment(data, {"BRANDSTUDIO_DATABASE_CONNECTIONS": "0"})


def test_a_database_server_without_its_client_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "brandstudio.store.postgres", raising=False)
    with pytest.raises(errors.StudioError, match=r"pip install 'brandstudio\[postgres\]'"):
        brandstudio.open(tmp_path / "data", database_url="postgresql://127.0.0.1:9/studio")


def test_commands_on_the_file_of_the_database_are_refused_where_a_server_has_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRANDSTUDIO_DATABASE_URL", "postgresql://127.0.0.1:9/studio")
    copy = tmp_path / "copy.tar"
    assert "pg_dump" in run("backup", str(copy), status=1).output
    copy.write_bytes(b"")
    for command in (
        ("restore", str(copy)),
        ("replicate", "run", "--to", "s3://bucket/copies"),
        ("replicate", "restore", "--from", "s3://bucket/copies"),
    ):
        assert "NOT_CONFIGURED" in run(*command, status=1).output


def test_a_folder_whose_studio_is_in_a_server_is_not_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "database.owner").write_text("ours")
    with pytest.raises(errors.StudioError, match="set BRANDSTUDIO_DATABASE_URL"):
        brandstudio.open(tmp_path)
    assert not (tmp_path / "studio.db").exists()


def test_every_variable_sets_a_field_and_every_field_of_a_server_has_one() -> None:
    fields = {*Settings.__dataclass_fields__, *Serving.__dataclass_fields__}
    assert set(VARIABLES.values()) <= fields
    assert set(Serving.__dataclass_fields__) <= set(VARIABLES.values())


def test_settings_are_shown_with_where_they_come_from(
    run: Run, said: Any, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('BRANDSTUDIO_BASE_URL = "https://file.example"\nOPENAI_API_KEY = "sk-secret"')
    monkeypatch.setenv("BRANDSTUDIO_STARTING_CREDITS", "7")
    rows = {row["name"]: row for row in said("settings")["settings"]}
    assert set(rows) == set(VARIABLES)
    assert rows["BRANDSTUDIO_BASE_URL"]["value"] == "https://file.example"
    assert rows["BRANDSTUDIO_BASE_URL"]["source"] == str(file)
    assert rows["BRANDSTUDIO_STARTING_CREDITS"]["value"] == "7"
    assert rows["BRANDSTUDIO_STARTING_CREDITS"]["source"] == "environment"
    assert rows["BRANDSTUDIO_IMAGE_ENGINE"]["value"] == "local"
    assert rows["BRANDSTUDIO_IMAGE_ENGINE"]["source"] == "default"
    assert rows["BRANDSTUDIO_DATA"]["source"] == "--data"
    assert rows["OPENAI_API_KEY"]["value"] == "set, not shown"
    assert "sk-secret" not in run("settings").stdout


def test_a_wrong_file_stops_every_command(run: Run, file: Path) -> None:
    file.write_text("BRANDSTUDIO_BASEURL = 'x'")
    assert "did you mean BRANDSTUDIO_BASE_URL" in run("folders", "list", status=1).stderr


def test_a_misspelt_variable_is_told_with_the_right_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRANDSTUDIO_BASEURL", "https://sk-hidden.example")
    monkeypatch.setenv("BRANDSTUDIO_IMAGE_ENGIN", "openai")
    monkeypatch.setenv("BRANDSTUDIO_OF_SOMEBODY_ELSE", "1")
    told = run("folders", "list").stderr
    assert "BRANDSTUDIO_BASEURL is no setting; did you mean BRANDSTUDIO_BASE_URL?" in told
    assert "did you mean BRANDSTUDIO_IMAGE_ENGINE?" in told
    assert "SOMEBODY" not in told
    listed = run("settings").stdout
    assert "did you mean BRANDSTUDIO_BASE_URL?" in listed
    assert "sk-hidden" not in listed


def test_every_variable_that_is_known_is_told_nothing_of() -> None:
    known = {*VARIABLES, *OWN_VARIABLES, "BRANDSTUDIO_CONFIG", "PATH"}
    assert misspelt(dict.fromkeys(known, "x"), OWN_VARIABLES) == {}


def test_a_form_of_the_log_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(errors.ValidationError, match="BRANDSTUDIO_LOG"):
        serving_from_environment(tmp_path, {"BRANDSTUDIO_LOG": "xml"})
    assert serving_from_environment(tmp_path, {"BRANDSTUDIO_LOG": "json"}).log == "json"
