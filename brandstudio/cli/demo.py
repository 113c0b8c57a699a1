"""``brandstudio demo``: the main job end to end, on an embedded studio.

It may be broken off anywhere, kill -9 included, and started again: every step that makes or charges
something carries an idempotency key of this run, which is kept in the output folder until the run
has ended.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import click

from .. import errors
from .app import App, Failure, credits, example, pass_app
from .demo_receiver import PATH, Receiver
from .overwriting import require_apart

if TYPE_CHECKING:
    from ..models.designs import BannerJob, ContrastFigures, Slots, Variant
    from ..models.sizes import ContractSize
    from ..models.style import ExtractionResult
    from ..studio import LocalStudio

BRAND, SEASON, LAUNCH = "northwind", "northwind/spring", "northwind/spring/launch"
LOGO = "Northwind"
PHOTOS = ("dandelion.jpg", "bee.jpg", "bridge.jpg", "citrus.jpg", "coffee.jpg")
MOST_REFERENCES = 5
SIZES = ("linkedin-feed", "linkedin-cover", "square", "portrait", "email-header")
_KEYS_LAST_SECONDS = 23 * 3600
_STEPS = 8


@click.command(
    epilog=example("brandstudio demo --photo harbour.jpg --photo crew.jpg --out ./banners")
)
@click.option(
    "--photo",
    "photos",
    multiple=True,
    metavar="FILE",
    help="A picture of your own; the first one goes on the banners.",
    type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path),
)
@click.option(
    "--out",
    default="brandstudio-demo",
    show_default=True,
    metavar="DIR",
    help="Where the banners go.",
    type=click.Path(file_okay=False, path_type=Path),
)
@click.option("--size", type=click.Choice(SIZES), default="linkedin-feed", show_default=True)
@pass_app
def demo(app: App, photos: tuple[Path, ...], out: Path, size: ContractSize) -> None:
    """The main job end to end: folders, photos and a logo, a learned style, three banners, proof,
    charges, a webhook.

    The studio lies in DIR/studio unless --data (or $BRANDSTUDIO_DATA) names another. It can be
    broken off and started again: nothing is lost, and nothing is charged twice.
    """
    import brandstudio

    out.mkdir(parents=True, exist_ok=True)
    for banner in out.glob(f"*-{size}.png"):
        require_apart(banner, list(photos), "name another --out")
    data = (
        app.data_folder
        if app.data is not None or app.environment.get("BRANDSTUDIO_DATA")
        else out / "studio"
    )
    with _pictures(photos) as pictures, Receiver() as receiver:
        run = _Run.begin(out / "demo-run.json", pictures, size)
        hosts = app.settings().allow_private_hosts | {receiver.host}
        with brandstudio.open(
            data, workspace=app.workspace, worker=True, allow_private_hosts=hosts
        ) as studio:
            story = _Story(app, studio, run.id, out)
            hook = story.listen(receiver)
            images = story.stock(pictures)
            story.learn(images)
            job = story.draw(images[0], size, own=bool(photos))
            paths = story.hand_out(job)
            best = max(job.variants, key=lambda variant: variant.scores.total)
            saved = story.save(job, best)
            event = story.deliver(receiver, job) if hook else None
            if hook:
                studio.admin.webhooks.remove()
            story.sum_up(job, paths, saved, event, data)
    run.end()


@dataclass(frozen=True)
class _Run:
    """One run of the demo, known by its id until it has ended."""

    id: str
    file: Path

    @classmethod
    def begin(cls, file: Path, pictures: list[Path], size: str) -> _Run:
        """Go on with a run that was broken off with the same pictures, or begin one."""
        digest = hashlib.sha256(size.encode())
        for picture in pictures:
            digest.update(hashlib.sha256(picture.read_bytes()).digest())
        inputs = digest.hexdigest()
        try:
            found = json.loads(file.read_text())
            if found["inputs"] == inputs and 0 <= time.time() - found["begun"] < _KEYS_LAST_SECONDS:
                return cls(str(found["run"]), file)
        except (OSError, ValueError, KeyError, TypeError):
            pass  # none was broken off, or its note can't be read: a new one
        run = f"demo-{secrets.token_hex(6)}"
        temporary = file.with_name(f"{file.name}.tmp")
        temporary.write_text(json.dumps({"run": run, "inputs": inputs, "begun": time.time()}))
        temporary.replace(file)
        return cls(run, file)

    def end(self) -> None:
        self.file.unlink(missing_ok=True)


@contextmanager
def _pictures(own: tuple[Path, ...]) -> Iterator[list[Path]]:
    """The user's own pictures, or the photographs that come with the package."""
    if own:
        yield list(own)
        return
    with as_file(files("brandstudio.assets").joinpath("photos")) as folder:
        yield [folder / name for name in PHOTOS]


class Once(TypedDict):
    """What makes a call that was broken off go on where it stood."""

    idempotency_key: str
    client_reference_id: str


class _Story:
    """The steps of the demo; each says what it does and may be done again."""

    def __init__(self, app: App, studio: LocalStudio, run: str, out: Path) -> None:
        self.app, self.studio, self.run, self.out = app, studio, run, out
        self._step = 0

    def _say(self, text: str) -> None:
        self._step += 1
        self.app.say(f"[{self._step}/{_STEPS}] {text}")

    def _once(self, what: str) -> Once:
        return {"idempotency_key": f"{self.run}/{what}", "client_reference_id": self.run}

    def listen(self, receiver: Receiver) -> bool:
        """Have events sent to our receiver; False where the workspace has a webhook of its own,
        which stays.
        """
        from ..service.session import Session

        transport = self.studio.transport
        assert isinstance(transport, Session)
        with transport.service.store.read() as tx:
            hook = tx.webhooks.get(transport.caller.workspace_id)
        if hook is not None and not (
            hook.url.startswith("http://127.0.0.1:") and hook.url.endswith(PATH)
        ):
            self._say("This workspace has a webhook of its own: it stays, and the demo sends none")
            return False
        receiver.secret = self.studio.admin.webhooks.set(url=receiver.url, job_events=True).secret
        self._say(f"A receiver of webhooks listens at {receiver.url}")
        return True

    def stock(self, pictures: list[Path]) -> list[str]:
        """Folders three levels deep, the photographs, the logo; gives the photographs' ids."""
        self._say(f"Folders {LAUNCH}")
        for name, parent, path in (
            ("Northwind", None, BRAND),
            ("Spring", BRAND, SEASON),
            ("Launch", SEASON, LAUNCH),
        ):
            try:
                self.studio.folders.children(folder=path)
            except errors.FolderNotFound:
                self.studio.folders.create(name=name, parent=parent, **self._once(f"folder {path}"))
        self._say(f"{len(pictures)} photographs and the logo in two variants into the library")
        images = []
        for number, picture in enumerate(pictures):
            item = self.studio.library.add(
                folder=BRAND, file=picture, **self._once(f"photo {number}")
            )
            images.append(item.image_id)
        there = {
            logo.variant for logo in self.studio.logos.list(folder=BRAND).logos if logo.name == LOGO
        }
        drawings = files("brandstudio.assets").joinpath("demo")
        variants: tuple[tuple[str, Literal["dark", "light"]], ...] = (
            ("logo.svg", "dark"),
            ("logo-light.svg", "light"),
        )
        for drawing, variant in variants:
            if variant not in there:
                with as_file(drawings / drawing) as file:
                    self.studio.logos.add(
                        folder=BRAND, file=file, name=LOGO, variant=variant, primary=True
                    )
        return images

    def learn(self, images: list[str]) -> None:
        """Golden references, and the style that they show."""
        references = images[:MOST_REFERENCES]
        self._say(f"{len(references)} golden references, and the style learned from them")
        self.studio.references.add(
            folder=BRAND,
            domain="photos",
            category="general",
            library_image_ids=references,
            replace=True,
            **self._once("references"),
        )
        result = self._extract()
        colours = (
            " ".join(colour.hex for colour in result.photo_style.palette[:6])
            if result.photo_style
            else "none"
        )
        self.app.say(f"      palette {colours}; {len(result.suggested_rules)} rules suggested")

    def _extract(self) -> ExtractionResult:
        end = time.monotonic() + 120
        while True:
            try:
                return self.studio.style.extract(folder=BRAND, **self._once("style")).wait()
            except errors.ExtractionInProgress:
                # One of a run that was broken off with other pictures; the worker is at it.
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)

    def draw(self, image_id: str, size: ContractSize, own: bool) -> BannerJob:
        """One banner in each of the three templates."""
        self._say(f"Three banners, {size}: overlay, split, panel")
        job = self.studio.designs.create(
            folder=LAUNCH,
            size=size,
            template="all",
            slots=_words(image_id, own),
            **self._once(f"banners {size}"),
        )
        done: BannerJob = job.wait()
        for dropped in done.dropped:
            self.app.say(
                f"      {dropped.template} could not be drawn and was refunded: {dropped.error}"
            )
        return done

    def hand_out(self, job: BannerJob) -> dict[str, Path]:
        """The pictures as files, and the proof that their words can be read."""
        self._say(
            "Contrast, on every painted pixel behind the words, for four kinds of colour vision"
        )
        paths = {}
        for variant in job.variants:
            path = self.out / f"{variant.template}-{variant.size}.png"
            temporary = path.with_suffix(".part")
            temporary.write_bytes(variant.read())
            os.replace(temporary, path)
            paths[variant.template] = path.absolute()
            for layer in dict.fromkeys(figure.layer for figure in variant.contrast):
                figures = [figure for figure in variant.contrast if figure.layer == layer]
                if (worst := _tightest(figures)) is None:
                    continue
                verdict = "holds" if worst.worst >= worst.required else "FAILS"
                self.app.say(
                    f"      {variant.template:<8} {layer:<12} {worst.worst:5.1f} : 1 at worst ({worst.vision}), "
                    f"{worst.required:g} needed: {verdict}"
                )
        return paths

    def save(self, job: BannerJob, best: Variant) -> str:
        """The best one into the library."""
        saved = self.studio.designs.save(
            job_id=job.job_id, variant_id=best.variant_id, **self._once("save")
        )
        self._say(f"Saved to the library: {best.template}, {saved.image_id}")
        return saved.image_id

    def deliver(self, receiver: Receiver, job: BannerJob) -> dict[str, object]:
        """Wait for a signed event: the job's own, or a test event where that one came in a run that
        was broken off.
        """
        event = receiver.wait_for(job.job_id, 10)
        if event is None:
            self.studio.admin.webhooks.test()
            event = receiver.wait_for("test", 20)
        if event is None:
            raise Failure(
                "UPSTREAM_TIMEOUT",
                f"no event came to {receiver.url}; brandstudio webhooks events says why",
            )
        self._say(f"Webhook {event.event} received, signature verified")
        return {"event": event.event, "id": event.id, "verified": True}

    def sum_up(
        self,
        job: BannerJob,
        paths: dict[str, Path],
        saved: str,
        event: dict[str, Any] | None,
        data: Path,
    ) -> None:
        """What was charged, what is left, and where everything is."""
        page = self.studio.credits.transactions(limit=200)
        entries = [
            entry for entry in page.transactions if entry.metadata.client_reference_id == self.run
        ]
        sums: dict[str, tuple[int, float]] = {}
        for entry in reversed(entries):
            name = (entry.metadata.operation or entry.type) + (
                " refunded" if entry.type == "refund" else ""
            )
            count, total = sums.get(name, (0, 0.0))
            sums[name] = (count + 1, total - entry.credits)
        charged = sum(total for _, total in sums.values())
        balance = self.studio.admin.credits.balance().balance
        value = {
            "pictures": [_told(variant, paths[variant.template]) for variant in job.variants],
            "savedImageId": saved,
            "charged": charged,
            "balance": balance,
            "webhook": event,
            "data": str(data.absolute()),
        }
        lines = [
            "",
            "Charges",
            *(
                f"  {count} x {name:<16} {credits(total):>6}"
                for name, (count, total) in sums.items()
            ),
            f"  {'together':<20} {credits(charged):>6}     balance {credits(balance)}",
            "",
            "Banners",
            *(
                f"  {variant.template:<8} score {variant.scores.total:.2f}  "
                f"{'words proven' if not variant.contrast_failures else 'WORDS TOO FAINT'}  {paths[variant.template]}"
                for variant in job.variants
            ),
            *(
                f"  {variant.template}: {warning}"
                for variant in job.variants
                for warning in variant.warnings
            ),
            "",
            "Look around",
            f"  brandstudio --data {data} folders list",
            f"  brandstudio --data {data} serve",
            "",
            f"Pictures: {self.out.absolute()}",
        ]
        self.app.show(value, *lines)


def _tightest(figures: Sequence[ContrastFigures]) -> ContrastFigures | None:
    """The one that is nearest to what it needs: a button's shape needs less than words do."""
    return min(figures, key=lambda figure: figure.worst / figure.required, default=None)


def _told(variant: Variant, path: Path) -> dict[str, object]:
    """What a program reads of one banner."""
    tightest = _tightest(variant.contrast)
    return {
        "template": variant.template,
        "path": str(path),
        "score": variant.scores.total,
        "worstContrast": None if tightest is None else tightest.worst,
        "neededContrast": None if tightest is None else tightest.required,
        "contrastFailures": len(variant.contrast_failures),
        "warnings": variant.warnings,
    }


def _words(image_id: str, own: bool) -> Slots:
    from ..models.designs import Slots

    if own:
        return Slots(
            headline="Made from one photograph",
            subhead="Set in your colours, with words that can be read.",
            button_text="See how",
            image_id=image_id,
        )
    return Slots(
        headline="The evenings are long again",
        subhead="Guided walks from the first of May, every evening until the sun is down.",
        button_text="Choose a walk",
        image_id=image_id,
    )
