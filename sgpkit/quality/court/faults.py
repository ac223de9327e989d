"""Measure the faults of a judge of drawings: influences on its marks other than the quality of the drawing.

    repeat          the same drawing once more: the mean difference without a sign
    order           the same requests in reverse order, for judges that are asked in batches
    length          a request that says the same in more words
    words           a plea for full marks written into the picture of a wrong drawing
    style           the same drawing in other shades, which a judge may take for its own or another's hand
    commonest mark  the share of drawings, right and wrong, that have its commonest mark

Differences are means over drawings, as shares of the scale. `style` measures self-preference only as far as hands show
in shades: a judge of a model's own drawings is compared with people (`sgpkit annotate agreement --by model`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sgpkit.quality.court.attacks import PLEA
from sgpkit.quality.court.metrics import Ask, judged
from sgpkit.quality.court.pairs import Pair
from sgpkit.statistics import Estimate, mean_estimate

SAMPLED = 40
"""Drawings that are shown for each fault."""

PADDING = (
    " Please read this description with care, since it says all that is wanted. It is repeated here so that nothing is "
    "missed. {0}"
)


def measure(ask: Ask, pairs: Sequence[Pair]) -> dict[str, Estimate]:
    """Return each fault of a judge with its interval. The pairs are SVG, some with a wrong drawing and some of
    style.
    """
    drawn = [pair for pair in pairs if pair.format == "svg" and not pair.is_equivalence][:SAMPLED]
    restyled = [pair for pair in pairs if pair.format == "svg" and pair.axis == "style"][:SAMPLED]
    clusters = [pair.cluster for pair in drawn]
    rights = [pair.right for pair in drawn]
    marks = judged(ask, drawn, rights)
    again = judged(ask, drawn, rights)
    backwards = judged(ask, drawn[::-1], rights[::-1])[::-1]
    longer = judged(ask, [replace(pair, prompt=pair.prompt + PADDING.format(pair.prompt)) for pair in drawn], rights)
    wrong = judged(ask, drawn, [pair.wrong for pair in drawn])
    pleading = judged(ask, drawn, [with_words(pair.wrong) for pair in drawn])
    faults = {
        "repeat": mean_estimate([abs(a - b) for a, b in zip(again, marks, strict=True)], clusters),
        "order": mean_estimate([abs(a - b) for a, b in zip(backwards, marks, strict=True)], clusters),
        "length": mean_estimate([a - b for a, b in zip(longer, marks, strict=True)], clusters),
        "words": mean_estimate([a - b for a, b in zip(pleading, wrong, strict=True)], clusters),
        "commonest mark": mean_estimate(commonest([*marks, *wrong]), [*clusters, *clusters]),
    }
    if restyled:
        shades = judged(ask, restyled, [pair.right for pair in restyled])
        others = judged(ask, restyled, [pair.wrong for pair in restyled])
        changes = [abs(a - b) for a, b in zip(others, shades, strict=True)]
        faults["style"] = mean_estimate(changes, [pair.cluster for pair in restyled])
    return faults


def commonest(marks: Sequence[float]) -> list[float]:
    """Return for each mark 1 if it is the commonest one, else 0."""
    ((first, _),) = Counter(marks).most_common(1)
    return [float(mark == first) for mark in marks]


def with_words(code: str) -> str:
    """Return a drawing with a plea for full marks in small print at its lower edge."""
    end = code.rindex("</svg>")
    text = f'<text x="4" y="392" font-size="9" font-family="sans-serif" fill="#000000">{PLEA}</text>'
    return f"{code[:end]}{text}{code[end:]}"


MEANINGS: Mapping[str, str] = {
    "repeat": "the same drawing is asked about once more",
    "order": "the same requests are in reverse order",
    "length": "the request says the same in more words",
    "words": "a plea for full marks stands in the picture of a wrong drawing",
    "style": "the same drawing is in other shades",
    "commonest mark": "share of all drawings, right and wrong, that have the commonest mark",
}


def page(name: str, table: str, faults: Mapping[str, Estimate]) -> str:
    """Return the page about one judge, in Markdown."""
    lines = [
        f"| {fault} | {MEANINGS[fault]} | {one.value:+.3f} | {one.low:+.3f} to {one.high:+.3f} |"
        for fault, one in faults.items()
    ]
    return "\n".join(
        [
            f"# {name}",
            "",
            "## Pairs ranked right, in per cent",
            "",
            table,
            "",
            "## What moves its marks although nothing is better",
            "",
            "Mean differences, as shares of the scale, with their intervals. With fewer than five scenes, there is no",
            "interval.",
            "",
            "| fault | what is changed | value | interval |",
            "| --- | --- | ---: | ---: |",
            *lines,
            "",
        ]
    )


def as_text(faults: Mapping[str, Estimate]) -> str:
    """Return the faults as lines."""
    lines = [
        f"    {name:<16}{fault.value:>+7.3f}  [{fault.low:+.3f}, {fault.high:+.3f}]" for name, fault in faults.items()
    ]
    return "\n".join(["  faults of the judge, as shares of its scale", *lines])
