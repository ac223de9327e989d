"""The prompts of SSVG-Bench rows, in every format and with every strategy."""

import pytest

from sgpkit.benchmark import Ask, Row, Strategy
from sgpkit.families.ssvg_bench import prompts
from sgpkit.graphics import molecule

FORMATS = tuple(prompts.FORMAT_NAMES)
MOLECULE = {"name": "4-butyl-2,6-dimethylmorpholine"}
GIVEN = {
    "svg": '<svg viewBox="0 0 9 9">\n<line class="input_object" x2="9"/>\n</svg>\n',
    "tikz": "\\documentclass[tikz]{standalone}\n\\begin{document}{given}\\end{document}\n",
    "eps": "%!PS-Adobe-3.0 EPSF-3.0\n/a { stroke } def\nshowpage\n",
}
STEPS = {
    "information": "Information extraction",
    "relationships": "Relationship extraction",
    "mathematics": "Mathematical reasoning",
    "code": "Code generation",
}


def figure(format: str) -> Row:
    return {"text": "The medians of ABC meet in {G}.", "given": GIVEN[format]}


def asked(strategy: Strategy, row: Row, **texts: str) -> str:
    messages = strategy(row, Ask(texts=texts))
    assert isinstance(messages, list)
    assert [message["role"] for message in messages] == ["user"]
    return str(messages[0]["content"])


@pytest.mark.parametrize("format", FORMATS)
def test_a_molecule_is_asked_by_its_name_with_the_colours_and_the_example_of_the_format(format: str) -> None:
    text = asked(prompts.molecule_strategies(format)["direct"], MOLECULE)
    assert MOLECULE["name"] in text
    assert text.count(prompts.FORMAT_NAMES[format]) >= 3
    assert f"```\n{molecule.draw('Clc1ccccc1', format).strip()}\n```" in text
    carbon = "C 0.15 0.29 0.29" if format == "eps" else "C #274A4A"
    assert carbon in text
    assert all(f"{element} " in text for element in molecule.PALETTE)
    example = text.split("```")[1]
    assert molecule.same(molecule.from_drawing(example.strip(), format), molecule.structure("Clc1ccccc1").graph())


@pytest.mark.parametrize("format", FORMATS)
def test_the_example_is_no_giveaway_of_a_colour_in_another_form(format: str) -> None:
    text = asked(prompts.molecule_strategies(format)["direct"], MOLECULE)
    assert ("#" in prompts.element_colors(format)) is (format != "eps")
    assert "{" not in text.split("```")[0]


@pytest.mark.parametrize("format", FORMATS)
def test_a_figure_is_asked_with_its_text_and_its_given_part(format: str) -> None:
    row = figure(format)
    text = asked(prompts.geometry_strategies(format)["direct"], row)
    assert row["text"] in text
    assert f"```\n{GIVEN[format].strip()}\n```" in text
    marking = 'class="output_object"' if format == "svg" else "in red"
    assert marking in text
    assert ("output_text" in text) is (format == "svg")
    assert "animation" in text


def test_the_strategies_are_those_of_the_paper() -> None:
    plain = ["direct", "cot", "plan-and-solve", "step-back", "loop"]
    for format in FORMATS:
        assert list(prompts.geometry_strategies(format)) == [*plain, *(f"loop-no-{step}" for step in STEPS)]
        assert list(prompts.molecule_strategies(format)) == [
            *plain, "loop-no-information", "loop-no-relationships", "loop-no-code",
        ]  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("task", ["geometry", "molecule"])
def test_guidance_stands_below_the_task(task: str, format: str) -> None:
    strategies = prompts.geometry_strategies(format) if task == "geometry" else prompts.molecule_strategies(format)
    row = figure(format) if task == "geometry" else MOLECULE
    direct = asked(strategies["direct"], row)
    guides = {name: asked(strategy, row).removeprefix(direct).strip() for name, strategy in strategies.items()}
    assert guides["direct"] == ""
    assert guides["cot"] == "Let's think step by step."
    assert guides["plan-and-solve"].startswith("Let's first understand the problem and devise a plan")
    assert "Step back" in guides["step-back"]
    assert len(set(guides.values())) == len(guides)
    assert not any("{" in guide for guide in guides.values())


def test_loop_names_its_steps_in_order_and_an_ablation_leaves_one_out() -> None:
    for task, row in (("geometry", figure("svg")), ("molecule", MOLECULE)):
        strategies = getattr(prompts, f"{task}_strategies")("svg")
        kept = [name for step, name in STEPS.items() if (task, step) != ("molecule", "mathematics")]
        assert in_order(asked(strategies["loop"], row)) == kept
        for step, name in STEPS.items():
            if f"loop-no-{step}" in strategies:
                assert in_order(asked(strategies[f"loop-no-{step}"], row)) == [other for other in kept if other != name]


def in_order(text: str) -> list[str]:
    """Return the steps that a prompt lists, by their numbers."""
    lines = [line for line in text.splitlines() if line[:1].isdigit() and line[1:3] == ". "]
    assert [line[0] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
    return [line[3:].split(":")[0] for line in lines]


def test_a_caption_is_asked_without_a_given_part() -> None:
    strategies = prompts.caption_strategies("tikz")
    assert list(strategies) == list(prompts.geometry_strategies("tikz"))
    text = asked(strategies["loop"], {"caption": " A 2x2 grid, {filled}. "})
    assert "A 2x2 grid, {filled}.\n" in text and "TikZ" in text and "Mathematical reasoning" in text


def test_any_text_can_be_swapped() -> None:
    swapped = {"geometry-task": "{text} | {given} | {marking}", "marking-svg": "mark", "loop-code": "write {format}"}
    text = asked(prompts.geometry_strategies("svg")["loop"], figure("svg"), **swapped)
    assert text.startswith("The medians of ABC meet in {G}. | <svg")
    assert "| mark\n" in text and text.endswith("4. write SVG")
