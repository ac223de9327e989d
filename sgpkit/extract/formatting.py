"""Remove the formatting of a completion: full-width and styled letters, LaTeX, HTML and Markdown become plain words.

So the rules that search for an answer see `B` for `**Ｂ**` and `\\mathbf{B}`. Letters of other alphabets stay, although
some look Latin: Cyrillic В is the *third* letter of its alphabet but looks like the second Latin one, so its meaning is
unknown.
"""

import re
import unicodedata
from itertools import chain
from types import MappingProxyType


def styled_letters() -> dict[int, str]:
    """Return a table from full-width, mathematical, circled, bracketed and squared letters and digits to plain ones."""
    ranges = ((0xFF01, 0xFF5F), (0x1D400, 0x1D800), (0x2460, 0x2469), (0x249C, 0x24EB), (0x1F110, 0x1F14A))
    table = {}
    for code in chain.from_iterable(range(*bounds) for bounds in ranges):
        decomposed = unicodedata.normalize("NFKC", chr(code))
        if decomposed.isascii():
            table[code] = decomposed
    for first in (0x1F150, 0x1F170):  # white on dark, which Unicode does not decompose
        table |= {first + index: chr(ord("A") + index) for index in range(26)}
    return table


INVISIBLE = chain(range(0x200B, 0x2010), range(0x202A, 0x202F), range(0x2060, 0x2065), (0xAD, 0xFEFF, 0xFE0F, 0x20E3))
SPACES = chain(range(0x2000, 0x200B), (0x09, 0xA0, 0x202F, 0x205F, 0x3000))
LINE_ENDS = (0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029)
BRACKETS = "【】「」『』《》〈〉〔〕"

TABLE = MappingProxyType(
    styled_letters()
    | dict.fromkeys(INVISIBLE, "")
    | dict.fromkeys(SPACES, " ")
    | dict.fromkeys(LINE_ENDS, "\n")
    | {ord(bracket): "()"[index % 2] for index, bracket in enumerate(BRACKETS)}
    | dict.fromkeys(map(ord, "“”„‟«»"), '"')
    | dict.fromkeys(map(ord, "‘’‚‛´"), "'")
    | {ord("。"): ".", ord("、"): ",", ord("，"): ",", ord("⇒"): "→", ord("➜"): "→", ord("➡"): "→"}
)

STYLE_COMMAND = re.compile(
    r"\\(?:text(?:bf|it|rm|tt|sf|sc)?|math(?:bf|rm|it|sf|tt|cal|bb)|operatorname|bm|boldsymbol|underline|mbox|emph)"
    r"\s{0,3}\{([^{}\n]{0,400})\}"
)
NESTED_STYLES = 3
LATEX_DRESS = re.compile(r"\\[()\[\],;!: ]|\\(?:quad|qquad|left|right|bf|rm|it|displaystyle|Large|large|huge)\b|\$")
LATEX_ARROW = re.compile(r"\\(?:rightarrow|Rightarrow|to|implies)\b")
# One-letter tags only in lower case: "<B>" may be an answer.
STYLE_TAG = re.compile(r"</?(?:[biu]|(?i:strong|em|mark|code|span|font|big|small|kbd|tt|center))(?:\s[^<>\n]{0,200})?>")
BLOCK_TAG = re.compile(
    r"</?(?:br|p|div|li|ul|ol|pre|h[1-6]|tr|table)(?:\s[^<>\n]{0,200})?\s{0,3}/?>|^\s{0,8}(?:`{3,}|~{3,})[^\n]{0,80}$",
    re.IGNORECASE | re.MULTILINE,
)
STRUCK_OUT = re.compile(r"~~[^~\n]{1,400}~~|<(del|s|strike)>[^<>\n]{0,400}</\1>", re.IGNORECASE)


def strip_formatting(text: str) -> str:
    """Return the text without formatting and comments, keeping its lines."""
    if "<!--" in text:
        text = without_comments(text)
    if text.isascii():  # the table has only non-ASCII characters; skipping it takes a fifth of the time
        text = text.replace("\t", " ").replace("\v", "\n").replace("\f", "\n").replace("\r", "\n")
    else:
        text = text.translate(TABLE)
    if "\\" in text:
        for _ in range(NESTED_STYLES):
            text = STYLE_COMMAND.sub(r" \1 ", text)
        text = LATEX_ARROW.sub("→", text)
    if "\\" in text or "$" in text:
        text = LATEX_DRESS.sub(" ", text)
    if "~~" in text or "<" in text:
        text = STRUCK_OUT.sub(" ", text)
    if "<" in text:
        text = STYLE_TAG.sub("", text)
    if "<" in text or "```" in text or "~~~" in text:
        text = BLOCK_TAG.sub("\n", text)
    return text.replace("*", "").replace("`", "").replace("_", " ")


def without_comments(text: str) -> str:
    """Return the text without comments of HTML, which readers do not see, in linear time. One without an end stays."""
    kept, begin = [], 0
    while (start := text.find("<!--", begin)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept += [text[begin:start], " "]
        begin = end + 3
    return "".join([*kept, text[begin:]])
