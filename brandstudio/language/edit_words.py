"""The words of the vocabulary of edits, English first, with German, French and Spanish."""

# fmt: off
from __future__ import annotations

from typing import Literal

from .colour_names import NAMES
from .words import plain

Kind = Literal[
    "brightness",
    "contrast",
    "saturation",
    "temperature",
    "colour",
    "crop",
    "straighten",
    "rotate",
    "flip",
    "blur",
    "cutout",
    "background_colour",
    "vignette",
    "grain",
    "monochrome",
    "sepia",
    "duotone",
    "sharpen",
    "soften",
    "space",
    "brand",
    "denoise",
    "fade",
]
#: What an instruction may ask to be left as it is.
Keep = Literal["colours", "subject", "background", "light"]
Target = Literal["all", "background", "subject", "shadows", "highlights"]

COLOURS: dict[str, tuple[str, ...]] = {
    **{name: words for name, (_, words) in NAMES.items()},
    "brand": ("brand colour*", "brand color*", "brand's colour*", "brand", "markenfarbe*", "couleur* de la marque",
              "couleur de marque", "color* de la marca", "color de marca", "our colour*", "our color*"),
}
COMPARATIVES: dict[str, tuple[str, ...]] = {
    "red": ("redder", "roter", "rougir"), "yellow": ("yellower", "gelber"), "green": ("greener", "gruner", "verdir"),
    "blue": ("bluer", "blauer", "bleuir"), "purple": ("purpler", "violetter"), "pink": ("pinker",),
    "orange": ("oranger",), "teal": ("tealer",),
}

# : kind, sign and value of each entry of the vocabulary. A trailing "~" marks a plain adjective or
# noun that speaks only : with a sign of its own ("too dark", "more contrast", "make it warm").
ENTRIES: tuple[tuple[Kind, float, str, tuple[str, ...]], ...] = (
    ("brightness", 1, "", (
        "brighter", "brighten*", "lighter", "lighten*", "more light", "more exposure", "bright~", "brightness~",
        "exposure~",
        "light~", "heller", "aufhell*", "hell~", "helligkeit~", "belichtung~", "mehr licht", "plus clair*",
        "plus lumineu*",
        "eclairci*", "clair~", "lumineu*~", "luminosite~", "mas clar*", "mas brillante", "mas luminos*", "mas luz",
        "aclar*",
        "brillo~", "clar*~", "lift*~", "raise*~", "open up~",
    )),
    ("brightness", -1, "", (
        "darker", "darken*", "dim*", "dark~", "dunkler*", "abdunkel*", "abdunkl*", "dunkel*~", "plus sombre*",
        "plus fonce*",
        "assombri*", "fonce*~", "sombre*~", "mas oscur*", "oscurec*", "oscur*~", "recover*", "tame*", "tone down~",
    )),
    ("contrast", 1, "", (
        "contrastier", "more contrasty", "contrasty~", "contrast~", "contraste~", "kontrast~", "kontrastreich*",
        "kontraste~",
        "kontrast*~", "contraste*~", "crisper",
    )),
    ("contrast", -1, "", ("flatter", "flat~", "flacher", "softer contrast", "harsh~", "hard light~", "aplat*",
        "mas plan*")),
    ("fade", 1, "", ("faded", "fade*", "matte", "matt", "washed~", "verblasst", "mat", "delave*", "desvanecid*")),
    ("saturation", 1, "", (
        "more saturated", "saturate", "saturation~", "saturated~", "colourful~", "colorful~", "more colour",
        "more color", "vivid",
        "more vivid", "more vibrant", "vibrant~", "vibrance~", "richer", "punchier", "more punch", "more pop", "pop",
        "livelier",
        "sattigung~", "gesattigt*~", "satter", "farbiger", "bunter", "kraftiger*", "plus sature*", "saturation",
        "plus vif", "plus vive*",
        "plus colore*", "mas saturad*", "mas viv*", "mas color", "saturacion~", "garish~", "loud~", "intense~",
    )),
    ("saturation", -1, "", (
        "desaturat*", "muted", "more muted", "mute*", "paler", "pale~", "duller", "dull~", "pastel", "less colour",
        "less color",
        "entsattig*", "blasser", "blass~", "gedampft*", "desature*", "moins sature*", "plus pale", "terne~",
        "menos saturad*",
        "mas palid*", "apagad*~", "mas apagad*",
    )),
    ("temperature", 1, "", (
        "warmer", "warm up", "warmen", "warm~", "warmth~", "golden", "cosier", "cozier", "warme~", "plus chaud*",
        "rechauff*",
        "chaud*~", "mas calid*", "calid*~", "calidez~", "temperature~", "sunnier",
    )),
    ("temperature", -1, "", (
        "cooler", "colder", "cool down", "cool~", "cold~", "icy", "kuhler", "kalter", "kuhl*~", "kalt*~",
        "plus froid*", "refroidi*",
        "froid*~", "mas fri*", "enfri*", "fri*~",
    )),
    ("crop", 1, "", ("crop*", "zoom in", "closer", "tighter", "trim*", "cut off", "zuschneid*", "beschneid*", "enger",
        "naher",
                      "recadr*", "rogne*", "recort*", "mas cerca", "acerc*", "zoom")),
    ("straighten", 1, "", ("straighten*", "level*", "crooked~", "tilted~", "begradig*", "gerade richten",
        "ausrichten", "redress*",
                            "enderez*", "nivel*", "horizon~", "horizont~")),
    ("rotate", 1, "", ("rotate*", "turn", "rotation~", "upside down", "upside-down", "dreh*", "pivot*", "tourne*",
        "gir*", "rota*")),
    ("flip", 1, "", ("flip*", "mirror*", "spiegel*", "miroir", "retourne*", "inverser", "voltea*", "reflej*",
        "espejo")),
    ("blur", 1, "", ("blur*", "bokeh", "defocus*", "out of focus", "shallow depth*", "depth of field", "weichzeichn*",
        "unscharf*",
                      "verschwimm*", "flou*", "desenfo*", "difumin*", "borros*")),
    ("cutout", 1, "", ("cut out", "cut-out", "cutout", "remove the background", "remove background", "no background",
                        "transparent background", "without background", "isolate*", "freistell*",
                        "hintergrund entfernen", "ohne hintergrund",
                        "detour*", "supprim* l'arriere-plan", "supprim* le fond", "sans fond", "fond transparent",
                        "sin fondo",
                        "quit* el fondo", "elimin* el fondo", "fondo transparente", "transparenter hintergrund")),
    ("vignette", 1, "", ("vignett*", "vinet*", "vineta*", "darker edges", "darken the edges", "darker corners",
        "dunklere ecken")),
    ("grain", 1, "", ("grain", "grainy", "grainier", "film grain", "filmkorn", "korn", "korniger", "kornig", "grano")),
    ("denoise", 1, "", ("denoise", "remove noise", "remove the noise", "reduce noise", "less noise", "remove grain",
        "remove the grain", "entrausch*",
                         "rauschen entfernen", "rauschen reduzieren", "debruit*", "moins de bruit", "quit* el ruido",
                         "menos ruido",
                         "reduc* el ruido")),
    ("monochrome", 1, "", ("black and white", "black & white", "black-and-white", "b&w", "b/w", "monochrom*",
        "greyscale", "grayscale",
                            "schwarzweiss*", "schwarz-weiss*", "schwarz weiss", "noir et blanc", "blanco y negro")),
    ("sepia", 1, "", ("sepia",)),
    ("duotone", 1, "", ("duoton*", "duo tone", "two-tone", "two tone", "zweifarbig", "duplex", "bichrom*", "bicolor*",
        "duotono")),
    ("sharpen", 1, "", ("sharpen*", "sharper", "sharp~", "sharpness~", "crisp", "blurry~", "more detail", "clearer",
        "clarity~", "scharfer", "scharf*~",
                         "nachscharf*", "scharfen", "scharfe~", "plus net*", "accentu*", "nettete~", "mas nitid*",
                         "enfoc*", "nitidez~")),
    ("soften", 1, "", ("soften*", "softer", "soft~", "dreamy", "dreamier", "softness~", "weicher", "weich~",
        "adouci*", "plus dou*", "suaviz*",
                        "mas suave")),
    ("space", 1, "", ("space", "room", "negative space", "copy space", "empty area", "extend*", "expand*", "widen*",
        "wider", "platz", "raum",
                       "erweiter*", "freiraum", "espace", "place", "etend*", "elargi*", "espacio", "extiend*",
                       "ampli*", "zoom out",
                       "weiter weg")),
    ("brand", 1, "", ("on brand", "on-brand", "brandify", "brand look", "brand's look", "brand style", "markenlook",
        "markenstil",
                       "look de la marque", "estilo de marca", "match the brand", "more like the brand",
                       "brand grade")),
)

LESS = ("less", "reduce*", "decrease*", "lower*", "weaker", "too", "not so", "not as", "not too", "not that",
"weniger", "zu", "nicht so",
         "nicht zu", "reduzier*", "verringer*", "senk*", "moins", "trop", "pas si", "pas trop", "redui*", "baisse*",
         "diminue*", "menos",
         "demasiado", "no tan", "no demasiado", "reduc*", "baj*", "disminu*", "cut back", "dial down", "tone down")
MORE = ("more", "increase*", "boost*", "add*", "stronger", "raise*", "lift*", "enhance*", "improve*", "bump", "up",
"mehr", "erhoh*", "starker*",
         "steiger*", "plus", "plus de", "augment*", "ajoute*", "mas", "aument*", "sube*", "subir", "anad*", "make",
         "give", "mach*", "rend*",
         "haz*", "hacer", "bitte", "fix")
NEVER = ("don't", "do not", "dont", "never", "without", "no", "not", "avoid", "nicht", "kein*", "ohne", "nie", "ne",
"pas", "sans", "aucun*",
          "sin", "nunca", "jamais", "ningun*")
OFF = ("remove*", "no", "without", "entfern*", "ohne", "kein*", "sans", "supprim*", "enlev*", "sin", "quit*",
"elimin*", "less", "weniger", "moins",
        "menos", "reduc*", "reduz*")

SCALES: tuple[tuple[float, tuple[str, ...]], ...] = (
    (0.25, ("very slightly", "a tiny bit", "ever so slightly", "a hint", "a touch", "ganz leicht", "minimal",
    "tres legerement", "un tout petit peu",
             "muy ligeramente", "un pelin")),
    (0.45, ("a little", "a bit", "slightly", "little", "subtle", "subtly", "gently", "bit", "somewhat", "etwas",
    "ein bisschen", "bisschen",
             "ein wenig", "leicht*", "un peu", "legere*", "un poco", "poco", "ligeramente", "algo", "not too much",
             "nicht zu viel", "pas trop",
             "no demasiado")),
    (1.7, ("much", "a lot", "lots", "very", "way", "far", "strong", "strongly", "considerably", "significantly",
    "really", "viel", "deutlich", "stark",
           "sehr", "kraftig", "beaucoup", "tres", "fortement", "nettement", "bien", "mucho", "muy", "bastante",
           "fuerte")),
    (2.4, ("extremely", "dramatic*", "drastic*", "massively", "completely", "extrem*", "radikal", "extremement",
    "enormement", "muchisimo",
           "extremadamente", "drastisch")),
    (2.0, ("twice", "double", "doppelt*", "doble", "deux fois", "two times")),
    (0.5, ("half", "halb", "halfte", "moitie", "mitad")),
)

TARGETS: dict[Target, tuple[str, ...]] = {
    "background": ("background*", "backdrop", "behind", "hintergrund*", "arriere-plan", "arriere plan", "fond",
        "fondo*", "surroundings"),
    "subject": ("subject", "foreground", "person", "product", "object", "face", "faces", "motiv", "vordergrund",
        "gesicht*", "objekt", "sujet",
                "premier plan", "visage*", "sujeto", "primer plano", "cara*"),
    "shadows": ("shadow*", "darks", "blacks", "schatten", "tiefen", "ombre*", "sombras"),
    "highlights": ("highlights", "highlight", "whites", "lichter", "hautes lumieres", "altas luces", "luces altas"),
}
SIDES: dict[str, tuple[str, ...]] = {
    "left": ("left", "links", "linken", "gauche", "izquierda", "izquierdo"),
    "right": ("right", "rechts", "rechten", "droite", "derecha", "derecho"),
    "top": ("top", "above", "upper", "oben", "haut", "dessus", "arriba", "superior"),
    "bottom": ("bottom", "below", "lower part", "unten", "bas", "dessous", "abajo", "inferior", "foot"),
}
RATIOS: dict[str, tuple[str, ...]] = {
    "1:1": ("square", "quadrat*", "carre*", "cuadrad*"),
    "4:5": ("portrait", "hochformat", "vertical format", "retrato"),
    "16:9": ("widescreen", "landscape format", "wide format", "querformat", "paysage", "panoramic*", "panorama*",
        "apaisad*"),
    "9:16": ("story", "stories", "reel"),
}
#: Words that add nothing of their own.
FILLER = frozenset(
    plain("""
a an the this that it its it's is are be to of in on at by for from with and or but please make makes made making let
give look looks looking image picture photo photograph shot whole entire overall all bit more less very much so too
not as than now then just also can could would you i we want need like should color colour colors colours tone tones
light level levels amount percent degrees degree side sides edge edges more effect filter apply use using add put set
turn change into up down out some little lot scene keep leave
tint tints hue hues cast glow coloured colored toned wash shade shades
das die der den dem des ein eine einen einem es ist sind
bild foto bitte mach mache machen soll sollte etwas mehr weniger und oder mit auf in zu im am vom beim noch sehr viel
bisschen wenig ganz gib den seite farbe farben auch nicht ihn sie um grad prozent le la les l un une des de du d cette
ce image photo s'il vous plait rendre rends rend faire fais plus moins et ou avec sur en au aux est trop tres peu
beaucoup c'est pas ne couleur couleurs cote ajoute ajouter el los las lo una unos unas del al esta este imagen foto
por favor haz hazlo hacer mas menos y o con sobre que sea esté tan muy poco mucho demasiado pon poner lado es color no
""")
    .replace("\n", " ")
    .split()
)
#: Verbs after which an unknown word is a wish of its own.
WISHES = ("add*", "replace*", "insert*", "put", "draw*", "write*", "remove*", "delete*", "erase*", "swap*",
"turn into", "change the", "place a",
           "generate*", "hinzufug*", "fug*", "ersetz*", "entfern*", "losch*", "schreib*", "zeichn*", "ajoute*",
           "remplac*", "supprim*", "enlev*",
           "dessin*", "ecri*", "anad*", "agreg*", "reemplaz*", "sustitu*", "quit*", "elimin*", "borr*", "dibuj*",
           "escrib*")
#: Things that can be kept, as bodies of regular expressions over text without accents.
KEPT: dict[Keep, str] = {
    "colours": r"colou?rs?|hues?|palette|tones? of colou?r|farben?|farbtone?|couleurs?|teintes?|colores|color",
    "subject": r"subjects?|foreground|person|people|product|faces?|skin(?: tones?)?|motive?|vordergrund|gesichter|gesicht|"
               r"sujet|visages?|sujeto|caras?|producto|produit|produkt",
    "background": r"background|backdrop|hintergrund|arriere-plan|fond|fondo",
    "light": r"light(?:ing)?|brightness|exposure|helligkeit|licht|lumiere|luminosite|luz|brillo",
}
