"""Spanish verbs as they are spoken: which verb a form with its pronouns is of ("oscurézcanla",
"aclararas", "subí", "póngale").

An order is given to one or to several, politely or not, as a wish or as a question; what it asks for is
the same. Only the verb is told here, never whether it is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Pronouns that lean on a verb: for whom, and what.
_LEANING = re.compile(r"(?P<verb>[a-z]{3,}?)(?:me|te|se|nos|os)?(?:l[aeo]s?)?")
#: Endings of the forms that order, wish or ask, by the infinitive's. Words are without accents here,
#: so that those of a *vos* are among them.
_ENDINGS = {
    "ar": (
        *("a", "as", "e", "es", "en", "ad", "an", "ando", "aras", "ara", "aran", "arais"),
        *("ases", "ase", "asen", "arias", "aria", "arian", "aba", "aste", "emos", "eis", "ais"),
    ),
    "er": (
        *("e", "es", "a", "as", "an", "ed", "en", "iendo", "ieras", "iera", "ieran", "ierais"),
        *("ieses", "iese", "iesen", "erias", "eria", "erian", "amos", "ais", "eis"),
    ),
    "ir": (
        *("e", "es", "a", "as", "an", "id", "i", "en", "iendo", "ieras", "iera", "ieran"),
        *("ieses", "iese", "iesen", "irias", "iria", "irian", "amos", "ais", "is"),
    ),
}
#: Stems that are spelled otherwise before an e or an a: their ending there, and the plain one.
_SPELLED = (
    *(("qu", "c"), ("gu", "g"), ("c", "z"), ("zc", "c"), ("uy", "u"), ("j", "g")),
    *(("pong", "pon"), ("pondr", "pon"), ("pus", "pon"), ("hag", "hac"), ("hic", "hac")),
    *(("teng", "ten"), ("salg", "sal"), ("vuelv", "volv")),
)
#: What stands before a noun: a word behind it is no verb ("las pasas", "un corte").
BEFORE_A_NOUN = frozenset(
    (
        *("el", "los", "las", "un", "una", "unos", "unas", "del", "al", "su", "sus", "mi", "mis"),
        *("tu", "tus", "nuestro", "nuestra", "nuestros", "nuestras", "este", "esta", "estos"),
        *("estas", "ese", "esa", "esos", "esas", "dos", "tres", "mas", "menos", "de", "con", "sin"),
    )
)


def verbs_of(word: str) -> Iterator[str]:
    """The infinitives that a word may be a form of, the plainest first."""
    bare = _LEANING.fullmatch(word)
    forms = [word] if bare is None or bare["verb"] == word else [word, bare["verb"]]
    for form in dict.fromkeys(forms):
        if form != word and form.endswith(("ar", "er", "ir")):
            yield form  # "aclararla"
        for verb, endings in _ENDINGS.items():
            for ending in endings:
                stem = form.removesuffix(ending)
                if stem != form and len(stem) >= 3:
                    yield stem + verb
                    yield from (
                        stem.removesuffix(told) + plain + verb
                        for told, plain in _SPELLED
                        if stem.endswith(told)
                    )


__all__ = ["BEFORE_A_NOUN", "verbs_of"]
