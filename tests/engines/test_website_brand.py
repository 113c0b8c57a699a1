"""What leads on a site: its own colour and not the framework's, its own logo, its own words."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from brandstudio.engines.website import SiteFacts, read_site
from brandstudio.engines.website.usage import Element, PageUse, read_selector
from brandstudio.network.fetch import Fetched, FetchRefused

BOOTSTRAP = """:root{--bs-primary:#0d6efd;--bs-success:#198754;--bs-danger:#dc3545;--bs-link-color:#0d6efd}
body{background-color:#fff;color:#212529}a{color:var(--bs-link-color)}
.btn{background-color:var(--bs-btn-bg)}.btn-primary{--bs-btn-bg:#0d6efd}.btn-danger{--bs-btn-bg:#dc3545}
.btn-success{--bs-btn-bg:#198754}.alert-warning{background-color:#ffc107}.bg-purple{background:#6f42c1}"""
BODY = """<body><header><nav><a class="navbar-brand" href="/">Acme</a></nav></header><main><h1>Ropes that hold</h1>
<p>We make ropes for climbers.</p><a class="btn btn-primary" href="/buy">Buy</a><a class="btn btn-success" href="/s">Share</a>
<div class="alert alert-warning" role="alert">The office is closed today.</div><a href="/more">More</a></main></body>"""


def site(pages: dict[str, str], home: str = "https://acme.example/") -> SiteFacts:
    """The facts of a site that answers from memory: pages and stylesheets by path."""

    def fetch(url: str, *, max_bytes: int, kind: str) -> Fetched:
        path = urlsplit(url).path
        if path not in pages:
            raise FetchRefused("status", "Not there.")
        content_type = "text/css" if path.endswith(".css") else "text/html"
        return Fetched(url, content_type, pages[path].encode()[:max_bytes], url, "utf-8")

    return read_site(home, fetch)


def primary(css: str, body: str = BODY, head: str = "", html: str = "<html>") -> str | None:
    page = f'{html}<head><title>Acme</title>{head}<link rel="stylesheet" href="/a.css"></head>{body}</html>'
    facts = site({"/": page, "/a.css": css})
    return next((colour.hex for colour in facts.colours if colour.role == "primary"), None)


@pytest.mark.parametrize(("css", "leads"), [
    (BOOTSTRAP, "#0d6efd"),  # nothing else is there: the framework's own colour is what one sees
    (BOOTSTRAP + ".btn-primary{background-color:#00857c}a{color:#00857c}", "#00857c"),
    (BOOTSTRAP.replace("#0d6efd", "#e95420"), "#e95420"),
    ("body{background:#fff}:root{--brand-600:#b4232a;--blue:#0000ff}.btn-primary{background:var(--brand-600)}"
     ".alert{background:#ffee00}p,h1,main,nav,header{color:#224488}", "#b4232a"),
    (":root{--color-button:138,21,56;--color-base:18,18,18}body{color:rgb(var(--color-base))}"
     ".btn{background-color:rgba(var(--color-button),1)}", "#8a1538"),
    (":root{--primary:262 83% 58%;--primary-foreground:210 20% 98%}.btn-primary{background:hsl(var(--primary))}"
     "body{color:#111}", "#7c3bed"),
])  # fmt: skip
def test_buttons_links_and_what_a_site_calls_its_own_outrank_frequency(
    css: str, leads: str
) -> None:
    assert primary(css) == leads


def test_colours_that_no_element_shows_are_none_of_the_site() -> None:
    pages = {"/": f'<link rel="stylesheet" href="/a.css">{BODY}', "/a.css": BOOTSTRAP}
    shown = {colour.hex for colour in site(pages).colours}
    assert "#6f42c1" not in shown
    assert "#198754" in shown  # a button of the page


def test_utility_classes_count_by_the_elements_that_carry_them() -> None:
    css = (
        "*,::before{--tw-bg-opacity:1}.bg-gray-900{background-color:rgb(17 24 39/var(--tw-bg-opacity))}"
        ".bg-emerald-600{--tw-bg-opacity:1;background-color:rgb(5 150 105/var(--tw-bg-opacity))}"
        ".bg-sky-100{background-color:#e0f2fe}.text-slate-700{color:#334155}.md\\:p-4{color:#ff00ff}"
    )
    body = """<body class="text-slate-700"><header class="bg-gray-900"><a href="/">A</a></header><main><h1>Kelp</h1>
    <div class="bg-sky-100">Rain</div><div class="bg-sky-100">Sun</div><p>We farm it.</p>
    <a class="bg-emerald-600 px-4" href="/b">Buy</a><button class="bg-emerald-600">Order</button></main></body>"""
    assert primary(css, body) == "#059669"


def test_a_dark_theme_counts_where_the_page_is_dark() -> None:
    css = (
        ":root{--bg:#fff;--violet:#5b3df5}.dark{--bg:#0b0b10;--violet:#7c5cff}body{background:var(--bg)}"
        ".btn{background:var(--violet)}"
    )
    assert primary(css) == "#5b3df5"
    assert primary(css, html='<html class="dark">') == "#7c5cff"


def test_the_browsers_colour_at_night_is_not_the_theme() -> None:
    head = (
        '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#220044">'
        '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#aa3311">'
    )
    assert primary("body{color:#222}", head=head) == "#aa3311"


def test_the_logos_paint_leads_where_the_stylesheets_say_little() -> None:
    body = BODY.replace(
        'href="/">Acme</a>', 'href="/"><svg class="logo"><path fill="#c2410c" d="M0 0"/></svg></a>'
    )
    assert primary("body{color:#222;background:#fff}", body) == "#c2410c"


def test_logos_of_partners_are_not_the_sites() -> None:
    body = """<body><header><a href="/"><img src="/acme-logo.png" alt="Acme logo"></a></header><main><h1>Ropes</h1>
    <div><img src="/a-logo.png" alt="A logo"><img src="/b-logo.png"><img src="/c-logo.png"></div>
    <p class="partner"><img src="/d-logo.png"></p><p>We make ropes for people who climb.</p></main></body>"""
    assert [logo.url for logo in site({"/": body}).logos] == ["https://acme.example/acme-logo.png"]


def test_families_of_one_letter_and_names_of_a_framework_are_told_apart() -> None:
    css = (
        '@font-face{font-family:__Source_Serif_f367f3;src:url(/s.woff2)}@font-face{font-family:"a";src:url(/a.woff2)}'
        'body{font-family:__Source_Serif_f367f3,__Source_Serif_Fallback_f367f3}h1{font-family:"a",Lobster}'
    )
    facts = site({"/": f'<link rel="stylesheet" href="/a.css">{BODY}', "/a.css": css})
    assert [font.family for font in facts.fonts] == ["Source Serif"]
    assert facts.fonts[0].files == ("https://acme.example/s.woff2",)


def test_what_customers_say_and_what_has_happened_is_no_essence() -> None:
    body = """<body><main><h1>Ropes</h1><div class="testimonial-card"><p>We are the happiest climbers of the whole world.</p></div>
    <blockquote><p>Our mission is to climb every single wall with this rope.</p></blockquote>
    <div role="alert"><p>We are an office that is closed on Monday.</p></div>
    <div class="cookie-bar"><p>We want to make your visit a very good one.</p></div>
    <p>We make ropes that hold for thirty years.</p></main></body>"""
    essence = site({"/": body}).purpose.essence
    assert essence == "We make ropes that hold for thirty years."


def test_a_page_that_only_leads_on_is_followed_twice_at_most() -> None:
    refresh = (
        '<html><head><meta http-equiv="refresh" content="0; url={}"></head><body></body></html>'
    )
    pages = {"/": refresh.format("/en/"), "/en/": f"<title>Acme | Ropes</title>{BODY}"}
    facts = site(pages)
    assert facts.url == "https://acme.example/en/"
    endless = {"/": refresh.format("/1"), "/1": refresh.format("/2"), "/2": f"<title>Two</title>{BODY}",
               "/3": BODY}  # fmt: skip
    assert site(endless).url == "https://acme.example/2"


def test_a_selector_is_live_when_everything_that_it_names_is_on_the_page() -> None:
    use = PageUse()
    for tag, attributes in (
        ("html", {"data-theme": "light"}), ("body", {"class": "home"}), ("a", {"class": "btn cta"}),
        ("p", {}), ("p", {"id": "first"}),
    ):  # fmt: skip
        use.add(Element(tag, attributes))
    live = [
        "a.btn",
        ".home > p",
        "#first",
        "a:where(.none,.cta):hover",
        "p:not(.x)",
        "[data-theme=light] p",
    ]
    dead = ["a.none", ".home .card", "h1", "[data-theme=dark] p", ".btn.dark"]
    assert [s for s in live + dead if use.of(s)] == live
    assert use.of("p") == {"other": 2}
    assert use.is_ground("html[data-theme=light]")
    assert not use.is_ground(".btn")
    assert read_selector(".md\\:p-4:hover") == (((".md:p-4",),),)


def test_a_hostile_selector_is_read_in_a_moment() -> None:
    for selector in (":is(" * 2000, "(" * 5000, ":is(a,b)" * 500, "[" * 3000, ".a>" * 3000):
        assert len(read_selector(selector)) <= 12
