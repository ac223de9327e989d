"""Parse replies: questions with options and answers, a caption, an answer; as JSON, anywhere in the text.

A reply without them raises `Rejected` with the status and the reason: prose, wrong JSON, refused, truncated, missing. A
question with a fault (five options, an answer outside them) is parsed as it is; `checks` finds the fault.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit import extract
from sgpkit.benchmark import Completion
from sgpkit.extract.visible import REFUSAL
from sgpkit.status import Rejected, Status
from sgpkit.studies.authoring.prompts import LETTERS
from sgpkit.studies.authoring.words import folded
from sgpkit.values import clean

MAX_STARTS = 40
"""Opening brackets that are tried as the start of the JSON."""

MAX_QUESTIONS = 20
"""Questions that are read from one reply."""

MAX_TEXT = 4000
"""Characters of any text that are kept; `checks` has far lower limits."""

SEVERAL, NONE = "several", "none"
NO_REPLY = {
    "missing": (Status.NO_ANSWER, "the replayed file has no such reply"),
    "too_large": (Status.TOO_LARGE, "the prompt does not fit the model's context"),
    "content_filter": (Status.REFUSED, "the server refused"),
}


class Proposal(NamedTuple):
    """A question as a model wrote it. `key` is the index of the right option, None if the answer is not an option."""

    question: str
    options: tuple[str, ...]
    key: int | None
    answer: str
    fault: str = ""
    """The reason why it could not be parsed as a question at all."""


def proposals(completion: Completion) -> list[Proposal]:
    """Return the questions of a reply, at least one."""
    value = json_in(completion, ("questions", "question"))
    listed = value if isinstance(value, list) else value.get("questions", [value])
    if not isinstance(listed, list) or not listed:
        raise Rejected(Status.PARSE_ERROR, "wrong JSON: questions must be a list that is not empty")
    return [proposal(item) for item in listed[:MAX_QUESTIONS]]


def proposal(item: object) -> Proposal:
    """Return the question of a JSON value."""
    if not isinstance(item, dict):
        return Proposal("", (), None, "", f"wrong JSON: a question must be an object, not {kind(item)}")
    question, options, given = item.get("question"), item.get("options", item.get("choices")), item.get("answer")
    if isinstance(options, dict):
        options = list(options.values())
    if not isinstance(options, list) or not all(is_value(option) for option in options):
        return Proposal(text(question), (), None, text(given), f"wrong JSON: its options are {kind(options)}")
    if not isinstance(question, str) or not is_value(given):
        wrong = "question" if not isinstance(question, str) else "answer"
        return Proposal(
            text(question), tuple(map(text, options)), None, text(given), f"wrong JSON: its {wrong} is not a text"
        )
    bare = without_letters([text(option) for option in options])
    return Proposal(text(question), bare, key(text(given), bare), text(given))


def key(reply: str, options: Sequence[str]) -> int | None:
    """Return the index of the option that a reply names, by its text, or by its letter where no option is a letter."""
    for normalise in (str.casefold, folded):
        same = [index for index, option in enumerate(options) if reply and normalise(option) == normalise(reply)]
        if same:
            return same[0]
    letter, rest = reply[:1].upper(), reply[1:].lstrip(" ).:-").casefold()
    if not letter or letter not in LETTERS[: len(options)] or (len(reply) > 1 and reply[1] not in ").:- "):
        return None
    index = LETTERS.index(letter)
    return index if rest in ("", options[index].casefold()) else None


def without_letters(options: Sequence[str]) -> tuple[str, ...]:
    """Return the options without "A) ", "B. ", …, where every option has its letter."""
    marked = [
        option[:1].upper() == letter and option[1:2] in (")", ".", ":")
        for letter, option in zip(LETTERS, options, strict=False)
    ]
    if len(options) == len(LETTERS) and all(marked):
        return tuple(option[2:].strip() for option in options)
    return tuple(options)


def caption(completion: Completion) -> str:
    """Return the caption of a reply."""
    value = json_in(completion, ("caption",))
    words = value.get("caption") if isinstance(value, dict) else None
    if not isinstance(words, str) or not words.strip():
        raise Rejected(Status.PARSE_ERROR, "wrong JSON: its caption is not a text")
    return text(words)


def answer(completion: Completion, options: Sequence[str]) -> str:
    """Return the letter that a reply names, "several" or "none"."""
    try:
        value = json_in(completion, ("answer",))
    except Rejected as rejected:
        if completion.finish_reason in NO_REPLY:
            raise
        # Without a schema, a model may answer in its usual form.
        extracted = extract.answer(completion.text, options, completion.finish_reason)
        if extracted.value is None:
            raise Rejected(extracted.status, extracted.reason) from rejected
        return extracted.value
    given = value.get("answer") if isinstance(value, dict) else None
    plain = text(given) if is_value(given) else ""
    if plain.casefold() in (SEVERAL, NONE):
        return plain.casefold()
    if plain.upper() in list(LETTERS[: len(options)]):
        return plain.upper()  # a letter was asked for, whatever the options say: nodes of a graph may be called A to D
    index = key(plain, options)
    if index is None:
        raise Rejected(Status.NO_ANSWER, f"the answer is not one of the options: {plain[:60]!r}")
    return LETTERS[index]


def agrees(completion: Completion) -> bool:
    """Return whether a reply says yes."""
    value = json_in(completion, ("answer",))
    given = value.get("answer") if isinstance(value, dict) else None
    plain = text(given).casefold().rstrip(".") if is_value(given) else ""
    if plain not in ("yes", "no", "true", "false"):
        raise Rejected(Status.NO_ANSWER, f"the answer is neither yes nor no: {plain[:60]!r}")
    return plain in ("yes", "true")


# --- JSON -------------------------------------------------------------------------------------------------------------


def json_in(completion: Completion, names: Sequence[str]) -> Any:
    """Return the JSON of a reply: its last value that has one of the names, alone, in a block or between words."""
    if completion.finish_reason in NO_REPLY:
        raise Rejected(*NO_REPLY[completion.finish_reason])
    if len(completion.text) > extract.MAX_LENGTH:
        raise Rejected(Status.TOO_LARGE, f"{len(completion.text):,} characters")
    visible, open_thought = extract.without_thinking(completion.text)
    named = [value for value in values(visible) if has(value, names)]
    if named:
        return named[-1]
    reply = visible.strip()
    if open_thought or completion.finish_reason == "length":
        raise Rejected(Status.TRUNCATED, "cut off by the token limit before its JSON ended")
    if not reply:
        raise Rejected(Status.NO_ANSWER, "an empty reply")
    if REFUSAL.match(reply):
        raise Rejected(Status.REFUSED, f"refusal: {reply[:80]!r}")
    if "{" in reply:
        raise Rejected(Status.PARSE_ERROR, f"wrong JSON: {reply[:80]!r}")
    raise Rejected(Status.PARSE_ERROR, f"prose instead of JSON: {reply[:80]!r}")


def values(visible: str) -> Iterator[Any]:
    """Yield the outermost JSON objects and lists in a text, first to last."""
    decoder = json.JSONDecoder()
    start = tried = 0
    while tried < MAX_STARTS:
        starts = [index for index in (visible.find("{", start), visible.find("[", start)) if index >= 0]
        if not starts:
            return
        tried += 1
        try:
            value, start = decoder.raw_decode(visible, min(starts))
        except (ValueError, RecursionError):
            start = min(starts) + 1
        else:
            yield value


def has(value: object, names: Sequence[str]) -> bool:
    """Return whether an object, or the first of a list, has one of the names."""
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and any(name in first for name in names)


def is_value(item: object) -> bool:
    """Return whether an item is text or a number."""
    return isinstance(item, str | int | float) and not isinstance(item, bool)


def text(item: object) -> str:
    """Return one line of text that can be written as UTF-8."""
    if not is_value(item):
        return ""
    line = " ".join(
        "".join(character if character.isprintable() else " " for character in str(item)[: 2 * MAX_TEXT]).split()
    )
    return clean(line)[:MAX_TEXT]


def kind(item: object) -> str:
    """Return the kind of a value that is not what was expected."""
    if isinstance(item, list):
        return "not all text"
    return "missing" if item is None else f"a {type(item).__name__}"
