"""How a value shows itself where a notebook asks it to: as HTML, as text, and as a picture where it
is one. Static: no script, no link, nothing that has to be fetched again.

It stands below the models, which ask for it when they are shown, and knows them by the names of
their classes; it imports none of them.
"""

from __future__ import annotations


def bundle(value: object) -> dict[str, object]:
    """The value for a notebook: ``text/plain`` and ``text/html`` always, ``image/png`` where it is
    one picture.
    """
    from .values import render

    return render(value)
