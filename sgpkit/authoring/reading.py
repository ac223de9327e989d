"""What a reply holds: questions with options and answers, a caption, an answer. JSON, wherever it stands in it.

A reply that is none raises `Rejected` with the status and the reason: prose, wrong JSON, refused, cut off, not there.
A question with a fault (five options, an answer outside them) is read as it came; `checks` finds the fault.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit import extract
from sgpkit.authoring.prompts import LETTERS
from sgpkit.authoring.words import folded
from sgpkit.benchmark import Completion
from sgpkit.extract.visible import REFUSAL
from sgpkit.status import Rejected, Status

PLACES = 40
"""So many opening brackets are tried as the beginning of the JSON."""

MOST = 20
"""Questions that are read of one reply."""

LONGEST = 4000
"""Characters of any text that are kept; `checks` refuses far shorter ones."""

SEVERAL, NONE = "several", "none"
NOT_THERE = {
    "missing": (Status.NO_ANSWER, "the replayed file has no such reply"),
    "too_large": (Status.TOO_LARGE, "the prompt does not fit the model's context"),
    "content_filter": (Status.REFUSED, "the server refused"),
}


class Proposal(NamedTuple):
    """A question as a model put it. `key` is the place of the right option, None where the answer is none of them."""

    question: str
    options: tuple[str, ...]
    key: int | None
    said: str
    fault: str = ""
    """Why it could not be read as a question at all."""


def proposals(completion: Completion) -> list[Proposal]:
    """At least one."""
    found = json_in(completion, ("questions", "question"))
    listed = found if isinstance(found, list) else found.get("questions", [found])
    if not isinstance(listed, list) or not listed:
        raise Rejected(Status.PARSE_ERROR, "wrong JSON: questions is no list with something in it")
    return [proposal(item) for item in listed[:MOST]]


def proposal(item: object) -> Proposal:
    if not isinstance(item, dict):
        return Proposal("", (), None, "", f"wrong JSON: a question is no object but {kind(item)}")
    question, options, said = item.get("question"), item.get("options", item.get("choices")), item.get("answer")
    if isinstance(options, dict):
        options = list(options.values())
    if not isinstance(options, list) or not all(is_value(option) for option in options):
        return Proposal(text(question), (), None, text(said), f"wrong JSON: its options are {kind(options)}")
    if not isinstance(question, str) or not is_value(said):
        wrong = "question" if not isinstance(question, str) else "answer"
        return Proposal(text(question), tuple(map(text, options)), None, text(said), f"wrong JSON: its {wrong} is none")
    bare = without_letters([text(option) for option in options])
    return Proposal(text(question), bare, key(text(said), bare), text(said))


def key(said: str, options: Sequence[str]) -> int | None:
    """Which option is meant: by its text, or by its letter where no option is a letter."""
    for like in (str.casefold, folded):
        same = [place for place, option in enumerate(options) if said and like(option) == like(said)]
        if same:
            return same[0]
    letter, behind = said[:1].upper(), said[1:].lstrip(" ).:-").casefold()
    if not letter or letter not in LETTERS[: len(options)] or (len(said) > 1 and said[1] not in ").:- "):
        return None
    place = LETTERS.index(letter)
    return place if behind in ("", options[place].casefold()) else None


def without_letters(options: Sequence[str]) -> tuple[str, ...]:
    """Options without "A) ", "B. ", … where each one has its own."""
    marked = [
        option[:1].upper() == letter and option[1:2] in (")", ".", ":")
        for letter, option in zip(LETTERS, options, strict=False)
    ]
    if len(options) == len(LETTERS) and all(marked):
        return tuple(option[2:].strip() for option in options)
    return tuple(options)


def caption(completion: Completion) -> str:
    found = json_in(completion, ("caption",))
    said = found.get("caption") if isinstance(found, dict) else None
    if not isinstance(said, str) or not said.strip():
        raise Rejected(Status.PARSE_ERROR, "wrong JSON: its caption is no text")
    return text(said)


def answer(completion: Completion, options: Sequence[str]) -> str:
    """The letter that a reply names, "several" or "none"."""
    try:
        found = json_in(completion, ("answer",))
    except Rejected as rejected:
        if completion.finish_reason in NOT_THERE:
            raise
        # Not held to a schema, a model may answer as it is used to.
        read = extract.answer(completion.text, options, completion.finish_reason)
        if read.value is None:
            raise Rejected(read.status, read.reason) from rejected
        return read.value
    said = found.get("answer") if isinstance(found, dict) else None
    plain = text(said) if is_value(said) else ""
    if plain.casefold() in (SEVERAL, NONE):
        return plain.casefold()
    if plain.upper() in list(LETTERS[: len(options)]):
        return plain.upper()  # a letter was asked for, whatever the options say: nodes of a graph may be called A to D
    place = key(plain, options)
    if place is None:
        raise Rejected(Status.NO_ANSWER, f"the answer is no option: {plain[:60]!r}")
    return LETTERS[place]


def agrees(completion: Completion) -> bool:
    """Whether a reply says yes."""
    found = json_in(completion, ("answer",))
    said = found.get("answer") if isinstance(found, dict) else None
    plain = text(said).casefold().rstrip(".") if is_value(said) else ""
    if plain not in ("yes", "no", "true", "false"):
        raise Rejected(Status.NO_ANSWER, f"the answer is neither yes nor no: {plain[:60]!r}")
    return plain in ("yes", "true")


# --- JSON -------------------------------------------------------------------------------------------------------------


def json_in(completion: Completion, names: Sequence[str]) -> Any:
    """The JSON of a reply: the last of its values that has one of the names, alone, in a block or between words."""
    if completion.finish_reason in NOT_THERE:
        raise Rejected(*NOT_THERE[completion.finish_reason])
    if len(completion.text) > extract.MAX_LENGTH:
        raise Rejected(Status.TOO_LARGE, f"{len(completion.text):,} characters")
    visible, open_thought = extract.without_thinking(completion.text)
    found = [value for value in values(visible) if has(value, names)]
    if found:
        return found[-1]
    said = visible.strip()
    if open_thought or completion.finish_reason == "length":
        raise Rejected(Status.TRUNCATED, "cut off by the token limit before its JSON ended")
    if not said:
        raise Rejected(Status.NO_ANSWER, "an empty reply")
    if REFUSAL.match(said):
        raise Rejected(Status.REFUSED, f"refusal: {said[:80]!r}")
    if "{" in said:
        raise Rejected(Status.PARSE_ERROR, f"wrong JSON: {said[:80]!r}")
    raise Rejected(Status.PARSE_ERROR, f"prose and no JSON: {said[:80]!r}")


def values(visible: str) -> Iterator[Any]:
    """Objects and lists that stand in a text, outermost ones, first to last."""
    decoder = json.JSONDecoder()
    begin = tried = 0
    while tried < PLACES:
        places = [place for place in (visible.find("{", begin), visible.find("[", begin)) if place >= 0]
        if not places:
            return
        tried += 1
        try:
            value, begin = decoder.raw_decode(visible, min(places))
        except (ValueError, RecursionError):
            begin = min(places) + 1
        else:
            yield value


def has(value: object, names: Sequence[str]) -> bool:
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and any(name in first for name in names)


def is_value(item: object) -> bool:
    return isinstance(item, str | int | float) and not isinstance(item, bool)


def text(item: object) -> str:
    """One line of what can be written as UTF-8."""
    if not is_value(item):
        return ""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in str(item)[: 2 * LONGEST]).split())
    return line.encode("utf-8", "replace").decode()[:LONGEST]


def kind(item: object) -> str:
    if isinstance(item, list):
        return "not all text"
    return "missing" if item is None else f"a {type(item).__name__}"
