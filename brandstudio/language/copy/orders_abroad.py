"""What of a sentence in Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai or Russian is asked
of the writer, and what it is to be about.

These languages put the order around its subject or before it: "…について投稿を書いてください",
"اكتب منشورا عن …". What the order is about goes on word for word; the order itself is never copy.
"""

from __future__ import annotations

import re

_END = r"[\s。．.!！؟?।]*$"
_JA = (
    r"(?:書いて|かいて|作って|つくって|作成して|考えて|まとめて|執筆して|用意して|作成を?お願い|執筆を?お願い)"
    r"(?:ください|下さい|くれ|ほしい|欲しい|もらえますか|いただけますか|くださいませ|ね|よ|します|いたします)*"
)
_ZH = r"(?:请|請|帮我|幫我|给我|給我|为我|為我|麻烦|麻煩)*(?:撰写|撰寫|写|寫|创作|創作|拟|擬|生成)"
_KO = r"(?:써|작성해|만들어|적어)\s*(?:줘|줘요|주세요|주십시오|주실래요|달라)"
_AR = r"(?:من فضلك\s+|رجاءً?\s+)?(?:اكتبي|اكتبوا|اكتب|أكتب|أنشئ|صغ|حرر|حرّر)(?!\w)"
_HE = r"(?:בבקשה\s+)?(?:כתוב|כתבי|כתבו|תכתוב|תכתבי|נסח)(?!\w)"
_HI = r"(?:लिखें|लिखो|लिखिए|लिखिये|लिख दें|बनाएं|बनाइए)"
_RU = r"(?:пожалуйста,?\s+)?(?:напишите|напиши|составьте|составь|сочините|сочини)\b"

#: By language: an order that says what it is about, then any order.
_ORDERS = tuple(
    (re.compile(about + _END, re.IGNORECASE), re.compile(bare + _END, re.IGNORECASE))
    for about, bare in (
        (
            rf"^(?P<said>.+?)(?:についての|についての?|に関する|に関して|をテーマに(?:した)?|を告知する|を紹介する).*?{_JA}",
            rf"^.*{_JA}",
        ),
        (
            rf"^{_ZH}.{{0,12}}?(?:关于|關於|有关|有關)(?P<said>.+?)(?:的[^的。]{{1,12}})?",
            rf"^{_ZH}.{{0,30}}",
        ),
        (rf"^(?P<said>.+?)(?:에 대한|에 대해서?|에 관한|에 관해)\s.*?{_KO}", rf"^.*{_KO}"),
        (rf"^{_AR}.{{0,60}}?\s(?:عن|حول|بشأن)\s+(?P<said>.+?)", rf"^{_AR}.*"),
        (rf"^{_HE}.{{0,60}}?\s(?:על|אודות)\s+(?P<said>.+?)", rf"^{_HE}.*"),
        (rf"^(?P<said>.+?)\s+(?:के बारे में|पर)\s.*?{_HI}", rf"^.*{_HI}"),
        (
            r"^(?:ช่วย|กรุณา|โปรด)*เขียน.{0,40}?เกี่ยวกับ(?P<said>.+?)(?:ให้หน่อย|หน่อย|ครับ|ค่ะ)*",
            r"^(?:ช่วย|กรุณา|โปรด)*เขียน.*",
        ),
        (rf"^{_RU}.{{0,60}}?\s(?:про|о|об|обо)\s+(?P<said>.+?)", rf"^{_RU}.*"),
    )
)
_ABROAD = re.compile(
    "[\u0400-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_LONGEST = 400


def order_abroad(sentence: str) -> str | None:
    """What an order is about, in its own words; empty where it doesn't say, None for no order."""
    if len(sentence) > _LONGEST or not _ABROAD.search(sentence):
        return None
    said = sentence.strip()
    for about, bare in _ORDERS:
        if match := about.match(said):
            return match.group("said").strip(" 、,،")
        if bare.match(said):
            return ""
    return None
