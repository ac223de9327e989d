"""Find the digit that a reply names, for SGP-Bench's handwritten digits: 7, "seven", "the digit is a 7".

The rules are those of `choices`: the last mark that announces an answer counts, two different digits on its line are
not an answer, and numbers in the prose (coordinates, counts) never count.
"""

import re

from sgpkit.extract import marks
from sgpkit.extract.doubt import SENTENCE_ENDS, UNSURE
from sgpkit.extract.formatting import strip_formatting
from sgpkit.extract.marks import Reading
from sgpkit.extract.visible import MAX_LENGTH, Answer, ends, unanswered, unreadable, without_thinking
from sgpkit.status import Status

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
DIGIT = rf"(?:(?<![\w.,#–-])\d(?![\w%°]|[.,–-]\d)|\b(?a:{'|'.join(WORDS)})\b(?!-))"
ANY = re.compile(DIGIT, re.IGNORECASE)
LEADING = re.compile(
    rf"[\W_]{{0,12}}(?:(?:is|the|a|an|digit|number|numeral|figure|most|likely|probably|clearly|definitely|handwritten|indeed)\b"
    rf"[\W_]{{1,6}}){{0,8}}(?P<digit>{DIGIT})",
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    rf"\b(?:(?:it|this|that|image|drawing|picture|shape|figure|program|code)\s(?:is|must\sbe)|(?:it|that)'s|looks?\slike"
    rf"|resembles?|depicts?|represents?|shows?|draws?|forms?|displays?)\s(?:(?:a|an|the|handwritten|digit|number|numeral"
    rf"|single|decimal|most|likely|clearly|probably)\s){{0,6}}[\"'(]{{0,2}}(?P<digit>{DIGIT})[\"')]{{0,2}}(?=\s{{0,3}}(?:[.!,;]|$))",
    re.IGNORECASE | re.MULTILINE,
)
DESCRIBED = re.compile(
    rf"\bthe\s(?:handwritten\s)?digit\s(?:that|which|shown|drawn|written|depicted|represented|given|in|of|by)\b[^.!?;\n]{{0,80}}?"
    rf"\sis\s(?:(?:a|an|the|digit|number|numeral|most|likely|clearly|probably)\s){{0,4}}[\"'(]{{0,2}}(?P<digit>{DIGIT})"
    r"[\"')]{0,2}(?=\s{0,3}(?:[.!]|$))",
    re.IGNORECASE | re.MULTILINE,
)
"""A description of the digit between its name and the verb: "the digit that the drawing shows is 7." """


AT_THE_END = re.compile(
    rf"\bthe\s(?:handwritten\s)?(?:digit|number|numeral)\s[\"'(]{{0,2}}(?P<digit>{DIGIT})[\"')]{{0,2}}\s{{0,3}}[.!]?$",
    re.IGNORECASE,
)
COUNTED = re.compile(rf"\d+|{DIGIT}", re.IGNORECASE)


def number_answer(text: object, finish_reason: str = "stop") -> Answer:
    """Return the digit that a completion names, "0" to "9", or the reason why there is none."""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        return unreadable(text)
    visible, open_thought = without_thinking(text)
    cut = finish_reason == "length"
    bare = strip_formatting(ends(visible))
    statement = marks.last_statement(bare, read)
    reading = statement.reading if statement else Reading()
    if not statement and not cut and not open_thought:
        reading = conclusion(bare)
    if reading == Reading() and not statement:
        reading = read_lone_answer(bare, cut or open_thought)
    if reading.answer is not None:
        return Answer(reading.answer, Status.OK)
    if reading.several:
        return Answer(None, Status.NO_ANSWER, "more than one digit is named as the answer")
    return unanswered(visible, open_thought, cut, statement.value if statement else "", "digit")


def number(text: str) -> int | None:
    """Return the digit that a completion names, or None."""
    value = number_answer(text).value
    return int(value) if value is not None else None


def read(value: str) -> Reading:
    """Return the digit at the start of a text. Another digit later in the text contradicts it."""
    match = LEADING.match(value)
    if not match:
        return Reading()
    digits = {as_digit(match["digit"])} | {as_digit(other[0]) for other in ANY.finditer(value, match.end())}
    return Reading(several=True) if len(digits) > 1 else Reading(digits.pop())


def conclusion(text: str) -> Reading:
    """Return the digit of concluding sentences."""
    matches = [*CONCLUSION.finditer(text), *DESCRIBED.finditer(text)]
    digits = [as_digit(match["digit"]) for match in sorted(matches, key=lambda match: match.end())]
    if not digits:
        return Reading()
    return Reading(digits[-1]) if len(set(digits)) == 1 else Reading(several=True)


def read_lone_answer(text: str, cut: bool) -> Reading:
    """Return the digit that is the whole reply or its last line."""
    lines = [line for line in text.split("\n") if marks.has_words(line)]
    if not lines or (cut and len(lines) > 1):
        return Reading()
    match = LEADING.match(lines[-1])
    if match and not marks.has_words(lines[-1][match.end() :]):
        return Reading(as_digit(match["digit"]))
    return one_sentence(lines[0].strip()) if len(lines) == 1 and not cut else Reading()


def one_sentence(line: str) -> Reading:
    """Return the digit at the end of a reply of one sentence without any other number, denial or doubt: "The writer
    put down the digit 7." """
    match = AT_THE_END.search(line)
    if match is None or UNSURE.search(line) or SENTENCE_ENDS.search(line[: match.start()]):
        return Reading()
    return Reading(as_digit(match["digit"])) if len(COUNTED.findall(line)) == 1 else Reading()


def as_digit(word: str) -> str:
    """Return a digit or its English word as the digit."""
    return word if word.isdigit() else str(WORDS.index(word.lower()))
