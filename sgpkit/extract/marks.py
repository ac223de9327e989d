"""Find marks that announce an answer: `Answer: …`, `the answer is …`, `\\boxed{…}`, `<answer>…</answer>`, JSON, tables.

The text must have been simplified by `formatting`. The last mark with a statement counts. A line that starts with the
word and a colon (`Answer: cannot determine`) is a statement even without a readable answer; a mark in mid-sentence
without an answer (`the answer is clear`) is not.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Reading(NamedTuple):
    """The answer in a text: one, several that contradict each other, or none."""

    answer: str | None = None
    several: bool = False


class Mark(NamedTuple):
    """One announcement of an answer. `value` is the text inside it, or after it on its line up to the next mark."""

    start: int
    end: int
    value: str
    formal: bool
    """True if the mark starts its line or is a field, so that its value is the answer, readable or not."""


class Statement(NamedTuple):
    """The last formal statement of a reply: its reading, the start of its value, and the value."""

    reading: Reading
    begin: int
    value: str


# The word for "answer" in languages that models may switch to.
ANSWER = (
    r"answers?|ans|antwort|lösung|réponse|reponse|respuesta|risposta|resposta|antwoord|svar|odpowiedź|cevap|jawaban"
    r"|ответ|відповідь|答案|答え|回答|解答|正解|정답|답변|답"
)
KIND = r"choice|option|letter|key|correcta|correta|corretta|correcte|finale?"
BEST = r"correct|right|best|final|chosen|selected|my|closest|richtige|korrekte|bonne|correcta"
THING = r"option|choice|letter|selection|match|antwort|digit|number"
SINGLE = r"solution|option|choice|selection|conclusion|verdict|result|prediction|pick|digit|number|label"
FIELD = (
    r"(?:(?:final|correct|best|my|selected|chosen|predicted)[ -]?)?"
    r"(?:answer|choice|option|letter|digit|number|prediction|label|答案)(?:[ -]?(?:letter|choice|option))?"
)
IS = (
    r"(?<![A-Za-zÀ-ÿ])(?:is|was|are|has to be|must be|should be|would be|will be|can only be|appears to be|seems to be"
    r"|ist|lautet|est|es|é|è|będzie)(?![a-zà-ÿ'])|是|为|為|は|应为|應為|应该是|應該是|은|는"
)
SIGN = r"(?:[:=→–—|]|->|=>|-(?=\s))"

MARK = re.compile(
    rf"""
    \\(?:boxed|fbox|framebox)\s{{0,3}}\{{(?P<boxed>(?:[^{{}}\n]|\{{[^{{}}\n]{{0,200}}\}}){{0,2000}})\}}
    | <(?:\|begin[ ]of[ ]box\||{FIELD})>(?P<tagged>[^<>]{{0,4000}})(?=<|\Z)
    | (?P<quote>["'])(?:{FIELD})(?P=quote)\s{{0,9}}:\s{{0,9}}(?P<list>\[)?\s{{0,9}}
      (?:"(?P<double>[^"\n]{{0,2000}})"|'(?P<single>[^'\n]{{0,2000}})'|(?P<bare>[\w.+-]{{1,40}}))
    | (?<![^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])
      (?: (?:{ANSWER})(?:[ ](?:{KIND}))? | (?:{BEST})[ ](?:{THING}) | (?P<single_word>{SINGLE}) )
      (?P<detour>(?!(?<=number)[ ]of\b)[ ](?:to|for|of|here|therefore|thus|then|hence)\b[^.:=?!\n]{{0,60}}?)?
      (?P<aside>[ ]{{0,3}}\([^()\n]{{0,40}}\))?
      (?: [ ]{{0,4}}(?P<sign>{SIGN}) | [ ]{{0,3}}(?P<verb>{IS.replace(" ", "[ ]")}) [ ]{{0,3}}:?
        | (?P<nothing>(?=[ ]{{1,4}}[("'\[]{{0,2}}[A-Za-z0-9][)"'\].]{{0,3}}[ ]{{0,20}}$)) )
    | \((?:{ANSWER})\)(?P<titled>[ ]{{0,3}}:?)
    | \bans(?P<short>\.(?=[ ]))
    | (?:(?:故|应|應|我|因此|所以)(?:[,、][ ]?)?(?:应|應|我)?|^)(?:选择|選擇|选|選)(?!项|項|択)(?P<pick>[ ]{{0,2}}:?)
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)

# The lower-case beginnings of all marks: searching for these is far faster than for the pattern.
BEGINNINGS = (
    "\\", "<", '"', "'", "(", "ans", "antwo", "lösung", "réponse", "reponse", "respuesta", "risposta", "resposta",
    "svar", "odpowiedź", "cevap", "jawaban", "ответ", "відповідь", "答", "回答", "解答", "正解", "정답",
    "correct", "right ", "best ", "final ", "chosen ", "selected ", "my ", "closest ", "richtige ", "korrekte ",
    "bonne ", "solution", "option", "choice", "selection", "conclusion", "verdict", "result", "prediction", "pick",
    "digit", "number", "label", "故", "应", "應", "我", "因此", "所以", "选", "選", "답",
)  # fmt: skip
ASCII_BEGINNINGS = tuple(text for text in BEGINNINGS if text.isascii())
ODD_CASES = re.compile("[ıſᲀ-ᲈ]")
"""Characters that match other letters in case-insensitive patterns although their lower case differs."""

# Groups of marks whose value is the rest of the line, and of marks that contain their value.
LEADING = ("sign", "verb", "nothing", "titled", "short", "pick")
HOLDING = ("boxed", "tagged", "double", "single", "bare")

# Text that may precede the word on a line that starts with an answer.
LEAD = re.compile(
    r"[\W\d]{0,20}(?:(?:the|my|our|so|therefore|thus|hence|final|correct|best|right|overall|in|conclusion|step|q\d{0,4}"
    r"|question|and|a|die|la|el|il|o)\b[\W\d]{1,8}){0,5}",
    re.IGNORECASE,
)
# "If the answer is A", "a wrong answer: B": these do not give an answer.
DOUBT = re.compile(
    r"(?:\b(?:wrong|incorrect|false|other|another|(?<!only )possible|potential|candidate|each|every|previous|initial"
    r"|first|earlier|original|tempting|example|sample|if|whether|unless|suppose|assuming|doubt|format|form|template)\b"
    r"|n't think|not think)[^.!?;,:\n]{0,30}$",
    re.IGNORECASE,
)
# Words that retract the text before them.
CORRECTION = re.compile(
    r"\b(?:wait|no|actually|correction|sorry|scratch|rather|mean|oops|mistake|instead|reconsider\w*|revised?|corrected|hmm)\b",
    re.IGNORECASE,
)
FINAL = re.compile(r"\bfinal", re.IGNORECASE)
TAG = re.compile(r"</?[\w |]{1,40}>")
LISTED = re.compile(r"\W{0,8}([A-Za-z0-9])(?:\s?[).:\]]|\W{0,8}$)")
CONTEXT = 48
MAX_LIST = 400
"""Maximum number of characters of a list of answers that are read."""


def last_statement(text: str, read: Callable[[str], Reading]) -> Statement | None:
    """Return the last statement, as interpreted by `read`. Two different answers on its line, or on lines of their own
    one below the other, contradict each other."""
    marks = list(find_marks(text))
    for index in range(len(marks) - 1, -1, -1):
        mark = marks[index]
        reading = read(mark.value) if mark.value else Reading()
        if reading.several or (reading.answer is None and mark.formal and mark.value):
            return Statement(reading, mark.end, mark.value)
        if reading.answer is not None:
            if is_contradicted(text, marks[:index], mark, reading, read):
                return Statement(Reading(several=True), mark.end, mark.value)
            return Statement(reading, mark.end, mark.value)
    return None


def is_contradicted(
    text: str, before: list[Mark], mark: Mark, reading: Reading, read: Callable[[str], Reading]
) -> bool:
    """Return whether an earlier mark names another answer that is not retracted, on the same line or on a line above
    with nothing but answers between. A last one that is called final stands against one other above it."""
    last, listed = mark, {reading.answer}
    for earlier in reversed(before):
        between = text[earlier.start : last.start]
        if CORRECTION.search(between):
            return False
        below = "\n" in between
        rest = TAG.sub("", text[earlier.end : last.start].replace(earlier.value, "", 1))
        if below and has_words(rest) and not LEAD.fullmatch(rest):
            return False
        other = read(earlier.value) if earlier.value else Reading()
        listed.add(other.answer or reading.answer)
        if len(listed) > 2 or (len(listed) > 1 and not (below and is_final(text, mark))):
            return True
        last = earlier
    return False


def is_final(text: str, mark: Mark) -> bool:
    """Return whether the words before a mark's value on its line call it final."""
    begin = text.rfind("\n", 0, mark.start) + 1
    return FINAL.search(text, max(begin, mark.start - CONTEXT), mark.end) is not None


def find_marks(text: str) -> Iterator[Mark]:
    """Yield all marks, in order."""
    matches = [match for match in matches_in(text) if announces(text, match)]
    for index, match in enumerate(matches):
        inside = next((match[name] for name in HOLDING if match[name]), None)
        if inside is not None or all(match[name] is None for name in LEADING):
            value = (inside or "") + (rest_of_list(text, match.end()) if match["list"] else "")
            yield Mark(match.start(), match.end(), trim(value), match["boxed"] is None)
            continue
        following = matches[index + 1].start() if index + 1 < len(matches) else len(text)
        line_end = text.find("\n", match.end(), following)
        end = following if line_end < 0 else line_end
        value = trim(text[match.end() : end])
        if not has_words(value):
            below = "" if line_end < 0 else next_line(text, match, line_end, following)
            yield Mark(match.start(), match.end(), below, False)
            continue
        formal = match["sign"] is not None and match["single_word"] is None and begins_line(text, match.start())
        yield Mark(match.start(), match.end(), value, formal)


def rest_of_list(text: str, begin: int) -> str:
    """Return the further items of a list whose first one ends at `begin`."""
    end = text.find("]", begin, begin + MAX_LIST)
    return text[begin : end if end >= 0 else begin]


def matches_in(text: str) -> Iterator[re.Match[str]]:
    """Yield the same matches as `MARK.finditer`, in a tenth of the time."""
    small = text.lower()
    ascii_only = text.isascii()
    if not ascii_only and (len(small) != len(text) or ODD_CASES.search(small)):
        yield from MARK.finditer(text)
        return
    starts: list[int] = []
    for beginning in ASCII_BEGINNINGS if ascii_only else BEGINNINGS:
        start = small.find(beginning)
        while start >= 0:
            starts.append(start)
            start = small.find(beginning, start + 1)
    end = 0
    for start in sorted(starts):
        if start >= end and (match := MARK.match(text, start)):
            yield match
            end = match.end()


def announces(text: str, match: re.Match[str]) -> bool:
    """Return whether a match announces the reply's own answer."""
    if match["single_word"]:
        return bool(match["sign"] or match["verb"]) and begins_line(text, match.start())
    if match["nothing"] is not None:
        return begins_line(text, match.start())
    if match["sign"] is None and match["verb"] is None:
        return True
    if before_sentence(text, match.start()):
        return True
    return not DOUBT.search(text, max(match.start() - CONTEXT, 0), match.start())


def before_sentence(text: str, start: int) -> bool:
    """Return whether a sentence ends directly before `start`, on its line or the one above, so that earlier words of
    doubt do not apply."""
    before = text[max(start - 2, 0) : start]
    return before[-1:] in ENDING if before[-1:] != "\n" else before in ENDED_LINES


ENDING = frozenset(".!?;,:")
ENDED_LINES = frozenset(f"{sign}\n" for sign in ".!?;,:\n")


def begins_line(text: str, start: int) -> bool:
    """Return whether only list, quotation and heading marks precede `start` on its line."""
    begin = max(text.rfind("\n", max(start - 3 * CONTEXT, 0), start), start - 3 * CONTEXT - 1) + 1
    return bool(LEAD.fullmatch(text, max(begin, 0), start))


def next_line(text: str, match: re.Match[str], line_end: int, following: int) -> str:
    """Return the line below a mark without a value (a heading, or a table column), or "" if a list starts there."""
    lines = written_lines(text, line_end, following)
    line = next(lines, "")
    head = text[max(text.rfind("\n", 0, match.start()), match.start() - 1000) + 1 : match.start()]
    if "|" in line and "|" in text[match.start() : line_end]:
        cells = line.split("|")
        column = head.count("|")
        return trim(cells[column]) if column < len(cells) else ""
    listed, second = LISTED.match(line), LISTED.match(next(lines, ""))
    return "" if listed and second and listed[1].casefold() != second[1].casefold() else trim(line)


def written_lines(text: str, begin: int, end: int) -> Iterator[str]:
    """Yield the lines with a letter or digit."""
    while begin < end:
        line_end = text.find("\n", begin, end)
        line_end = end if line_end < 0 else line_end
        line = text[begin:line_end]
        if has_words(line):
            yield line
        begin = line_end + 1


def has_words(text: str) -> bool:
    """Return whether a text has a letter or a digit."""
    return any(character.isalnum() for character in text)


HEADING = re.compile(r"(?:#{1,6}(?=[\s|])|>(?=[\s|])|[\s|]){1,40}")


def trim(value: str) -> str:
    """Strip marks of headings, quotations and tables from a value; "#FF0000" and "<svg>" may be answers."""
    value = value.strip(" \n\t|")
    heading = HEADING.match(value)
    return value[heading.end() :] if heading else value
