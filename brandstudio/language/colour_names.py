"""Colour names that people use, with the words for them and the colour that is meant.

The sRGB values are those of a paint card rather than CSS's where CSS's is a raw primary ("green",
"purple"): pure primaries are never what is meant in a picture. A name's first word is its own;
German, French and Spanish words follow.
"""

# fmt: off
from __future__ import annotations

from types import MappingProxyType

# : name: (colour, words). Entries as in ``domain.words``: ``*`` ends a beginning, a space makes a
# phrase.
NAMES: MappingProxyType[str, tuple[str, tuple[str, ...]]] = MappingProxyType({
    # The plain hues.
    "red": ("#d63031", ("red", "rot", "rotes", "roter", "rouge", "rojo", "roja")),
    "orange": ("#f38630", ("orange", "naranja")),
    "yellow": ("#f7d046", ("yellow", "gelb*", "jaune", "amarill*")),
    "green": ("#2e8b57", ("green", "grun*", "vert", "verte", "verde")),
    "teal": ("#209696", ("teal",)),
    "blue": ("#265ec8", ("blue", "blau*", "bleu*", "azul*")),
    "purple": ("#7649b4", ("purple", "lila", "morad*")),
    "pink": ("#f082aa", ("pink", "rosa")),
    "white": ("#ffffff", ("white", "weiss*", "blanc*")),
    "black": ("#0e0e10", ("black", "schwarz*", "noir*", "negr*")),
    "grey": ("#c8c9cb", ("grey", "gray", "grau*", "gris*")),
    "brown": ("#7a4f30", ("brown", "braun*", "brun", "brune", "marron*")),
    # Reds and pinks.
    "crimson": ("#b0142f", ("crimson", "karmesin*", "cramoisi*", "carmesi*")),
    "scarlet": ("#e3291c", ("scarlet", "scharlach*", "ecarlate", "escarlata")),
    "burgundy": ("#6d1a33", ("burgundy", "bordeaux*", "wine red", "weinrot*", "maroon", "burdeos", "oxblood", "claret")),
    "brick": ("#a4472f", ("brick red", "brick", "ziegelrot*", "brique")),
    "rust": ("#a8481f", ("rust", "rusty", "rostrot*", "rouille")),
    "terracotta": ("#c8694a", ("terracotta", "terrakotta*", "terre cuite")),
    "coral": ("#ff7f5f", ("coral", "koralle*", "corail", "coralino")),
    "salmon": ("#fa8e78", ("salmon", "lachs*", "saumon")),
    "peach": ("#ffc3a0", ("peach", "peachy", "pfirsich*", "peche", "melocoton", "durazno")),
    "apricot": ("#fbb883", ("apricot", "aprikose*", "abricot", "albaricoque")),
    "blush": ("#f1cdc9", ("blush", "powder pink", "puderrosa", "rose poudre", "light pink", "hellrosa", "pale pink")),
    "rose": ("#d9688a", ("rose", "dusty rose", "altrosa", "vieux rose")),
    "rose gold": ("#c98b7f", ("rose gold", "rosegold", "or rose", "oro rosa")),
    "hot pink": ("#f0329a", ("hot pink", "neon pink", "fuchsia", "fuxia")),
    "magenta": ("#c4218f", ("magenta",)),
    "raspberry": ("#b01e58", ("raspberry", "himbeer*", "framboise", "frambuesa")),
    # Yellows, golds, browns.
    "amber": ("#f0a41c", ("amber", "bernstein*", "ambre", "ambar")),
    "gold": ("#d4a93a", ("gold", "golden yellow", "dore", "doree", "dorado", "goldfarben*")),
    "mustard": ("#cf9d25", ("mustard", "senf*", "moutarde", "mostaza")),
    "ochre": ("#c07f28", ("ochre", "ocher", "ocker*", "ocre")),
    "lemon": ("#f9e658", ("lemon", "lemon yellow", "zitronengelb*", "citron", "limon")),
    "bronze": ("#8f673a", ("bronze", "bronce")),
    "copper": ("#b76e43", ("copper", "kupfer*", "cuivre", "cobre")),
    "caramel": ("#bd7f45", ("caramel", "karamell*", "caramelo")),
    "chocolate": ("#51311f", ("chocolate", "schokobraun*", "schokolade*", "chocolat", "dark brown", "dunkelbraun*")),
    "tan": ("#cda882", ("tan", "camel", "kamel*")),
    "taupe": ("#8b7d72", ("taupe",)),
    "sand": ("#dac7a4", ("sand", "sandy", "sandfarben*", "sable", "arena")),
    "khaki": ("#a59b6c", ("khaki", "kaki", "caqui")),
    # Near-whites.
    "beige": ("#e5d8c2", ("beige",)),
    "cream": ("#f8f0da", ("cream", "creme*", "crema", "off white", "offwhite")),
    "ivory": ("#fbf7e8", ("ivory", "elfenbein*", "ivoire", "marfil")),
    "champagne": ("#f1dfc3", ("champagne", "champagner*", "champan")),
    # Greens.
    "mint": ("#aee3c8", ("mint", "minty", "mintgrun*", "minze", "menthe", "menta")),
    "sage": ("#a3b399", ("sage", "sage green", "salbei*", "sauge", "salvia")),
    "olive": ("#74752f", ("olive", "olive green", "oliv*", "verde oliva", "oliva")),
    "lime": ("#a9d52e", ("lime", "lime green", "limette*", "citron vert", "lima")),
    "emerald": ("#128a5c", ("emerald", "smaragd*", "emeraude", "esmeralda")),
    "forest green": ("#204b32", ("forest green", "dark green", "bottle green", "waldgrun*", "dunkelgrun*", "tannengrun*",
                                 "vert fonce", "vert sapin", "verde oscuro", "verde bosque")),
    "light green": ("#acd99f", ("light green", "pale green", "hellgrun*", "vert clair", "verde claro")),
    # Blues.
    "turquoise": ("#2fc4bd", ("turquoise", "turkis*", "turquesa")),
    "cyan": ("#25bfdc", ("cyan", "zyan")),
    "aqua": ("#5dd5d6", ("aqua", "aquamarine", "aquamarin*")),
    "petrol": ("#0f5565", ("petrol*", "petrole", "petroleo")),
    "sky blue": ("#86c1ec", ("sky blue", "light blue", "baby blue", "pale blue", "powder blue", "himmelblau*", "hellblau*",
                             "bleu ciel", "bleu clair", "celeste", "azul claro", "azul cielo")),
    "azure": ("#2f86e2", ("azure", "azurblau*", "azur")),
    "royal blue": ("#2c4fc4", ("royal blue", "konigsblau*", "bleu roi", "azul real", "cobalt", "cobalt blue", "kobalt*",
                               "ultramarine")),
    "navy": ("#14264d", ("navy", "navy blue", "dark blue", "midnight blue", "marineblau*", "dunkelblau*",
                         "nachtblau*", "bleu marine", "bleu nuit", "bleu fonce", "azul marino", "azul oscuro")),
    "denim": ("#48698f", ("denim", "steel blue", "stahlblau*")),
    # Purples.
    "indigo": ("#3b2f8f", ("indigo", "anil")),
    "violet": ("#8145c5", ("violet*",)),
    "lavender": ("#c4b5e5", ("lavender", "lavendel*", "lavande", "lavanda")),
    "lilac": ("#c6a3d2", ("lilac", "flieder*", "mauve", "malva")),
    "plum": ("#6d2f5d", ("plum", "pflaume*", "aubergine", "prune", "ciruela", "berenjena")),
    # Greys.
    "silver": ("#c3c6cb", ("silver", "silbern*", "silber*", "argent*", "plateado", "light grey", "light gray", "hellgrau*",
                           "gris clair", "gris claro")),
    "charcoal": ("#34373c", ("charcoal", "anthracite", "anthrazit*", "antracita", "dark grey", "dark gray", "dunkelgrau*",
                             "gris fonce", "gris oscuro", "graphite", "slate")),
})
#: Names without a hue: a picture isn't moved towards them, a background may have them.
NEUTRAL: frozenset[str] = frozenset({"white", "black", "grey", "silver", "charcoal"})


def hex_of(name: str) -> str | None:
    """The colour that a name means, as #rrggbb; None for a name that is not known."""
    entry = NAMES.get(name)
    return None if entry is None else entry[0]
