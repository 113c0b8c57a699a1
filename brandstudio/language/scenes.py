"""Prompts: what the words of a prompt ask of the built-in engine, and the prompt that a provider is
really sent.

Words of English, German, French, Spanish, Italian, Portuguese, Dutch, Japanese and Chinese are
known; a prompt in another language, or one that names nothing drawable, still gives a plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast, get_args

from .words import contains, find, plain, weigh

Family = Literal[
    "mesh",
    "waves",
    "hills",
    "dunes",
    "sea",
    "sky",
    "geometric",
    "halftone",
    "topographic",
    "papercut",
    "bokeh",
    "city",
    "stage",
    "ribbons",
    "mosaic",
    "botanical",
    "arches",
]
FAMILIES: tuple[Family, ...] = get_args(Family)
TimeOfDay = Literal["dawn", "day", "dusk", "night"]
SpaceSide = Literal["left", "right", "top", "bottom"]

# fmt: off
_FAMILY_WORDS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "mesh": (
        "gradient*", "mesh", "aurora", "blurred", "blurry", "abstract*", "background", "wallpaper", "backdrop", "glow*",
        "verlauf*", "farbverlauf*", "hintergrund*", "abstrakt*", "degrade*", "arriere-plan", "fond", "abstrait*",
        "degradado*", "fondo", "sfumatur*", "sfondo", "astratt*", "fundo", "achtergrond", "kleurverloop",
        "グラデーション", "背景", "抽象", "オーロラ", "渐变", "漸變", "极光",
    ),
    "waves": (
        "wave", "waves", "wavy", "welle*", "vague*", "ondas", "onda", "onde", "golven", "golf", "curves", "波", "波浪",
        "うねり", "undulat*", "flowing layers",
    ),
    "hills": (
        "hill*", "mountain*", "valley*", "landscape*", "alp*", "peak*", "ridge*", "forest*", "countryside", "nature",
        "fog*", "mist*", "wilderness", "berg*", "hugel", "tal", "landschaft*", "wald*", "nebel*", "natur", "montagne*",
        "colline*", "paysage*", "foret*", "brume*", "montana*", "colina*", "paisaje*", "bosque*", "niebla*", "montagn*",
        "paesaggi*", "bosco", "foresta", "nebbia", "montanh*", "paisage*", "floresta*", "bergen", "heuvel*",
        "landschap*",
        "bos", "mist", "山", "丘", "森", "風景", "霧", "自然", "山脉", "森林", "风景", "雾", "峰",
    ),
    "dunes": (
        "dune*", "desert*", "sand", "sahara", "wuste*", "duin*", "woestijn*", "desiert*", "duna*", "sabbia", "areia",
        "sable", "砂漠", "沙漠", "砂丘", "沙丘",
    ),
    "sea": (
        "sea", "seas", "ocean*", "lake*", "water", "beach*", "coast*", "shore*", "horizon", "harbour*", "harbor*",
        "bay", "reflection*", "meer*", "ozean*", "see", "wasser*", "strand*", "kuste*", "hafen*", "mer", "lac", "eau",
        "plage*", "cote", "port", "mar", "oceano*", "lago*", "agua*", "playa*", "costa*", "puerto", "mare", "acqua",
        "spiaggia", "praia*", "zee", "oceaan", "meer", "kust", "haven", "海", "湖", "水面", "ビーチ", "海岸", "水平線",
        "海洋", "海滩", "大海", "水",
    ),
    "sky": (
        "sky", "skies", "cloud*", "heaven*", "star", "stars", "starry", "galaxy", "moonlight", "himmel*", "wolke*",
        "stern*", "ciel*", "nuage*", "etoile*", "cielo*", "nube*", "estrella*", "nuvol*", "stell*", "ceu", "nuvem",
        "nuvens", "estrela*", "lucht", "hemel", "wolken", "sterren", "空", "雲", "星空", "星", "天空", "云", "云朵",
    ),
    "geometric": (
        "geometr*", "bauhaus", "grid*", "shapes", "squares", "circles", "blocks", "modernis*", "swiss", "tiles",
        "pattern*", "muster*", "raster*", "formen", "kreise", "quadrate", "motif*", "formes", "cercles", "carres",
        "patron", "formas", "circulos", "cuadrados", "forme", "cerchi", "quadrati", "padrao", "vormen", "cirkels",
        "patroon", "幾何*", "バウハウス", "模様", "几何", "图案", "格子", "網格",
    ),
    "halftone": (
        "halftone*", "half-tone", "dots", "dotted", "polka", "pop art", "comic*", "screen print*", "riso*", "grain*",
        "punkte", "punktraster", "trame*", "points", "puntos", "semitono*", "mezzatinta", "puntini", "pontos",
        "stippen",
        "ハーフトーン", "ドット", "水玉", "半调", "圆点", "网点", "波普",
    ),
    "topographic": (
        "topograph*", "contour*", "map", "maps", "elevation", "isoline*", "lines", "line art", "hohenlinie*", "karte*",
        "linien", "topografi*", "carte", "lignes", "mapa*", "lineas", "curvas de nivel", "mappa", "linee", "linhas",
        "kaart", "lijnen", "hoogtelijn*", "等高線", "地図", "線", "等高线", "地图", "线条",
    ),
    "papercut": (
        "paper*", "papercut", "cut-out*", "cutout*", "layered", "layers", "origami", "collage*", "craft*", "papier*",
        "scherenschnitt", "papel*", "carta ritagliata", "carta", "recorte*", "decoupe*", "papierknip*", "切り絵",
        "ペーパー", "紙", "剪纸", "纸", "折纸",
    ),
    "bokeh": (
        "bokeh", "lights", "light spots", "sparkl*", "glitter*", "festive", "christmas", "party", "celebrat*",
        "fairy lights", "lichter", "weihnacht*", "festlich*", "funkeln*", "lumieres", "noel", "fete*", "luces",
        "navidad", "fiesta*", "luci", "natale", "festa*", "luzes", "natal", "lichtjes", "kerst*", "feest*", "ボケ",
        "イルミネーション", "キラキラ", "光", "散景", "灯光", "圣诞", "节日", "光斑",
    ),
    "city": (
        "city", "cities", "skyline*", "urban", "town", "building*", "skyscraper*", "street*", "downtown", "metropol*",
        "architecture", "stadt*", "gebaude*", "hochhaus*", "hochhauser", "ville*", "batiment*", "immeuble*", "ciudad*",
        "edificio*", "rascacielo*", "citta", "edifici", "grattaciel*", "cidade*", "predio*", "stad", "steden",
        "gebouw*", "wolkenkrabber*", "都市", "街", "ビル", "夜景", "城市", "高楼", "建筑",
    ),
    "stage": (
        "stage*", "podium*", "pedestal*", "product*", "display", "showcase", "plinth*", "studio", "mockup", "bottle*",
        "packag*", "cosmetic*", "buhne*", "sockel*", "produkt*", "scene", "produit*", "socle*", "piedestal*",
        "producto*", "pedestal", "prodott*", "palco", "produto*", "produkt", "voetstuk", "ステージ", "台座", "商品",
        "製品", "展台", "产品", "舞台",
    ),
    "ribbons": (
        "ribbon*", "silk*", "flow*", "fabric*", "satin", "curl*", "swirl*", "fluid*", "liquid", "smoke", "band",
        "bander", "seide*", "fliess*", "schleife*", "ruban*", "soie", "fluide*", "cinta*", "seda", "fluid*", "nastr*",
        "seta", "fita*", "lint", "linten", "zijde", "vloeiend*", "リボン", "シルク", "流れ", "丝带", "丝绸", "流动",
        "飘带",
    ),
    "mosaic": (
        "mosaic*", "tessellat*", "triangle*", "triangular", "polygon*", "low poly", "lowpoly", "facet*", "crystal*",
        "voronoi", "hexagon*", "honeycomb", "stained glass", "mosaik*", "dreieck*", "kristall*", "mosaique*",
        "triangulo*", "mosaico*", "cristal*", "triangol*", "cristall*", "driehoek*", "mozaiek", "モザイク", "三角",
        "多角形",
        "結晶", "马赛克", "三角形", "多边形", "水晶", "蜂窝",
    ),
    "botanical": (
        "leaf", "leaves", "plant*", "botanic*", "foliage", "jungle", "tropical", "fern*", "garden*", "flower*",
        "floral",
        "palm*", "eucalyptus", "spring", "blatt", "blatter*", "pflanze*", "garten*", "blume*", "feuille*", "plante*",
        "jardin*", "fleur*", "hoja*", "planta*", "flor", "flores", "fogli*", "piant*", "giardin*", "fior*", "folha*",
        "jardim", "blad", "bladeren", "tuin", "bloem*", "葉", "植物", "花", "庭", "ジャングル", "叶", "叶子", "花园",
        "树叶",
    ),
    "arches": (
        "arch", "arches", "sunburst", "rays", "radial", "rainbow*", "retro", "70s", "boho", "concentric", "art deco",
        "mid-century", "bogen*", "strahlen*", "regenbogen*", "arc", "arcs", "rayons", "arc-en-ciel", "arco*", "rayos",
        "arcoiris", "arcobaleno", "raggi", "raios", "arco-iris", "boog", "bogen", "stralen", "regenboog", "アーチ",
        "虹",
        "レトロ", "拱", "彩虹", "复古", "放射",
    ),
})

_MOOD_WORDS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "calm": ("calm*", "quiet*", "peace*", "seren*", "soft*", "gentle", "tranquil*", "relax*", "ruhig*", "sanft*",
        "still",
             "friedlich*", "calme*", "doux", "douce", "paisible*", "tranquil*", "suave*", "seren*", "calmo*", "calma",
             "dolce", "rustig*", "zacht*", "kalm*", "静か", "穏やか", "癒し", "平静", "宁静", "柔和"),
    "warm": ("warm*", "sunset*", "cosy", "cozy", "summer*", "golden hour", "gemutlich*", "sommer*", "chaud*",
        "chaleur*",
             "ete", "calid*", "verano", "cald*", "estate", "quente*", "verao", "zomer*", "暖かい", "夏", "温暖",
             "夏天"),
    "fresh": ("fresh*", "clean*", "spring*", "green*", "organic*", "eco*", "sustainab*", "frisch*", "fruhling*",
        "frais",
              "fraiche*", "printemps", "fresc*", "primavera", "fris*", "lente", "爽やか", "新鮮", "春", "清新", "春天"),
    "bold": ("bold*", "strong*", "loud", "energ*", "dynamic*", "power*", "kraftig*", "mutig*", "kraftvoll*", "audac*",
             "fort", "energique", "fuerte*", "energic*", "forte", "krachtig*", "gewaagd*", "力強い", "大胆", "活力"),
    "night": ("night*", "midnight", "nacht*", "nuit*", "noche*", "notte*", "noite*", "夜", "夜晚"),
    "luxury": ("luxur*", "elegant*", "premium", "gold*", "noble", "edel*", "luxus*", "luxe*", "lujo*", "luss*", "luxo*",
               "高級", "上品", "奢华", "优雅", "豪华"),
    "playful": ("playful*", "fun", "funny", "kids", "colourful*", "colorful*", "cheerful*", "happy", "joy*",
        "verspielt*",
                "bunt*", "frohlich*", "ludique*", "joyeux*", "colore*", "divertid*", "alegre*", "colorid*", "giocos*",
                "colorat*", "allegr*", "vrolijk*", "kleurrijk*", "speels*", "楽しい", "カラフル", "有趣", "缤纷",
                "欢快"),
    "minimal": ("minimal*", "simple*", "plain", "schlicht*", "einfach*", "epure*", "sencill*", "semplic*", "simples",
                "eenvoudig*", "シンプル", "ミニマル", "简约", "极简"),
    "tech": ("tech*", "digital*", "data", "futur*", "cyber*", "ai", "software", "network*", "numerique", "technolog*",
             "tecnolog*", "テクノロジー", "未来", "デジタル", "科技", "数据"),
    "romantic": ("romant*", "love", "wedding*", "valentine*", "hochzeit*", "liebe*", "amour", "mariage", "amor",
        "boda*",
                 "amore", "matrimonio", "casamento", "bruiloft*", "liefde*", "恋", "結婚", "浪漫", "婚礼"),
    "autumn": ("autumn*", "fall colours", "fall colors", "herbst*", "automne", "otono", "autunno", "outono", "herfst*",
               "秋", "秋天"),
    "winter": ("winter*", "snow*", "ice", "icy", "frost*", "cold", "schnee*", "eis", "kalt*", "hiver", "neige*",
        "glace",
               "invierno", "nieve", "inverno", "neve", "sneeuw*", "ijs", "冬", "雪", "氷", "冬天", "冰"),
    "earthy": ("earth*", "natural", "terracotta", "rustic*", "wood*", "erdig*", "holz*", "terre", "bois", "tierra",
               "madera", "terra", "legno", "madeira", "aards*", "hout*", "土", "木", "大地", "木质"),
    "serious": ("storm*", "sturm*", "orage*", "tormenta*", "tempest*",
                "serious*", "business*", "corporate", "professional*", "trust*", "finance*", "serios*", "geschaft*",
                "professionn*", "entreprise", "empresa*", "profesional*", "aziend*", "profissional*", "zakelijk*",
                "ビジネス", "商务", "专业"),
})

_TIME_WORDS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "dawn": ("dawn", "sunrise*", "morning*", "morgen*", "sonnenaufgang*", "aube", "matin*", "lever de soleil",
        "amanecer*",
             "alba", "mattin*", "amanhecer", "manha", "ochtend*", "zonsopgang*", "朝", "夜明け", "日の出", "早晨",
             "日出", "黎明"),
    "day": ("day", "daylight", "noon", "midday", "sunny", "bright sun*", "tag", "mittag*", "sonnig*", "jour", "midi",
            "ensoleille*", "dia", "mediodia", "soleado*", "giorno", "soleggiat*", "meio-dia", "ensolarad*", "dag",
            "zonnig*",
            "昼", "晴れ", "白天", "晴天", "正午"),
    "dusk": ("dusk", "sunset*", "evening*", "twilight", "golden hour", "dammerung*", "abend*", "sonnenuntergang*",
             "crepuscule", "soir*", "coucher de soleil", "atardecer*", "anochecer*", "crepuscolo", "tramonto*", "sera",
             "por do sol", "entardecer*", "anoitecer*", "avond*", "zonsondergang*", "schemer*", "夕", "夕暮れ",
             "日没", "黄昏",
             "日落", "傍晚"),
    "night": ("night*", "midnight", "moon*", "starry", "nacht*", "mond*", "nuit*", "lune*", "noche*", "luna*", "notte*",
              "noite*", "lua", "maan*", "夜", "月", "星空", "夜晚", "月亮", "午夜"),
})

_SPACE_WORDS: MappingProxyType[SpaceSide, tuple[str, ...]] = MappingProxyType({
    "left": ("left", "links", "gauche", "izquierda", "sinistra", "esquerda", "左"),
    "right": ("right", "rechts", "droite", "derecha", "destra", "direita", "右"),
    "top": ("top", "above", "upper", "oben", "haut", "dessus", "arriba", "alto", "sopra", "acima", "topo", "boven",
        "上"),
    "bottom": ("bottom", "below", "lower", "unten", "bas", "dessous", "abajo", "basso", "sotto", "abaixo", "baixo",
               "onder", "beneden", "下"),
})
_SPACE_NOUNS = (
    "space", "room", "empty", "negative", "copy", "blank", "free", "platz", "raum", "frei*", "leer*", "freiraum",
    "espace*", "place", "vide", "libre*", "espacio*", "vacio*", "hueco", "spazio*", "vuoto", "liber*", "espaco*",
    "vazio*", "livre*", "ruimte*", "leeg*", "vrij*", "余白", "スペース", "空け", "空白", "留白", "空间", "留空",
)

_DENSE = ("busy", "dense*", "rich", "detailed", "intricate", "complex", "many", "full of", "crowded", "dicht*", "viele",
          "detailliert*", "dense", "riche", "beaucoup", "dens*", "muchos", "muchas", "ricc*", "molti", "molte",
          "muitos",
          "muitas", "druk", "veel", "賑やか", "密", "たくさん", "密集", "丰富", "很多")
_SPARSE = ("minimal*", "simple*", "sparse*", "few", "empty", "airy", "clean*", "quiet*", "subtle*", "schlicht*",
"wenig*",
           "luftig*", "reduziert*", "epure*", "peu", "sobre*", "poc*", "semplic*", "simples", "weinig", "eenvoudig*",
           "シンプル", "少し", "控えめ", "简约", "简单", "少量", "极简")
_BRIGHT = ("bright*", "light", "white", "airy", "pastel*", "sunny", "high key", "hell*", "weiss*", "clair*", "lumineu*",
           "blanc*", "claro*", "clara*", "luminos*", "blanc*", "chiar*", "bianc*", "branco", "licht", "helder*", "wit",
           "明るい", "白", "パステル", "明亮", "浅色", "白色")
_DARK = ("dark*", "moody", "black", "night*", "low key", "shadow*", "midnight", "dunkel*", "dunkle*", "schwarz*",
"nacht*",
         "dustere*", "sombre*", "noir*", "nuit*", "oscur*", "negr*", "noche*", "scur*", "nero", "notte", "escur*",
         "preto", "noite", "donker*", "zwart*", "暗い", "黒", "夜", "黑暗", "深色", "黑色")

#: Lights that are seen in the dark.
_LAMPS = ("lights", "christmas", "festive", "party", "fairy lights", "lichter", "weihnacht*", "lumieres", "noel", "luces",
          "navidad", "luci", "natale", "luzes", "natal", "lichtjes", "kerst*", "イルミネーション", "灯光", "圣诞")

_COLOURS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "red": ("red", "burgundy", "maroon", "bordeaux*",
             "crimson", "scarlet", "rot", "rote*", "rouge*", "rojo*", "roja*", "ross*", "vermelh*", "rood",
        "rode",
            "赤", "红", "红色"),
    "orange": ("orange*", "coral*", "peach*", "apricot*", "terracotta", "terrakotta*",
             "naranja*", "arancio*", "laranja*", "oranje", "オレンジ", "橙", "橙色"),
    "yellow": ("yellow*", "mustard", "lemon*",
             "gelb*", "jaune*", "amarill*", "giall*", "amarel*", "geel", "gele", "黄", "黄色"),
    "green": ("green*", "mint*", "olive*", "sage",
             "emerald", "grun*", "vert", "verte*", "verde*", "groen*", "緑", "绿", "绿色"),
    "teal": ("teal", "aqua*", "petrol",
             "turquoise*", "cyan", "turkis*", "turquesa*", "turchese*", "turkoois", "青緑", "青绿"),
    "blue": ("blue*", "navy", "indigo", "blau*", "bleu*", "azul*", "blu", "azzurr*", "blauw*", "青", "蓝", "蓝色"),
    "purple": ("purple*", "lilac", "plum", "mauve",
             "violet*", "lavender", "lila*", "violett*", "morad*", "viola", "rox*", "paars*", "紫",
    "紫色"),
    "pink": ("pink*", "blush", "salmon",
             "rose", "magenta", "rosa*", "roze", "ピンク", "粉", "粉色"),
    "brown": ("brown*", "beige*", "taupe", "caramel*",
             "braun*", "brun", "brune*", "marron*", "marrone", "castanh*", "bruin*", "茶色", "棕色"),
    "gold": ("gold*", "dore*", "dorad*", "dorat*", "dourad*", "goud*", "金", "金色"),
    "grey": ("grey*", "gray*", "silver*", "grau*", "gris*", "grigi*", "cinza*", "grijs*", "灰", "灰色"),
    "black": ("black", "schwarz*", "noir*", "negr*", "nero", "preto", "zwart*", "黒", "黑色"),
    "white": ("white", "weiss*", "blanc*", "bianc*", "branco*", "wit", "白", "白色"),
})

_MOTIFS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "sun": ("sun", "sunny", "sunset*", "sunrise*", "sonne*", "soleil*", "sol", "sole", "zon", "zons*", "太陽", "太阳",
        "日落"),
    "moon": ("moon*", "mond*", "lune", "luna", "lua", "maan*", "月"),
    "stars": ("star", "stars", "starry", "stern*", "etoile*", "estrella*", "stell*", "estrela*", "sterren", "星"),
    "clouds": ("cloud*", "wolke*", "nuage*", "nube*", "nuvol*", "nuvem", "nuvens", "wolken", "雲", "云"),
    "trees": ("tree*", "forest*", "wood", "woods", "pine*", "fir", "firs", "baum*", "baume", "wald*", "tanne*",
        "arbre*",
              "foret*", "arbol*", "bosque*", "alber*", "foresta", "arvore*", "floresta*", "bomen", "boom", "bos",
              "木", "森", "树", "森林"),
    "birds": ("bird*", "gull*", "vogel", "voegel", "vogels", "oiseau*", "pajaro*", "aves", "uccell*", "passar*", "鳥",
        "鸟"),
    "water": ("water", "sea", "lake", "river", "reflection*", "wasser", "meer", "see", "fluss", "spiegelung*", "eau",
        "mer",
              "lac", "agua", "mar", "acqua", "mare", "zee", "rivier", "水", "海", "湖", "川"),
    "rays": ("sunburst*", "rays", "radial", "strahlen*", "rayons", "rayos", "raggi", "raios", "stralen", "放射"),
    "rainbow": ("rainbow*", "arch", "arches", "bogen*", "regenbogen*", "arc", "arcs", "arco*", "虹", "彩虹", "アーチ", "拱"),
    "triangles": ("triang*", "low poly", "lowpoly", "dreieck*", "driehoek*", "三角*"),
    "hexagons": ("hexagon*", "honeycomb", "sechseck*", "waben*", "蜂窝", "六角"),
    "cells": ("voronoi", "stained glass", "crystal*", "kristall*", "cristal*", "vitrail*", "结晶", "水晶", "結晶"),
    "fog": ("fog*", "mist*", "haz*", "nebel*", "brume*", "brouillard", "niebla", "nebbia", "neblina", "nevoa", "霧",
        "雾"),
})

_UNDRAWABLE: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "people": (
        "person*", "people", "man", "men", "woman", "women", "girl*", "boy*", "child*", "kid", "family", "families",
        "face*",
        "portrait*", "crowd*", "team", "couple*", "model", "hand", "hands", "baby", "customer*", "worker*", "mann",
        "manner",
        "frau*", "kind", "kinder", "mensch*", "leute", "gesicht*", "familie*", "homme*", "femme*", "enfant*", "gens",
        "visage*", "famille*", "hombre*", "mujer*", "nino*", "nina*", "gente", "cara", "familia*", "uomo", "uomini",
        "donna", "donne", "bambin*", "persone", "volto", "famiglia", "homem", "homens", "mulher*", "crianca*",
        "pessoa*",
        "rosto*", "vrouw*", "kinderen", "mensen", "gezicht*", "gezin", "人物", "女性", "男性", "子供", "家族", "人々",
        "顔",
        "男人", "女人", "孩子", "家庭", "人群", "人们", "女孩", "男孩",
    ),
    "animals": (
        "animal*", "dog*", "cat", "cats", "horse*", "cow", "cows", "fish", "lion*", "tiger*", "elephant*", "butterfl*",
        "puppy", "kitten", "tier*", "hund*", "katze*", "pferd*", "fisch*", "chien*", "chat", "chats", "cheval",
        "animaux",
        "poisson*", "perro*", "gato*", "caballo*", "cane", "cani", "gatto", "gatti", "cavall*", "cachorro*", "cavalo*",
        "hond*", "kat", "katten", "paard*", "dier*", "犬", "猫", "動物", "馬", "狗", "动物", "马", "鱼",
    ),
    "lettering": (
        "text", "lettering", "words", "headline", "slogan", "caption", "typography", "saying", "that says", "schrift*",
        "beschriftung*", "texte", "texto", "testo", "letras", "tekst", "letters", "文字", "テキスト", "标题", "文本",
    ),
    "logos": ("logo*", "brand mark", "trademark", "wortmarke", "ロゴ", "标志", "商标"),
    "vehicles": ("car", "cars", "bike*", "bicycle*", "train*", "plane*", "airplane*", "ship", "ships", "boat*",
        "truck*",
                 "auto", "autos", "fahrrad", "zug", "flugzeug*", "schiff*", "boot*", "voiture*", "velo*", "bateau*",
                 "avion*",
                 "coche*", "barco*", "macchina", "barca", "barche", "carro*", "fiets*", "trein*", "車", "船",
                 "飛行機", "汽车",
                 "飞机", "火车"),
    "food and drink": ("food", "meal*", "cake*", "coffee*", "pizza*", "fruit*", "bread", "wine", "beer", "cocktail*",
                       "essen", "kuchen", "kaffee*", "obst", "wein", "bier", "nourriture", "gateau*", "cafe", "vin",
                       "comida*", "vino", "cibo", "torta*", "caffe", "frutta", "bolo*", "vinho", "eten", "koffie*",
                       "料理", "コーヒー", "食べ物", "食物", "咖啡", "水果"),
    "objects and products": (
        "bottle*", "shoe*", "sneaker*", "watch", "watches", "phone*", "laptop*", "chair*", "sofa*", "table", "bag",
        "bags",
        "perfume*", "lipstick*", "box", "boxes", "book*", "computer*", "iphone*", "flasche*", "schuh*", "uhr", "handy",
        "stuhl", "bouteille*", "chaussure*", "telephone*", "chaise*", "botella*", "zapato*", "silla*", "bottigli*",
        "scarp*", "sedia", "garrafa*", "sapato*", "cadeira*", "fles", "flessen", "schoen*", "stoel*", "瓶", "靴",
        "時計",
        "椅子", "鞋", "手机", "手表",
    ),
})


# fmt: on


@dataclass(frozen=True, slots=True)
class ScenePlan:
    """What to draw. ``density`` is 0 (empty) to 1 (full); ``dark`` is None where the brand may
    decide.

    ``named`` are colour words, ``motifs`` things inside the scene, ``left_out`` kinds of things
    that were asked for and that can't be drawn, ``certain`` says whether the words named the family
    (else it was chosen by mood and seed).
    """

    family: Family
    mood: str
    time: TimeOfDay | None
    density: float
    dark: bool | None
    space: SpaceSide | None
    named: tuple[str, ...]
    motifs: frozenset[str]
    left_out: tuple[str, ...]
    certain: bool
    mood_named: bool


_BY_MOOD: MappingProxyType[str, tuple[Family, ...]] = MappingProxyType(
    {
        "calm": ("mesh", "waves", "sea", "hills"),
        "warm": ("dunes", "sea", "ribbons", "mesh"),
        "fresh": ("botanical", "waves", "mesh", "hills"),
        "bold": ("geometric", "halftone", "arches", "papercut"),
        "night": ("city", "sky", "bokeh", "sea"),
        "luxury": ("ribbons", "stage", "bokeh", "mesh"),
        "playful": ("papercut", "geometric", "halftone", "arches"),
        "minimal": ("stage", "mesh", "arches", "waves"),
        "tech": ("topographic", "mosaic", "mesh", "ribbons"),
        "romantic": ("bokeh", "botanical", "ribbons", "mesh"),
        "autumn": ("hills", "botanical", "papercut", "dunes"),
        "winter": ("hills", "sky", "mosaic", "mesh"),
        "earthy": ("dunes", "botanical", "arches", "topographic"),
        "serious": ("mesh", "topographic", "city", "mosaic"),
    }
)
#: Words that say "any backdrop" give way to any other family.
_WEAK: frozenset[str] = frozenset({"mesh"})


def plan(
    prompt: str, seed: int = 0, *, mood: Iterable[str] = (), space: SpaceSide | None = None
) -> ScenePlan:
    """The scene that a prompt asks for. ``mood`` words (a folder's) count where the prompt has
    none; so does ``space``.
    """
    text = plain(prompt[:4000])
    side, rest = _space(text)
    families = weigh(rest, _FAMILY_WORDS)
    for weak in _WEAK & families.keys():
        if len(families) > 1:
            families[weak] *= 0.35
    if "botanical" in families and "sea" in families and contains(rest, ("tropical*",)):
        # A tropical sea is a sea.
        families["botanical"] *= 0.3
    if "city" in families and "sky" in families and "skyline" in rest:
        families["sky"] *= 0.3
    moods = weigh(rest, _MOOD_WORDS)
    named_mood = bool(moods)
    if not moods:
        moods = weigh(plain(" ".join(mood)), _MOOD_WORDS)
    times = weigh(rest, _TIME_WORDS)
    feeling = max(moods, key=lambda m: moods[m]) if moods else "calm"
    if feeling == "night" and len(moods) > 1:
        feeling = max((m for m in moods if m != "night"), key=lambda m: moods[m])
    certain = bool(families)
    if families:
        family: Family = cast(Family, max(families, key=lambda f: families[f]))
    else:
        choices = _BY_MOOD[feeling]
        # A stable choice by the words themselves, so that two prompts without known words differ.
        family = choices[(sum(map(ord, text)) + seed) % len(choices)]
    dark = contains(rest, _DARK)
    bright = contains(rest, _BRIGHT) and not dark
    time = cast(TimeOfDay, max(times, key=lambda t: times[t])) if times else None
    if family == "bokeh" and not bright and contains(rest, _LAMPS):
        dark = True
    density = 0.5 + 0.3 * contains(rest, _DENSE) - 0.3 * contains(rest, _SPARSE)
    left_out = tuple(name for name, entries in _UNDRAWABLE.items() if contains(rest, entries))
    if '"' in prompt or "“" in prompt or "„" in prompt or "«" in prompt:
        left_out = tuple(dict.fromkeys((*left_out, "lettering")))
    return ScenePlan(
        family=family,
        mood=feeling,
        time=time,
        density=min(1.0, max(0.1, density)),
        dark=True if dark or time == "night" else False if bright else None,
        space=side or space,
        named=tuple(c for c in weigh(rest, _COLOURS)),
        motifs=frozenset(m for m in weigh(rest, _MOTIFS)),
        left_out=left_out,
        certain=certain,
        mood_named=named_mood,
    )


def _space(text: str) -> tuple[SpaceSide | None, str]:
    """The side to keep free, and the text without the words that said so."""
    nouns = find(text, _SPACE_NOUNS)
    best: tuple[int, SpaceSide, tuple[int, int], tuple[int, int]] | None = None
    for side, entries in _SPACE_WORDS.items():
        for spot in find(text, entries):
            for noun in nouns:
                apart = max(noun[0] - spot[1], spot[0] - noun[1], 0)
                if apart <= 28 and (best is None or apart < best[0]):
                    best = (apart, side, spot, noun)
    if best is None:
        return None, text
    start, end = min(best[2][0], best[3][0]), max(best[2][1], best[3][1])
    return best[1], text[:start] + " " + text[end:]


def warnings(found: ScenePlan) -> tuple[str, ...]:
    """What a plan leaves out, in plain words."""
    out = []
    if found.left_out:
        out.append(
            f"The built-in engine draws backgrounds and scenes; it left out {_listed(found.left_out)}. "
            "For those, configure an image provider (BRANDSTUDIO_IMAGE_ENGINE)."
        )
    if not found.certain:
        out.append(
            f'The prompt names nothing that the built-in engine draws; it chose "{found.family}" to suit the mood '
            f'"{found.mood}".'
        )
    return tuple(out)


def _listed(names: Iterable[str]) -> str:
    items = list(names)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def provider_prompt(
    prompt: str,
    *,
    palette: Iterable[str] = (),
    style: Iterable[str] = (),
    rules: Iterable[str] = (),
    space: str | None = None,
    limit: int = 3800,
) -> str:
    """The prompt that a provider is sent: the person's words first, then the brand's look and
    rules, within a limit.

    The person's words are never cut for the brand's; what does not fit is left off from the end.
    """
    lines = [prompt.strip()]
    if space:
        lines.append(f"Keep the {space} side calm and empty, as room for words.")
    colours = list(dict.fromkeys(palette))[:8]
    if colours:
        lines.append("Colours: " + ", ".join(colours) + ".")
    words = [w.strip() for w in style if w.strip()]
    if words:
        lines.append("Look: " + "; ".join(dict.fromkeys(words)) + ".")
    lines.extend(f"Rule: {rule.strip()}" for rule in dict.fromkeys(rules) if rule.strip())
    lines.append("No lettering, no logo, no watermark.")
    out = lines[0][:limit]
    for line in lines[1:]:
        if len(out) + 1 + len(line) > limit:
            break
        out += "\n" + line
    return out
