"""Which answers of a text provider may be kept: refusals, thoughts and markup in many languages, and
honest copy that begins like them.
"""

from __future__ import annotations

import pytest

from brandstudio.language import copy
from brandstudio.language.copy.answers import faults, limit_of, without_thoughts

BRIEF = "The spring fair opens on 3 May 2027 in Bern. Entry costs 12 francs."

REFUSED = (
    "As a language model, I don't have access to your brand's voice, so I cannot produce this.",
    "I apologize, but I'm not able to create promotional content for this event.",
    "I'd rather not write this. It may be misleading.",
    "Unfortunately, I'm unable to comply with that request.",
    "I won't write this copy.",
    'Thinking Process:\n1. Analyze the brief: spring fair, 3 May.\n2. Draft.\n\nSpring fair opens on 3 May 2027 in Bern.',
    'Okay, the user wants copy about a fair. Let me write something.\n\nThe spring fair opens on 3 May 2027 in Bern.',
    '<|channel|>analysis<|message|>We need copy.<|end|>The fair opens on 3 May.',
    '[INST] Write new copy [/INST] The fair opens on 3 May 2027 in Bern.',
    '{"copy": "The spring fair opens on 3 May 2027 in Bern. Entry costs 12 francs."}',
    '<h2>Spring fair</h2><ul><li>3 May 2027</li></ul>',
    '<section class="hero"><button>Come</button></section> The fair opens on 3 May.',
    'The spring fair opens.\n<script>alert(1)</script>',
    'Here\'s the JSON you sent: {"task":"write","brief":"The spring fair opens"}',
    'Leider kann ich diesen Text nicht erstellen.',
    'Als KI-Sprachmodell kann ich keine Werbetexte verfassen.',
    'Entschuldigung, aber dabei kann ich nicht behilflich sein.',
    'Je suis désolée, mais je ne suis pas en mesure de rédiger ce texte.',
    'En tant que modèle de langage, je ne peux pas produire ce contenu.',
    'Lo siento, pero no puedo ayudarte con eso.',
    'Como modelo de lenguaje, no me es posible redactar este texto.',
    '申し訳ございませんが、そのご依頼にはお応えできません。',
    'AIとして、この文章を作成することはできません。',
    'عذرًا، لا أستطيع كتابة هذا النص.',
    'أنا آسف، لكن لا يمكنني المساعدة في هذا الطلب.',
    'بصفتي نموذجًا لغويًا، لا يمكنني كتابة محتوى ترويجي.',
    '<think>短く書こう。',
    "I apologize, but I can't fulfil this request.",
    'I cannot generate marketing for this.',
    "Sorry — as an AI I don't do advertising.",
    "I'm not comfortable writing that.",
    "We're sorry, but we are unable to assist with this request.",
    'Let me draft a short tweet.\n\nThe fair opens on 3 May 2027.',
    '```json\n{"text": "The fair opens on 3 May 2027"}\n```',
    '["The fair opens", "on 3 May 2027"]',
    '<center>The fair opens on 3 May 2027</center>',
    'The fair opens on 3 May 2027.<br/>Entry 12 francs.',
    'The fair opens. <img src=x onerror=alert(1)>',
    '<|im_start|>assistant The fair opens on 3 May 2027',
    'Ich kann dir bei diesem Text leider nicht helfen.',
    'Es tut mir leid, aber das darf ich nicht schreiben.',
    'Je ne peux pas générer ce contenu promotionnel.',
    "L'utilisateur demande un tweet. La foire ouvre le 3 mai 2027.",
    'Me temo que no puedo ayudarte con esa petición.',
    '恐れ入りますが、このコピーの作成はできません。',
    'لن أتمكن من كتابة هذا المحتوى.',
    '很抱歉，我无法帮助您撰写此内容。',
    '죄송하지만 해당 요청은 도와드릴 수 없습니다.',
    'Mi dispiace, non posso aiutarti con questa richiesta.',
    'This request violates our content policy.',
    "Your prompt goes against the safety guidelines.",
    "[b]The fair opens on 3 May 2027[/b] in Bern.",
    f"Brief: {BRIEF}\n\nCopy: Come to Bern on 3 May 2027.",
    "### Response:\nThe fair opens on 3 May 2027 in Bern.",
    "The fair opens on 3 May 2027.\n\nLet me know if you'd like any changes!",
    "The fair opens on 3 May 2027.\n\nWould you like me to adjust the tone?",
    "Am 3. Mai 2027 in Bern.\n\nSoll ich den Text noch kürzen?",
)  # fmt: skip
KEPT = (
    'We apologise for the wait: the fair opens on 3 May 2027 in Bern. Entry 12 francs.',
    'Sorry, rain. The spring fair opens on 3 May 2027 in Bern, and entry costs 12 francs.',
    "I can't wait for spring! The fair opens on 3 May 2027 in Bern. Entry: 12 francs.",
    'Spring fair <3 Bern! 3 May 2027, entry 12 francs.',
    '**Spring fair** in Bern on 3 May 2027. Entry 12 francs.',
    'Leider nur ein Tag: Der Frühlingsmarkt öffnet am 3. Mai 2027 in Bern. Eintritt 12 Franken.',
    "Désolé pour l'hiver : la foire de printemps ouvre le 3 mai 2027 à Berne. Entrée 12 francs.",
    '¡No puedo esperar! La feria abre el 3 de mayo de 2027 en Berna. Entrada 12 francos.',
    'لا تفوتوا معرض الربيع: 3 مايو 2027 في برن، الدخول 12 فرنكا.',
    '春の市、2027年5月3日ベルンで開幕。入場料12フラン。申し訳ありませんが、ペットはご遠慮ください。',
    'As an AI studio in Bern, we open our doors on 3 May 2027.',
    "We can't write your story. You can, on 3 May 2027 in Bern.",
    "You can't help but smile: the fair opens on 3 May 2027.",
    "I can't help but smile: 3 May 2027, Bern.",
    'Unable to wait? The fair opens on 3 May 2027.',
    'Write to anna <anna@acme.com> or see <https://acme.com>.',
    'Okay, spring! The fair opens on 3 May 2027 in Bern.',
    'Our users want calm: a fair in Bern on 3 May 2027.',
    'Reasoning by heart: 3 May 2027, Bern.',
    'The fair: 3 May 2027. 12 < 15 francs, and 40 > 30 stalls.',
    'Ich kann nicht anders: Am 3. Mai 2027 bin ich in Bern.',
    'Als KI-Beratung öffnen wir am 3. Mai 2027 die Türen.',
    'Tut mir leid, Winter: Am 3. Mai 2027 öffnet der Frühlingsmarkt.',
    'Je ne peux plus attendre : rendez-vous le 3 mai 2027 à Berne.',
    'No puedo dejar de sonreír: la feria abre el 3 de mayo de 2027.',
    'この味は真似できません。2027年5月3日、ベルン。',
    'AIと春の市。2027年5月3日ベルンで開幕。',
    'لا يمكنني الانتظار: 3 مايو 2027 في برن!',
    "Let me know if you'd like a stall: we open on 3 May 2027 in Bern.",
    "We'd be happy to rework your kitchen. Would you like to change the tone of your home?",
    "This rule violates nobody's taste: 3 May 2027, Bern.",
    "In brief: 3 May 2027, Bern. [Tickets](https://acme.com)",
    "Our task: spring. The fair opens on 3 May 2027.",
)  # fmt: skip


def wrong(said: str, *, brief: str = BRIEF, order: str = "") -> list[str]:
    """The kinds of faults of an answer to a brief for a tweet."""
    order = order or brief
    system, _ = copy.prompt_for("write", brief=brief, format="tweet")
    limit = limit_of("tweet")
    found = faults(without_thoughts(said), system=system, source=brief, order=order, limit=limit)
    return [fault.kind for fault in found]


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_no_copy_is_told(said: str) -> None:
    assert wrong(said)


@pytest.mark.parametrize("said", KEPT)
def test_honest_copy_that_begins_like_a_refusal_or_a_tag_is_none(said: str) -> None:
    assert wrong(said) == []


def test_a_block_of_thoughts_whose_mark_the_request_held_is_taken_off() -> None:
    said = "The brief names a fair.\nShort, then.\n</think>\n\nWe open on 3 May."
    assert without_thoughts(said) == "We open on 3 May."


def test_copy_that_ends_at_the_models_limit_is_told() -> None:
    kinds = [f.kind for f in faults("The fair opens on", system="", source=BRIEF, cut_off=True)]
    assert kinds == ["cut off"]


@pytest.mark.parametrize(
    "thought",
    [
        "<think>Short.</think>",
        "<THOUGHT>a\nb</THOUGHT>\n",
        "◁think▷Short.◁/think▷",
        "[THINK]x[/THINK] ",
    ],
)
def test_a_block_of_thoughts_before_the_copy_is_taken_off(thought: str) -> None:
    assert without_thoughts(f"{thought}We open on 3 May.") == "We open on 3 May."


def test_the_order_given_back_is_an_echo_and_its_facts_are_not() -> None:
    order = "Write a tweet about the spring fair on 3 May 2027 in Bern"
    assert wrong(f'"{order.upper()}!"', brief=order, order=order) == ["echo"]
    assert wrong("The spring fair: 3 May 2027 in Bern", brief=order, order=order) == []


def test_markup_that_was_sent_may_come_back() -> None:
    assert wrong("Dear <name>, see you on 3 May.", brief="Dear <name>, we open on 3 May.") == []
    assert wrong("Dear <name>, see you on 3 May.") == ["markup"]
    assert wrong('{"a": "b"}', brief='{"a": "c"}') == []


BLANKS = (
    'Welcome to [Your Store Name]!',
    'Hi {name}, the fair opens.',
    'Hi {{first_name}}, it is on.',
    'INSERT NAME HERE opens.',
    'Call us on [phone number].',
    'Visit www.yourwebsite.com today.',
    'Save XX% this week.',
    'Only €XX.',
    'Willkommen bei [Firmenname].',
    'Am [Datum] in Bern.',
    "Bienvenue chez [Nom de l'entreprise].",
    'Bienvenido a [Nombre de la empresa].',
    'Rendez-vous le [date].',
    '[会社名]が新登場。',
    '〇〇株式会社の春市。',
    '【店名】オープン',
    'Dear %FIRSTNAME%, come.',
    'Meet at ____ on 3 May.',
    'Insert link here',
    'Your logo here',
    'Hier Link einfügen',
    'Insérez votre nom ici',
    '[Insert CTA]',
    '[Link]',
    '[City], 3 May',
    'Hello <<Name>>',
    'Shop at https://yourstore.com',
    '[اسم الشركة] تفتح',
    '[Название компании] открывается',
)  # fmt: skip
NOT_BLANK = (
    '[Tickets](https://acme.com) now.',
    'Doors open [sold out].',
    'A list: [ ] bread [x] milk',
    'We quote [sic] him[1].',
    'Your adventure starts here.',
    'Sizes S to XXL.',
    'Get your tickets here.',
    'Insert coin, press start.',
    'Your name, embroidered here in Bern.',
    '【新発売】春の市',
    'Im XX. Jahrhundert',
    'Le XX siècle, el siglo XX',
    '100% cotton. 20 % off',
    'Put your feet up here.',
    'See [our menu][1] today',
    '{ fresh } is not here: 3 < 5',
    'Add flavour here and there.',
    'El nombre no importa aquí.',
    'Was? [Lacht]',
    '○ parking ○ wifi',
    '50%OFF% done',
    'The XX chromosome, 20%.',
)  # fmt: skip


@pytest.mark.parametrize("said", BLANKS)
def test_what_somebody_is_to_fill_in_is_told(said: str) -> None:
    assert wrong(said) in (["placeholder"], ["markup", "placeholder"])


@pytest.mark.parametrize("said", NOT_BLANK)
def test_brackets_and_braces_of_honest_copy_are_kept(said: str) -> None:
    assert wrong(said) == []


def test_a_field_that_the_brief_has_itself_may_stay() -> None:
    assert wrong("Hi {{first_name}}, we open.", order="Greet with {{first_name}}.") == []
    assert wrong("Hi {{first_name}}, we open.") == ["placeholder"]
