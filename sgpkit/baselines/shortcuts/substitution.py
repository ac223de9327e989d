"""Search and replace: replace a literal of the given program by another one, as named in the instruction. In each
sentence, a colour of the program, named by its code or by a word, is replaced by the sentence's other colour; or else a
number of the program is replaced by the sentence's other number.
"""

import re

from sgpkit.metrics.structure.recall import color_names, mentions

HEX = re.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b", re.IGNORECASE)
COLOR = re.compile(rf"#(?:[0-9a-f]{{6}}|[0-9a-f]{{3}})\b|\b(?:{'|'.join(color_names.WORDS)})\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.;])\s+")
NUMBER = re.compile(rf"(?<![\w.#])(\d+(?:\.\d+)?|{'|'.join(mentions.NUMBERS)})(?![\w])", re.IGNORECASE)
STEP = re.compile(r"^\d+\.$")


def substituted(instruction: str, code: str) -> str:
    """Return a program after the substitutions that an instruction names, unchanged if there are none."""
    for sentence in SENTENCE.split(instruction):
        if not STEP.match(sentence):
            changed = with_color(sentence, code)
            code = changed if changed != code else with_number(sentence, code)
    return code


def with_color(sentence: str, code: str) -> str:
    """Return a program with one of its colours replaced by another one that a sentence names."""
    named = list(dict.fromkeys(match[0] for match in COLOR.finditer(sentence)))
    present = list(dict.fromkeys(match[0] for match in COLOR.finditer(code)))
    codes = [word for word in named if word.startswith("#")]
    for index, word in enumerate(named):
        old = in_program(word, present)
        after = [other for other in (*codes, *named[index + 1 :]) if not in_program(other, present)]
        later = [other for other in named[index + 1 :] if other != word]
        new = next(iter(after), None) or next(iter(later), None)
        if old and new:
            return re.sub(re.escape(old) + r"(?![0-9a-fA-F])", new, code)
    return code


def in_program(word: str, present: list[str]) -> str:
    """Return the first colour of a program that a word denotes: the same code, the same word, or a colour with that
    name.
    """
    same = next((color for color in present if color.casefold() == word.casefold()), "")
    if same or word.startswith("#"):
        return same
    names = color_names.meant(word)
    return next((color for color in present if HEX.fullmatch(color) and names & color_names.fitting(*rgb(color))), "")


def rgb(color: str) -> tuple[int, int, int]:
    """Return the channels of a colour in hexadecimal notation."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def with_number(sentence: str, code: str) -> str:
    """Return a program with one of the two numbers of a sentence, which it contains, replaced by the other."""
    values = list(dict.fromkeys(digits(match[1]) for match in NUMBER.finditer(sentence)))
    if len(values) != 2:
        return code
    for old, new in (values, values[::-1]):
        pattern = rf"(?<![\w.#]){re.escape(old)}(?![\w.])"
        if re.search(pattern, code):
            return re.sub(pattern, new, code)
    return code


def digits(number: str) -> str:
    """Return a number in digits."""
    word = number.casefold()
    return str(mentions.NUMBERS[word]) if word in mentions.NUMBERS else word
