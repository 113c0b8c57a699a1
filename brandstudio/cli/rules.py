"""``brandstudio rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from .. import operations as ops
from ..errors import NotFound
from ..models.rules import RuleKind
from .app import App, Failure, as_plain, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .params import EXTRACTION, FOLDER

if TYPE_CHECKING:
    from ..models.rules import Rule, SuggestedRule
    from ..studio import Studio


@click.group(
    cls=Commands, epilog=example('brandstudio rules add acme "Never say cheap." --kind copy')
)
def rules() -> None:
    """Rules of a folder; they hold for the folders below it too, unless one there overrides it."""


for _command in (
    declared(ops.ListRules, "list", Shape("rules list acme --kind copy")),
    declared(
        ops.AddRule,
        "add",
        Shape(
            'rules add acme "Never say cheap." --kind copy',
            arguments=("folder", "text"),
            help={
                "kind": "What it holds for; without it the sentence says, where it can be checked."
            },
        ),
    ),
    declared(
        ops.UpdateRule,
        "update",
        Shape('rules update acme rule_019f2c... --text "Never say cheap or budget."'),
    ),
    declared(ops.RemoveRule, "remove", Shape("rules remove acme rule_019f2c...")),
):
    rules.add_command(_command)


def _kind_of(ctx: click.Context, param: click.Parameter, given: str | None) -> object:
    """The kind that was said; else the one kind of rule as which the sentence can be checked."""
    if given is not None or ctx.resilient_parsing:
        return given
    from ..language.rule_sentences import check_from

    kinds = get_args(RuleKind)
    found = [kind for kind in kinds if check_from(kind, ctx.params.get("text") or "")]
    if len(found) == 1:
        return found[0]
    why = f"reads as {' or '.join(found)}" if found else "does not say what it holds for"
    raise click.UsageError(
        f"The sentence {why}: say --kind with one of {', '.join(kinds)}. "
        "What an extraction suggested is adopted with its check by brandstudio rules adopt.",
        ctx,
    )


for _param in rules.commands["add"].params:
    if _param.name == "kind":
        _param.required, _param.callback = False, _kind_of


@rules.command(epilog=example("brandstudio rules adopt acme 1 3"))
@click.argument("folder", type=FOLDER, metavar="FOLDER")
@click.argument("suggested", nargs=-1, required=True, metavar="NUMBER...")
@click.option(
    "--extraction",
    "job_id",
    type=EXTRACTION,
    metavar="JOB_ID",
    help="Of this extraction; without it of the folder's newest that found something.",
)
@pass_app
def adopt(app: App, folder: str, suggested: tuple[str, ...], job_id: str | None) -> None:
    """Adopt rules that an extraction suggested, each with its kind and its check. NUMBER is the one
    that style extract and style extraction print; the sentence itself does as well.
    """
    with app.studio() as studio:
        found = _suggestions(studio, folder, job_id)
        chosen = {rule.text: rule for rule in (_named(found, word) for word in suggested)}
        known = {
            rule.text: rule.rule_id
            for rule in studio.rules.list(folder=folder)
            if rule.text in chosen
        }
        for text, rule_id in known.items():
            raise Failure("VALIDATION_ERROR", f"{folder} has that rule already ({rule_id}): {text}")
        added = [
            studio.rules.add(folder=folder, kind=rule.kind, text=rule.text, check=rule.check)
            for rule in chosen.values()
        ]
        app.show({"rules": [as_plain(rule) for rule in added]}, *_adopted(added))


def _adopted(added: list[Rule]) -> list[str]:
    from .shown import lines_of

    return [line for rule in added for line in lines_of(rule)]


def _suggestions(studio: Studio, folder: str, job_id: str | None) -> list[SuggestedRule]:
    """What an extraction of that folder suggested; without an id its newest one that is done."""
    if job_id is not None:
        result = studio.style.extraction(folder=folder, job_id=job_id).result
        return [] if result is None else result.suggested_rules
    for job in studio.jobs.pages(kind="extraction", status="completed"):
        try:
            result = studio.style.extraction(folder=folder, job_id=job.job_id).result
        except NotFound:  # another folder's
            continue
        if result is not None and result.suggested_rules:
            return result.suggested_rules
    raise Failure(
        "NOT_FOUND",
        f"no extraction of {folder} suggested a rule; brandstudio style extract {folder} looks for some",
    )


def _named(found: list[SuggestedRule], word: str) -> SuggestedRule:
    """The suggestion of that number, or of those words."""
    if word.isdecimal() and 1 <= int(word) <= len(found):
        return found[int(word) - 1]
    for rule in found:
        if rule.text.strip().rstrip(".").lower() == word.strip().rstrip(".").lower():
            return rule
    there = "; ".join(f"{number} {rule.text}" for number, rule in enumerate(found, 1))
    raise Failure("NOT_FOUND", f"nothing like {word!r} was suggested; there are: {there or 'none'}")
