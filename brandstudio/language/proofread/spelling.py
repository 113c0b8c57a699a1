"""British and American spellings, with their inflections, for the variants that a voice can name.

The tables hold stems by pattern; the inflected forms are built from them once. Only words whose
other spelling says the same are replaced. Where one spelling stands for two words (``license``,
``meter``) a person decides, and pairs that differ in meaning (``check``, ``tire``, ``story``,
``practice``) are touched in the safe direction only.

British is written with -ise here, as most houses do; Canadian takes -our, -re and -lled from
Britain and -ize from the United States.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from ..segments import listed

Variant = Literal["en-GB", "en-US", "en-CA", "en-AU", "en-IN"]

_ISE = listed("""
ac-accessor accessor acclimat actual aggrand agon alphabet amort anaesthet anatom anglic annual anonym antagon
anthropomorph apolog appet aromat atom author bapt barbar bastard bestial bowdler brutal burglar canal cannibal canon
capital caramel carbon categor cauter central character christian circular civil collectiv colon coloni commercial
commodit commun compartmental conceptual container contextual convention criminal critic crystall custom decarbon
decentral dechristian decolon decriminal deemphas dehuman demagnet dematerial demilitar demobil democrat demon demonet
demoral denational denormal deodor depersonal depolar depriorit deput desensit deserial destabil diagonal digit
disincentiv disorgan dramat econom editorial emotional empath emphas energ epitom equal eulog evangel exorc extempor
external factor familiar fantas featur federal femin feminin fertil fetish fictional final formal fossil fratern
galvan general ghetto glamor global harmon homogen hospital human hybrid hydrogen hyperpersonal hypnot hypothes ideal
idol immobil immortal immun incentiv individual industrial initial institutional intellectual internal international
ion italic item jeopard journal legal legitim lemmat liberal lion liquid local magnet marginal material maxim mechan
memor memorial mesmer metabol militar miniatur minim mobil modern modular moistur monet monopol moral motor national
natural neutral normal notar objectiv operational optim organ ostrac overemphas overutil oxid pallet parameter
parametr parenthes particular pasteur patron pedestrian penal personal philosoph plagiar polar polit politic political
popular pressur priorit privat product professional propagand proselyt pseudonym public pulver radical random raster
rational real reauthor recogn reemphas regional regular renormal reoptim reorgan reutil revital revolution rhapsod
ritual robot roman romantic rubber sanit satir scandal scrutin secular sensational sensit sentimental serial sermon
social solemn special spiritual stabil standard steril stigmat strateg subsid summar symbol symmetr sympath synchron
synthes system systemat tantal tempor tender terror theatrical theor token total tranquill transistor traumat trivial
tyrann underutil union urban util vandal vapor vector verbal victim virtual visual vital vocal vulcan vulgar weapon
western winter woman
""")

_YSE = listed("""
anal paral catal dial electrol hydrol psychoanal reanal breathal overanal
""")

_OUR = {
    # stem before -our: the endings that keep the u in Britain
    "arm": " s ed ing er ers y ies",
    "behavi": " s al ally ist ists ism",
    "cand": "",
    "clam": " s ed ing",
    "col": " s ed ing ful fully less ist ists way ways ings fast",
    "demean": " s",
    "discol": " s ed ing",
    "enam": " ed",
    "endeav": " s ed ing",
    "fav": " s ed ing able ably ite ites itism er ers",
    "ferv": "",
    "flav": " s ed ing ings less ful some",
    "harb": " s ed ing side",
    "hon": " s ed ing able ably ee ees",
    "hum": " s ed ing less",
    "lab": " s ed ing er ers",
    "multicol": " ed",
    "neighb": " s ing ly hood hoods liness",
    "od": " s less",
    "parl": " s",
    "ranc": "",
    "rig": " s",
    "rum": " s ed",
    "savi": " s",
    "sav": " s ed ing y ies",
    "splend": "",
    "succ": " ed ing",
    "tum": " s",
    "val": "",
    "vap": " s",
    "vig": "",
    "watercol": " s ist ists",
    "tricol": " s",
    "unfav": "able ably",
    "dishon": " s ed ing able ably",
    "misbehavi": "",
    "belab": " s ed ing",
    "disfav": " ed",
    "off-col": "",
    "technicol": " ed",
    "unflav": "ed",
    "uncol": "ed",
    "misdemean": " s",
}

_RE = {
    "cent": ("re", "res", "red", "ring", "repiece", "repieces", "refold"),
    "theat": ("re", "res"),
    "fib": ("re", "res", "reglass"),
    "lit": ("re", "res"),
    "millilit": ("re", "res"),
    "centilit": ("re", "res"),
    "kilomet": ("re", "res"),
    "centimet": ("re", "res"),
    "millimet": ("re", "res"),
    "nanomet": ("re", "res"),
    "micromet": ("res",),
    "calib": ("re", "res"),
    "lust": ("re",),
    "lacklust": ("re",),
    "spect": ("re", "res"),
    "meag": ("re",),
    "sab": ("re", "res"),
    "somb": ("re",),
    "sepulch": ("re", "res"),
    "scept": ("re", "res"),
    "och": ("re",),
    "amphitheat": ("re", "res"),
    "epicent": ("re", "res"),
    "reconnoit": ("re", "red"),
    "mit": ("re",),
    "saltpet": ("re",),
    "microfib": ("re", "res"),
    "goit": ("re",),
    "hect": (),
    "decimet": ("re", "res"),
}
_RE_ENDINGS = {
    "re": "er",
    "res": "ers",
    "red": "ered",
    "ring": "ering",
    "reglass": "erglass",
    "repiece": "erpiece",
    "repieces": "erpieces",
    "refold": "erfold",
}

#: Verbs whose final l doubles in Britain: travel, travelled, travelling, traveller.
_L = listed("""
apparel backpedal barrel bedevel bedevil bevel cancel carol cavil channel chisel counsel cudgel dial disembowel
dishevel drivel duel empanel enamel equal fuel funnel gambol gravel grovel gruel hovel imperil initial jewel kennel
label laurel level libel marshal marvel medal metal mislabel model nickel outrival panel parcel pedal pencil pummel
quarrel ravel redial refuel relabel remodel revel rival shovel shrivel signal snivel snorkel spiral squirrel stencil
swivel symbol tassel teasel tinsel total towel trammel travel trowel tunnel unravel victual weasel yodel
""")
_L_ENDINGS = ("ed", "ing", "er", "ers", "ings")

_OGUE = ["catal", "dial", "anal", "monol", "epil", "prol", "travel"]

_PAIRS = (
    """
defence defense|defences defenses|defenceless defenseless|offence offense|offences offenses|pretence pretense
pretences pretenses|practise practice|practised practiced|practising practicing|practises practices|licence license
licences licenses|licenced licensed|programme program|programmes programs|grey gray|greys grays|greyed grayed
greying graying|greyish grayish|greyscale grayscale|tyre tire|tyres tires|cheque check|cheques checks
chequebook checkbook|chequered checkered|kerb curb|kerbs curbs|kerbside curbside|plough plow|ploughs plows
ploughed plowed|ploughing plowing|ploughman plowman|mould mold|moulds molds|moulded molded|moulding molding
mouldings moldings|mouldy moldy|moult molt|moulting molting|smoulder smolder|smouldering smoldering|pyjamas pajamas
pyjama pajama|moustache mustache|moustaches mustaches|sceptic skeptic|sceptics skeptics|sceptical skeptical
sceptically skeptically|scepticism skepticism|cosy cozy|cosier cozier|cosiest coziest|cosily cozily
cosiness coziness|jewellery jewelry|aluminium aluminum|draughty drafty|draughtsman draftsman|draughtsmen draftsmen
storey story|storeys stories|woollen woolen|woollens woolens|woolly wooly|fulfil fulfill|fulfils fulfills
fulfilment fulfillment|skilful skillful|skilfully skillfully|wilful willful|wilfully willfully|enrol enroll
enrols enrolls|enrolment enrollment|enrolments enrollments|instalment installment|instalments installments
instil instill|instils instills|distil distill|distils distills|appal appall|appals appalls|enthral enthrall
enthrals enthralls|manoeuvre maneuver|manoeuvres maneuvers|manoeuvred maneuvered|manoeuvring maneuvering
manoeuvrable maneuverable|artefact artifact|artefacts artifacts|sulphur sulfur|sulphate sulfate|sulphates sulfates
sulphuric sulfuric|anaemia anemia|anaemic anemic|anaesthetic anesthetic|anaesthetics anesthetics
anaesthesia anesthesia|anaesthetist anesthetist|paediatric pediatric|paediatrics pediatrics
paediatrician pediatrician|paediatricians pediatricians|orthopaedic orthopedic|orthopaedics orthopedics
gynaecology gynecology|gynaecologist gynecologist|haemorrhage hemorrhage|haemoglobin hemoglobin
haemophilia hemophilia|leukaemia leukemia|oestrogen estrogen|oesophagus esophagus|foetus fetus|foetal fetal
diarrhoea diarrhea|oedema edema|coeliac celiac|faeces feces|caesium cesium|toxaemia toxemia|archaeology archeology
haematology hematology|palaeolithic paleolithic|encyclopaedia encyclopedia|mediaeval medieval|aeroplane airplane
aeroplanes airplanes|axe ax|doughnut donut|doughnuts donuts|yoghurt yogurt|yoghurts yogurts|chilli chili
chillies chilies|liquorice licorice|tranquillity tranquility|tranquilliser tranquilizer|tranquillisers tranquilizers
libellous libelous|marvellous marvelous|marvellously marvelously|mum mom|mums moms|likeable likable|sizeable sizable
saleable salable|ageing aging|acknowledgement acknowledgment|acknowledgements acknowledgments|judgement judgment
judgements judgments|omelette omelet|omelettes omelets|gramme gram|grammes grams|kilogramme kilogram
kilogrammes kilograms|councillor councilor|councillors councilors|counsellor counselor|counsellors counselors
traveller traveler|travellers travelers|learnt learned|dreamt dreamed|spoilt spoiled|leant leaned|leapt leaped
snowplough snowplow|pedlar peddler|pedlars peddlers|phoney phony|whilst while|amongst among|towards toward
afterwards afterward|colouration coloration|colorisation colorization|decolourise decolorize|glycerine glycerin
behove behoove|furore furor|mollusc mollusk|molluscs mollusks|tsar czar|gaol jail|gaols jails|cypher cipher
syphon siphon|racoon raccoon|speciality specialty|specialities specialties|maths math|nought naught
callipers calipers|carburettor carburetor|carburettors carburetors|crystallise crystallize|counselling counseling
counselled counseled|titbit tidbit|titbits tidbits|analyser analyzer|analysers analyzers|catalyser catalyzer
neighbourly neighborly|arbour arbor|arbours arbors|ardour ardor|dolour dolor|parlour parlor|vigour vigor
fuelled fueled|fuelling fueling|dialled dialed|dialling dialing|wilfulness willfulness|skilfulness skillfulness
jeweller jeweler|jewellers jewelers|jewelled jeweled|metre meter|metres meters|trialled trialed|trialling trialing
unequalled unequaled|unrivalled unrivaled|panellist panelist|panellists panelists|gruelling grueling
cruellest cruelest|crueller crueler|worshipped worshiped|worshipping worshiping|worshipper worshiper
worshippers worshipers|archaeological archeological|archaeologist archeologist|archaeologists archeologists
anaesthetise anesthetize|anaesthetised anesthetized|anaesthetising anesthetizing|theatregoer theatergoer
theatregoers theatergoers|haemorrhages hemorrhages|haemorrhaging hemorrhaging|haemorrhoids hemorrhoids
palaeontology paleontology|palaeontologist paleontologist|paedophile pedophile|primaeval primeval
untrammelled untrammeled|kidnapped kidnaped|remould remold|manoeuvrability maneuverability|outmanoeuvre outmaneuver
sulphide sulfide|sulphides sulfides|sulphurous sulfurous|homoeopathy homeopathy|homoeopathic homeopathic
unsavoury unsavory|moulted molted|smouldered smoldered|milligramme milligram|tranquillise tranquilize
tranquillised tranquilized|tranquillising tranquilizing|tranquillises tranquilizes|colourant colorant
colourants colorants|greyness grayness|enquire inquire|enquiry inquiry|enquiries inquiries|enquired inquired
enquiring inquiring
""".strip()
    .replace("\n", "|")
    .split("|")
)

# Right in Britain too, with another meaning or as a second spelling: only ever changed towards the
# United States.
_ONE_WAY = frozenset(
    listed("""
practice practices check checks tire tires story stories curb curbs program programs learned dreamed spoiled leaned
leaped while among toward afterward draft jail bark specialty specialties license licenses licensed cipher siphon ton
paneled medieval encyclopedia archeology aging judgment judgments acknowledgment acknowledgments likable salable
sizable gram grams kilogram kilograms yogurt yogurts naught math molt raccoon furor czar phony ax wooly chili peddler
peddlers mom moms tidbit tidbits jailed mit miter bark dialog dialogs analog total fetus fetal inquire inquiry
inquiries inquired inquiring worshiped worshiping meter meters archeological archeologist archeologists kidnaped donut
donuts checkbook medaled
""")
)
# Words that are also something else in the United States' direction.
_KEEP_BRITISH = frozenset(
    listed("""
analyses paralyses catalyses dialyses mum mums mitre vice axe carat programmed
""")
)
# A person decides: the word has two readings in the variant asked for.
ASK = {
    "en-GB": {
        "license": "licence (noun) or license (verb)",
        "licenses": "licences (noun) or licenses (verb)",
        "meter": "metre (length) or meter (device)",
        "meters": "metres (length) or meters (devices)",
        "program": "programme, or program for a computer",
        "programs": "programmes, or programs for a computer",
    },
    "en-US": {},
}
# What Canada spells as the United States do.
_CANADIAN_AMERICAN = frozenset(
    listed("""
aluminum tire tires program programs curb curbs curbside airplane airplanes jail yogurt yogurts artifact artifacts
analyze specialty specialties mom moms learned dreamed spoiled leaned leaped while among toward afterward aging
medieval encyclopedia artifact fulfill fulfills fulfillment enroll enrolls enrollment instill distill anesthetic
pediatric skeptic skeptics skeptical skepticism peddler tidbit math
""")
)

_ISE_ENDINGS = (
    ("ise", "ize"),
    ("ises", "izes"),
    ("ised", "ized"),
    ("ising", "izing"),
    ("iser", "izer"),
    ("isers", "izers"),
    ("isation", "ization"),
    ("isations", "izations"),
    ("isational", "izational"),
    ("isable", "izable"),
    ("isingly", "izingly"),
)
_YSE_ENDINGS = (
    ("yse", "yze"),
    ("yses", "yzes"),
    ("ysed", "yzed"),
    ("ysing", "yzing"),
    ("yser", "yzer"),
    ("ysers", "yzers"),
)


def _pairs() -> list[tuple[str, str, str]]:
    """Every (British, American, pattern)."""
    pairs: list[tuple[str, str, str]] = []
    for stem in _ISE:
        for british, american in _ISE_ENDINGS:
            pairs.append((stem + british, stem + american, "ise"))
        if stem in (
            "organ",
            "author",
            "real",
            "recogn",
            "util",
            "civil",
            "character",
            "normal",
            "global",
            "custom",
            "optim",
        ):
            for prefix in ("un", "dis", "re"):
                pairs += [(prefix + stem + b, prefix + stem + a, "ise") for b, a in _ISE_ENDINGS]
    for stem in _YSE:
        pairs += [(stem + b, stem + a, "ise") for b, a in _YSE_ENDINGS]
    for stem, endings in _OUR.items():
        forms = (
            endings.split() if endings and not endings.startswith(" ") else ["", *endings.split()]
        )
        pairs += [(f"{stem}our{e}", f"{stem}or{e}", "our") for e in forms]
    for stem, ends in _RE.items():
        pairs += [(stem + e, stem + _RE_ENDINGS[e], "re") for e in ends]
    for verb in _L:
        pairs += [(f"{verb}l{e}", f"{verb}{e}", "l") for e in _L_ENDINGS]
    for stem in _OGUE:
        pairs += [(f"{stem}ogue", f"{stem}og", "ogue"), (f"{stem}ogues", f"{stem}ogs", "ogue")]
    pairs += [("catalogued", "cataloged", "ogue"), ("cataloguing", "cataloging", "ogue")]
    for pair in _PAIRS:
        british, _, american = pair.partition(" ")
        pairs.append((british, american, "word"))
    return pairs


@cache
def replacements(variant: str) -> dict[str, str]:
    """Lower-case spelling to lower-case spelling of ``variant``; empty for a variant that is not
    English.
    """
    if variant not in ("en-GB", "en-US", "en-CA", "en-AU", "en-IN"):
        return {}
    table: dict[str, str] = {}
    for british, american, pattern in _pairs():
        to_american = variant == "en-US" or (
            variant == "en-CA" and (pattern == "ise" or american in _CANADIAN_AMERICAN)
        )
        if to_american:
            if british not in _KEEP_BRITISH:
                table[british] = american
        elif american not in _ONE_WAY and not (
            variant == "en-AU" and american in ("program", "programs")
        ):
            table[american] = british
    # A spelling that is also a result (both are in use) is left alone.
    results = set(table.values())
    return {word: other for word, other in table.items() if word not in results}


def questions(variant: str) -> dict[str, str]:
    """Words that have two spellings in ``variant`` by meaning, with the choice in words."""
    return ASK["en-GB"] if variant in ("en-GB", "en-IN") else {}


def like(model: str, word: str) -> str:
    """``word`` in the case of ``model``: capitals, capitalised or as it is."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    if model[:1].isupper():
        return word[:1].upper() + word[1:]
    return word
