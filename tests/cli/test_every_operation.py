"""The command line is the whole studio: every operation has its command, and every help is true."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from brandstudio import operations as ops
from brandstudio.cli.declared import Declared
from brandstudio.cli.root import cli
from brandstudio.operations import ADMIN_OPERATIONS, OPERATIONS

WRITTEN: dict[str, str] = {
    "ListFolders": "folders list",
    "CreateFolder": "folders create",
    "BrandifyImage": "images brandify",
    "ListLibrary": "library list",
    "AddToLibrary": "library add",
    "CreateUpload": "library upload",
    "DownloadItem": "library download",
    "DeleteItem": "library trash",
    "SearchLibrary": "library search",
    "ListSimilar": "library similar",
    "ListDuplicates": "library duplicates",
    "SaveSearch": "searches save",
    "ListSearches": "searches list",
    "AddLogo": "logos add",
    "AddFont": "fonts add",
    "GenerateText": "text write",
    "ProofreadText": "text proofread",
    "QuoteDesign": "designs create",
    "PreviewDesign": "designs preview",
    "CreateDesign": "designs create",
    "RenderDesign": "designs render",
    "EditDesign": "designs edit",
    "PreviewEdit": "designs preview-edit",
    "SaveDesign": "designs save",
    "ExportDesign": "designs export",
    "GetPricing": "prices show",
    "ListTransactions": "credits transactions",
    "CreateWorkspace": "workspaces create",
    "ListWorkspaces": "workspaces list",
    "PauseWorkspace": "workspaces pause",
    "ResumeWorkspace": "workspaces resume",
    "GrantPermission": "permissions grant",
    "RevokePermission": "permissions revoke",
    "CreateKey": "keys create",
    "ListKeys": "keys list",
    "RevokeKey": "keys revoke",
    "AddCredits": "credits add",
    "GetBalance": "credits balance",
    "SetPrice": "prices set",
    "SetWebhook": "webhooks set",
    "RemoveWebhook": "webhooks remove",
    "TestWebhook": "webhooks test",
    "RotateWebhookSecret": "webhooks rotate",
    "ListWebhookEvents": "webhooks events",
    "RedeliverEvent": "webhooks redeliver",
    "LockFolder": "folders lock",
    "UnlockFolder": "folders unlock",
    "ListInvites": "invites list",
    "ListEngines": "engines",
    "RotateSecrets": "secrets rotate",
    "CheckStore": "doctor",
}
"""Operations whose command was not made from the declaration alone, or that have several."""


def walk(group: click.Group, *words: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from walk(command, *words, name)
        else:
            yield " ".join((*words, name)), command


COMMANDS = dict(walk(cli))
COMMAND_OF = {
    command.operation.__name__: words
    for words, command in COMMANDS.items()
    if isinstance(command, Declared)
} | WRITTEN
"""What each operation is called on the command line."""


def test_every_operation_has_its_command() -> None:
    declared = {operation.__name__ for operation in (*OPERATIONS, *ADMIN_OPERATIONS)}
    assert declared - set(COMMAND_OF) == set()
    assert set(COMMAND_OF) - declared == set()
    assert set(COMMAND_OF.values()) - set(COMMANDS) == set()


def test_an_operation_has_one_declared_command_unless_it_is_named_here() -> None:
    sends = [
        command.operation.__name__ for command in COMMANDS.values() if isinstance(command, Declared)
    ]
    assert len(sends) > 50
    assert {name for name in sends if sends.count(name) > 1} == {"DeleteItem", "GenerateText"}
    assert set(sends) & set(WRITTEN) == {"DeleteItem", "GenerateText", "ListFolders"}


def test_a_declared_command_takes_every_field_of_its_operation() -> None:
    for words, command in COMMANDS.items():
        if not isinstance(command, Declared) or words.startswith("text "):
            continue
        names = {parameter.name for parameter in command.params}
        left = set(command.operation.model_fields) - names
        assert left <= {"purge", "primary"}, words


@pytest.mark.parametrize("words", sorted(COMMANDS))
def test_the_example_of_every_help_can_be_typed(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = COMMANDS[words]
    for parameter in command.params:
        if isinstance(parameter.type, click.Path):
            monkeypatch.setattr(parameter.type, "exists", False)
    monkeypatch.setattr("brandstudio.cli.params.from_stdin", lambda: b"words")
    lines = [line.strip() for line in (command.epilog or "").splitlines() if "brandstudio " in line]
    assert lines, words
    for line in lines:
        typed = shlex.split(line[line.index("brandstudio ") :].split(" | ")[0].split(" && ")[0])
        for redirection in ("<", ">"):
            if redirection in typed:
                typed = typed[: typed.index(redirection)]
        rest = " ".join(typed)
        assert f" {words} " in f"{rest} " or rest.startswith("brandstudio designs export"), rest
        last = len(typed) - 1 - typed[::-1].index(words.split()[-1])
        arguments = [word.rstrip(")") for word in typed[last + 1 :]]
        command.make_context(words, arguments).close()


def test_every_option_says_what_it_is_for() -> None:
    silent = [
        f"{words} {parameter.opts[0]}"
        for words, command in COMMANDS.items()
        if isinstance(command, Declared)
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.help
    ]
    assert silent == []


def test_whatever_charges_names_its_price_and_has_a_dry_run() -> None:
    from brandstudio.cli.quotes import charges

    paid = [operation for operation in OPERATIONS if charges(operation)]
    assert ops.CreateDesign in paid
    for operation in paid:
        command = COMMANDS[COMMAND_OF[operation.__name__]]
        assert "Price: " in (command.help or ""), operation.__name__
        assert "dry_run" in {parameter.name for parameter in command.params}, operation.__name__


def test_a_command_that_only_asks_loads_nothing_that_draws_or_fetches(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom click.testing import CliRunner\nfrom brandstudio.cli.root import cli\n"
        "for words in (['folders', 'create', 'Acme'], ['library', 'list', 'acme']):\n"
        f"    done = CliRunner().invoke(cli, ['--data', {str(tmp_path)!r}, *words])\n"
        "    assert done.exit_code == 0, done.output\n"
        "heavy = ('brandstudio.pipelines', 'brandstudio.render.compose', 'httpx',\n"
        "         'uharfbuzz', 'tqdm', 'brandstudio.engines.local')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
