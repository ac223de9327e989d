"""Changes to an input: by words of its language more than by bytes, so that most of them get past the first check."""

import re
from collections.abc import Sequence
from random import Random

TOKEN = re.compile(rb"[A-Za-z_\\#&@:-]+|[-+]?[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?|[ \t\r\n]+|.", re.DOTALL)
NUMBER = re.compile(rb"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")

NUMBERS = (
    b"0 -0 1 -1 2 3.5 .5 1. 007 1e3 1e-9 1e9 1e15 1e16 1e308 -1e308 1e309 1e-308 5e-324 1e99999 NaN nan Infinity "
    b"-inf 2147483647 2147483648 -2147483649 4294967296 9223372036854775808 18446744073709551616 0x10 1_000 1e 1e+ "
    b"+-1 1.2.3 99999999999999999999999999999999999999999 0.1 255 256 -256 360 1e6 100000 true null"
).split()
STRANGE = (
    b"\x00",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",  # half of a surrogate pair
    b"\xed\xb0\x80",
    b"\xff\xfe",
    b"\xe2\x80\xae",  # right to left
    b"\xe2\x80\xa8",  # a line's end that is none
    b"\x85",
    b"\x1b[2J",
    b"\xf0\x9f\x91\xa9\xe2\x80\x8d",
    b"\xd9\xa3",  # a digit, but not of ours
    b"\xc2\xb2",  # a superscript that `isdigit` takes and `int` does not
    b"\xe2\x85\xa7",
    b"\xc4\xb0",  # two characters once in small letters
    b"\xc3\x9f",
    b"\xef\xbc\x9c",
    b"\r",
    b"\x0c",
    b"7" * 5000,  # more digits than Python turns into a number
    b"\\",
    b'"',
    b"'",
    b"<![CDATA[",
    b"<!--",
    b"${{",
    b"%",
)
PAIRS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"<g>", b"</g>"), (b'{"a":', b"}"), (b"not ", b""), (b"-", b""))


def mutated(data: bytes, words: Sequence[bytes], others: Sequence[bytes], rng: Random, longest: int) -> bytes:
    """One to four changes. `others` are inputs to take pieces from."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = _changed(data, words, others, rng, longest)
    return data[:longest]


def _changed(data: bytes, words: Sequence[bytes], others: Sequence[bytes], rng: Random, longest: int) -> bytes:
    kind = rng.randrange(14)
    if kind < 2 and (numbers := list(NUMBER.finditer(data))):
        number = rng.choice(numbers)
        return data[: number.start()] + rng.choice(NUMBERS) + data[number.end() :]
    tokens = TOKEN.findall(data)
    if not tokens:
        return rng.choice(others) if others else b"0"
    begin = rng.randrange(len(tokens))
    end = min(len(tokens), begin + rng.choice((1, 1, 2, 3, 5, 9, 20, 60)))
    before, piece, after = tokens[:begin], tokens[begin:end], tokens[end:]
    match kind:
        case 2:
            piece = []
        case 3:
            piece = piece * 2
        case 4:  # what is quadratic, or recursive, shows only in what is long
            most = max(1, (longest - len(data)) // max(1, len(b"".join(piece))))
            piece = piece * min(most, rng.choice((3, 10, 50, 300, 2000, 20_000)))
        case 5:
            return b"".join(before)  # cut off
        case 6:
            other = rng.randrange(len(tokens))
            before, piece = before + tokens[other : other + len(piece)], piece
        case 7 | 8 if words:
            piece = [rng.choice(words)]
        case 9 if words:
            piece = [*piece, rng.choice(words)]
        case 10:
            piece = [*piece, rng.choice(STRANGE)]
        case 11:
            opening, closing = rng.choice(PAIRS)
            times = min(rng.choice((1, 2, 30, 200, 1500, 6000)), max(1, (longest - len(data)) // 8))
            piece = [opening * times, *piece, closing * rng.choice((times, times, 0))]
        case 12 if others:
            source = TOKEN.findall(rng.choice(others))
            start = rng.randrange(len(source)) if source else 0
            piece = source[start : start + rng.choice((1, 4, 12, 40))]
        case _:
            joined = bytearray(data)
            joined[rng.randrange(len(joined))] = rng.randrange(256)
            return bytes(joined)
    return b"".join([*before, *piece, *after])
