"""Facts that two captions share: pairs of words of different kinds near each other, such as a colour and a coloured
thing.

A caption's words are colours, numbers, texts of the drawing (quoted in either caption), or plain. A fact is a plain
word or a text with a colour near it, a number with a plain word or a colour, or a text with a number, near each other
in one sentence. The value is the F1 of facts, weighted by the rarity of their plain words in captions of drawings, and
by how little the plain word determines the other (`common_words.toml`): trunks are brown, clouds white, and seas blue
in nearly all drawings, so that saying so shows little. A fact of one caption counts as found if its words are a little
farther apart in the other. A caption with too many such pairs for the facts that it states gets less for those found in
it (`SPREAD`): otherwise a list of colours, some filler and a list of things would hold all their facts without stating
any.

So phrases that all captions have earn nothing, nor do lists of colours and texts, because two words of one kind are not
a fact. ROUGE-L scores all of these at a fraction of a caption that a person wrote from the picture:

    40 rows of vectorgym-caption                    facts  ROUGE-L
    reference                                        1.00   1.00
    one of its paraphrases                           1.00    .85
    written by a person from the picture              .42    .39
    first half of the reference                       .56    .66
    another row's reference                           .02    .23
    nearest training caption, by the program's words  .13    .50
    one text for all rows                             .02    .25
    colours and texts of the program, in sentences    .01    .16
    colours and texts of the program, as a list       .04    .18

Of what the nearest training caption earns, three quarters are facts that both captions state: two drawings of a beach
with a boat share some.
"""

import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sgpkit.metrics.structure.recall import mentions

FILE = Path(__file__).parent / "common_words.toml"

NEAR, WITHIN = 3, 10
"""The largest distance between the words of a fact, in words: in the stating caption, and in the other."""

SPREAD = 1.5
"""The largest ratio of the weight of a caption's facts `WITHIN` words to those `NEAR` each other, as a multiple of the
reference's. It is 0.6 to 1.4 for captions by people and for paraphrases, and more for lists that keep words apart."""

RAREST = 4.0
"""Maximum weight of a plain word (a logarithm), for words in fewer than one of 55 captions."""

EVEN = 10
"""The number of equally likely colours of a thing from which a colour counts fully."""

LEAST = 0.02
"""Minimum weight of a fact that all captions with its plain word have."""

OF_SORTS = {"color": 1.0, "number": 1.0, "text": 3.0}
"""The weights of other words. The rarity of a number is not informative: a chart may have many that no one can read."""

WEIGHTS = {
    frozenset(("color", "plain")): 1.0,
    frozenset(("color", "text")): 1.0,
    frozenset(("color", "number")): 0.5,
    frozenset(("number", "plain")): 0.5,
    frozenset(("number", "text")): 0.5,
}
"""The kinds of words that form a fact, and its weight."""

PLAIN_WEIGHTS = {frozenset(("plain",)): 1.0}
"""The same for captions that do not state any such fact."""

FAMILIES = {
    "beige": "cream peach sand sandy tan wheat",
    "black": "charcoal ebony",
    "blue": "navy azure indigo",
    "brown": "chocolate",
    "cyan": "aqua teal turquoise",
    "gray": "grey silver slate",
    "green": "forest lime mint olive",
    "orange": "amber coral salmon",
    "pink": "fuchsia magenta rose",
    "purple": "lavender lilac violet",
    "red": "crimson maroon scarlet",
    "white": "",
    "yellow": "gold golden",
}
COLORS: Mapping[str, str] = {word: name for name, others in FAMILIES.items() for word in (name, *others.split())}
"""Words of colours, and the basic colour that replaces them."""

ALIKE = (
    "border edge frame rim", "boat sailboat", "boulder rock stone", "bar column", "bag handbag pouch", "beach shore",
    "carpet rug", "center centre middle", "circle disc disk round", "curtain drape", "curve line", "cup mug",
    "cover lid", "field grass meadow", "floor ground", "fir pine tree", "face head", "frosting icing",
    "heading title titled headed", "icon sign symbol", "jar pot", "key legend", "letter text word", "name called named",
    "path road way", "dot fleck seed speck spot", "dotted spotted", "sun sunset", "wave wavy zigzag",
)  # fmt: skip
SYNONYMS: Mapping[str, str] = {word: group.split()[0] for group in ALIKE for word in group.split()}

_SILENT = """
a above after all also an and another are around as at be been before behind below beside between both but by
canvas depict depicted depicts down drawing each every for from graphic hang hangs has have he her his image in into
is it its lie lies near next no not of off on one or other others out over picture present presents row said says
see seen sees she show shown shows sit sits so square stand stands svg tall taller than that the their them then
there these they this those to under up vector was were where which while who whose wide wider with
can i look looks our we you your
"""
SILENT = frozenset(_SILENT.split())
"""Words that are never part of a fact: grammatical words, and words about the page and the viewer."""

NUMBERS: Mapping[str, str] = {
    word: str(many) for word, many in mentions.NUMBERS.items() if word not in ("one", "single")
}
_CODE = re.compile(r"\(?#[0-9A-Fa-f]{3,8}\b\)?")
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+(?:'[a-z]+)?|[.!?]+(?=\s|$)|[“”\"]")


class Token(NamedTuple):
    """A word of a caption in normalised form, with its position among all words and the number of its sentence."""

    word: str
    sort: str
    position: int
    sentence: int


Fact = frozenset[tuple[str, str]]
"""Two words, each with its kind."""


def agreement(prediction: str, reference: str) -> float:
    """Return the F1 of the facts of two captions, from 0 to 1; it is 1 for equal captions."""
    ours, theirs = list(words(prediction)), list(words(reference))
    texts = {token.word for token in (*ours, *theirs) if token.sort == "text"}
    ours, theirs = with_texts(ours, texts), with_texts(theirs, texts)
    weights = WEIGHTS if pairs(theirs, NEAR, WEIGHTS) else PLAIN_WEIGHTS
    stated, expected = pairs(ours, NEAR, weights), pairs(theirs, NEAR, weights)
    if not expected:
        return float(bool(theirs) and [token.word for token in ours] == [token.word for token in theirs])
    our_range, their_range = pairs(ours, WITHIN, weights), pairs(theirs, WITHIN, weights)
    right = share(stated, their_range)
    spread = SPREAD * total(their_range) / total(expected)
    recalled = share(expected, our_range) * min(1.0, spread * total(stated) / total(our_range)) if our_range else 0.0
    return 2 * right * recalled / (right + recalled) if right and recalled else 0.0


def share(stated: Mapping[Fact, float], known: Mapping[Fact, float]) -> float:
    """Return the weighted share of the stated facts that are among the known ones."""
    whole = total(stated)
    return math.fsum(weight for fact, weight in stated.items() if fact in known) / whole if whole else 0.0


def total(weights: Mapping[Fact, float]) -> float:
    """Return the weight of all facts."""
    return math.fsum(weights.values())


def words(caption: str) -> Iterator[Token]:
    """Yield the words of a caption that can be in a fact."""
    sentence, position, is_quoted = 0, 0, False
    for match in _TOKEN.finditer(_CODE.sub(" ", caption)):
        spelling = match[0].lower()
        if spelling in '“”"':
            is_quoted = spelling == "“" or (spelling == '"' and not is_quoted)
            continue
        position += 1
        if spelling[0] in ".!?":
            sentence += not is_quoted
        elif is_quoted:
            yield Token(spelling, "text", position, sentence)
        elif spelling[0].isdigit() or spelling in NUMBERS:
            yield Token(NUMBERS.get(spelling, spelling), "number", position, sentence)
        elif spelling in COLORS:
            yield Token(COLORS[spelling], "color", position, sentence)
        elif spelling not in SILENT:
            yield Token(one_form(spelling), "plain", position, sentence)


def one_form(word: str) -> str:
    """Return the singular of a word, or the representative of its synonyms."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return SYNONYMS.get(word, word)


def with_texts(caption: Sequence[Token], texts: set[str]) -> list[Token]:
    """Return the words of a caption, with those that either caption quotes marked as texts."""
    return [
        token._replace(sort="text") if token.word in texts and token.sort == "plain" else token for token in caption
    ]


def pairs(caption: Sequence[Token], apart: int, weights: Mapping[frozenset[str], float]) -> dict[Fact, float]:
    """Return the facts whose words are at most `apart` words apart, with their weights."""
    weighted: dict[Fact, float] = {}
    for index, one in enumerate(caption):
        for other in caption[index + 1 :]:
            if other.position - one.position > apart or other.sentence != one.sentence:
                break
            weight = weights.get(frozenset((one.sort, other.sort)))
            if weight and one.word != other.word:
                pair = frozenset(((one.sort, one.word), (other.sort, other.word)))
                rare = rarity(one.sort, one.word) * rarity(other.sort, other.word)
                weighted[pair] = weight * rare * surprise(one, other)
    return weighted


def rarity(sort: str, word: str) -> float:
    """Return the weight of a word: for a plain word, the logarithm of the inverse share of captions that contain it,
    within limits."""
    return OF_SORTS.get(sort) or min(RAREST, -math.log(common()["words"].get(word, math.exp(-RAREST))))


def surprise(one: Token, other: Token) -> float:
    """Return how little a plain word determines the other word of its fact: 1 if at most one in `EVEN` of the captions
    with the plain word have the fact, less the more have it."""
    share = common()["facts"].get(name(one, other), 0.0)
    return min(1.0, max(LEAST, -math.log(share, EVEN))) if share > 0 else 1.0


def name(one: Token, other: Token) -> str:
    """Return the name of a fact in the file: its plain word, and the other."""
    first, second = sorted((one, other), key=lambda token: token.sort != "plain")
    return f"{first.word} {second.word}"


@cache
def common() -> Mapping[str, Mapping[str, float]]:
    """Return, by plain word, the share of captions that contain it, and by fact, the share of captions with its plain
    word that have it; words and facts that are not listed are rarer."""
    shares: dict[str, dict[str, float]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return shares
