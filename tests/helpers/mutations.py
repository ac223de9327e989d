"""Strategies for odd texts and files: valid seeds with some edits, and random sequences of words of their language.

Edits are made on words rather than bytes, so that most results pass the first check of a reader. They are drawn
independently of the text that they change, which lets Hypothesis drop them one by one when it simplifies a failure.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

LONGEST = 60_000
"""The maximum size of an input in bytes: enough to show quadratic time, and small enough for many inputs per second."""

TOKEN = re.compile(rb"[A-Za-z_\\#&@:-]+|[-+]?[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?|[ \t\r\n]+|.", re.DOTALL)
NUMBER = re.compile(rb"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")

NUMBERS = (
    b"0 -0 1 -1 2 3.5 .5 1. 007 1e3 1e-9 1e9 1e15 1e16 1e308 -1e308 1e309 1e-308 5e-324 1e99999 NaN nan Infinity "
    b"-inf 2147483647 2147483648 -2147483649 4294967296 9223372036854775808 18446744073709551616 0x10 1_000 1e 1e+ "
    b"+-1 1.2.3 99999999999999999999999999999999999999999 0.1 255 256 -256 360 1e6 100000 true null"
).split()
ODD = (
    b"\x00",
    b"\xef\xbb\xbf",  # a byte order mark
    b"\xed\xa0\x80",  # half of a surrogate pair
    b"\xed\xb0\x80",
    b"\xff\xfe",
    b"\xe2\x80\xae",  # right to left
    b"\xe2\x80\xa8",  # a line separator, which only some readers treat as a line end
    b"\x85",
    b"\x1b[2J",
    b"\xf0\x9f\x91\xa9\xe2\x80\x8d",
    b"\xd9\xa3",  # an Arabic digit
    b"\xc2\xb2",  # a superscript that `isdigit` accepts and `int` does not
    b"\xe2\x85\xa7",
    b"\xc4\xb0",  # two characters in lower case
    b"\xc3\x9f",
    b"\xef\xbc\x9c",  # a wide <
    b"\r",
    b"\x0c",
    b"7" * 5000,  # more digits than Python converts to a number
    b"\\",
    b'"',
    b"'",
    b"<![CDATA[",
    b"<!--",
    b"${{",
    b"%",
)
BRACKETS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"<g>", b"</g>"), (b'{"a":', b"}"), (b"not ", b""), (b"-", b""))
KINDS = (
    *("remove", "cut", "double", "copy", "insert", "insert", "replace", "replace", "insert odd"),
    *("number", "number", "repeat", "insert blanks", "nest", "nest and leave open", "splice", "byte"),
)


class Edit(NamedTuple):
    """One change. `position` and `length` choose tokens, and `other` a text to copy from; most kinds use some fields."""

    kind: str
    position: int
    length: int
    times: int
    word: bytes
    number: bytes
    odd: bytes
    brackets: tuple[bytes, bytes]
    other: bytes

    def apply(self, data: bytes) -> bytes:
        """Return the changed text."""
        if self.kind == "number" and (numbers := list(NUMBER.finditer(data))):
            match = numbers[self.position % len(numbers)]
            return data[: match.start()] + self.number + data[match.end() :]
        if self.kind == "byte" and data:
            changed = bytearray(data)
            changed[self.position % len(data)] = self.times % 256
            return bytes(changed)
        tokens = TOKEN.findall(data)
        begin = self.position % (len(tokens) + 1)
        end = min(len(tokens), begin + self.length)
        return b"".join([*tokens[:begin], *self.exchange(tokens[begin:end], tokens), *tokens[end:]][: self.cut(begin)])

    def cut(self, begin: int) -> int | None:
        """Return the number of tokens to keep."""
        return begin if self.kind == "cut" else None

    def exchange(self, piece: list[bytes], tokens: list[bytes]) -> list[bytes]:
        """Return tokens in place of a piece of the text."""
        room = max(1, LONGEST // max(1, sum(map(len, piece))))
        match self.kind:
            case "remove":
                return []
            case "double":
                return piece * 2
            case "repeat":  # quadratic or recursive code is noticed only in long texts
                return piece * min(room, self.times)
            case "copy":
                start = self.times % (len(tokens) + 1)
                return tokens[start : start + self.length] + piece
            case "insert":
                return [*piece, self.word]
            case "replace":
                return [self.word]
            case "insert blanks":
                return [*piece, b" " * self.times]
            case "insert odd":
                return [*piece, self.odd]
            case "nest" | "nest and leave open":
                opening, closing = self.brackets
                times = min(self.times, LONGEST // 8)
                return [opening * times, *piece, b"" if self.kind == "nest and leave open" else closing * times]
            case "splice":
                source = TOKEN.findall(self.other)
                start = self.times % (len(source) + 1)
                return source[start : start + self.length]
        return piece


def edits(seeds: Sequence[bytes], words: Sequence[bytes]) -> SearchStrategy[Edit]:
    """Return a strategy for edits that insert words and pieces of other seeds."""
    return st.builds(
        Edit,
        kind=st.sampled_from(KINDS),
        position=st.integers(0, 1 << 16),
        length=st.sampled_from((1, 1, 2, 3, 5, 9, 20, 60)),
        times=st.sampled_from((1, 2, 3, 10, 30, 50, 200, 300, 1500, 2000, 6000, 20_000)),
        word=st.sampled_from([*words, *NUMBERS[:4]]),
        number=st.sampled_from(NUMBERS),
        odd=st.sampled_from(ODD),
        brackets=st.sampled_from(BRACKETS),
        other=st.sampled_from(seeds),
    )


def contents(seeds: Sequence[bytes], words: Sequence[bytes] = ()) -> SearchStrategy[bytes]:
    """Return a strategy for files: a seed with up to four edits, or some words and pieces of seeds in any order."""
    edited = st.builds(apply, st.sampled_from(seeds), st.lists(edits(seeds, words), min_size=1, max_size=4))
    pieces = [*words, *ODD, *NUMBERS, b" ", b" ", b"\n", *(seed[:400] for seed in seeds)]
    soup = st.lists(st.sampled_from(pieces), max_size=30).map(b"".join)
    return st.one_of(edited, edited, edited, edited, soup).map(lambda data: data[:LONGEST])


def apply(data: bytes, changes: Sequence[Edit]) -> bytes:
    """Return a text after all edits."""
    for change in changes:
        data = change.apply(data)
    return data


def texts(seeds: Sequence[str], words: str = "") -> SearchStrategy[str]:
    """Return a strategy for texts, with lone surrogates, since JSON from a model can hold them. `words` are separated by
    white space."""
    return contents([encode(seed) for seed in seeds], [word.encode() for word in words.split()]).map(decode)


def stressed(words: str) -> list[str]:
    """Return texts that reveal quadratic time: each word followed by itself, by spaces, by both, or by brackets."""
    fillers = (("{0}", 4000), (" ", 20_000), ("{0} ", 3000), ("(", 6000))
    return [
        word + (filler.replace("{0}", word) * times)[: LONGEST - len(word)]
        for word in words.split()
        for filler, times in fillers
    ]


def encode(text: str) -> bytes:
    """Return a text as bytes, lone surrogates included."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """Return any bytes as a text."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")
