"""Lists of hostile input: bodies, path spellings and file names."""

from __future__ import annotations

_GOOD = b'{"level1":"acme","prompt":"x","name":"x"}'

BODIES: dict[str, bytes] = {
    "blank": b" \n\t", "bom": b"\xef\xbb\xbf" + _GOOD, "utf-16": _GOOD.decode().encode("utf-16"),
    "utf-32": _GOOD.decode().encode("utf-32-le"), "latin-1": '{"a":"é"}'.encode("latin-1"), "cut utf-8": b'{"a":"\xe2\x82"}',
    "surrogate bytes": b'{"a":"\xed\xa0\x80"}', "overlong slash": b'{"a":"\xc0\xaf"}', "lone byte": b"\x80", "nul": b"\x00",
    "trailing nul": _GOOD + b"\x00", "gzip": b"\x1f\x8b\x08\x00" + b"\x00" * 20, "zip": b"PK\x03\x04", "png": b"\x89PNG\r\n\x1a\n",
    "pickle": b"\x80\x04\x95\x00", "yaml": b"name: x", "toml": b"name = 'x'", "xml": b"<?xml version='1.0'?><a/>", "html": b"<p>x",
    "form": b"name=x&level1=acme", "prose": b"hello there", "true": b"true", "false": b"false", "null": b"null", "zero": b"0",
    "minus one": b"-1", "float": b"1.5", "string": b'"x"', "array": b"[]", "array of one": b"[" + _GOOD + b"]", "open": b"{",
    "close": b"}", "both wrong": b"}{", "open array": b"[", "cut": _GOOD[:-1], "cut string": b'{"name":"ac', "cut key": b'{"na',
    "no value": b'{"a":}', "no key": b'{:1}', "no colon": b'{"a" 1}', "two colons": b'{"a"::1}', "trailing comma": b'{"a":1,}',
    "leading comma": b'{,"a":1}', "two commas": b'{"a":1,,"b":2}', "two values": _GOOD + _GOOD, "lines": _GOOD + b"\n" + _GOOD,
    "trailing word": _GOOD + b"x", "block comment": b'/**/{"a":1}', "line comment": b'{"a":1}//x', "hash comment": b'{"a":1}#x',
    "single quotes": b"{'a':1}", "bare key": b"{a:1}", "number key": b"{1:1}", "NaN": b'{"a":NaN}', "Infinity": b'{"a":Infinity}',
    "minus Infinity": b'{"a":-Infinity}', "undefined": b'{"a":undefined}', "None": b'{"a":None}', "True": b'{"a":True}',
    "hex": b'{"a":0x1F}', "octal": b'{"a":017}', "plus": b'{"a":+1}', "bare dot": b'{"a":.5}', "dot end": b'{"a":1.}',
    "bare exponent": b'{"a":1e}', "bare minus": b'{"a":-}', "underscore": b'{"a":1_0}', "1e999": b'{"a":1e999}',
    "-1e999": b'{"a":-1e999}', "ten thousand digits": b'{"a":' + b"7" * 10_000 + b"}", "key twice": b'{"a":1,"a":1}',
    "key twice escaped": b'{"a":1,"\\u0061":1}', "key twice inside": b'{"a":{"b":1,"b":1}}', "bad escape": b'{"a":"\\q"}',
    "cut escape": b'{"a":"\\u12"}', "raw newline": b'{"a":"x\ny"}', "raw tab": b'{"a":"\t"}', "raw nul": b'{"a":"\x00"}',
    "arrays": b"[" * 90_000, "closed arrays": b"[" * 90_000 + b"]" * 90_000, "objects": b'{"a":' * 90_000,
    "inside": b'{"a":' + b"[" * 40_000 + b"]" * 40_000 + b"}", "mixed": b'[{"a":' * 40_000, "vertical tab": b"\x0b" + _GOOD,
    "no-break space": b"\xc2\xa0" + _GOOD, "line separator": b"\xe2\x80\xa8" + _GOOD, "zero width": b"\xe2\x80\x8b" + _GOOD,
    "template": b"{{7*7}}", "script": b"require('fs')", "jsonp": b'f({"a":1})', "prefix": b")]}',\n" + _GOOD,
    "semicolon": _GOOD + b";", "curly quotes": "{“a”:1}".encode(), "full-width brace": "｛\"a\":1｝".encode(),
    "many megabytes": b'{"a":"' + b"x" * (3 * 1024 * 1024) + b'"}',
}

TRAVERSALS: tuple[bytes, ...] = (
    b"../etc/passwd", b"../../../../../../etc/passwd", b"..%2f..%2f..%2fetc%2fpasswd", b"%2e%2e/%2e%2e/etc/passwd",
    b"%2e%2e%2f%2e%2e%2fetc%2fpasswd", b"..%252f..%252fetc%252fpasswd", b"..%c0%af..%c0%afetc%c0%afpasswd",
    b"..%ef%bc%8f..%ef%bc%8fetc/passwd", b"....//....//etc/passwd", b"..\\..\\etc\\passwd", b"..%5c..%5cetc%5cpasswd",
    b"%00", b"x%00.png", b"%0d%0aset-cookie:%20a=b", b"/etc/passwd", b"//etc/passwd", b"/%2fetc/passwd", b"file:///etc/passwd",
    b".", b"..", b"...", b"%2e", b"%2e%2e", b"~root", b"C:%5cWindows%5cwin.ini", b"..;/..;/etc/passwd", b"./../.", b"secret.key",
    b"../secret.key", b"..%2fstudio.db", b"%252e%252e%252fsecret.key", b"%uff0e%uff0e/", b"x" * 5000, b"%ff%fe", b"%f0%9f%98%80",
    b"%E2%80%AE", b"?", b"%3f", b"%23", b"con", b"a%20b", b"*", b"%2a", b"{level1}", b"%7blevel1%7d", b"acme%2ftree", b"acme%2Ftree",
)

_BASES = ("../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "C:\\a.png", "\\\\host\\share", "a/b.png", "a\\b.png", ".", "..", "...",
          ".htaccess", "~", "-rf", "--help", "con", "NUL.png", "com1.txt", "aux", "a.png.", "a.png ", " a.png", "a:b", "a::$DATA", "a|b",
          "a?b", "a*b", "a<b>", "a;b", "a&b", "a$(id)", "`id`", "a'b", 'a"b', "a\\", 'a";x="b', "a%00b", "a%2fb", "%2e%2e%2f", "%", "%%",
          "%41", "a,b", "a=b", "a b", "a  b", "a+b", "a#b", "a@b", "{}", "[]", "()", "!", "a\tb", "a\nb", "a\r\nb",
          "a\r\nset-cookie: x=y", "a\x00b", "a\x1bb", "a\x7fb", "a\x85b", "a\u2028b", "a\u2029b", "\ufeffa", "a\u200bb", "a\u202egnp.exe",
          "a\u2066b\u2069", "a\u00adb", "e\u0301.png", "é.png", "Å.png", "Å.png", "ﬁ.png", "Straße.png", "İstanbul.png", "ıssız.png",
          "Ελλάδα.png", "Зима.png", "שלום.png", "مرحبا.png", "हिन्दी.png", "ไทย.png", "夏の海.png", "冬天.png", "겨울.png", "🏖️.png",
          "👩‍👩‍👧.png", "🇩🇪.png", "𝒜.png", "\U000e0041.png", "Z͑ͫ̓ͪ̂ͫ.png", "a" * 255, "a" * 200, "é" * 200, "夏" * 200, "🏖" * 100, "a." * 90, ".png", ".png.png",
          "a.PNG", "a.exe", "a.png.exe", "a.html", "a.svg", "a.js", "a.php", "a.jpeg", "a.tar.gz", "UTF-8''a.png", "=?utf-8?q?a?=",
          "filename*=x", "a\u00a0b", "a\u3000b", "\u3000", "\u200b", "\u00a0", "．．／a", "⁄etc⁄passwd", "∕a", "＼a", "a／b", "a：b")

FILE_NAMES: list[str] = [*_BASES, *(f"x/{base}" for base in _BASES[:12]), *(base + ".jpg" for base in _BASES[:16])]
"""Names of at most 255 characters that have broken file systems, headers, terminals or shells."""
