"""What of a brief's sentence is asked of the writer, and what is said to the reader.

"A short Instagram caption about our new ski pass, playful tone" asks for a genre, a length and a
tone and says one thing: our new ski pass. :func:`part` takes such words away, in English, German,
French and Spanish, and gives back what remains, word for word; what is not known for an instruction
stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..segments import listed

_DETERMINERS = frozenset(
    listed("a an one two three some ein eine einen einem einer eines un une des una uno unos unas")
)
_TO_US = frozenset(listed("me us mir uns moi nous me nos for für pour para"))
_CHANNELS = frozenset(
    listed(
        "linkedin instagram insta facebook twitter x tiktok mastodon bluesky threads youtube whatsapp pinterest xing social"
        " media web website web-site blog newsletter google sms push press presse prensa email e-mail mail sociales réseaux"
        " sociaux redes"
    )
)
_GENRES = frozenset(
    listed(
        "post posts caption captions tweet tweets tuit headline headlines tagline taglines slogan slogans blurb teaser"
        " newsletter email e-mail emails mailing release announcement advert advertisement thread bio description reel"
        " beitrag bildunterschrift überschrift schlagzeile werbetext pressemitteilung ankündigung anzeige rundmail"
        " publication légende accroche titre communiqué courriel publicité description publicación leyenda titular eslogan"
        " comunicado correo anuncio descripción subject-line jingle haiku"
    )
)
# Words that name a genre and much else besides: with a verb, a channel or an "about" they count.
_WEAK_GENRES = frozenset(
    listed(
        "copy text texts ad ads article story page message letter note notice something line lines paragraph paragraphs"
        " sentence sentences flyer brochure invitation invite banner poster content poem rhyme script essay gedicht"
        " artikel geschichte nachricht brief"
        " einladung etwas zeile absatz seite meldung texte annonce lettre page message invitation quelque chose texto"
        " artículo carta nota mensaje página invitación algo pie foto phrase phrases frase frases satz sätze title titel"
        " título titulo update"
    )
)
# Nobody is written to, and nothing happens, by one of these.
_PURE = frozenset(
    listed(
        "caption captions tweet tweets tuit headline headlines tagline taglines slogan slogans blurb bildunterschrift eslogan"
    )
)
# As a label alone these name where someone can be reached.
_ADDRESSES = frozenset(listed("email e-mail mail newsletter correo courriel post thread bio"))
_LENGTHS = frozenset(
    listed(
        "word words character characters char chars sentence sentences line lines paragraph paragraphs wort wörter worte"
        " wörtern worten zeichen satz sätze sätzen zeile zeilen absatz absätze absätzen mot mots caractère caractères"
        " phrase phrases ligne lignes paragraphe paragraphes palabra palabras carácter caracteres frase frases línea líneas"
        " párrafo párrafos"
    )
)
_TONE_NOUNS = frozenset(
    listed(
        "tone tones voice style mood vibe register ton tonfall tonalität stil sprache style voix registre tono estilo voz"
    )
)
_PLAIN_TONES = frozenset(
    listed("tone tonfall ton tono")
)  # a style can be the wine's, a tone is the text's
_EXTRAS = frozenset(
    listed(
        "emoji emojis hashtag hashtags jargon cliché clichés cliches buzzwords cta call-to-action exclamation marks"
        " humour humor witz fachjargon jerga"
    )
)
# Without the endings of German, French and Spanish adjectives.
_TONES = frozenset(
    listed(
        "short long brief quick small little concise snappy punchy crisp catchy playful fun funny friendly warm formal informal"
        " casual professional upbeat bold serious witty humorous cheerful happy positive exciting excited engaging"
        " inspiring inspirational persuasive confident elegant nice good great cool simple plain clear direct neutral"
        " energetic enthusiastic conversational relaxed light light-hearted lighthearted creative compelling sober urgent"
        " emotional poetic polite respectful sincere trustworthy authentic modern fresh youthful sophisticated"
        " kurz lang knapp lustig verspielt freundlich warm locker förmlich sachlich professionell frech witzig schön gut"
        " fröhlich seriös herzlich spielerisch emotional inspirierend einfach klar persönlich nett höflich knackig"
        " court courte long longue bref brève ludique amusant drôle chaleureu chaleureux chaleureuse formel formelle"
        " amical amicale joyeux joyeuse sérieux sérieuse professionnel professionnelle simple percutant dynamique élégant"
        " enjoué enjouée convivial convivial décontracté décontractée joli jolie petit petite bon bonne sympathique"
        " cort cortit breve divertid alegre amable cálid formal informal profesional juguetón juguetona graciosa gracios"
        " cercan seri elegante sencill simpátic bonit directo pequeñ buen"
    )
)
_FILLERS = frozenset(
    listed(
        "in with no not without please very really quite rather super not too more less fewer than or and but max maximum"
        " min minimum at most least under over up to about around approximately roughly exactly only of for the it"
        " and/or long length is should be as any our"
        " in im mit ohne bitte sehr und oder aber nicht zu mehr weniger als höchstens maximal mindestens unter etwa circa"
        " ca rund genau nur der die das dem den"
        " dans avec sans très et ou mais pas trop plus moins de maximum environ au le la les sur d l"
        " en con sin muy y o pero no más menos que máximo mínimo unas unos de el la los"
    )
)
_GENERIC = re.compile(
    r"(?:(?:all|our|the|your|my|to|unsere[nm]?|alle[nm]?|den|die|nos|les|aux?|tous|nuestros|a|los|las|sus|todos)\s+)*"
    r"(?:people|everyone|everybody|them|customers?|clients?|readers?|followers?|fans|guests|visitors|subscribers|members"
    r"|audience|public|world|users|community|leute[n]?|kund(?:en|innen)|alle[nm]?|gäste[n]?|besucher[n]?|leser[n]?"
    r"|gens|monde|abonnés|lecteurs|visiteurs|clientes|gente|todos|lectores|seguidores|visitantes)$",
    re.IGNORECASE,
)

_POLITE = re.compile(
    r"(?:(?:please|kindly|bitte|hi|hello|hey|hallo|bonjour|hola|por favor|s['\u2019]il (?:vous|te) pla[iî]t|veuillez|merci de"
    r"|(?:can|could|would|will) you|kannst du|könntest du|könnten sie|können sie|pouvez-vous|peux-tu|puedes|podrías"
    r"|(?:i|we) (?:would like|want|need)(?: you)?(?: to)?|(?:i|we)['\u2019]d (?:like|love)(?: you)?(?: to)?"
    r"|help (?:me|us)(?: to)?"
    r"|(?:ich|wir) (?:brauchen?|möchten?|hätten? gern)|(?:je voudrais|j['\u2019]aimerais|il (?:me|nous) faut)"
    r"|(?:necesit(?:o|amos)|quiero|queremos|quisiera)|need(?:ed)?:?)\b[,!:]?\s*)++",
    re.IGNORECASE,
)
_WRITE = re.compile(
    r"(?:write|draft|compose|create|make|prepare|produce|generate|craft|give|do|schreib(?:e|en sie|t)?|erstell(?:e|en sie|t)?"
    r"|verfass(?:e|en sie|t)?|entwirf|formulier(?:e|en sie)?|mach(?:e|en sie)?|écri(?:s|re|vez|vons)|rédige[rz]?"
    r"|crée[rz]?|prépare[rz]?"
    r"|fais|faites|escrib[ae]n?|escribir|escríbe(?:me|nos)|redact[ae]r?|crea(?:r|me)?|haz(?:me)?|prepara[r]?|genera[r]?)\s+",
    re.IGNORECASE,
)
_NOT_YOURS = r"(?!(?:your|yourself|dein\w*|euer\w*|eure\w*|ihre?n? |votre|vos|ton|ta|tes|tu|tus|vuestr\w+)\b)"
_ANNOUNCE = re.compile(
    r"(?:(?:to |that |which |um |pour |para |que )?(?:announc(?:e|es|ing)|promot(?:e|es|ing)|advertis(?:e|es|ing)"
    r"|publici[sz](?:e|ing)"
    r"|introduc(?:e|es|ing)|highlight(?:s|ing)?|showcas(?:e|ing)|present(?:s|ing)?(?= (?:our|the|an?|new)\b)"
    r"|announcement of|promotion of|bewirb|bewerben? sie|bewerbe|präsentiere?n?(?: sie)?|annonce[rz]?(?! d(?:e|u"
    r"|es)?\b)|annonçant"
    r"|présente[rz]?|présentant|promouvoir|promouvant|promeus|fa(?:is|ites) la promotion de|anuncia(?:r|ndo)?|anuncie|"
    r"promociona(?:r|ndo)?|promueve|promover|presenta(?:r|ndo)?|presente(?= (?:el|la|nuestr\w+)\b)))\s+"
    + _NOT_YOURS,
    re.IGNORECASE,
)
# Verbs that part in German: the second half stands at the end.
_PARTED = re.compile(
    r"(?:(?P<an>kündig(?:e|en sie)?)|(?P<vor>stell(?:e|en sie)?))\s+(?P<what>.+?)\s+(?:(?(an)an|vor))(?P<rest>[.!]?|,.*)$",
    re.IGNORECASE | re.DOTALL,
)
_TELL = re.compile(
    r"(?:(?:to |that |which |pour |para |que )?(?:tell(?:s|ing)?|inform(?:s|ing)?|remind(?:s|ing)?|let(?:ting)?|notify(?:ing)?"
    r"|sag(?:e|en sie)?|informier(?:e|en sie)?|erinner(?:e|en sie)?|dis|dites|informe[rz]?|rappelle[rz]?|di|diles"
    r"|dile|informa[r]?"
    r"|recuerda[r]?|cuenta[r]?|cuéntales?)\s+(?:(?P<who>[^.:!?]{1,80}?)\s*,?\s*)??(?:know\s+)?(?:that|about|of|dass"
    r"|über|que|qu['\u2019]|sobre|de que)"
    r"|(?:say|says|saying|mention(?:ing)?|explain(?:ing)?|state|stating)\s+that)\s*",
    re.IGNORECASE,
)
_INVITE = re.compile(
    r"(?:to |that |which |um |pour |para |que )?(?:(?:invit(?:e|es|ing)|invite[rz]|invita[r]?"
    r"|invitando)\s+(?P<who>[^.:!?]{1,80}?)\s+"
    r"(?:to|à(?= )|aux?|a(?= )|al)\s+)",
    re.IGNORECASE,
)
_LADE = re.compile(
    r"(?:lad(?:e|en sie)?)\s+(?P<who>[^.:!?]{1,80}?)\s+(?P<what>(?:zur|zum|zu)\s+.+?)\s+ein(?P<rest>[.!]?|,.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT = re.compile(
    r"(?:saying that|that says|about|regarding|concerning|über|à propos (?:de(?= )|du|des|de l['\u2019])|concernant"
    r"|sobre|acerca del?)\s*",
    re.IGNORECASE,
)
_ON = re.compile(
    r"(?:on|for|zur|zum|zu|für|sur|pour|para|de|del)\s+|(?:de l|d)(?=['\u2019])", re.IGNORECASE
)
_OF_WHOM = re.compile(
    r"(?P<who>(?:for|für|pour|para|to|an|à|a)\s+[^.,:;!?]{1,60}?)\s+"
    r"(?=(?:about|announcing|promoting|über|sobre|à propos)\b)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019/-][^\W_]+)*")
_ADJECTIVE = re.compile(
    r"\w{3,}(?:ing|y|ful|ish|ive|ous|al|ic|able|ible|ed|ly"
    r"|ant|ent|less|ig|lich|isch|sam|eux|if|oso|osa)(?:e[nrsm]?)?$"
)
_WISH_VERB = re.compile(
    r"(?:please\s+)?(?:keep|make|use|avoid|don['\u2019]t(?: use)?|do not(?: use)?|no|with|without|add|include|the"
    r"|it should|tone|style|max\w*"
    r"|at most|not more|no more|under|up to|bitte|halte?|verwende?n?|benutze?n?|keine?|ohne|höchstens|der|ton"
    r"|garde[rz]?|utilise[rz]?"
    r"|évite[rz]?|pas|sans|le|mant[eé]n\w*|usa[r]?|evita[r]?|sin|el|máximo)\s+(?:(?:it|es|ihn|das|texte?|lo|too"
    r"|sound|bleiben|kurz|zu)\s+)*",
    re.IGNORECASE,
)


_BARE = re.compile(
    rf"(?>{_POLITE.pattern}|(?:{_WRITE.pattern[:-3]}|announce|promote|advertise|tell|invite|anunci(?:a|e)"
    rf"|annonce[rz]?|bewirb)\b\s*)++",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """``said`` is the fact, empty for a mere instruction; ``audience`` whom an instruction named;
    ``wishes`` the rest.
    """

    said: str
    ordered: bool = False
    audience: str = ""
    wishes: tuple[str, ...] = ()


def part(sentence: str) -> Part:
    """A sentence of a brief, parted into instruction and fact."""
    body = sentence.strip()
    bare = body.rstrip(" .!")
    if _is_wish(bare) or _BARE.fullmatch(bare):
        return Part("", True, "", (bare,))
    said, ordered, audience, wish = _lead(body)
    wishes = [wish] if wish else []
    trailing: list[str] = []
    while said and (cut := _tail(said, ordered)) is not None:
        said, tail = cut
        trailing.insert(0, tail)
        ordered = True
    if ordered and said and not trailing and not wishes and said == body:
        ordered = False
    if ordered and said.endswith("?") and _POLITE.match(body):
        said = said[:-1]  # it was the request that was a question
    return Part(
        said.strip(" ,;\u2013-") if ordered else said, ordered, audience, (*wishes, *trailing)
    )


def is_genre(label: str) -> bool:
    """Whether a label before a colon only names the kind of copy ("Ankündigung", "Short LinkedIn
    post").
    """
    tokens = _TOKEN.findall(label)
    if len(tokens) == 1 and _fold(tokens[0]) in _ADDRESSES:
        return False
    return bool(tokens) and all(_known(t) for t in tokens) and any(_is_genre(t) for t in tokens)


def _fold(token: str) -> str:
    return token.casefold().replace("\u2019", "'")


_ENDINGS = ("en", "er", "es", "em", "e", "s", "o", "a", "os", "as")


def _is_tone(word: str) -> bool:
    if word in _TONES:
        return True
    return any(word.endswith(end) and word[: -len(end)] in _TONES for end in _ENDINGS)


def _is_genre(token: str) -> bool:
    parts = _fold(token).split("-")
    return _fold(token) in _GENRES or (parts[-1] in _GENRES and all(_known(p) for p in parts))


def _is_number(token: str) -> bool:
    return token.isdigit()


def _known(token: str) -> bool:
    """Whether a token belongs to the description of a text: genre, channel, tone, length."""
    word = _fold(token)
    if (
        word in _GENRES
        or word in _WEAK_GENRES
        or word in _CHANNELS
        or word in _DETERMINERS
        or word in _LENGTHS
        or _is_tone(word)
    ):
        return True
    if word in (
        "and",
        "but",
        "und",
        "et",
        "y",
        "or",
        "very",
        "really",
        "sehr",
        "très",
        "muy",
        "de",
    ):
        return True
    parts = word.split("-")
    return len(parts) > 1 and all(_known(p) or p.isdigit() for p in parts)


def _lead(body: str) -> tuple[str, bool, str, str]:
    """The sentence without the instruction that it begins with: (fact, whether there was one,
    audience, wish).
    """
    polite = _POLITE.match(body)
    start = polite.end() if polite else 0
    rest = body[start:]
    dispatched = _dispatch(rest)
    if dispatched is not None:
        return dispatched, True, "", ""
    verb = _WRITE.match(rest)
    at = start + (verb.end() if verb else 0)
    asked = bool(verb or polite)
    found = _genre_phrase(body, at, asked)
    if found is None:
        about = _ABOUT.match(body, at)
        if verb and about:
            return _nominative(about.group(), body[about.end() :]), True, "", ""
        return body, False, "", ""
    end, strong, count, unknown = found
    wish = body[:end].strip(" ,:;-\u2013")
    whom = _OF_WHOM.match(body, _skip(body, end))
    audience = ""
    after = _skip(body, end)
    if whom:
        audience = (
            "" if _GENERIC.match(whom.group("who").partition(" ")[2]) else whom.group("who").strip()
        )
        after = whom.end()
    tail = body[after:]
    kept = " ".join(unknown)
    if not tail.strip(" .!"):
        if kept and not (len(unknown) == 1 and _ADJECTIVE.match(kept.casefold())):
            return kept, True, audience, wish
        return ("", True, audience, wish) if asked or strong else (body, False, "", "")
    names = ": ".join([*(w for w in unknown if w[:1].isupper() or any(c.isdigit() for c in w)), ""])
    dispatched = _dispatch(tail)
    if dispatched is not None:
        return names + dispatched, True, audience, wish
    about = _ABOUT.match(tail)
    if about:
        return names + _nominative(about.group(), tail[about.end() :]), True, audience, wish
    mark = re.match(r"\s*[:\u2013-]\s+", body[end:])
    if mark and (asked or strong):
        return names + body[end + mark.end() :], True, audience, wish
    on = _ON.match(tail)
    if on and (asked or (strong and (count > 1 or _fold(wish) in _PURE))):
        if kept:
            return f"{kept} {tail}", True, audience, wish
        return _nominative(on.group(), tail[on.end() :]), True, audience, wish
    stop = re.match(r"\s*[,;]\s*", body[end:])
    if stop and (asked or (strong and count > 1)):
        return body[end + stop.end() :], True, audience, wish
    return body, False, "", ""


def _skip(body: str, at: int) -> int:
    while at < len(body) and body[at] == " ":
        at += 1
    return at


def _dispatch(rest: str) -> str | None:
    """What a verb of telling says: ``Announce X``, ``Tell them that X``; whom it names stands
    before a colon.
    """
    parted = _PARTED.match(rest)
    if parted:
        return _nominative("über", parted.group("what") + parted.group("rest"))
    lade = _LADE.match(rest)
    if lade:
        what = re.match(r"(zur|zum|zu)\s+(.*)", lade.group("what"), re.IGNORECASE | re.DOTALL)
        assert what is not None
        return _audience(lade.group("who")) + _nominative(
            what.group(1), what.group(2) + lade.group("rest")
        )
    for verb in (_INVITE, _TELL, _ANNOUNCE):
        found = verb.match(rest)
        if found and rest[found.end() :].strip(" .!"):
            who = found.groupdict().get("who") or ""
            return _audience(who) + _nominative(
                found.group() if verb is _ANNOUNCE else "", rest[found.end() :]
            )
    return None


def _audience(who: str) -> str:
    who = who.strip(" ,")
    if not who or _GENERIC.match(who):
        return ""
    return re.sub(r"^(?:a|aux?|den)\s+", "", who) + ": "


def _genre_phrase(body: str, at: int, asked: bool) -> tuple[int, bool, int, list[str]] | None:
    """Where the description of the text ends: (end, whether a genre is named beyond doubt, how many
    words, others).
    """
    end, count, strong, weak, channel = at, 0, False, False, False
    unknown: list[str] = []
    pending: list[str] = []
    determined = False
    for match in _TOKEN.finditer(body, at):
        token, word = match.group(), _fold(match.group())
        between = body[end : match.start()]
        if between.strip(" ,/-\"'\u201c\u201d") or (len(pending) > 3):
            break
        following = _TOKEN.match(body, _skip(body, match.end()))
        ahead = _fold(following.group()) if following else ""
        if asked and count == 0 and word in _TO_US and word not in ("for", "für", "pour", "para"):
            end = match.end()
            continue
        if (
            word in ("for", "on", "für", "auf", "pour", "sur", "para", "en")
            and ahead in _CHANNELS
            and (strong or weak)
        ):
            end = match.end()
            continue
        number = _is_number(word) and ahead in _LENGTHS
        if word in ("of", "in", "mit", "with", "de", "en", "von", "max", "about", "maximum") and (
            (ahead.isdigit() and _unit_after(body, following)) or ahead in _TONE_NOUNS
        ):
            number = True
        if _known(token) or number or (count and word in _LENGTHS) or (word == "line" and count):
            if word == "line" and body[match.end() :].lstrip().startswith("up"):
                break
            named = word in _GENRES or _is_genre(token)
            strong = strong or named
            weak = weak or word in _WEAK_GENRES
            channel = channel or word in _CHANNELS or word.split("-")[0] in _CHANNELS
            determined = determined or word in _DETERMINERS
            unknown += pending
            pending = []
            end, count = match.end(), count + 1
            continue
        leads_on = _ABOUT.match(body, match.start()) or _ON.match(body, match.start())
        if (asked or determined) and not (strong or weak or leads_on):
            pending.append(token)
            end_of_pending = match.end()
            # Only a genre that follows makes these words part of its description.
            if _genre_soon(body, end_of_pending):
                end = end_of_pending
                continue
        break
    told = asked or channel or _ABOUT.match(body, _skip(body, end)) is not None
    if pending or not (strong or (weak and told) or (channel and asked)):
        return None
    return end, strong or channel, count, unknown


def _unit_after(body: str, number: re.Match[str] | None) -> bool:
    unit = _TOKEN.match(body, _skip(body, number.end())) if number else None
    return unit is not None and _fold(unit.group()) in _LENGTHS


def _genre_soon(body: str, at: int) -> bool:
    """Whether a genre is among the next three words, with nothing but words before it."""
    for _ in range(3):
        match = _TOKEN.match(body, _skip(body, at))
        if match is None or _ABOUT.match(body, match.start()) or _ON.match(body, match.start()):
            return False
        if _is_genre(match.group()) or _fold(match.group()) in _WEAK_GENRES:
            return True
        at = match.end()
    return False


def _wishful(text: str, core: frozenset[str], ordered: bool) -> bool:
    """Whether all words of a stretch are about the text: one of ``core`` (or, after an order, a
    tone) and fillers.
    """
    tokens = _TOKEN.findall(text)
    if not tokens or len(tokens) > 14 or re.search(r"[£$€¥%@]|://", text):
        return False
    words = [_fold(t) for t in tokens]
    hit = False
    for place, word in enumerate(words):
        parts = word.split("-")
        if word.isdigit():
            ahead = words[place + 1 : place + 4]
            if not any(w in _LENGTHS or w in _EXTRAS for w in ahead):
                return False
        elif word in core or (len(parts) == 2 and parts[0].isdigit() and parts[1] in _LENGTHS):
            hit = True
        elif _is_tone(word):
            hit = hit or ordered
        elif not (word in _FILLERS or word in _DETERMINERS or (ordered and _known(word))):
            return False
    return hit


_MEASURED = re.compile(
    r"\d|\b(?:one|two|three|ein|eine|einen|un|une|una|zwei|drei|deux|trois|dos|tres)\b",
    re.IGNORECASE,
)


def _about_text(text: str, ordered: bool) -> bool:
    if _wishful(text, _TONE_NOUNS, ordered):
        return True
    return _wishful(text, _LENGTHS | _EXTRAS, ordered) and bool(
        _MEASURED.search(text) or ordered or {_fold(t) for t in _TOKEN.findall(text)} & _EXTRAS
    )


_WEAK_WISHES = frozenset(("the", "no", "le", "el", "der", "with", "it should"))


def _is_wish(bare: str) -> bool:
    """A sentence that only speaks of the text: "Keep it under 50 words", "Friendly tone", "Don't
    use jargon".
    """
    verb = _WISH_VERB.match(bare + " ")
    rest = bare[verb.end() :] if verb else bare
    if verb is None or not rest:
        return verb is None and _about_text(rest, False)
    telling = verb.group().strip().casefold() not in _WEAK_WISHES
    return _about_text(rest, telling)


def _tail(said: str, ordered: bool) -> tuple[str, str] | None:
    """The sentence without a wish at its end, and the wish."""
    core = said.rstrip(" .!")
    bracket = re.search(r"\s*[(\[]([^()\[\]]{1,80})[)\]]$", core)
    if bracket and _about_text(bracket.group(1), ordered):
        return core[: bracket.start()], bracket.group(1)
    breaks = list(re.finditer(r"\s*[,;]\s+|\s+[\u2013\u2014-]\s+", core))[-6:]
    for mark in breaks:
        if _about_text(core[mark.end() :], ordered):
            return core[: mark.start()], core[mark.end() :]
    spaces = list(
        re.finditer(
            r"\s+(?=(?:in|with|under|dans|avec|sur un|en|con|mit|im|for|für|pour|para)\s)", core
        )
    )[-4:]
    for mark in spaces:
        rest = core[mark.end() :]
        plain = ordered or {_fold(t) for t in _TOKEN.findall(rest)} & _PLAIN_TONES
        if plain and mark.start() and _about_text(rest, False):
            return core[: mark.start()], rest
        preposition, *others = _TOKEN.findall(rest)
        if ordered and _fold(preposition) in _TO_US and all(_fold(t) in _CHANNELS for t in others):
            return core[: mark.start()], rest
    return None


def _nominative(before: str, said: str) -> str:
    """What stood behind a preposition, so that it can stand alone.

    Contractions are taken apart ("à propos du" to "le"), and where German cases leave no doubt
    articles and adjectives are put into the nominative; elsewhere the preposition stays.
    """
    lead = before.strip().casefold()
    if lead.endswith((" du", "del")):
        article = "el" if lead.endswith("del") else "le"
        return f"{article} {said}"
    if lead.endswith(" des"):
        return f"les {said}"
    if lead.endswith((" de l'", " de l\u2019")):
        return f"l'{said}"
    if lead in ("de l", "d") and said[:1] in "'\u2019":
        return f"l{said}" if lead == "de l" else said[1:]
    words = said.split(" ")
    if lead in ("zu", "zur", "zum"):
        first = words[0].casefold()
        if lead == "zur" and re.fullmatch(r"[a-zäöüß]+en", words[0]):
            return " ".join([words[0][:-1], *words[1:]])
        if lead == "zu" and re.fullmatch(r"(?:unser|ein|dein|mein|ihr|sein)er", first):
            return " ".join([words[0][:-1], *_adjectives(words[1:], "e")])
        if (lead == "zum" and re.fullmatch(r"[a-zäöüß]+en", words[0])) or (
            lead == "zu" and words[0][:1].islower()
        ):
            return f"{before.strip()} {said}"
        return said
    german = lead in ("über", "für") or lead.startswith(("bew", "präs"))
    if german:
        first = words[0].casefold()
        if first == "den":
            return " ".join(["der", *_adjectives(words[1:], "e")])
        if re.fullmatch(r"(?:unser|ein|mein|dein|sein|ihr|kein)en", first):
            return " ".join([words[0][:-2], *_adjectives(words[1:], "er")])
    return said


def _adjectives(words: list[str], ending: str) -> list[str]:
    """German adjectives before their noun, from ``-en`` to another ending."""
    for place, word in enumerate(words):
        if not re.fullmatch(r"[a-zäöüß]{2,}en", word):
            break
        words = [*words[:place], word[:-2] + ending, *words[place + 1 :]]
    return words
