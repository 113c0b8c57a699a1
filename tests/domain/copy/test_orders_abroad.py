"""An order in another script is never published as copy; what it is about is."""

from __future__ import annotations

import pytest

from brandstudio.errors import ValidationError
from brandstudio.language.copy import write


@pytest.mark.parametrize(
    ("brief", "about"),
    [
        ("新商品の発売についてLinkedInの投稿を書いてください", "新商品の発売"),
        ("春のキャンペーンについてのツイートを書いて。20%オフ。", "春のキャンペーン"),
        ("写一条关于新产品发布的微博", "新产品发布"),
        ("请帮我写一篇关于春季市集的文章。", "春季市集"),
        ("봄 축제에 대한 글을 써 주세요", "봄 축제"),
        ("اكتب منشورا عن افتتاح المعرض يوم 3 مايو في برن", "افتتاح المعرض يوم 3 مايو في برن"),
        ("כתוב פוסט על פתיחת היריד", "פתיחת היריד"),
        ("Напишите пост о ярмарке в Берне", "ярмарке в Берне"),
        ("เขียนโพสต์เกี่ยวกับงานเทศกาล", "งานเทศกาล"),
        (
            "カフェが5月3日に開店することを知らせる投稿を書いてください。",
            "カフェが5月3日に開店する",
        ),
        ("请写一篇帖子，介绍我们5月3日开业的咖啡馆。", "我们5月3日开业的咖啡馆"),
        ("दिल्ली में मेला है, इस पर पोस्ट लिखें", "मेला है"),
        ("写一条微博：周六全场五折", "周六全场五折"),
        ("카페가 5월 3일 문을 연다는 글을 써 주세요.", "카페가 5월 3일 문을 연다"),
        ("اكتب منشورًا: نفتتح مقهى في دبي يوم 3 مايو", "نفتتح مقهى في دبي يوم 3 مايو"),
        ("Напиши пост: мы открываем кафе 3 мая.", "мы открываем кафе 3 мая"),
        ("Напиши пост о том, что мы открываем кафе 3 мая", "мы открываем кафе 3 мая"),
        ("Scrivi un post: apriamo il 3 maggio a Milano", "apriamo il 3 maggio a milano"),
        ("Napisz post o kawiarni w Krakowie", "kawiarni w krakowie"),
    ],
)
def test_what_an_order_is_about_is_written_and_the_order_is_not(brief: str, about: str) -> None:
    made = write(brief)
    assert about in made.text.casefold() or about in made.text
    for order in (
        "書いて",
        "写",
        "써",
        "اكتب",
        "כתוב",
        "апиш",
        "เขียน",
        "Scrivi",
        "Napisz",
        "लिखें",
        "इस",
    ):
        assert order not in made.text
    assert any("taken as a wish" in note for note in made.notes)
    if "20%" in brief:
        assert "20%オフ" in made.text


@pytest.mark.parametrize(
    "brief", ["投稿を書いてください", "写一条微博", "اكتب منشورا", "글을 써 주세요"]
)
def test_an_order_alone_is_not_published(brief: str) -> None:
    with pytest.raises(ValidationError, match="what about"):
        write(brief)


@pytest.mark.parametrize(
    "brief",
    [
        "春のフェアが5月3日に開催されます。入場料は12フランです。",
        "春祭り",
        "افتتح المعرض يوم الأحد.",
    ],
)
def test_facts_in_another_script_are_written_whole(brief: str) -> None:
    made = write(brief)
    assert all(part in made.text for part in brief.rstrip("。.").split("。"))
    assert ".。" not in made.text


def test_a_greeting_is_a_short_text() -> None:
    assert write("hello").text == "hello."
