"""Palette, jump mode, keymap, themes, plain mode, errors, a server that goes away and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from brandstudio_tui.app import StudioApp
from brandstudio_tui.opening import Given
from brandstudio_tui.screens import banner
from brandstudio_tui.screens.jump import Jump
from brandstudio_tui.screens.keys import KeysHelp
from brandstudio_tui.screens.welcome import Welcome
from brandstudio_tui.themes import CONTRAST, NIGHT, PAIRS, PAPER, Tones, brand_tones, contrast
from brandstudio_tui.widgets.bars import Ticker
from brandstudio_tui.widgets.blocks import paint
from brandstudio_tui.widgets.choice import Choice
from brandstudio_tui.widgets.gallery import Gallery
from brandstudio_tui.widgets.graphics import PLACEHOLDER
from brandstudio_tui.widgets.picture import Picture
from PIL import Image
from textual.command import CommandPalette
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Input, Static

import brandstudio
from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.studio import Studio
from tests.tui.conftest import Moody, Opened, at_once, waiting

pytestmark = pytest.mark.usefixtures("small_frames")

BRANDS = (("#ffff00", "#00ff00"), ("#111111",), ("#f5f5f5", "#ff0000"), ("#0b3d5c", "#e8a23b"))


@pytest.mark.parametrize(
    "tones",
    [
        NIGHT,
        PAPER,
        CONTRAST,
        *(brand_tones(palette, dark) for palette in BRANDS for dark in (True, False)),
    ],
    ids=lambda tones: f"{tones.name}-{tones.accent}-{tones.dark}",
)
def test_every_pair_of_every_theme_can_be_read(tones: Tones) -> None:
    faint = [
        (ground, ink, round(contrast(getattr(tones, ground), getattr(tones, ink)), 2))
        for ground, ink, least in PAIRS
        if contrast(getattr(tones, ground), getattr(tones, ink)) < least
    ]
    assert faint == []


@pytest.mark.parametrize("tones", [NIGHT, PAPER, CONTRAST], ids=lambda tones: str(tones.name))
@pytest.mark.parametrize("transport", ["process"])
def test_the_arrows_that_turn_a_choice_are_seen_before_it_has_the_focus(
    tones: Tones, opened: Opened, acme: Studio
) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            await hand.press("f3")
            hand.app.theme = tones.name
            await hand.settle()
            line = hand.app.screen.query_one("#eyes", Choice).render_line(0)
            arrows = [one.style for one in line if one.text.strip() in ("◂", "▸")]
            assert len(arrows) == 2
            for style in arrows:
                assert style is not None
                assert style.color is not None
                ink = style.color.get_truecolor().hex
                assert contrast(tones.ground, ink) >= 3

    asyncio.run(story())


def inks(line: Strip) -> list[object]:
    """The colour of each half block of a line."""
    return [
        part.style.color if part.style else None
        for part in line
        for _ in range(part.text.count("▀"))
    ]


@pytest.fixture
def acme(studio: Studio, add: Callable[..., LibraryItem]) -> Studio:
    studio.folders.create(name="Acme")
    add(studio, "acme", 1)
    return studio


@pytest.mark.parametrize("transport", ["process"])
class TestFeel:
    def test_an_empty_studio_offers_the_demo(self, opened: Opened) -> None:
        async def story() -> None:
            async with opened() as hand:
                assert isinstance(hand.app.screen, Welcome)
                await hand.press("escape")
                assert not isinstance(hand.app.screen, Welcome)

        asyncio.run(story())

    def test_the_palette_reaches_actions_of_every_area(self, opened: Opened, acme: Studio) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.press("ctrl+p")
                assert isinstance(hand.app.screen, CommandPalette)
                await hand.type("new rule")
                await hand.until(lambda: "Style: New rule" in hand.text())
                await hand.press("enter")
                await hand.until(lambda: hand.app.current_mode == "style")

        asyncio.run(story())

    def test_the_palette_finds_an_action_by_its_word_in_the_footer(
        self, opened: Opened, acme: Studio
    ) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.press("ctrl+p")
                await hand.type("export")
                await hand.until(lambda: "Banner: Export (PNG, JPEG" in hand.text())

        asyncio.run(story())

    def test_every_binding_of_every_area_has_an_id_for_the_keymap(
        self, opened: Opened, acme: Studio
    ) -> None:
        from brandstudio_tui.screens.actions import area_bindings
        from brandstudio_tui.widgets.bars import AREAS

        for area, _ in AREAS:
            for binding in area_bindings(area):
                assert binding.id, (area, binding)

    def test_jump_mode_goes_to_what_its_letter_stands_on(
        self, opened: Opened, acme: Studio
    ) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.press("ctrl+o")
                assert isinstance(hand.app.screen, Jump)
                await hand.press("s")
                assert hand.app.focused is hand.app.screen.query_one("#search")

        asyncio.run(story())

    def test_a_keymap_file_changes_a_key(
        self, opened: Opened, acme: Studio, tmp_path: Path
    ) -> None:
        keys = tmp_path / "keys.toml"
        keys.write_text('[keys]\n"library.trash" = "ctrl+k"\n"library.tag" = "d"\n')

        async def story() -> None:
            async with opened(folder="acme", keys=keys) as hand:
                await hand.until(lambda: '"library.tag" has d now' in hand.text())
                await hand.press("x")
                assert acme.library.list(folder="acme").total_count == 1
                await hand.press("ctrl+k")
                await hand.until(lambda: acme.library.list(folder="acme").total_count == 0)

        asyncio.run(story())

    def test_a_broken_keymap_is_said_and_the_usual_keys_stay(
        self, opened: Opened, acme: Studio, tmp_path: Path
    ) -> None:
        keys = tmp_path / "keys.toml"
        keys.write_text("[keys\n")

        async def story() -> None:
            async with opened(folder="acme", keys=keys) as hand:
                await hand.until(lambda: "is no TOML" in hand.text())

        asyncio.run(story())

    def test_the_keys_help_names_the_ids(self, opened: Opened, acme: Studio) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.press("question_mark")
                assert isinstance(hand.app.screen, KeysHelp)
                assert "gallery.open" in hand.text()

        asyncio.run(story())

    @pytest.mark.parametrize("size", [(80, 24), (120, 40), (250, 70), (20, 6)])
    def test_every_area_is_drawn_at_every_size(
        self, opened: Opened, acme: Studio, size: tuple[int, int]
    ) -> None:
        async def story() -> None:
            async with opened(size, folder="acme") as hand:
                for number in range(1, 7):
                    await hand.press(f"f{number}")
                    assert hand.text().strip()

        asyncio.run(story())

    def test_it_can_be_resized_while_it_works(self, opened: Opened, acme: Studio) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                for size in ((80, 24), (250, 70), (40, 10), (120, 40)):
                    await hand.pilot.resize_terminal(*size)
                    await hand.settle()
                    assert hand.app.screen.query_one(Gallery).shelf.total == 1

        asyncio.run(story())

    def test_the_item_under_the_cursor_is_described_once_there_is_room(
        self, opened: Opened, acme: Studio
    ) -> None:
        async def story() -> None:
            async with opened((80, 24), folder="acme") as hand:
                await hand.until(lambda: "1 of 1" in hand.text())
                await hand.pilot.resize_terminal(120, 40)
                shown = hand.app.screen.query_one("#detail-picture", Picture)
                await hand.until(lambda: shown.picture is not None)
                assert "acme" in str(hand.app.screen.query_one("#detail-words", Static).content)

        asyncio.run(story())

    @pytest.mark.parametrize("wider", [-9, 9])
    def test_a_preview_made_for_another_width_is_shown_whole(
        self, opened: Opened, acme: Studio, wider: int
    ) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.press("f3")
                shown = hand.app.screen.query_one("#preview", Picture)
                columns, rows = shown.size
                picture = Image.radial_gradient("L").convert("RGB").resize((240, 125))
                whole = paint(picture, columns, rows)
                shown.show(picture, painted=paint(picture, columns + wider, rows))
                assert inks(shown.render_line(rows // 2)) == inks(whole[rows // 2])

        asyncio.run(story())

    def test_the_chart_by_day_takes_the_room_of_a_high_terminal(
        self, opened: Opened, acme: Studio
    ) -> None:
        async def story() -> None:
            async with opened((250, 70), folder="acme") as hand:
                found = {}
                for size in ((250, 70), (250, 30)):
                    await hand.pilot.resize_terminal(*size)
                    await hand.press("f6")
                    await hand.until(lambda: "By operation" in hand.text())
                    found[size[1]] = sum("█" in line for line in hand.text().splitlines())
                assert found[70] > found[30]

        asyncio.run(story())

    def test_plain_mode_is_lines_of_words(self, opened: Opened, acme: Studio) -> None:
        async def story() -> None:
            async with opened(folder="acme", plain=True, ascii_only=True) as hand:
                text = hand.text()
                assert "1 of 1, image, 1, score" in text
                assert text.isascii()
                for key in ("f2", "f3", "f4", "f5", "f6", "question_mark"):
                    await hand.press(key)
                    assert hand.text().isascii(), key

        asyncio.run(story())

    def test_the_brands_own_colours_are_worn(self, opened: Opened, acme: Studio) -> None:
        from brandstudio.models.style import PaletteColour

        acme.style.update(folder="acme", palette=[PaletteColour(hex="#e8a23b")])

        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.app.run_action("wear_brand")
                await hand.until(lambda: hand.app.theme == "brand")
                assert hand.app.tones.accent == "#e8a23b"

        asyncio.run(story())

    def test_an_error_says_its_code_and_what_to_do(self, opened: Opened, acme: Studio) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                hand.app.screen.ask(_refused)  # type: ignore[attr-defined]
                await hand.until(lambda: "INSUFFICIENT_CREDITS" in hand.text())
                assert "brandstudio credits add" in hand.text()

        asyncio.run(story())

    def test_what_another_process_adds_appears(
        self, opened: Opened, acme: Studio, add: Callable[..., LibraryItem]
    ) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await asyncio.to_thread(add, acme, "acme", 8)
                await hand.until(lambda: hand.app.screen.query_one(Gallery).shelf.total == 2)

        asyncio.run(story())

    def test_a_click_during_live_updates_is_no_crash(self, opened: Opened, acme: Studio) -> None:
        async def story() -> None:
            async with opened(folder="acme") as hand:
                await hand.press("enter")
                for _ in range(10):
                    removed = hand.app.screen.query_one("#item-side").remove()
                    await hand.pilot.click(offset=(100, 10))
                    await removed
                    await hand.pilot.click(offset=(100, 10))
                    break
                await hand.settle()
                assert hand.app.is_running

        asyncio.run(story())


def _refused(studio: brandstudio.Studio) -> None:
    raise errors.InsufficientCredits("6 credits needed, 4 left. brandstudio credits add 100.")


def preview(app: StudioApp) -> str:
    picture = app.screen.query_one("#preview", Picture)
    height = picture.size.height
    return " ".join(picture.render_line(line).text.strip() for line in range(height)).strip()


@pytest.mark.parametrize("transport", ["http"])
def test_it_survives_the_server_going_away_and_coming_back(
    acme: Studio, shared_bench: object
) -> None:
    moody = Moody(acme.transport)
    studio = brandstudio.Studio(moody)  # type: ignore[arg-type]

    async def story() -> None:
        app = StudioApp(Given(studio), folder="acme")
        async with app.run_test(size=(120, 40)) as pilot:
            await waiting(pilot, lambda: app.jobs or app.purse.prices)
            moody.away = True
            await waiting(pilot, lambda: not app.server_there)
            await pilot.press("right", "x", "f4")
            at_once(app, "f3", *"Hello")
            await waiting(
                pilot,
                lambda: any(
                    box.value == "Hello"
                    for box in app.screen.query("#slot-headline").results(Input)
                ),
            )
            await waiting(pilot, lambda: "The studio does not answer." in preview(app))
            moody.away = False
            await waiting(pilot, lambda: app.server_there)
            await waiting(pilot, lambda: app.screen.query_one("#preview", Picture).picture)
            await pilot.press("f1")
            await waiting(pilot, lambda: app.screen.query_one(Gallery).shelf.total == 1)
        app.stop_watching()

    asyncio.run(story())


@pytest.mark.parametrize("transport", ["http"])
def test_a_preview_that_the_studio_was_too_busy_for_is_made_once_it_is_not(
    acme: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the folder is away and the database still answers: nothing says that it is back."""
    monkeypatch.setattr(banner, "AWAY", 0.01)
    moody = Moody(acme.transport, only="Preview")
    studio = brandstudio.Studio(moody)  # type: ignore[arg-type]

    async def story() -> None:
        app = StudioApp(Given(studio), folder="acme")
        async with app.run_test(size=(120, 40)) as pilot:
            moody.away = True
            await pilot.press("f3", *"Hello")
            await waiting(pilot, lambda: moody.refused)
            moody.away = False
            await waiting(pilot, lambda: app.screen.query_one("#preview", Picture).picture)
            assert app.server_there
        app.stop_watching()

    asyncio.run(story())


@pytest.mark.parametrize("transport", ["process"])
def test_the_ticker_and_the_keys_are_both_seen(opened: Opened, acme: Studio) -> None:
    async def story() -> None:
        async with opened(folder="acme") as hand:
            hand.app.say("something was said")
            await hand.settle()
            lines = hand.text().splitlines()
            assert "something was said" in lines[-2]
            assert "Open" in lines[-1]

    asyncio.run(story())


@pytest.mark.parametrize("transport", ["process"])
@pytest.mark.parametrize(("kind", "sign"), [("sixel", "\x1bP"), ("kitty", PLACEHOLDER)])
def test_a_grid_at_rest_shows_real_pictures_and_half_blocks_while_it_moves(
    opened: Opened, acme: Studio, kind: str, sign: str
) -> None:
    async def story() -> None:
        async with opened(folder="acme", pictures=kind) as hand:
            gallery = hand.app.screen.query_one(Gallery)

            def painted() -> set[str]:
                strips = gallery.render_lines(Region(0, 0, *gallery.size))
                text = "".join(segment.text for strip in strips for segment in strip)
                return {one for one in (sign, "▀") if one in text}

            await hand.until(lambda: sign in painted())
            gallery._move_began()
            assert painted() == {"▀"}
            await hand.until(lambda: sign in painted())
            if kind == "sixel":  # they come with the last line, and no scrollbar cuts them off
                lines = hand.app.screen._compositor.render_strips()
                last = lines[gallery.region.bottom - 1]
                assert any(sign in segment.text for segment in last)

    asyncio.run(story())


def test_a_long_message_is_cut_and_not_left_out(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as hand:
            hand.app.say("Copied: " + "brandstudio " * 40)
            line = hand.app.screen_stack[0].query_one(Ticker)
            await hand.until(lambda: "Copied: brandstudio" in line.render_line(0).text)

    asyncio.run(story())
