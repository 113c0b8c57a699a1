"""Words that are added to a wish, a purpose, an adjective, a wish for nothing else, leave its scene and
its colours as they are when it stands alone.
"""

from __future__ import annotations

from functools import cache

import pytest
from sampling import one_row_of

from brandstudio.language.scene_plan import ScenePlan
from brandstudio.language.scenes import plan, warnings

WISHES = {
    "en": ("beige background", "light grey studio wall", "autumn forest with fog", "navy and gold background", "golden bokeh lights",
           "deep blue sea with waves", "snowy hills at dusk", "white marble texture", "network of glowing lines on dark navy", "pink podium",
           "soft palm leaf shadow on a grey wall", "wooden table in a garden", "fir branches with lights", "city skyline at night"),
    "de": ("beiger Hintergrund", "hellgraue Studiowand", "Herbstwald mit Nebel", "dunkelblauer Hintergrund mit Gold", "goldenes Bokeh",
           "tiefblaues Meer mit Wellen", "verschneite Hügel in der Dämmerung", "weiße Marmortextur", "leuchtende Netzwerklinien auf Dunkelblau",
           "rosa Podest", "Schatten von Palmenblättern auf grauer Wand", "Holztisch im Garten", "Tannenzweige mit Lichtern", "Skyline bei Nacht"),
    "fr": ("fond beige", "mur de studio gris clair", "forêt d'automne dans la brume", "fond bleu nuit et doré", "bokeh doré",
           "mer bleu profond avec des vagues", "collines enneigées au crépuscule", "texture de marbre blanc", "réseau de lignes lumineuses sur fond bleu nuit",
           "podium rose", "ombre de feuilles de palmier sur un mur gris", "table en bois dans un jardin", "branches de sapin avec des lumières", "skyline de nuit"),
    "es": ("fondo beige", "pared de estudio gris claro", "bosque de otoño con niebla", "fondo azul profundo y dorado", "bokeh dorado",
           "mar azul profundo con olas", "colinas nevadas al atardecer", "textura de mármol blanco", "red de líneas luminosas sobre fondo azul oscuro",
           "podio rosa", "sombra de hojas de palmera sobre una pared gris", "mesa de madera en un jardín", "ramas de abeto con luces", "skyline de noche"),
}  # fmt: skip
ADDITIONS = {
    "en": ("elegant", "for a product photo", "sober", "nothing distracting", "for our website", "for a tech conference", "clean and modern", "very calm"),
    "de": ("elegant", "für ein Produktfoto", "nüchtern", "ohne Ablenkung", "für unsere Website", "für eine Konferenz", "sauber und modern", "sehr ruhig"),
    "fr": ("élégant", "pour une photo produit", "sobre", "sans distraction", "pour notre site", "pour une conférence", "propre et moderne", "très calme"),
    "es": ("elegante", "para foto de producto", "sobrio", "sin distracciones", "para nuestra web", "para una conferencia", "limpio y moderno", "muy tranquilo"),
}  # fmt: skip
CASES = [(wish, added) for code, wishes in WISHES.items() for wish in wishes for added in ADDITIONS[code]]  # fmt: skip


@cache
def by_itself(wish: str) -> ScenePlan:
    return plan(wish)


# Five, as there are eight additions: each wish has another one.
@pytest.mark.parametrize(("wish", "added"), one_row_of(5, CASES))
def test_an_added_word_leaves_the_scene_and_its_colours_and_is_not_missed(
    wish: str, added: str
) -> None:
    alone, more = by_itself(wish), plan(f"{wish}, {added}")
    assert (more.family, more.named, more.time) == (alone.family, alone.named, alone.time)
    assert warnings(more) == warnings(alone)
