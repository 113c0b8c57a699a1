"""How long a text is as a channel counts it: X's weights, UTF-16, double widths, SMS alphabets, pixels.

Sources, in the order of the functions: the configuration of X's twitter-text 3 (weights of 1 and 2,
23 for every address, an emoji as one sign of 2); LinkedIn and most script-written forms count the
code units of UTF-16 (ECMA-262, String length); Google Ads Help, 1704389 ("Each character in
double-width languages like Korean, Japanese, or Chinese counts as two towards the limit"); 3GPP TS 23.038, 6.2.1 (the GSM 7-bit alphabet and its
extension) and 23.040, 9.2.3.24 (153 of 160 septets, or 67 of 70 units, in each part of several);
widths of Helvetica (Adobe's published font metrics), in which Arial was drawn to be alike.
"""

from __future__ import annotations

import re
import unicodedata

_LINK = re.compile(
    r"https?://[^\s<>\"]+|\bwww\.[^\s<>\"]+|\b[a-z0-9-]+\.(?:com|org|net|io|dev|de|fr|eu|uk|ch|at)\b(?:/[^\s<>\"]*)?",
    re.I,
)
_LINK_WEIGHT = 23
#: Code points of weight 1; all others weigh 2.
_LIGHT = ((0, 4351), (8192, 8205), (8208, 8223), (8242, 8247))
_PICTURE = (
    "[\U0001f000-\U0001f1e5\U0001f200-\U0001faff\u2600-\u27bf\u2300-\u23ff\u2b05-\u2b55\u203c\u2049"
    "\u2122\u2139\u2194-\u21aa\u24c2\u25aa-\u25fe\u2934\u2935\u3030\u303d\u3297\u3299]"
    "\ufe0f?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
)
#: An emoji with its colours, joins and flags (UTS 51, 1.4.9, without its list of what is in use).
_EMOJI = re.compile(
    f"{_PICTURE}(?:\u200d{_PICTURE})*|[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3"
)


_GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
_GSM_EXTENDED = frozenset("\f^{}\\[~]|€")
SMS_SEPTETS, SMS_SEPTETS_OF_SEVERAL = 160, 153
_UNITS, _UNITS_OF_SEVERAL = 70, 67

#: Widths in thousandths of the size: every sign that is not of 556, the width of most letters.
_WIDTHS = {
    sign: width
    for signs, width in (
        ("ijl'", 222), (" !,./:;I[\\]ft", 278), ("|", 260), ("()-`r", 333), ("\"", 355), ("*", 389),
        ("^", 469), ("Jckvxyzs", 500), ("+<=>~", 584), ("FTZ", 611), ("&ABEKPSVXY", 667),
        ("CDHNRUw", 722), ("GOQ", 778), ("Mm", 833), ("%", 889), ("W", 944), ("@", 1015), ("{}", 334),
        ("\u2026\u2014", 1000), ("\u2019\u2018", 222), ("\u201c\u201d", 333), ("\u2022", 350),
    )
    for sign in signs
}  # fmt: skip
_USUAL, _WIDE, _MIDDLE = 556, 1000, 600
#: The size of a description in Google's results, in pixels.
DESCRIPTION_SIZE = 14
#: And of a title.
TITLE_SIZE = 20


def on_x(text: str) -> int:
    """The weight of a post as X counts it; the most is 280.

    >>> on_x("Fair"), on_x("春の市"), on_x("See https://example.org/a/very/long/address")
    (4, 6, 27)
    """
    plain = unicodedata.normalize("NFC", text)
    weight = 0
    last = 0
    for link in _LINK.finditer(plain):
        weight += _weighed(plain[last : link.start()]) + _LINK_WEIGHT
        last = link.end()
    return weight + _weighed(plain[last:])


def _weighed(text: str) -> int:
    plain, emoji = _EMOJI.subn("", text)  # a family of four is one sign
    light = sum(any(low <= ord(sign) <= high for low, high in _LIGHT) for sign in plain)
    return 2 * emoji + 2 * len(plain) - light


def in_utf16(text: str) -> int:
    """The code units of UTF-16: what ``length`` is in a web page's script."""
    return len(text) + sum(ord(sign) > 0xFFFF for sign in text)


def in_ads(text: str) -> int:
    """The length of a headline or a description as Google Ads counts it: each sign of a double-width
    language as two, whatever the rest of the text is written in.

    >>> in_ads("Sale"), in_ads("春のセール"), in_ads("봄 세일 20%")
    (4, 10, 11)
    """
    return len(text) + sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)


def in_sms(text: str) -> int:
    """The length in septets of a message of the GSM alphabet; a message that needs UTF-16 (70 units,
    67 of several) is told on the same scale, so that 160 is one message and 153 more each further one.

    >>> in_sms("Sale"), in_sms("[Sale]"), in_sms("春" * 70), in_sms("春" * 134)
    (4, 8, 160, 306)
    """
    if all(sign in _GSM or sign in _GSM_EXTENDED for sign in text):
        return len(text) + sum(sign in _GSM_EXTENDED for sign in text)
    units = in_utf16(text)
    if units <= _UNITS:
        return -(-units * SMS_SEPTETS // _UNITS)
    return max(SMS_SEPTETS + 1, -(-units * SMS_SEPTETS_OF_SEVERAL // _UNITS_OF_SEVERAL))


def sms_room(parts: int) -> int:
    """What ``in_sms`` may be for so many messages."""
    return SMS_SEPTETS if parts <= 1 else parts * SMS_SEPTETS_OF_SEVERAL


def in_pixels(text: str, size: int) -> int:
    """The width of a line in Arial at ``size`` pixels, rounded up."""
    width = 0
    for sign in unicodedata.normalize("NFD", text):
        if unicodedata.combining(sign):
            continue
        if unicodedata.east_asian_width(sign) in "WF":
            width += _WIDE
        elif sign.isascii() or sign in _WIDTHS:
            width += _WIDTHS.get(sign, _USUAL)
        else:
            width += _MIDDLE
    return -(-width * size // 1000)
