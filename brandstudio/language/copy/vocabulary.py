"""The words that instructions are made of: verbs in four languages, parts of a text, and kinds of
figure.
"""

from __future__ import annotations

import re

Q = r"[\"\u201c\u201d\u201e\u00ab\u00bb]"
QUOTED = re.compile(
    rf"{Q}([^\"\u201c\u201d\u201e\u00ab\u00bb]{{1,4000}}){Q}"
    rf"|(?<!\w)['\u2018\u201a]((?:[^'\u2018\u2019\u201a]|(?<=\w)['\u2019](?=\w)){{1,4000}}?)['\u2019](?!\w)"
)
MARK = "\ue000{}\ue001"  # a quoted stretch while the rest of the instruction is read
MARKED = re.compile("\ue000(\\d+)\ue001")

REPLACE = (
    r"(?:replace|change|swap|substitute|switch|correct|turn|rename|update|ersetze?n?|tausche?|ändere?"
    r"|remplace[rz]?|change[rz]?|reemplaza[r]?|cambia[r]?|sustituye)"
)
REMOVE = (
    r"(?:remove|delete|drop|cut|take out|omit|strip(?: out)?|get rid of|leave out|erase|lösche?n?"
    r"|entferne?n?|streiche?n?|supprime[rz]?|enlève[rz]?|enlever|retire[rz]?|elimina[r]?|borra[r]?"
    r"|quita[r]?)"
)
ADD = r"(?:add|append|insert|include|put|prepend|füge|ergänze?|ajoute[rz]?|insère|añade|añadir|agrega[r]?|inserta[r]?)"
VERBS = (
    rf"(?:{REPLACE}|{REMOVE}|{ADD}|move|make|shorten|start|begin|end|finish|close|capitali[sz]e"
    rf"|uppercase|lowercase|bold|italici[sz]e|use|say|write|convert|split|join|merge|reduce|trim|swap"
    rf"|kürze|raccourci\w*|acorta)"
)
SPLIT = re.compile(
    rf"\s*(?:;|\n+|\.(?:\s+|$)|,?\s+(?:and then|then|and also|also|und dann|puis|y luego)\s+"
    rf"|,?\s+(?:and|und|et|y)\s+(?={VERBS}\b)|,\s+(?={VERBS}\b))\s*",
    re.IGNORECASE,
)

KINDS: dict[str, re.Pattern[str]] = {
    "date": re.compile(
        r"\b(?:(?:[A-Z][a-z]{2,5}day|[A-Z][a-zé]{3,7}(?:tag|woch)),? (?:the |den )?)?"
        r"(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?MONTH|MONTH \d{1,2}(?:st|nd|rd|th)?(?!\d))(?:,? \d{4})?"
        r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b".replace(
            "MONTH",
            "(?:Jan|Feb|M[aä]r|Apr|Ma[iy]|Ju[nl]|Aug|Sep|O[ck]t|Nov|De[cz]|janv|févr|avr|juin"
            "|juil|août|enero|abril)[a-zéûñ]{0,7}",
        )
    ),
    "price": re.compile(
        r"[£$€¥]\s?\d[\d.,]*\d|[£$€¥]\s?\d|\d[\d.,]*\s?(?:€|EUR|USD|GBP|CHF|euros?|dollars?|pounds?)(?!\w)"
    ),
    "time": re.compile(
        r"\b\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?(?!\w)|\b\d{1,2}\s?(?:[ap]\.?m\.?|Uhr)(?!\w)",
        re.IGNORECASE,
    ),
    "percentage": re.compile(r"\d[\d.,]*\s?(?:%|per ?cent)"),
    "year": re.compile(r"\b(?:19|20)\d{2}\b"),
    "e-mail": re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "link": re.compile(r"https?://[^\s)>\]]+|\bwww\.[^\s)>\]]+"),
    "phone": re.compile(r"\+?\d[\d ()/-]{6,20}\d"),
    "number": re.compile(r"\d[\d.,]*\d|\d"),
}
KIND_WORDS = {
    "date": "date",
    "deadline": "date",
    "opening date": "date",
    "release date": "date",
    "day": "date",
    "datum": "date",
    "fecha": "date",
    "price": "price",
    "cost": "price",
    "preis": "price",
    "prix": "price",
    "precio": "price",
    "amount": "price",
    "time": "time",
    "uhrzeit": "time",
    "heure": "time",
    "hora": "time",
    "percentage": "percentage",
    "percent": "percentage",
    "discount": "percentage",
    "year": "year",
    "jahr": "year",
    "email": "e-mail",
    "e-mail": "e-mail",
    "email address": "e-mail",
    "e-mail address": "e-mail",
    "link": "link",
    "url": "link",
    "phone number": "phone",
    "phone": "phone",
    "telephone number": "phone",
    "number": "number",
    "figure": "number",
    "zahl": "number",
    "nombre": "number",
    "número": "number",
}
ALL_OF: dict[str, re.Pattern[str]] = {
    "emoji": re.compile(
        r"[ \t]?(?:[\u2600-\u27bf\u2b50\u2b55\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]"
        r"[\ufe0f\u200d\U0001f3fb-\U0001f3ff]*)+"
    ),
    "hashtag": re.compile(r"[ \t]?(?<![\w&])#[^\W\d_][\w]*"),
    "exclamation mark": re.compile(r"!+(?!\[)"),
    "exclamation point": re.compile(r"!+(?!\[)"),
    "bold": re.compile(r"\*\*(?=\S)|(?<=\S)\*\*"),
    "heading mark": re.compile(r"^#{1,6}[ \t]+", re.MULTILINE),
    "heading": re.compile(r"^#{1,6}[ \t]+[^\n]*\n*", re.MULTILINE),
    "bullet": re.compile(r"^[ \t]*[-*+\u2022][ \t]+", re.MULTILINE),
    "bracket": re.compile(r"[ \t]?\([^()\n]*\)"),
    "parenthes": re.compile(r"[ \t]?\([^()\n]*\)"),
    "link": re.compile(r"[ \t]?https?://[^\s)>\]]+"),
    "mention": re.compile(r"[ \t]?(?<!\w)@[\w.]+"),
    "double space": re.compile(r"(?<=\S) (?= )"),
    "comma": re.compile(r","),
    "quotation mark": re.compile(r"[\"\u201c\u201d]"),
}
ORDINALS = {
    "first": 0,
    "1st": 0,
    "opening": 0,
    "second": 1,
    "2nd": 1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
    "fifth": 4,
    "5th": 4,
    "last": -1,
    "final": -1,
    "closing": -1,
    "second last": -2,
    "penultimate": -2,
    "ersten": 0,
    "erste": 0,
    "zweiten": 1,
    "zweite": 1,
    "dritten": 2,
    "letzten": -1,
    "letzte": -1,
    "première": 0,
    "premier": 0,
    "dernière": -1,
    "dernier": -1,
    "primera": 0,
    "primer": 0,
    "última": -1,
    "último": -1,
}
ORDINAL = "(" + "|".join(sorted(ORDINALS, key=len, reverse=True)) + ")"
PART = (
    r"(sentences?|paragraphs?|lines?|bullets?(?: points?)?|items?|words?|headings?|headlines?|title"
    r"|satz|absatz|wort|zeile|phrase|paragraphe|mot|frase|párrafo|palabra|oración)"
)
PARTS = {
    "satz": "sentence",
    "phrase": "sentence",
    "frase": "sentence",
    "oración": "sentence",
    "absatz": "paragraph",
    "paragraphe": "paragraph",
    "párrafo": "paragraph",
    "wort": "word",
    "mot": "word",
    "palabra": "word",
    "zeile": "line",
    "item": "bullet",
    "bullet point": "bullet",
    "headline": "heading",
    "title": "heading",
}
