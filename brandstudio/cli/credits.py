"""``brandstudio credits`` and ``brandstudio prices``."""

from __future__ import annotations

import click

from .. import operations as ops
from .app import App, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .params import FOLDER
from .terminal import credits as amount


@click.group(cls=Commands, epilog=example("brandstudio credits add 100"))
def credits() -> None:
    """The credits of a workspace."""


@credits.command(
    context_settings={"ignore_unknown_options": True}, epilog=example("brandstudio credits add 100")
)
@click.argument("number", type=float, metavar="N")
@click.option("--reason", default="", help="What the ledger says.")
@pass_app
def add(app: App, number: float, reason: str) -> None:
    """Top up by N; a negative N is an adjustment."""
    with app.owner() as studio:
        made = studio.admin.credits.add(credits=number, reason=reason)
    app.show(made, f"Balance: {amount(made.balance)}")


@credits.command(epilog=example("brandstudio credits balance"))
@pass_app
def balance(app: App) -> None:
    """What is left."""
    with app.owner() as studio:
        found = studio.admin.credits.balance()
    app.show(found, f"Balance: {amount(found.balance)}")


@credits.command(epilog=example("brandstudio credits transactions --folder acme --limit 20"))
@click.option(
    "--folder", metavar="PATH", type=FOLDER, help="Adds what this folder and all below it cost."
)
@click.option("--since", metavar="DATE", help="Only from this day on, like 2026-11-01.")
@click.option("--limit", type=click.IntRange(1, 200), default=50, show_default=True)
@click.option("--cursor", metavar="TEXT", help="Go on where the page before ended.")
@pass_app
def transactions(
    app: App, folder: str | None, since: str | None, limit: int, cursor: str | None
) -> None:
    """The ledger, newest first."""
    with app.studio() as studio:
        page = studio.credits.transactions(folder=folder, since=since, limit=limit, cursor=cursor)
    app.table(
        page,
        ("when", "type", "credits", "what", "folder", "transaction"),
        [
            (
                entry.created_at,
                entry.type,
                entry.credits,
                entry.description,
                entry.metadata.folder,
                entry.txn_id,
            )
            for entry in page.transactions
        ],
        "Nothing yet.",
    )
    if app.as_json:
        return
    if page.totals is not None:
        totals = page.totals
        click.echo(
            f"{folder}: charged {amount(totals.charged)}, refunded {amount(totals.refunded)}, net {amount(totals.net)}"
        )
    if page.next_cursor is not None:
        app.say(f"There is more: --cursor {page.next_cursor}")


credits.add_command(
    declared(ops.GetUsage, "usage", Shape("credits usage --folder acme --since 2026-11-01"))
)


@click.group(cls=Commands, epilog=example("brandstudio prices set create_4k 6"))
def prices() -> None:
    """What each operation costs, for all workspaces of this data folder."""


@prices.command(epilog=example("brandstudio prices show"))
@pass_app
def show(app: App) -> None:
    """The prices."""
    with app.studio() as studio:
        found = studio.credits.pricing()
    app.table(found, ("operation", "credits"), found.prices.items())


@prices.command("set", epilog=example("brandstudio prices set create_4k 6"))
@click.argument("operation")
@click.argument("price", type=float, metavar="CREDITS")
@pass_app
def set_price(app: App, operation: str, price: float) -> None:
    """Change a price from now on; what was accepted before keeps its own."""
    with app.owner() as studio:
        found = studio.admin.credits.set_price(operation=operation, credits=price)
    app.show(found, f"{operation} costs {amount(found.prices[operation])}")
