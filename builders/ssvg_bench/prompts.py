"""How an SSVG-Bench row is asked: the texts, and the strategies that put them together. One user message each.

The protocol is the paper's (§5 and appendix B); the words are ours, but for the two trigger sentences that are
published methods in themselves: "Let's think step by step" (Kojima et al. 2022, arXiv:2205.11916) and the two
sentences of plan-and-solve (Wang et al. 2023, arXiv:2305.04091). Any text can be swapped with `--prompts DIR`.
"""

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

# The steps of LOOP for molecules; the paper leaves out mathematical reasoning here (§5).
LOOP_INFORMATION = "Information extraction: list the parent structure, functional groups and substituents in the name."
LOOP_RELATIONSHIPS = "Relationship extraction: say how these parts are joined, atom by atom."
LOOP_CODE = "Code generation: write the {format} code."

TEXTS = {
    "molecule-task": MOLECULE_TASK,
    "direct": DIRECT,
    "cot": COT,
    "plan-and-solve": PLAN_AND_SOLVE,
    "step-back": STEP_BACK,
    "loop": LOOP,
    "loop-information": LOOP_INFORMATION,
    "loop-relationships": LOOP_RELATIONSHIPS,
    "loop-code": LOOP_CODE,
}

FORMAT_NAMES = {"svg": "SVG", "tikz": "TikZ", "eps": "EPS"}

LOOP_STEPS = {
    "loop": ("information", "relationships", "code"),
    "loop-no-information": ("relationships", "code"),
    "loop-no-relationships": ("information", "code"),
    "loop-no-code": ("information", "relationships"),
}


def molecule_strategies(format: str) -> dict[str, Strategy]:
    """Every strategy for drawing molecules in one format, by name."""
    plain = {name: molecule_strategy(format, name, ()) for name in ("direct", "cot", "plan-and-solve", "step-back")}
    return plain | {name: molecule_strategy(format, "loop", steps) for name, steps in LOOP_STEPS.items()}


def molecule_strategy(format: str, guidance: str, steps: tuple[str, ...]) -> Strategy:
    def ask(row: Row, options: Ask) -> Messages:
        texts = TEXTS | dict(options.texts)
        name = FORMAT_NAMES[format]
        task = texts["molecule-task"].format(
            name=row["name"],
            article="a" if name == "TikZ" else "an",
            format=name,
            colors=", ".join(f"{element} {color}" for element, color in molecule.PALETTE.items()),
            example=worked_example(format),
        )
        numbered = (f"{number}. {texts[f'loop-{step}']}" for number, step in enumerate(steps, start=1))
        listed = "\n".join(numbered).format(format=name)
        guide = texts[guidance].format(format=name, steps=listed)
        return messages(f"{task}\n\n{guide}" if guide else task)

    return ask


@lru_cache(maxsize=3)
def worked_example(format: str) -> str:
    return molecule.draw("Clc1ccccc1", format)
