"""Words that cling to a neighbour, by language: no line should end, or begin, between the two.

Articles, prepositions, conjunctions, pronouns that a verb follows and small numbers in words belong to
what comes after them; the postpositions of Hindi and its neighbours to what comes before.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def _by_language(tables: dict[str, str]) -> Mapping[str, frozenset[str]]:
    return MappingProxyType({name: frozenset(words.split()) for name, words in tables.items()})


#: A line should not end with these.
LEADING: Final = _by_language(
    {
        "en": "a an the of to in on at by for from with and or nor but as if than that which who we they i you he she it "
        "my your our their his her its this these those every each no not into over under where when what how why because "
        "while until",
        "de": "der die das den dem des ein eine einen einem einer eines und oder aber sondern als wie wenn dass ob "
        "für mit von vom zu zum zur im in am an ans auf aus bei beim bis durch gegen nach ohne seit über um unter vor wir ihr "
        "ich du er sie es ab kein keine keinen nicht so "
        "mein meine dein deine deinen sein seine unser unsere unserer unseren euer eure ihre ihren ihrem "
        "diese dieser dieses diesen diesem jede jeden jedem jeder jedes alle wo was warum weil während",
        "fr": "le la les l un une des du de d à au aux en dans sur sous par pour avec sans chez et ou mais ni que qui "
        "ce cet cette ces mon ton son ma ta sa nos vos leurs notre votre leur je tu il elle on nous vous ils elles ne où quand dont si quelle quel",
        "es": "el la los las un una unos unas de del a al en con por para sin sobre y e o u pero que como si mi tu su "
        "nuestro nuestra nuestros nuestras tus sus mis este esta estos estas cada no donde cuando porque",
        "it": "il lo la i gli le un uno una di del della dei delle a al alla in nel nella con su sul per da dal tra fra "
        "e ed o ma che come se mio tuo suo questo questa ogni non",
        "pt": "o a os as um uma de do da dos das em no na nos nas com por para sem sobre e ou mas que como se meu teu "
        "seu este esta cada não",
        "nl": "de het een van naar in op aan bij met voor uit over onder en of maar dat die als wie we wij ze zij ik je "
        "jij hij u mijn jouw zijn haar onze dit deze elke geen niet",
        "sv": "en ett den det de av till i på vid för från med och eller men som att om vi ni jag du han hon min din vår "
        "varje inte",
        "da": "en et den det de af til i på ved for fra med og eller men som at om vi jeg du han hun min din vores hver "
        "ikke",
        "pl": "w we z ze na do od po o u i a oraz lub ale za dla przy przez pod nad nie że to",
        "el": "ο η το οι τα του της των τον την τους τις ένας μια ένα σε στο στη στην στον στα στις με για από και ή αλλά "
        "που να θα δεν μας σας",
        "ru": "в во на с со к ко из от до по о об у и а но или для при без за над под не что как мы вы я ты он она это ни "
        "наш наша наши ваш ваша ваши этот эта эти каждый каждая",
        "uk": "в у на з із зі до від по про о і й та а але або для при без за над під не що як ми ви я ти він вона це",
        "ar": "في من إلى على عن مع حتى منذ بين عند لدى بعد قبل خلال هذا هذه ذلك تلك كل لا ما لم لن أن إن قد ثم أو و يا كي",
        "fa": "در از به با بر برای تا که و یا این آن هر نه",
        "ur": "اور یا یہ وہ ہر نہ",
        "hi": "और या यह वह ये वे इस उस हर न मत एक",
    }
)
#: A line should not begin with these.
TRAILING: Final = _by_language(
    {
        "hi": "का की के को से में पर तक ने लिए है हैं था थी थे भी ही",
        "ru": "же ли бы",
        "uk": "же ж би б",
        "mr": "चा ची चे ला ने मध्ये साठी आहे",
        "ur": "کا کی کے کو سے میں پر تک نے ہے ہیں",
    }
)


#: Numbers in words, which belong to what they count ("zehn Uhr").
COUNTING: Final = _by_language(
    {
        "en": "one two three four five six seven eight nine ten eleven twelve twenty hundred thousand",
        "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend",
        "fr": "deux trois quatre cinq six sept huit neuf dix onze douze vingt cent mille",
        "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien mil",
        "it": "due tre quattro cinque sei sette otto nove dieci undici dodici venti cento mille",
        "pt": "dois duas três quatro cinco seis sete oito nove dez onze doze vinte cem mil",
        "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf twintig honderd duizend",
        "sv": "två tre fyra fem sex sju åtta nio tio elva tolv tjugo hundra tusen",
        "da": "to tre fire fem seks syv otte ni ti elleve tolv tyve hundrede tusind",
        "pl": "dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć dwanaście dwadzieścia sto tysiąc",
    }
)


#: Conjunctions, after which a line ends less badly than after an article: "this and | that".
JOINING: Final = _by_language(
    {
        "en": "and or nor but", "de": "und oder aber sondern", "fr": "et ou mais ni", "es": "y e o u pero",
        "it": "e ed o ma", "pt": "e ou mas", "nl": "en of maar", "sv": "och eller men", "da": "og eller men",
        "el": "και ή αλλά", "hi": "और या",
    }
)  # fmt: skip


def joins(word: str, language: str) -> bool:
    """True of a conjunction that a line may rather end with than with other words that lead."""
    return word.lower() in JOINING.get(language.partition("-")[0].lower(), ())


def told_by(text: str) -> str:
    """The language whose binding words stand in a text, as far as more of them do than of any other;
    ``""`` where none do or two languages have as many.

    Enough for where lines end, which depends on nothing but these words; no other custom does.
    """
    words = {word.strip("“„\"'«(.,;:!?…”»)") for word in text.lower().split()}
    counts = {
        language: len(words & (own | COUNTING.get(language, frozenset())))
        for language, own in LEADING.items()
    }
    most = max(counts.values())
    best = [language for language, count in counts.items() if count == most]
    return best[0] if most and len(best) == 1 else ""


def leads(word: str, language: str) -> bool | None:
    """True of a word that belongs to the one after it; None for a language that is not known."""
    base = language.partition("-")[0].lower()
    known = LEADING.get(base)
    if known is None:
        return None
    bare = word.lower().strip("“„\"'«(")
    return bare in known or bare in COUNTING.get(base, ())


def trails(word: str, language: str) -> bool:
    """True of a word that belongs to the one before it."""
    known = TRAILING.get(language.partition("-")[0].lower(), frozenset())
    return word.strip(".,;:!?।”“\"'»)") in known
