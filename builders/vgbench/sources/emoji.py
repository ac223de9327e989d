"""Emoji and pictograms that people drew → rows of `vgqa-svg` and `vgen-svg`, next to as many rows about fresh drawings.

    --source emoji[=FOLDER]     the sets of `shared/emoji.py`

The name and the group of a drawing are the words of its set, and its colors are those that the picture clearly shows
(`shared/emoji_facts.py`). No row asks for the use of a thing, since no set states it. The caption of a drawing names it
and its colors. Only the colors are checked; nothing is asserted about positions.
"""

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sgpkit.benchmark import Row, Skipped
from sgpkit.families.shared import emoji, emoji_facts
from sgpkit.families.shared.choices import keys
from sgpkit.families.shared.emoji import Emoji
from sgpkit.families.shared.icon_facts import Fact
from sgpkit.metrics.structure.recall.named import Named, as_text

from ...shared.words import listed, upper, with_article
from .. import lengths
from ..content import generators, svg_figures
from . import captions as builtin_captions
from . import questions as builtin_questions

FORMAT = "svg"
DRAWINGS = 400
"""The number of rows about drawings by people. As many rows about fresh drawings accompany them."""

GROUPED = 0.3
"""The share of category questions that ask for the group of the drawing instead of its name."""

TYPES = {"name": "category", "group": "category", "color": "color"}
GROUP_TEXTS = ("Which category does this icon belong to?", "Under which heading would an icon library list this image?")

LEAST_COLOR = 0.04
"""The minimum share of the painted area for a color in a caption."""

MOST_COLORS = 4
UNLIKE_PROSE = re.compile(r"\b(?:with|showing|tilted|facing|closed|open|locked|unlocked|high|low|no|on|off)\b")
"""Words of names that describe the form of a symbol. Such names do not serve as captions."""

BARE = ("bread", "rice", "cheese", "bacon", "sushi", "honey", "fire", "sake", "tofu", "luggage", "sunrise", "sunset")
"""Names that take no article."""

TEMPLATES = (
    "{Thing} in {colors}.",
    "An icon of {thing}. It is drawn in {colors}.",
    "This picture shows {thing} in {colors}.",
    "{Thing}, drawn as a small icon. {Are} {colors}.",
    "A simple drawing of {thing} in {colors}.",
    "Icon: {name}. Main {color}: {colors}.",
)
"""Wordings of a caption. A row has one of them, and the others as paraphrases."""

Rows = Iterator[tuple[str, Row] | Skipped]


def questions(path: str, seed: int) -> Rows:
    """Yield worked examples, the questions about drawings by people, and as many about fresh drawings."""
    yield from builtin_questions.examples(FORMAT, seed)
    asked: Counter[str] = Counter()
    for item in real_questions(path, seed):
        if isinstance(item, Skipped):
            yield item
            continue
        asked[item["type"]] += 1
        yield "test", item
    yield from (("test", row) for row in builtin_questions.question_rows(FORMAT, f"{seed}:{emoji.SOURCE}", asked))


def real_questions(path: str, seed: int) -> Iterator[Row | Skipped]:
    """Yield the rows about drawings by people, one of each type per drawing."""
    dealt = emoji_facts.deck(path, f"{seed}:vgqa-{emoji.SOURCE}")
    yield from dealt.skipped
    asked: Counter[str] = Counter()
    taken = 0
    for drawn in dealt.drawings:
        if taken == DRAWINGS:
            return
        draw = random.Random(f"{seed}:vgqa-{emoji.SOURCE}:{drawn.identifier}")
        try:
            code = drawn.code
            named = dict(emoji_facts.named(drawn, dealt.names, draw, svg_figures.CATEGORY_TEXTS, GROUP_TEXTS))
            known = named | dict(emoji_facts.seen(code, draw))
        except ValueError as error:
            yield Skipped(drawn.identifier, str(error))
            continue
        unasked = "name" if "group" in known and draw.random() < GROUPED else "group"
        chosen = [(TYPES[aspect], fact) for aspect, fact in known.items() if aspect in TYPES and aspect != unasked]
        taken += bool(chosen)
        for type_, fact in chosen:
            key = keys.letter(asked[type_], f"{seed}:vgqa-{emoji.SOURCE}:{type_}")
            asked[type_] += 1
            yield question_row(drawn, code, type_, fact, key)


def question_row(drawn: Emoji, code: str, type_: str, fact: Fact, key: str) -> Row:
    """Return the row of a fact."""
    common = common_row(drawn, code, "vgqa")
    identifier = f"{common['id']}-{type_}"
    return common | {
        "id": identifier,
        "type": type_,
        "question": fact.question,
        "options": keys.ordered(fact.answer, fact.alternatives, key, identifier),
        "answer": key,
    }


def common_row(drawn: Emoji, code: str, config: str) -> Row:
    """Return the columns that questions and captions share."""
    identifier = f"{emoji.SOURCE}-{config}-{drawn.identifier}"
    return {
        "id": identifier,
        "cluster": identifier,
        "source": emoji.SOURCE,
        "license": drawn.license,
        "generator": "",
        "kind": drawn.name or drawn.category,
        "code": code,
        "length": len(code),
        "band": lengths.band(code),
        "defect": "",
    }


# --- captions ---------------------------------------------------------------------------------------------------------


def captions(path: str, seed: int) -> Rows:
    """Yield the captions of drawings by people, and as many of fresh drawings."""
    count = 0
    for item in itertools.islice(real_captions(path, seed), DRAWINGS):
        count += not isinstance(item, Skipped)
        yield item if isinstance(item, Skipped) else ("test", item)
    fresh = generators.deck(FORMAT, f"{seed}:vgen-{emoji.SOURCE}", captioned=True)
    yield from (("test", builtin_captions.row(dealt)) for dealt in itertools.islice(fresh, count))


def real_captions(path: str, seed: int) -> Iterator[Row | Skipped]:
    """Yield the rows of drawings by people that have a name and unambiguous colors."""
    dealt = emoji_facts.deck(path, f"{seed}:vgen-{emoji.SOURCE}")
    yield from dealt.skipped
    for drawn in dealt.drawings:
        if not drawn.name or UNLIKE_PROSE.search(drawn.name):
            continue
        try:
            code = drawn.code
            colors = emoji_facts.colors(code, LEAST_COLOR)[:MOST_COLORS]
        except ValueError as error:
            yield Skipped(drawn.identifier, str(error))
            continue
        if colors:
            yield caption_row(drawn, code, colors, random.Random(f"{seed}:vgen-{emoji.SOURCE}:{drawn.identifier}"))


def caption_row(drawn: Emoji, code: str, colors: Sequence[str], draw: random.Random) -> Row:
    """Return the row of a drawing with a caption and its paraphrases."""
    thing = drawn.name if is_bare(drawn.name) else with_article(drawn.name)
    words = {"thing": thing, "Thing": upper(thing), "name": drawn.name, "colors": listed(colors)}
    several = len(colors) > 1
    words |= {"Are": "The colors are" if several else "The color is", "color": "colors" if several else "color"}
    text, *others = (template.format(**words) for template in draw.sample(TEMPLATES, len(TEMPLATES)))
    return common_row(drawn, code, "vgen") | {
        "caption": text,
        "paraphrases": others,
        "named": [as_text(Named("color", color)) for color in colors],
        "asserted": "",
    }


def is_bare(name: str) -> bool:
    """Return whether a name takes no article, because it is plural or uncountable."""
    last = name.split()[-1]
    return last in BARE or (last.endswith("s") and not last.endswith(("ss", "us", "bus")))
