"""The prompts of authoring, in our own words for the protocol of SGP-Bench (appendix F.1) and VGBench (§3.3).

The author writes questions with options and answers as JSON; then a model answers them, first without the picture and
then with it. Any text can be replaced with `--prompts DIR`. If the engine can constrain replies to a JSON schema, one
schema covers all prompts, since it applies to every request of an engine.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.benchmark import Messages
from sgpkit.studies.authoring import vocabulary
from sgpkit.studies.authoring.drawing import Drawn

ASK = """\
{picture}{caption} Write {count} about it. All of them ask for one kind of thing: {asks}.{example}

Each question is put to someone who sees the picture, and must be answered from what is seen and from nothing else:
- The question with its options must not give its answer away, nor can general knowledge alone answer it.
- It has four options, short and alike in form. Exactly one is right beyond dispute; each of the others is plausible \
and clearly wrong. None speaks of the others, as "all of these" does.
- It speaks of the picture, never of a program, a file, coordinates or code.
- No two questions ask the same thing in other words.

Reply with one JSON object and nothing else:
{{"questions": [{{"question": "…", "options": ["…", "…", "…", "…"], "answer": "the right option, word for word"}}]}}"""

CAPTION = """\
{picture} Describe it in one paragraph, so that a reader who cannot see it knows what it shows and could draw it: what \
it is, its parts, their shapes, colors and number, and where each lies. Say only what can be seen; speak of no \
program, file or coordinates.

Reply with one JSON object and nothing else:
{{"caption": "…"}}"""

AGAIN = "This reply could not be used: {reason}. Reply with the JSON object that was asked for, and with nothing else."

BLIND = """\
Somebody was asked this about a picture that you cannot see. Say which option you would bet on.

{question}

{options}

Reply with one JSON object and nothing else, where X is a letter:
{{"answer": "X"}}"""

CHECK = """\
{picture} Answer a question about it.

{question}

{options}

Exactly one option should be right. If none is, the answer is "none"; if more than one is, it is "several". Reply with \
one JSON object and nothing else, where X is a letter, "none" or "several":
{{"reason": "in one sentence", "answer": "X"}}"""

CAPTION_CHECK = """\
{picture} Somebody describes it like this:

{caption}

Is everything that the description says true of the picture? Reply with one JSON object and nothing else:
{{"reason": "in one sentence", "answer": "yes or no"}}"""

TEXTS: Mapping[str, str] = {
    "ask": ASK,
    "caption": CAPTION,
    "again": AGAIN,
    "blind": BLIND,
    "check": CHECK,
    "caption-check": CAPTION_CHECK,
}

CAPTIONED = " A description of it, to which the picture is the correction: {caption}"
EXAMPLE = " For example, of another picture: {example}"
"""VGBench's authors also gave their model the caption and examples of the type of question."""

ONE_PICTURE = "Look at the picture."
TWO_PICTURES = "Look at the two pictures: they show one part, first from its front, then from behind."
LETTERS = "ABCD"
MAX_EARLIER = 4000
"""Maximum length of an unusable reply that is shown to the model again."""

QUESTION = {
    "type": "object",
    "properties": {
        "question": {"type": "string"},
        "options": {"type": "array", "items": {"type": "string"}, "minItems": 4, "maxItems": 4},
        "answer": {"type": "string"},
    },
    "required": ["question", "options", "answer"],
    "additionalProperties": False,
}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "questions": {"type": "array", "items": QUESTION},
        "caption": {"type": "string"},
        "reason": {"type": "string"},
        "answer": {"type": "string"},
    },
    "additionalProperties": False,
}


def schema_parameters(engine: str) -> dict[str, Any]:
    """Return the sampling parameter that constrains an engine's replies to the schema: OpenAI's `response_format`,
    vLLM's `structured_outputs`. Other engines are asked in words alone."""
    form = {"name": "reply", "strict": False, "schema": SCHEMA}
    parameters: dict[str, dict[str, Any]] = {
        "endpoint": {"response_format": {"type": "json_schema", "json_schema": form}},
        "vllm": {"structured_outputs": {"json": SCHEMA}},
    }
    return parameters.get(engine, {})


def ask(drawn: Drawn, name: str, asks: str, count: int, texts: Mapping[str, str]) -> Messages:
    """Return the messages that ask for questions of a type, with the caption of the source if it has one."""
    wanted = "one question" if count == 1 else f"{count} questions"
    caption = CAPTIONED.format(caption=drawn.program.caption.strip()) if drawn.program.caption.strip() else ""
    known = vocabulary.EXAMPLES.get(name)
    example = EXAMPLE.format(example=json.dumps(known._asdict(), ensure_ascii=False)) if known else ""
    # A user's description of a type may differ from that of the known type with the same name.
    example = example if asks == vocabulary.known_types(drawn.program.format).get(name) else ""
    return shown(drawn, texts["ask"], asks=asks, count=wanted, caption=caption, example=example)


def caption(drawn: Drawn, texts: Mapping[str, str]) -> Messages:
    """Return the messages that ask for a caption."""
    return shown(drawn, texts["caption"])


def again(asked: Messages, reply: str, reason: str, texts: Mapping[str, str]) -> Messages:
    """Return the same messages with the unusable reply and the reason. Some servers refuse an empty turn."""
    request = {"role": "user", "content": texts["again"].format(reason=reason)}
    earlier = [{"role": "assistant", "content": reply[:MAX_EARLIER]}] if reply.strip() else []
    if earlier:
        return [*asked, *earlier, request]
    (first,) = asked
    return [first | {"content": [*first["content"], {"type": "text", "text": request["content"]}]}]


def blind(question: str, options: Sequence[str], texts: Mapping[str, str]) -> Messages:
    """Return the messages that ask for a guess without the picture."""
    return [{"role": "user", "content": texts["blind"].format(question=question, options=lettered(options))}]


def check(drawn: Drawn, question: str, options: Sequence[str], texts: Mapping[str, str]) -> Messages:
    """Return the messages that ask a question a second time, with the picture."""
    return shown(drawn, texts["check"], question=question, options=lettered(options))


def caption_check(drawn: Drawn, caption: str, texts: Mapping[str, str]) -> Messages:
    """Return the messages that ask whether a caption is true."""
    return shown(drawn, texts["caption-check"], caption=caption)


def shown(drawn: Drawn, text: str, **values: str) -> Messages:
    """Return a message with the pictures and a filled text."""
    picture = ONE_PICTURE if len(drawn.pictures) == 1 else TWO_PICTURES
    parts: list[dict[str, Any]] = [{"type": "image", "image": png} for png in drawn.pictures]
    return [{"role": "user", "content": [*parts, {"type": "text", "text": text.format(picture=picture, **values)}]}]


def lettered(options: Sequence[str]) -> str:
    """Return options as lines with letters."""
    return "\n".join(f"{letter}) {option}" for letter, option in zip(LETTERS, options, strict=True))
