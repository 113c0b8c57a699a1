"""What a plan leaves out of its prompt, in plain words, and why a strict engine refuses it."""

from __future__ import annotations

from collections.abc import Iterable

from ..models.owners import image_provider
from .scene_plan import ScenePlan
from .undrawn import lists_of
from .words import contains, plain


def warnings(found: ScenePlan) -> tuple[str, ...]:
    """What a plan leaves out, in plain words, the missing subject first."""
    out = []
    provider = image_provider(_listed(found.left_out) if found.left_out else "more")
    if found.subject:
        ground = (
            "a stage for it: light, ground and clear space"
            if found.family == "stage"
            else "a background for it"
        )
        none = f'"{found.subject}" is not drawn' if _quoted(found) else f"No {found.subject}"
        out.append(
            f"{none}: the built-in engine draws backgrounds and scenes. This is {ground}. "
            + provider
        )
    elif found.left_out:
        out.append(
            f"The built-in engine draws backgrounds and scenes; it left out "
            f"{_listed(found.left_out)}. {provider}"
        )
    if found.missing:
        out.append("Not drawn: " + ", ".join(f'"{word}"' for word in found.missing[:20]) + ".")
    out += (f'This scene can\'t be drawn without "{said}".' for said in found.kept)
    out += (f"Not {number}: this scene has several {thing}." for thing, number in found.several)
    if not found.certain and not found.subject:
        out.append(
            "The prompt names no scene that the built-in engine draws; it chose "
            f'"{found.family}" to suit the mood "{found.mood}".'
        )
    return tuple(out)


def _quoted(found: ScenePlan) -> bool:
    """Whether a subject reads badly behind "No": what is done, what is long, and what is not
    English ("No tasse").
    """
    return found.foreign or _is_doing(found.subject) or len(found.subject.split()) > 3


def _is_doing(subject: str) -> bool:
    """Whether it is something that is done ("playing football"), of which there is not "no"."""
    first, _, more = plain(subject).partition(" ")
    known = any(contains(first, entries) for entries in lists_of("undrawable").values())
    return bool(more) and first.endswith("ing") and not known


def unsupported(found: ScenePlan) -> str | None:
    """Why a strict engine refuses the prompt: its subject can't be drawn, or nothing of it; None
    where it can.
    """
    if found.subject:
        return (
            f'The built-in engine can\'t draw "{found.subject}"; it draws backgrounds and scenes. '
            f"Without strict it draws a background for it. {image_provider()}"
        )
    if found.kept:
        return f"The built-in engine can't leave out {_listed(found.kept)} of this scene."
    if found.several:
        what = _listed(f"{number} of the {thing}" for thing, number in found.several)
        return f"The built-in engine can't draw exactly {what} in this scene."
    if found.left_out or not found.certain:
        what = f"can't draw {_listed(found.left_out)}" if found.left_out else "finds no scene here"
        return f"The built-in engine {what}; it draws backgrounds and scenes. {image_provider()}"
    return None


def _listed(names: Iterable[str]) -> str:
    items = list(names)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " or " + items[-1]
