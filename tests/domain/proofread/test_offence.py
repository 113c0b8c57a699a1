"""Words that insult people are shown by their place and printed nowhere."""

from __future__ import annotations

import base64

import pytest

from brandstudio.language.proofread import proofread
from brandstudio.language.proofread.offence import hashed
from brandstudio.language.tables import table


def veiled(text: str) -> str:
    return base64.b64decode(text).decode()


#: English, German, French, Spanish, Italian; each in a sentence of its language.
SLURS = {
    "en": ("The shop is no place for a %s, they said.", veiled("ZmFnZ290")),
    "de": ("Das ist kein Wort für eine Anzeige: %s, sagte er.", veiled("U2NobGFtcGU=")),
    "fr": ("Ce n'est pas un mot pour une affiche : %s, dit-il.", veiled("Y29ubmFyZA==")),
    "es": ("No es una palabra para un anuncio: %s, dijo él.", veiled("Z2lsaXBvbGxhcw==")),
    "it": ("Non è una parola per un annuncio: %s, disse lui.", veiled("c3Ryb256bw==")),
}


@pytest.mark.parametrize("language", SLURS)
def test_a_slur_is_shown_by_its_place(language: str) -> None:
    sentence, word = SLURS[language]
    text = sentence % word
    (found,) = (c for c in proofread(text).advisories if c.kind == "offensiveLanguage")
    assert text[found.offset : found.offset + found.length] == word
    assert word.casefold() not in found.message.casefold()
    assert found.severity == "error"


@pytest.mark.parametrize("disguise", ["{0}\u00ad{1}", "{0}\u200b{1}", "\uff46{0[1]}{0[2]}{1}"])
def test_a_slur_in_disguise_is_found_too(disguise: str) -> None:
    word = SLURS["en"][1]
    said = disguise.format(word[:3], word[3:])
    found = [
        c
        for c in proofread(f"Not a {said}.", language="en").advisories
        if c.kind == "offensiveLanguage"
    ]
    assert [(c.offset, c.length) for c in found] == [(6, len(said))]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A chink of light, a Maine Coon, the cocktail hour in Scunthorpe and Penistone."),
        ("en", "She graduated magna cum laude; the dykes of Holland held; a niggling doubt."),
        ("de", "Mit den Vögeln im Abo: zwei Möpse, eine Rosette, nackt wie ein Fels."),
        ("fr", "La pédale du vélo, le ramonage et la gueule du loup, retard de train."),
        ("es", "La heroína de la novela era un trío de pinches, negro y blanco."),
        ("sv", "Han slutade i juni och hade en bra slut."),
    ],
)  # fmt: skip
def test_innocent_words_are_left_alone(language: str, text: str) -> None:
    kinds = [c.kind for c in proofread(text, language=language).advisories]
    assert "offensiveLanguage" not in kinds


def slurs_in(text: str) -> list[str]:
    found = [c for c in proofread(text).advisories if c.kind == "offensiveLanguage"]
    return [text[c.offset : c.offset + c.length] for c in found]


@pytest.mark.parametrize("line", ["Eres un %s", "%s", "%s, compra ya"])
def test_a_slur_is_found_in_a_line_too_short_to_tell_its_language(line: str) -> None:
    word = SLURS["es"][1]
    assert slurs_in(line % word) == [word]
    assert slurs_in(f"Bande d\u2019{veiled('ZW5jdWzDqXM=')}") == [veiled("ZW5jdWzDqXM=")]


@pytest.mark.parametrize(
    "line",
    ["Sommer slut", "Pute vom Grill", "Fag og fest", "Retard de livraison", "Negro y blanco", "Wog es viel?", "Bimbo felice",
     "Huren of kopen", "Fick det på rea", "Porra con chocolate", "Nu slut!"],
)  # fmt: skip
def test_a_clean_word_of_a_likely_language_is_no_slur_of_another(line: str) -> None:
    assert slurs_in(line) == []


def test_a_slur_is_found_respelled() -> None:
    word = SLURS["de"][1]
    for said in (" ".join(word), ".".join(word), word.replace("a", "@"), word.replace("e", "3")):
        assert slurs_in(f"Du {said}!") == [said]


def test_the_table_holds_no_word_that_can_be_read() -> None:
    tables = table("offensive")
    for hashes in tables.values():
        assert all(len(h) == 12 and int(h, 16) >= 0 for h in hashes)
    assert hashed(SLURS["en"][1]) in tables["en"]
    assert set(tables["clean_in"]) <= {each for name in SLURS for each in tables[name]} | set(
        tables["pt"]
    )
