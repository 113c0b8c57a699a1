"""Plain orders as they are typed: measures of a place behind "and", rough figures, tones of every colour, what lies over
all of a picture, and why something is to change.
"""

from __future__ import annotations

import pytest

from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("reduce clarity and the saturation of the sky by 25%", ["clarity -1", "saturation of the sky -25 %"]),
        ("Less HDR please: reduce clarity and the saturation of the sky by 25%", ["clarity -1", "saturation of the sky -25 %"]),
        ("réduis le contraste et la saturation du ciel de 25 %", ["contrast -1", "saturation of the sky -25 %"]),
        ("reduce el contraste y la saturación del cielo un 25 %", ["contrast -1", "saturation of the sky -25 %"]),
    ],
)  # fmt: skip
def test_a_verb_is_of_each_measure_behind_it(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("Blur the background behind him a bit, about 30 percent", ["blur of the background +30 %"]),
        ("Hintergrund unscharf, etwa 30 %", ["blur of the background +30 %"]),
        ("soften the skin, no more than 20 %", ["soften of the skin +20 %"]),
        ("Haut weicher, höchstens 20 %", ["soften of the skin +20 %"]),
        ("Adoucir la peau, pas plus de 20 %", ["soften of the skin +20 %"]),
        ("suaviza la piel, no más del 20 %", ["soften of the skin +20 %"]),
    ],
)  # fmt: skip
def test_a_blur_has_the_figure_behind_its_comma(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("Rosatöne", "pink"),
        ("rosa Töne", "pink"),
        ("Türkistöne", "turquoise"),
        ("Petroltöne", "petrol"),
        ("Brauntöne", "brown"),
        ("Hellblautöne", "sky blue"),
        ("Lilatöne", "purple"),
    ],
)
def test_the_tones_of_a_colour_are_all_that_has_it(said: str, place: str) -> None:
    assert _read(f"Sättigung der {said} um 20 % verringern") == [
        f"saturation of the {place} parts -20 %"
    ]


@pytest.mark.parametrize("said", ["Erdtöne", "Silbertöne", "Grautöne", "Holztöne"])
def test_tones_of_no_hue_are_no_slip_of_another(said: str) -> None:
    assert parse(f"{said} dunkler").not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("In Sepia umwandeln und dunkle Vignette dazu", ["sepia +1", "vignette +1"]),
        ("sepia et une vignette sombre en plus", ["sepia +1", "vignette +1"]),
        ("ein feines Filmkorn über das ganze Bild", ["grain +0.45"]),
        ("fine film grain over the whole picture", ["grain +0.45"]),
        ("un grain fin sur toute l'image", ["grain +1"]),
        ("un grano fino sobre toda la imagen", ["grain +1"]),
    ],
)
def test_a_vignette_is_dark_and_grain_lies_over_all(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


def test_a_white_vignette_is_no_dark_one() -> None:
    assert parse("white vignette").not_understood


@pytest.mark.parametrize(
    "said", ["pon el cielo de un azul más intenso", "a richer blue for the sky"]
)
def test_a_richer_shade_of_a_place_is_more_of_its_colour(said: str) -> None:
    assert _read(said) == ["colour of the sky blue +1"]


@pytest.mark.parametrize(
    "said",
    [
        "make the sky a deeper blue",
        "Himmel in ein tieferes Blau",
        "rends le ciel d'un bleu plus soutenu",
        "haz el cielo de un azul más profundo",
    ],
)
def test_a_deeper_shade_of_a_place_is_richer_and_darker(said: str) -> None:
    assert _read(said) == ["saturation of the sky +1", "brightness of the sky -0.6"]


@pytest.mark.parametrize(
    "said",
    [
        "Change the colour of the sky: light grey instead of turquoise",
        "Ändere die Farbe des Himmels: hellgrau statt türkis",
        "Change la couleur du ciel : gris clair au lieu de turquoise",
        "Cambia el color del cielo: gris claro en vez de turquesa",
    ],
)
def test_the_colour_of_a_place_is_told_behind_it(said: str) -> None:
    assert _read(said) == ["repaint of the turquoise parts of the sky silver +1"]


@pytest.mark.parametrize(
    "said",
    [
        "sharpen but keep the blacks deep",
        "sharpen, blacks stay deep",
        "schärfen, aber die Schwarztöne tief lassen",
        "plus net, mais laisse les noirs profonds",
        "enfoca, pero deja los negros profundos",
    ],
)
def test_blacks_that_stay_deep_are_not_lifted(said: str) -> None:
    assert _read(said) == ["sharpen +1"]
    assert (
        parse(said.replace("sharpen", "lift the shadows")).edits != parse("lift the shadows").edits
    )


@pytest.mark.parametrize(
    "said",
    [
        "Recorta a la mujer y quita el fondo",
        "recorta al hombre",
        "recorta a los niños y quita el fondo",
        "Cut out the woman and remove the background",
        "Schneide die Frau aus und entferne den Hintergrund",
        "Découpe la femme et enlève le fond",
    ],
)
def test_somebody_is_cut_out(said: str) -> None:
    assert _read(said) == ["cutout +1"]


@pytest.mark.parametrize("said", ["recorta a la mitad", "recorta a la mujer en 4:5"])
def test_what_may_be_a_crop_is_no_cut_out(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "darken the top edge with a graduated filter",
        "oberen Rand mit einem Verlaufsfilter abdunkeln",
        "assombris le bord supérieur avec un filtre dégradé",
        "oscurece el borde superior con un filtro degradado",
    ],
)
def test_a_graduated_filter_is_how_a_side_fades(said: str) -> None:
    assert _read(said) == ["brightness of the top edge -1"]


def test_a_graduated_filter_without_a_side_is_asked_about() -> None:
    assert parse("darken with a graduated filter").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "tone down the highlights on the right which are distracting",
        "tone down the highlights on the right, which are too bright",
        "mach die Lichter rechts, die sehr ablenken, dunkler",
        "baisse les hautes lumières à droite, qui distraient",
        "baja las luces de la derecha, que distraen",
    ],
)
def test_why_it_is_to_change_is_a_remark(said: str) -> None:
    assert _read(said) == ["brightness of the right half of the highlights -1"]


@pytest.mark.parametrize(
    "said", ["blur everything which is distracting", "blur the things which are annoying"]
)
def test_what_tells_which_things_are_meant_is_no_remark(said: str) -> None:
    assert parse(said).not_understood


def test_clarity_beside_sharpness_is_a_slider() -> None:
    assert _read("Augmente la netteté et la clarté") == ["sharpen +1", "clarity +1"]
    assert _read("Augmente la clarté") == ["brightness +1"]
