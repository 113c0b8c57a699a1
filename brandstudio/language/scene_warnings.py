"""What a plan leaves out of its prompt, in plain words, and why a strict engine refuses it."""

from __future__ import annotations

from collections.abc import Iterable

from ..models.owners import image_provider
from .scene_plan import ScenePlan


def warnings(found: ScenePlan) -> tuple[str, ...]:
    """What a plan leaves out, in plain words, the missing subject first."""
    out = []
    kinds = _listed(found.left_out) if found.left_out and not found.subject else "it"
    provider = image_provider(kinds)
    if found.subject:
        ground = (
            "a stage for it: light, ground and clear space"
            if found.family == "stage"
            else "a background for it"
        )
        out.append(
            f'Not drawn: "{found.subject}". The built-in engine draws backgrounds and scenes; this '
            f"is {ground}. {provider}"
        )
    elif found.begun:
        out.append(
            f'Not drawn: "{found.begun}", which the prompt begins with. The built-in engine draws '
            f'backgrounds and scenes; this is its scene "{found.family}". {provider}'
        )
    elif found.left_out:
        out.append(
            f"Not drawn: {_listed(found.left_out, 'and')}. The built-in engine draws backgrounds and "
            f"scenes. {provider}"
        )
    if found.missing:
        out.append("Not drawn: " + ", ".join(f'"{word}"' for word in found.missing[:20]) + ".")
    if found.places:
        named = _listed([f'"{place}"' for place in found.places[:20]], "and")
        out.append(f"Not drawn: the own look of {named}. The scene is any such place.")
    out += (f'This scene can\'t be drawn without "{said}".' for said in found.kept)
    out += (f"Not {number}: this scene has several {thing}." for thing, number in found.several)
    if not found.certain and not found.subject:
        out.append(
            "The prompt names no scene that the built-in engine draws; it chose "
            f'"{found.family}" to suit the mood "{found.mood}".'
        )
    return tuple(out)


def unsupported(found: ScenePlan) -> str | None:
    """Why a strict engine refuses the prompt: its subject can't be drawn, or nothing of it; None
    where it can.
    """
    if found.subject:
        return (
            f'The built-in engine can\'t draw "{found.subject}"; it draws backgrounds and scenes. '
            f"Without strict it draws a background for it. {image_provider('it')}"
        )
    if found.begun:
        return (
            f'The built-in engine can\'t draw "{found.begun}"; it draws backgrounds and scenes. '
            f'Without strict it draws its scene "{found.family}". {image_provider("it")}'
        )
    if found.kept:
        return f"The built-in engine can't leave out {_listed(found.kept)} of this scene."
    if found.several:
        what = _listed(f"{number} of the {thing}" for thing, number in found.several)
        return f"The built-in engine can't draw exactly {what} in this scene."
    if found.left_out or not found.certain:
        what = f"can't draw {_listed(found.left_out)}" if found.left_out else "finds no scene here"
        others = image_provider("such pictures")
        return f"The built-in engine {what}; it draws backgrounds and scenes. {others}"
    return None


def _listed(names: Iterable[str], joined: str = "or") -> str:
    items = list(names)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" {joined} " + items[-1]
