"""A DesignSpec as PDF: fonts embedded, words selectable, every cluster where it was laid out,
tagged in reading order.

Photo, background and scrims are one picture; panels, buttons, words and drawn logos stay vectors.
The structure tree (PDF/UA-1, ISO 14289) has the words first, in reading order and as they were
written, then logo and photo as figures with their alternative texts; all else is decoration.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from html import escape
from typing import Final, NamedTuple

from PIL import Image

from brandstudio.models.designs import (
    BackgroundLayer,
    ButtonLayer,
    DesignSpec,
    ImageLayer,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    ShapeLayer,
    TextLayer,
)
from brandstudio.pixels import colour, safely
from brandstudio.pixels.metadata import Metadata, to_xmp
from brandstudio.render import pictures, svg_path
from brandstudio.render.draw import Before, go_on, paint_layers, paragraph_of, strikes_of
from brandstudio.render.export.pdf_drawing import form_of
from brandstudio.render.export.pdf_file import PdfFile, real, text_string
from brandstudio.render.export.pdf_words import PdfWords
from brandstudio.render.type.breaks import guess_language
from brandstudio.render.type.fonts import FontStack

#: Points per CSS pixel.
_SCALE: Final = 0.75
#: How far a quarter circle's inner points lie along its tangents.
_ARC: Final = 0.5522847498


class _Element(NamedTuple):
    """A structure element: its type, its further entries, and the numbers (MCID) of the content
    that it holds.
    """

    kind: bytes
    entries: bytes
    contents: range


def pdf(
    spec: DesignSpec,
    assets: Mapping[str, bytes],
    fonts: FontStack,
    *,
    metadata: Metadata | None = None,
    before: Before = go_on,
) -> bytes:
    """The banner as a one-page PDF 1.7 (PDF/UA-1), 1 px = 1/96 inch; the same arguments give the
    same bytes.

    ``metadata`` goes into its XMP beside title and language; ``before`` as with `draw`. Raises `errors.NotFound` for a missing
    file or font.
    """
    file = PdfFile()
    page = _Page(file, spec)
    words = PdfWords(file)
    texts = [x for x in spec.layers if isinstance(x, TextLayer)]
    page.ground(spec, assets, fonts, before)
    under = _under(spec)
    for layer in spec.layers:
        before()
        if any(layer is mat for mat in under):
            continue
        if isinstance(layer, PanelLayer | ButtonLayer | ShapeLayer):
            page.artifact(_shape(layer, page))
        elif isinstance(layer, ImageLayer):
            page.image(layer, assets)
        elif isinstance(layer, TextLayer):
            page.words(layer, words, fonts)
        elif isinstance(layer, LogoLayer):
            page.logo(layer, assets)
    first = next((t.text for t in texts if t.slot == "headline"), texts[0].text if texts else "")
    title = _flat(first or spec.template)
    return page.finish(
        words, title, _language(texts), metadata or Metadata(description=spec.alt_text or None)
    )


class _Page:
    """The one page while it is drawn: its content, and the elements that its words and figures
    belong to.
    """

    def __init__(self, file: PdfFile, spec: DesignSpec) -> None:
        self.file, self.width, self.height = file, spec.width, spec.height
        self._out = [b"%b 0 0 %b 0 0 cm\n" % (real(_SCALE), real(_SCALE))]
        self._marked = 0
        self._spoken: list[_Element] = []
        self._figures: list[_Element] = []
        self._objects: list[bytes] = []
        self._states: dict[float, bytes] = {}

    def state(self, opacity: float) -> bytes:
        """The name of the graphics state of an opacity."""
        return self._states.setdefault(round(opacity, 4), b"G%d" % len(self._states))

    def artifact(self, shown: bytes) -> None:
        if shown:
            self._out.append(b"/Artifact BMC\n%bEMC\n" % shown)

    def _mark(self, kind: bytes, shown: bytes) -> None:
        self._out.append(b"/%b<</MCID %d>>BDC\n%bEMC\n" % (kind, self._marked, shown))
        self._marked += 1

    def _draw(
        self,
        number: int,
        box: tuple[float, float, float, float],
        unit: tuple[float, float] = (1, 1),
    ) -> bytes:
        name = b"X%d" % len(self._objects)
        self._objects.append(b"/%b %d 0 R" % (name, number))
        x, y, width, height = box
        place = (width / unit[0], 0, 0, height / unit[1], x, self.height - y - height)
        return b"q %b cm /%b Do Q\n" % (b" ".join(map(real, place)), name)

    def _figure(self, alt: str, box: tuple[float, float, float, float], shown: bytes) -> None:
        x, y, width, height = box
        corners = (x, self.height - y - height, x + width, self.height - y)
        attributes = b"/Alt%b/A<</O/Layout/Placement/Block/BBox[%b]>>" % (
            text_string(_flat(alt)), b" ".join(real(_SCALE * value) for value in corners),
        )  # fmt: skip
        self._figures.insert(
            0, _Element(b"Figure", attributes, range(self._marked, self._marked + 1))
        )
        self._mark(b"Figure", shown)

    def ground(
        self, spec: DesignSpec, assets: Mapping[str, bytes], fonts: FontStack, before: Before
    ) -> None:
        """Everything that lies under the panels, as one picture without loss."""
        layers = [
            *_under(spec),
            *(x for x in spec.layers if isinstance(x, PhotoLayer | BackgroundLayer | ScrimLayer)),
        ]
        base = Image.new("RGB", (spec.width, spec.height), (255, 255, 255))
        paint_layers(base, layers, assets, fonts, before=before)
        before()
        box = (0.0, 0.0, float(spec.width), float(spec.height))
        shown = self._draw(self.file.picture(base), box)
        if spec.alt_text.strip() and any(isinstance(x, PhotoLayer) for x in layers):
            self._figure(spec.alt_text, box, shown)
        else:
            self.artifact(shown)

    def logo(self, layer: LogoLayer, assets: Mapping[str, bytes]) -> None:
        x, y = round(layer.box[0]), round(layer.box[1])
        width, height = max(round(layer.box[2]), 1), max(round(layer.box[3]), 1)
        box = (float(x), float(y), float(width), float(height))
        number = None
        if layer.asset.mime_type == "image/svg+xml" and layer.tint is None:
            drawing = safely.as_pdf_safely(pictures.asset_bytes(layer.asset, assets), width, height)
            number = form_of(drawing, self.file, width, height)
        if number is not None:
            shown = self._draw(number, box, (width, height))
        else:
            # Twice the banner's pixels, so that print and zoom stay sharp.
            double = layer.model_copy(update={"box": (0, 0, 2 * width, 2 * height)})
            shown = self._draw(self.file.picture(pictures.logo(double, assets)), box)
        self._figure(f"{layer.name} logo", box, shown)

    def image(self, layer: ImageLayer, assets: Mapping[str, bytes]) -> None:
        """A template's second picture at the pixels that it is painted in."""
        x, y, width, height = (float(round(value)) for value in layer.box)
        shown = self._draw(
            self.file.picture(pictures.image(layer, assets)), (x, y, max(width, 1), max(height, 1))
        )
        self.artifact(shown)

    def words(self, layer: TextLayer, words: PdfWords, fonts: FontStack) -> None:
        paragraph = paragraph_of(layer, fonts)
        kind = b"H1" if layer.slot == "headline" else b"P"
        fills = [layer.colour, *(run.colour or layer.colour for run in layer.runs)]
        inks = [b" ".join(real(value / 255) for value in colour.parse_hex(f)) for f in fills]
        first = self._marked
        for line in paragraph.lines:
            if not line.text.strip():
                continue
            left, baseline = layer.box[0] + line.x, layer.box[1] + line.baseline
            rtl = layer.direction == "rtl"
            shown = words.line(line, paragraph.text, left, baseline, self.height, rtl, inks)
            self._mark(kind, b"q %b rg\n%bQ\n" % (inks[0], shown))
        for box in strikes_of(layer):
            self.artifact(b"q\n%bQ\n" % _box(box, layer.colour, 0.0, self))
        if self._marked > first:
            spoken = layer.language or guess_language(layer.text)
            # The letters lie from left to right; what is read aloud is what was written.
            entries = b"/ActualText%b" % text_string(
                unicodedata.normalize("NFC", _flat(layer.text))
            )
            if spoken and _code(spoken):
                entries += b"/Lang(%b)" % _code(spoken).encode()
            self._spoken.append(_Element(kind, entries, range(first, self._marked)))

    def finish(self, words: PdfWords, title: str, language: str, metadata: Metadata) -> bytes:
        """The page's content, its structure tree (14.7) and the catalog."""
        file = self.file
        fonts, emoji = words.resources()
        states = b"".join(
            b"/%b<</Type/ExtGState/ca %b/CA %b>>" % (name, real(value), real(value))
            for value, name in self._states.items()
        )
        page, root, document, pages = (file.reserve() for _ in range(4))
        self._tell_structure(page, root, document)
        contents = file.stream(b"".join(self._out))
        box = b"[0 0 %b %b]" % (real(_SCALE * self.width), real(_SCALE * self.height))
        file.put(
            page,
            b"<</Type/Page/Parent %d 0 R/MediaBox%b/Contents %d 0 R/StructParents 0/Tabs/S/Group<</S/Transparency/CS/DeviceRGB>>"
            b"/Resources<</Font<<%b>>/XObject<<%b%b>>/ExtGState<<%b>>>>>>"
            % (pages, box, contents, fonts, b"".join(self._objects), emoji, states),
        )
        file.put(pages, b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % page)
        said = file.stream(
            _xmp(metadata, title, language), b"/Type/Metadata/Subtype/XML", packed=False
        )
        catalog = file.add(
            b"<</Type/Catalog/Pages %d 0 R/StructTreeRoot %d 0 R/MarkInfo<</Marked true>>/Lang(%b)"
            b"/ViewerPreferences<</DisplayDocTitle true>>/Metadata %d 0 R>>"
            % (pages, root, language.encode(), said)
        )
        info = file.add(
            b"<</Title%b/Creator%b>>" % (text_string(title), text_string(metadata.creator_tool))
        )
        return file.finish(catalog, info)

    def _tell_structure(self, page: int, root: int, document: int) -> None:
        """The structure tree: what the page's marked contents are and in which order they are
        read.
        """
        file = self.file
        owners = [b"null"] * self._marked
        kids = []
        for element in self._spoken + self._figures:
            number = file.reserve()
            kids.append(b"%d 0 R" % number)
            held = []
            for at in element.contents:
                if element.kind == b"Figure":
                    owners[at] = kids[-1]
                    held.append(b"%d" % at)
                else:
                    # The block says its whole text; some readers (MuPDF) would say that again for
                    # each line it held.
                    line = file.add(
                        b"<</Type/StructElem/S/Span/P %d 0 R/Pg %d 0 R/K[%d]>>" % (number, page, at)
                    )
                    owners[at] = b"%d 0 R" % line
                    held.append(owners[at])
            file.put(
                number,
                b"<</Type/StructElem/S/%b/P %d 0 R/Pg %d 0 R/K[%b]%b>>"
                % (element.kind, document, page, b" ".join(held), element.entries),
            )
        file.put(
            document, b"<</Type/StructElem/S/Document/P %d 0 R/K[%b]>>" % (root, b" ".join(kids))
        )
        parents = file.add(b"<</Nums[0[%b]]>>" % b" ".join(owners))
        file.put(
            root,
            b"<</Type/StructTreeRoot/K[%d 0 R]/ParentTree %d 0 R/ParentTreeNextKey 1>>"
            % (document, parents),
        )


def _under(spec: DesignSpec) -> list[PanelLayer]:
    """The mats that a framed photo lies on: panels below the picture, not over it."""
    photos = [at for at, x in enumerate(spec.layers) if isinstance(x, PhotoLayer)]
    below = spec.layers[: photos[-1]] if photos else []
    return [x for x in below if isinstance(x, PanelLayer) and x.purpose == "mat"]


def _shape(layer: PanelLayer | ButtonLayer | ShapeLayer, page: _Page) -> bytes:
    # The same whole pixels that the picture is painted in.
    x, y, width, height = (round(value) for value in layer.box)
    opacity = 1.0 if isinstance(layer, ButtonLayer) else layer.opacity
    if isinstance(layer, ShapeLayer) and layer.path is not None:
        shown = _path(layer.path, layer.colour, page)
        return (
            b"q /%b gs\n%bQ\n" % (page.state(opacity), shown)
            if opacity < 1
            else b"q\n%bQ\n" % shown
        )
    rim = round(layer.border_width) if isinstance(layer, ButtonLayer) and layer.border else 0
    shown = b""
    if rim and isinstance(layer, ButtonLayer) and layer.border:
        shown = _box((x, y, width, height), layer.border, layer.radius, page)
    inner = (x + rim, y + rim, width - 2 * rim, height - 2 * rim)
    shown += _box(inner, layer.colour, max(layer.radius - rim, 0.0), page)
    return b"q /%b gs\n%bQ\n" % (page.state(opacity), shown) if opacity < 1 else b"q\n%bQ\n" % shown


def _box(box: tuple[int, int, int, int], fill: str, radius: float, page: _Page) -> bytes:
    """A filled box with round corners, as operators."""
    x, width, height = box[0], box[2], box[3]
    if width < 1 or height < 1:
        return b""
    low = page.height - box[1] - height
    ink = b" ".join(real(value / 255) for value in colour.parse_hex(fill)) + b" rg\n"
    if radius <= 0:
        return ink + b"%d %d %d %d re f\n" % (x, low, width, height)
    r = min(radius, width / 2, height / 2)
    k = r * (1 - _ARC)
    right, high = x + width, low + height
    steps: list[tuple[bytes, tuple[float, ...]]] = [
        (b"m", (x + r, low)), (b"l", (right - r, low)), (b"c", (right - k, low, right, low + k, right, low + r)),
        (b"l", (right, high - r)), (b"c", (right, high - k, right - k, high, right - r, high)),
        (b"l", (x + r, high)), (b"c", (x + k, high, x, high - k, x, high - r)),
        (b"l", (x, low + r)), (b"c", (x, low + k, x + k, low, x + r, low)),
    ]  # fmt: skip
    return (
        ink
        + b"".join(b" ".join(map(real, values)) + b" " + sign + b"\n" for sign, values in steps)
        + b"h f\n"
    )


def _path(path: str, fill: str, page: _Page) -> bytes:
    """A path filled by the even-odd rule, as operators."""
    ink = b" ".join(real(value / 255) for value in colour.parse_hex(fill)) + b" rg\n"
    signs = {"M": b"m", "L": b"l", "C": b"c", "Z": b"h"}
    steps = []
    for letter, values in svg_path.parse(path):
        placed = (page.height - v if i % 2 else v for i, v in enumerate(values))
        steps.append(b" ".join([*map(real, placed), signs[letter]]))
    return ink + b"\n".join(steps) + b"\nf*\n"


def _xmp(metadata: Metadata, title: str, language: str) -> bytes:
    """The packet of our pictures, with what PDF/UA asks for: the part of the standard, the title,
    the language.
    """
    more = (
        '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>'
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language></rdf:Description>"
    )
    return to_xmp(metadata).replace(b"</rdf:RDF>", more.encode() + b"</rdf:RDF>", 1)


def _language(texts: list[TextLayer]) -> str:
    spoken = next((t.language for t in texts if t.language), None)
    # Of several scripts the headline's counts: it is what the document is about.
    spoken = (
        spoken or guess_language(next((t.text for t in texts if t.slot == "headline"), "")) or "en"
    )
    return _code(spoken) or "en"


def _code(language: str) -> str:
    """The tag's language alone; empty for what is no tag."""
    code = language.split("-")[0].lower()
    return code if code.isascii() and code.isalpha() and 2 <= len(code) <= 3 else ""


def _flat(text: str) -> str:
    """One line, without control characters and halves of characters."""
    shown = "".join(
        c
        for c in " ".join(text.split())
        if unicodedata.category(c) not in ("Cc", "Cs") and c not in "\ufffe\uffff"
    )
    return shown or "Banner"
