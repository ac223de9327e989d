"""Find the option that a reply to a multiple-choice question names, by its letter or its complete text.

Rules, in order of precedence:

1. The last mark that announces an answer (`marks`): `Answer: B`, `the answer is (B)`, `\\boxed{B}`, `{"answer": "B"}`.
   Two different letters on that line, on lines of their own below it, or announced on lines of their own above it, are
   not an answer, unless words between them retract the first or give reasons, or the last is called final.
2. A conclusion in words: "I choose B", "option B is correct", "so it must be B." Different conclusions are not an
   answer, unless a later one has a word that corrects or concludes.
3. The whole reply, or its first or last line, if it is only a letter (with its option's text), or if the whole reply is
   an option's text. If the reply was cut off, its first line counts only if a conclusion below repeats it.
4. A reply of one sentence that names an option by number ("the second option", "option two", "(iii)") or contains the
   text of exactly one option ("It is green."), unless it expresses denial or doubt.
5. A reply of one sentence that repeats a yes-or-no question as a statement ("The boat is red.") or denies it
   (`restated`), if the question is known.

If all options but one are denied ("Not A, not C, not D: B."), that one is the answer. A condition with two outcomes
("if it is closed, A; otherwise B") is not an answer; a statement after it is.

A letter is never guessed from a word: `Answer: Cannot determine` is not C, and `Answer: a dog` is A only if option A is
"a dog". Letters of other alphabets are not read (see `formatting`). If the letter and the restated text disagree, the
letter counts, because it was asked for.
"""

import re
from collections.abc import Sequence

from sgpkit.extract import conditions, marks, restated
from sgpkit.extract.doubt import DENIED, REJECTED, SENTENCE_ENDS, UNSURE
from sgpkit.extract.formatting import strip_formatting
from sgpkit.extract.marks import CORRECTION, Reading
from sgpkit.extract.option_texts import Options, parse_options
from sgpkit.extract.positions import NUMBERED, ONLY_ROMAN, ROMAN, position_named
from sgpkit.extract.visible import MAX_LENGTH, Answer, ends, unanswered, unreadable, without_thinking
from sgpkit.status import Status

CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
# A letter that is not part of a word, a number, "C++" or "C-shaped". CJK text has no spaces between words.
ALONE = rf"(?![^\W{CJK}])(?!['-]\w)(?![+#°\u0300-\u036f]|\.\w)"
BEFORE = rf"(?<![^\W{CJK}])(?<!\w['-])"
LETTER = re.compile(rf"[A-Za-z]{ALONE}")

WRAPPING = " \t\"'([{<:=→–—->✅✔☑👉•"
CLOSING = " \t\"')]}>.,;:!✓✔✅|"
# Words between the mark and the letter without effect on the meaning.
FILLER = re.compile(
    r"(?:(?:is|are|option|choice|letter|answer|the|correct|best|clearly|definitely|definitively|certainly|probably|likely"
    r"|most likely|therefore|thus|simply|just|indeed|final|my|select|choose"
    r"|die|der|la|le|el|il|buchstabe|lettre|letra|opción|opzione|opção)\b"
    r"|选项|選項|选择|選擇|選択肢)[\s\"'(\[{:=]{0,6}",
    re.IGNORECASE,
)
FILLERS = 6
# Text that may follow the letter without punctuation: the start of a reason, or of a sentence about the option.
GOES_ON = re.compile(
    r"\s{1,4}(?:is|because|since|as|due|given|which|that|would|seems|appears|matches|fits|for|based|best"
    r"|rather than|instead of|and|or|und|oder"
    rf"|ou|et|y|o|weil|parce|porque)\b|\s{{1,4}}[{CJK}]",
    re.IGNORECASE,
)
OTHER = re.compile(rf"{BEFORE}([A-Za-z]){ALONE}")
# Introduces a reason for the letter before it, or a contrast.
BECAUSE = re.compile(
    r"\b(?:because|since|as|given|whereas|while|(?:and|but)\snot|rather\sthan|instead\sof|unlike)\b|,\s?not\b",
    re.IGNORECASE,
)
JOINED = re.compile(r"(?:\b(?:and|or|und|oder|ou|et|y|o|nor)|[/,&+(\[]|或|和)\s{0,3}$", re.IGNORECASE)
REASON = re.compile(r"\s{0,3}(?:$|[.;](?!\w)|,?\s(?:because|since|as)\b|\(|\s[-–—]\s)", re.IGNORECASE)


def answer(text: object, options: Sequence[str], finish_reason: str = "stop", question: str = "") -> Answer:
    """Return the letter that a completion names, or the reason why there is none. `options` are the option texts;
    `question` is what they answer, if known."""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        return unreadable(text)
    visible, open_thought = without_thinking(text)
    known = parse_options(tuple(options))
    cut = finish_reason == "length"
    bare = conditions.removed(strip_formatting(ends(visible)), known.letters)
    statement = marks.last_statement(bare, lambda value: read_announced(value, known, cut))
    reading = statement.reading if statement else Reading()
    if reading == Reading() and not cut and not open_thought:
        reading = conclusion(bare[statement.begin :] if statement else bare, known)
    if reading == Reading() and not statement:
        reading = read_lone_answer(bare, known, cut or open_thought)
    if reading == Reading() and cut and not (statement or open_thought):
        reading = letter_and_conclusion(bare, known)
    if reading == Reading() and question and not (statement or cut or open_thought):
        reading = Reading(restated.answer(bare, question, options))
    if statement and reading.answer is not None and others_below(bare[statement.begin :], reading.answer, known):
        reading = Reading(several=True)
    if reading.answer is not None:
        return Answer(reading.answer, Status.OK)
    if reading.several:
        return Answer(None, Status.NO_ANSWER, "more than one option is named as the answer")
    return unanswered(visible, open_thought, cut, statement.value if statement else "", "option")


def choice(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that a completion names, or None."""
    return answer(text, options).value


# --- what follows an announcement -------------------------------------------------------------------------------------


def read(value: str, options: Options) -> Reading:
    """Return the option that a text names at its start. Another option later in the text contradicts it."""
    last_left = affirmed(value, options)
    if last_left != Reading():
        return last_left
    stripped = value.strip(WRAPPING)
    # First without stripping signs, since "-5" may be an option.
    signed = value.lstrip(" \"'([")
    matched = text_named(signed, options, whole=True)
    if matched is None and signed != stripped:
        matched = text_named(stripped, options, whole=True)
    letter = leading_letter(value, options)
    if letter is not None and (matched is None or not letter[1].strip(CLOSING)):
        label, rest = letter
        return Reading(several=True) if names_another_option(rest, label, options) else Reading(label)
    if matched is not None:
        return Reading(matched)
    matched = text_named(stripped, options, whole=False)
    return Reading(matched) if matched is not None else Reading()


DENIED_OPTIONS = re.compile(
    r"\W{0,4}(?:(?:not|nor|neither)\s[A-Z]\b(?:,\s[A-Z]\b){0,24}(?:,?\s(?:or|and|nor)\s[A-Z]\b)?"
    r"(?P<gap>[,;.:\s–—-]{1,4})(?:and\s)?){1,25}(?P<goes_on>(?:so|thus|therefore|but|then|it\sis|it's)\s)?",
    re.IGNORECASE,
)


def affirmed(value: str, options: Options) -> Reading:
    """Return the option that follows denied options, if nothing else follows: "Not A, not C, not D: B." After a
    comma alone, a letter belongs to the list of denied ones."""
    match = DENIED_OPTIONS.match(value)
    letter = only_option(value[match.end() :], options) if match and "?" not in value else None
    if match is None or letter is None:
        return Reading()
    denied = {one[0] for one in OTHER.findall(match[0]) if one in options.letters}
    is_over = match["goes_on"] or not set(match["gap"]).isdisjoint(";.:–—-")
    return Reading(letter) if letter not in denied and is_over else Reading()


NOT_BUT = re.compile(r"\W{0,4}not\b[^.;!?\n]{1,60}?,?\s(?:but|rather)\s(?:rather\s|it\sis\s)?", re.IGNORECASE)


def read_announced(value: str, options: Options, cut: bool) -> Reading:
    """Return the option that the words after an announcement name: by letter, text or position."""
    denied = NOT_BUT.match(value)
    if denied:
        value = value[denied.end() :]
    reading = read(value, options)
    if reading != Reading():
        return reading
    index = position_named(value.strip(WRAPPING + CLOSING), options)
    alone = ONLY_ROMAN.fullmatch(value)
    if index is None and alone and (len(alone["roman"]) > 1 or alone["roman"] == "I") and not cut:
        index = ROMAN.index(alone["roman"].lower())
    return Reading(options.letters[index]) if index is not None and index < len(options.letters) else Reading()


def leading_letter(value: str, options: Options) -> tuple[str, str] | None:
    """Return an option's letter at the start, and the text after it, or None if it is a word or an article."""
    begin = skip(value, 0, WRAPPING)
    for _ in range(FILLERS):
        filler = FILLER.match(value, begin)
        if not filler:
            break
        begin = skip(value, filler.end(), WRAPPING)
    match = LETTER.match(value, begin)
    if not match or match[0].upper() not in options.letters:
        return None
    letter, rest = match[0].upper(), value[match.end() :]
    if rest.lstrip(" ").startswith("?") or REJECTED.match(rest):
        return None  # a question or a denial
    own = options.texts[options.letters.index(letter)]
    restated = own.match(rest, skip(rest, 0, CLOSING + WRAPPING)) if own else None
    if restated:
        left = rest[restated.end() :]
        # "A circle in a square": the letter is an article.
        article = letter == "A" and not rest[: restated.start()].strip() and marks.has_words(left)
        return None if article else (letter, left)
    if not rest.strip(CLOSING) or rest[:1] != " " or rest.lstrip(" ")[:1] in "-–—=:([|,;→/&" or GOES_ON.match(rest):
        return letter, rest
    return None


def skip(text: str, begin: int, characters: str) -> int:
    """Return the index of the first character from `begin` that is not in `characters`."""
    while begin < len(text) and text[begin] in characters:
        begin += 1
    return begin


def names_another_option(rest: str, label: str, options: Options) -> bool:
    """Return whether the rest of the line, before any reason, has another option's letter, not counting the article
    "a"."""
    reason = BECAUSE.search(rest)
    rest = rest[: reason.start()] if reason else rest
    for match in OTHER.finditer(rest):
        letter = match[1]
        if letter.upper() == label or letter.upper() not in options.letters:
            continue
        before, after = rest[max(match.start() - 8, 0) : match.start()], rest[match.end() : match.end() + 16]
        bracketed = before.endswith(("(", "[")) or after.startswith((")", "]"))
        if REJECTED.match(rest, match.end()):
            continue
        article = letter in "Aa" and re.match(r"\s\w", after) is not None and not GOES_ON.match(after)
        if bracketed or (not article and (letter.isupper() or JOINED.search(before))):
            return True
    return False


def text_named(value: str, options: Options, whole: bool) -> str | None:
    """Return the option with this text; unless `whole`, a reason or a new sentence may follow."""
    matched: list[str] = []
    longest = 0
    for letter, pattern in zip(options.letters, options.texts, strict=True):
        match = pattern.match(value) if pattern else None
        if not match:
            continue
        rest = value[match.end() :]
        if not rest.strip(CLOSING) if whole else REASON.match(rest) and not text_elsewhere(rest, letter, options):
            matched, longest = (matched if match.end() == longest else []), max(longest, match.end())
            if match.end() == longest:
                matched.append(letter)
    return matched[0] if len(matched) == 1 else None


def text_elsewhere(rest: str, letter: str, options: Options) -> bool:
    """Return whether the rest of the line contains the text of another option."""
    pairs = zip(options.letters, options.texts, strict=True)
    return any(pattern.search(rest) for other, pattern in pairs if pattern and other != letter)


# --- without an announcement ------------------------------------------------------------------------------------------


def letter_pattern(group: str) -> str:
    """Return the pattern of an option's letter, as a named group."""
    return rf"(?:(?:[Oo]ption|[Cc]hoice|letter|answer)\s)?[(\[\"']{{0,2}}(?P<{group}>[A-Z]){ALONE}[)\]\"']{{0,2}}"


ENDS = r"(?=\s{0,3}(?:[.!,;]|$|because\b|since\b|as\b|over\b|rather\sthan\b|instead\sof\b))"
CONCLUSION = re.compile(
    rf"""
    \b(?:[Ii]|[Ww]e)(?:'d|'ll|\swould|\swill|\sam|'m)?\s(?:choose|pick|select|go(?:ing)?\swith|answer|say|opt\sfor|guess
      |settle\son|conclude(?:\sthat)?|think|believe)\s(?:(?:that\s)?(?:it'?s?\s|it\sis\s|the\sanswer\sis\s)?)?
      {letter_pattern("chosen")}{ENDS}
    | {BEFORE}{letter_pattern("praised")}\s(?:is|seems|appears\sto\sbe|looks|must\sbe)\s
      (?:(?:the|clearly|most|likely)\s){{0,3}}(?:correct|right|best|accurate|answer|appropriate|plausible|only\scorrect)\b
    | \b(?:[Ss]o|[Tt]herefore|[Tt]hus|[Hh]ence|[Ii]t\s(?:is|must\sbe|has\sto\sbe)|[Ii]t's|[Tt]hat's|[Tt]hat\sis),?:?\s
      (?:it\s(?:is|must\sbe)\s|it's\s)?{letter_pattern("deduced")}(?=\s{{0,3}}(?:[.!]|$))
    | \b(?:match(?:es)?|corresponds?\sto|points?\sto|consistent\swith|suggests?|indicates?|leads?\sto|fits?)\s
      (?:best\s)?(?:option|choice|answer)\s[(\[\"']{{0,2}}(?P<matched>[A-Z]){ALONE}
    """,
    re.VERBOSE | re.MULTILINE,
)
CONCLUDES = re.compile(r"\b(?:so|therefore|thus|hence|finally|overall|conclusion|final|ultimately)\b", re.IGNORECASE)


def conclusion(text: str, options: Options) -> Reading:
    """Return the letter of concluding sentences. If they differ, the last one counts if it corrects or concludes."""
    letters, decided = [], False
    for match in CONCLUSION.finditer(text):
        letter = match["chosen"] or match["praised"] or match["deduced"] or match["matched"]
        start = max(match.start() - marks.CONTEXT, 0)
        if letter in options.letters and not DENIED.search(text, start, match.start()):
            letters.append(letter)
            statement = text[start : match.end()]
            decided = bool(CONCLUDES.search(statement) or CORRECTION.search(statement))
    if not letters:
        return Reading()
    return Reading(letters[-1]) if decided or len(set(letters)) == 1 else Reading(several=True)


def letter_and_conclusion(text: str, options: Options) -> Reading:
    """Return the letter of a reply that was cut off: its first line must be only that letter, with a sentence below
    that concludes the same, or an option with its letter, with no letter named below.
    """
    first, _, below = text.strip().partition("\n")
    line, reading = marks.trim(first), conclusion(below, options)
    letter = only_letter(line)
    if letter is None and below and reading == Reading():
        is_last = not any(match[0] in options.letters for match in LETTER.finditer(below))
        return Reading(only_option(line, options) if is_last else None)
    return reading if letter is not None and reading.answer == letter else Reading()


# "A: A" also counts as one letter.
ONLY_LETTER = re.compile(
    rf"\W{{0,12}}(?:(?:option|choice|letter)\s)?\W{{0,6}}([A-Za-z]){ALONE}(?:\W{{1,4}}\1{ALONE})?", re.IGNORECASE
)
SOLE_ITEM = re.compile(rf"\s{{0,3}}1[.)]\s{{1,3}}(?=\W{{0,3}}[A-Z]{ALONE}\W{{0,3}}$)")
EMPTY_ITEM = re.compile(r"\W{0,6}[A-Z]\s{0,3}:\W{0,6}\n")


def read_lone_answer(text: str, options: Options, cut: bool) -> Reading:
    """Return the option that is the whole reply, or its first or last line. A list of the options is not an answer."""
    lines = [marks.trim(line) for line in text.split("\n")]
    lines = [line for line in lines if marks.has_words(line)]
    if len(lines) == 1:
        # "1. C" is a list of one item, unless the options are numbers.
        line = SOLE_ITEM.sub("", lines[0]) if options.numbered else lines[0]
        whole = read(line, options)
        return whole if whole.answer or whole.several else one_sentence(lines[0], options)
    if not lines or cut:
        return Reading()
    letters = {letter for line in (lines[0], lines[-1]) if (letter := only_option(line, options))}
    letters |= lone_letters(lines, options)
    listed = {match[1].upper() for line in lines if (match := marks.LISTED.match(line)) and not only_letter(line)}
    listed |= {letter for line in lines if (letter := text_named(line, options, whole=True))}
    alone = only_letter(lines[0]) or only_letter(lines[-1])
    if alone and len(listed - letters) > 1 and EMPTY_ITEM.match(text.lstrip()):
        return Reading()  # the first item of a list, without its text
    if len(letters) == 1 and (alone or len((listed & set(options.letters)) | letters) == 1):
        return Reading(letters.pop())
    return Reading(several=len(letters) > 1)


def others_below(text: str, answer: str, options: Options) -> bool:
    """Return whether each of the lines below a statement has only another option's letter."""
    return bool(lone_letters(text.split("\n")[1:], options) - {answer})


def lone_letters(lines: Sequence[str], options: Options) -> set[str]:
    """Return the letters of options that are alone on a line."""
    return {letter for line in lines if (letter := only_letter(marks.trim(line))) and letter in options.letters}


def one_sentence(line: str, options: Options) -> Reading:
    """Return the option that a reply of one sentence names by number, or by text if it has no other option's text."""
    bare = line.strip(CLOSING + WRAPPING)
    if SENTENCE_ENDS.search(bare):
        return Reading()
    reason = BECAUSE.search(line)
    claim = line[: reason.start()] if reason and reason.start() else line
    if UNSURE.search(claim):
        return Reading()
    only = ONLY_ROMAN.fullmatch(line)
    # "I" and "V" alone may be letters or the pronoun.
    if only and (len(only["roman"]) > 1 or "(" in line):
        index = ROMAN.index(only["roman"].lower())
        return Reading(options.letters[index]) if index < len(options.letters) else Reading()
    if NUMBERED.search(claim):
        chosen = position_named(claim, options)
        return Reading(options.letters[chosen]) if chosen is not None else Reading()
    pairs = zip(options.letters, options.texts, strict=True)
    matches = [(letter, match.span()) for letter, text in pairs if text and (match := text.search(line))]
    if any(REJECTED.match(line, end) for _, (_, end) in matches):
        return Reading()
    # "a green square" contains "green": the longer text counts.
    outer = [
        letter
        for letter, (start, end) in matches
        if not any(low <= start and end <= high and (low, high) != (start, end) for _, (low, high) in matches)
    ]
    return Reading(outer[0]) if len(outer) == 1 else Reading()


def only_letter(line: str) -> str | None:
    """Return the letter of a line that has only a letter, or None."""
    match = ONLY_LETTER.match(line)
    return match[1].upper() if match and not marks.has_words(line[match.end() :]) else None


def only_option(line: str, options: Options) -> str | None:
    """Return the letter of a line that has only a letter, or a letter and its option's text, or None."""
    letter = only_letter(line)
    if letter is None:
        leading = leading_letter(line, options)
        letter = leading[0] if leading and not leading[1].strip(CLOSING) else None
    return letter if letter is not None and letter in options.letters else None
