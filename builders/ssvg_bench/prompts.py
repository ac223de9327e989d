"""Prompts of SSVG-Bench: the texts, and the strategies that put them together. One user message each.

The protocol is the paper's (§5, appendices B and E.5); the words are ours, except for the two trigger sentences that
are published methods in themselves: "Let's think step by step" (Kojima et al. 2022, arXiv:2205.11916) and the two
sentences of plan-and-solve (Wang et al. 2023, arXiv:2305.04091). Any text can be swapped with `--prompts DIR`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from sgpkit.benchmark import Ask, Messages, Row, Strategy, messages
from sgpkit.graphics import molecule

MOLECULE_TASK = """\
Draw the molecule whose IUPAC name is {name} as {article} {format} drawing that shows its structure.

Rules:
- Every atom is a filled circle. Its fill tells the element, by the table below, which also lists elements that this \
molecule may not contain.
- Leave out the hydrogen atoms.
- Every bond is one line between the centres of its two atoms, whatever the order of the bond.

Fill of each element: {colors}

For example, this is chlorobenzene drawn by these rules in {format}:

```
{example}
```

Answer with the complete {format} code in one code block."""

GEOMETRY_TASK = """\
The following text is about a figure of plane geometry:

{text}

A part of the figure is drawn already, in {format}:

```
{given}
```

Complete the figure: add to this drawing what the text speaks of and what is not there yet.

Rules:
- {marking}
- Leave everything that is there as it is.
- The drawing must not move: no animation.

Answer with the complete {format} code, the given part included, in one code block."""

CAPTION_TASK = """\
Write a complete {format} document that draws the figure to this caption:

{caption}

Answer with the complete {format} code in one code block."""

MARKING_SVG = (
    'Give every text that you add the attribute class="output_text", and everything else that you add '
    'class="output_object".'
)
MARKING_RED = "Draw everything that you add in red."

DIRECT = ""

COT = "Let's think step by step."

PLAN_AND_SOLVE = (
    "Let's first understand the problem and devise a plan to solve the problem. "
    "Then, let's carry out the plan and solve the problem step by step."
)

STEP_BACK = """\
Let's think step by step, in this order:
1. Step back: ask the more general questions that lie behind this task.
2. Answer those questions.
3. With the answers in hand, write the {format} code."""

LOOP = """\
Let's think step by step, in this order:
{steps}"""

# The steps of LOOP. Each is understandable without the others, since the ablations leave one out (appendix E.5).
# For molecules the paper has no mathematical reasoning (§5).
MOLECULE_INFORMATION = (
    "Information extraction: list the parent structure, functional groups and substituents in the name."
)
MOLECULE_RELATIONSHIPS = "Relationship extraction: say how these parts are joined, atom by atom."
GEOMETRY_INFORMATION = "Information extraction: list the points, lines, circles and curves that the figure needs."
GEOMETRY_RELATIONSHIPS = (
    "Relationship extraction: say how the parts of the figure lie to each other: what meets, touches, halves, is "
    "parallel or at right angles."
)
GEOMETRY_MATHEMATICS = (
    "Mathematical reasoning: compute the coordinates and sizes that every part of the figure must have."
)
CODE = "Code generation: write the {format} code."

_COMMON = {
    "direct": DIRECT,
    "cot": COT,
    "plan-and-solve": PLAN_AND_SOLVE,
    "step-back": STEP_BACK,
    "loop": LOOP,
    "loop-code": CODE,
}

MOLECULE_TEXTS = {
    "molecule-task": MOLECULE_TASK,
    "loop-information": MOLECULE_INFORMATION,
    "loop-relationships": MOLECULE_RELATIONSHIPS,
    **_COMMON,
}

GEOMETRY_TEXTS = {
    "geometry-task": GEOMETRY_TASK,
    "marking-svg": MARKING_SVG,
    "marking-tikz": MARKING_RED,
    "marking-eps": MARKING_RED,
    "loop-information": GEOMETRY_INFORMATION,
    "loop-relationships": GEOMETRY_RELATIONSHIPS,
    "loop-mathematics": GEOMETRY_MATHEMATICS,
    **_COMMON,
}

CAPTION_TEXTS = {"caption-task": CAPTION_TASK} | {
    name: text for name, text in GEOMETRY_TEXTS.items() if not name.startswith(("geometry-task", "marking"))
}

FORMAT_NAMES = {"svg": "SVG", "tikz": "TikZ", "eps": "EPS"}

MOLECULE_STEPS = ("information", "relationships", "code")
GEOMETRY_STEPS = ("information", "relationships", "mathematics", "code")

Task = Callable[[Row, Mapping[str, str]], str]
"""The task of a row as text, composed from the prompt texts."""


def molecule_strategies(format: str) -> dict[str, Strategy]:
    """Return the strategies for drawing molecules in one format, by name."""

    def task(row: Row, texts: Mapping[str, str]) -> str:
        return texts["molecule-task"].format(
            name=row["name"],
            article="a" if format == "tikz" else "an",
            format=FORMAT_NAMES[format],
            colors=element_colors(format),
            example=worked_example(format),
        )

    return strategies(format, task, MOLECULE_TEXTS, MOLECULE_STEPS)


def geometry_strategies(format: str) -> dict[str, Strategy]:
    """Return the strategies for completing figures in one format, by name."""

    def task(row: Row, texts: Mapping[str, str]) -> str:
        return texts["geometry-task"].format(
            text=row["text"].strip(),
            given=row["given"].strip(),
            format=FORMAT_NAMES[format],
            marking=texts[f"marking-{format}"],
        )

    return strategies(format, task, GEOMETRY_TEXTS, GEOMETRY_STEPS)


def caption_strategies(format: str) -> dict[str, Strategy]:
    """Return the strategies for drawing a caption: those of geometry, as in the paper's appendix E.4."""

    def task(row: Row, texts: Mapping[str, str]) -> str:
        return texts["caption-task"].format(caption=row["caption"].strip(), format=FORMAT_NAMES[format])

    return strategies(format, task, CAPTION_TEXTS, GEOMETRY_STEPS)


def strategies(format: str, task: Task, defaults: Mapping[str, str], steps: tuple[str, ...]) -> dict[str, Strategy]:
    """The five strategies, and LOOP without one of its steps for each of these."""
    guided = {
        name: strategy(format, task, defaults, name, ()) for name in ("direct", "cot", "plan-and-solve", "step-back")
    }
    guided["loop"] = strategy(format, task, defaults, "loop", steps)
    for left_out in steps:
        kept = tuple(step for step in steps if step != left_out)
        guided[f"loop-no-{left_out}"] = strategy(format, task, defaults, "loop", kept)
    return guided


def strategy(format: str, task: Task, defaults: Mapping[str, str], guidance: str, steps: tuple[str, ...]) -> Strategy:
    """The task, and below it the guidance of that name, if it has any words."""

    def ask(row: Row, options: Ask) -> Messages:
        texts = {**defaults, **options.texts}
        name = FORMAT_NAMES[format]
        listed = "\n".join(f"{number}. {texts[f'loop-{step}']}" for number, step in enumerate(steps, start=1))
        guide = texts[guidance].format(format=name, steps=listed.format(format=name))
        asked = task(row, texts)
        return messages(f"{asked}\n\n{guide}" if guide else asked)

    return ask


def element_colors(format: str) -> str:
    """The fill of each element as the format writes colours: in EPS three shares of 1, rounded to two decimals."""
    if format == "eps":
        return ", ".join(f"{element} {molecule.eps_color(color)}" for element, color in molecule.PALETTE.items())
    return ", ".join(f"{element} {color}" for element, color in molecule.PALETTE.items())


@lru_cache(maxsize=3)
def worked_example(format: str) -> str:
    return molecule.draw("Clc1ccccc1", format).strip()
