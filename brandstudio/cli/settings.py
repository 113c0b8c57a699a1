"""``brandstudio settings``: what is set, to what, and by whom."""

from __future__ import annotations

import click

from .app import OWN_VARIABLES, App, example, pass_app


@click.command(epilog=example("brandstudio settings"))
@pass_app
def settings(app: App) -> None:
    """Each setting with its value and where it comes from: the environment, the file
    brandstudio.toml, or the default. Secrets are not shown, and a variable that is misspelt is told with the right one.
    """
    from ..settings import SECRETS, VARIABLES, misspelt, serving_from_environment, told

    in_force, serving = app.settings(), serving_from_environment(app.data_folder, app.environment)
    rows = []
    for entry in told(app.data_folder, app.environment):
        field = VARIABLES[entry.name]
        value = getattr(in_force, field) if hasattr(in_force, field) else getattr(serving, field)
        shown = entry.text if entry.name in SECRETS else _shown(value)
        rows.append(
            {
                "name": entry.name,
                "value": shown,
                "source": "--data" if field == "data" and app.data is not None else entry.source,
            }
        )
    for name, meant in misspelt(app.environment, OWN_VARIABLES).items():
        source = f"environment; no setting: did you mean {meant}?"
        rows.append({"name": name, "value": None, "source": source})
    app.table(
        {"settings": rows},
        ("name", "value", "from"),
        [(row["name"], row["value"] or "none", row["source"]) for row in rows],
    )


def _shown(value: object) -> str | None:
    if value is None or value == "" or value == () or value == frozenset():
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | frozenset):
        parts = sorted(value) if isinstance(value, frozenset) else value
        return ",".join(f"{part:g}" if isinstance(part, float) else str(part) for part in parts)
    return f"{value:g}" if isinstance(value, float) else str(value)
