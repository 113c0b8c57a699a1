"""Which language a text is in, told from its commonest words; English unless another is plainly
there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_COMMON: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the of and to in is that for it was on are with as be this by from at have not or we our you your has will can",
        "de": "der die das und ist nicht ein eine zu mit den von für auf im dem sich des es wir sie ich auch "
        "als an bei unsere unser wird sind ihre oder einen",
        "fr": "le la les et des est une un du dans pour que qui sur pas nous vous avec au ce sont par plus "
        "notre votre aux cette il elle",
        "es": "el la los las y de que en un una es por con para no se del su al lo más nuestro nuestra como sus son está",
        "it": "il la di che e un una per non è con del della sono i gli le nel alla nostro nostra più anche questo",
        "nl": "de het een en van is niet dat op te in voor met zijn wij ons onze aan ook als door bij naar worden",
        "pt": "o a os as e de que em um uma é por com para não se do da no na nosso nossa mais como são",
        "sv": "och att det är en ett som på för med av den inte vi vår till har om de",
        "da": "og at det er en et som på for med af den ikke vi vores til har om de i",
        "fi": "ja on ei se että oli kun mutta tai myös sekä ovat meidän kanssa",
        "pl": "i w na z do nie się to jest że o jak dla od po przez są nasz nasza",
        "cs": "a je v na se že to s z do pro jako by ale nebo náš jsou není",
    }.items()
}


def tell(words: Sequence[str], text: str) -> str:
    """A language code; ``und`` when the text is in a script that none of the known languages
    uses.
    """
    letters = [c for c in text if c.isalpha()][:2000]
    if letters:
        latin = sum(c.isascii() or "LATIN" in unicodedata.name(c, "") for c in letters)
        if latin * 2 < len(letters):
            return "und"
    scores = {
        language: sum(word in common for word in words) for language, common in _COMMON.items()
    }
    best = max(scores, key=lambda language: (scores[language], language == "en"))
    # A quotation or two does not make a text foreign.
    return best if scores[best] >= 2 and scores[best] > scores["en"] * 1.5 else "en"
