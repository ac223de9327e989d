"""Every metric that reads completions, by the format that it reads."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sgpkit import extract
from sgpkit.graphics import cad, compiled, dot, raster, turtle
from sgpkit.graphics.cad import solid
from sgpkit.graphics.programs import library_program
from sgpkit.graphics.scene import sandboxed
from sgpkit.metrics import pictures
from sgpkit.metrics.choices import answer_consistency, answer_entropy, choice_accuracy, letters
from sgpkit.metrics.code import code_similarity, optimiser
from sgpkit.metrics.structure import recall as structural_recall
from sgpkit.metrics.structure import scene_match, ssvg_structure
from sgpkit.metrics.structure import turtle as turtle_match
from sgpkit.status import Rejected
from sgpkit.values import Score, score_or_rejection
from tests.hostile import answer_cases, page_cases, picture_targets, python_cases, shape_cases, svg_cases
from tests.hostile.good_programs import (
    ASSERTED,
    CAPTIONS,
    EPS_ETHANOL,
    ETHANOL,
    FENCED,
    GRAPH,
    OPTIONS,
    SQUARE,
    SQUARE_PICTURE,
    SQUARE_PLOT,
    SQUARE_SQUARE,
    SQUARE_SVG,
    SQUARE_TIKZ,
    TIKZ_ETHANOL,
    TRIANGLE,
    WASHER,
    commented,
    good_svg,
)
from tests.hostile.target import Target


def close() -> None:
    """End the processes that wait for the next program, also those that tests of other files have started."""
    for service in (turtle, library_program, dot, raster, solid, sandboxed, optimiser):
        service.close()
    if cad_programs := sys.modules.get("sgpkit.families.cadscript.running"):
        cad_programs.close()


def forget(codes: Sequence[str]) -> None:
    """Check that these programs have the same outcome when repeated."""
    for known in [key for key in compiled.MEMORY._results if key[1] in codes]:
        del compiled.MEMORY._results[known]
    pictures.MEMORY.forget()
    optimiser.optimised.cache_clear()


def structure(task: str, format: str, code: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    return lambda texts: ssvg_structure.score(texts, [code] * len(texts), task, format)


def similarity(format: str, code: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    return lambda texts: code_similarity.score(texts, [code] * len(texts), format, corpus=[code]).scores


def recall(format: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    return lambda texts: structural_recall.score(texts, [CAPTIONS[format]] * len(texts), format)


def asserted(format: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    return lambda texts: scene_match.score(texts, [ASSERTED[format]] * len(texts), format)


def matched(reference: str, setting: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    return lambda texts: turtle_match.score(texts, [reference] * len(texts), setting)


def drawn(code: str) -> bytes:
    """Return the figure at its own size, as a picture."""
    black = turtle.draw(code).black()
    return raster.png(np.repeat(np.where(black, 0, 255).astype(np.uint8)[..., None], 3, axis=2))


def painted(renderer: str) -> Callable[[Sequence[str]], Sequence[Score]]:
    """Render a picture as the report does, or return the reason of the failure. Only the expected one counts."""

    def score(texts: Sequence[str]) -> list[Score]:
        wanted = raster.render(ETHANOL, 64, renderer=renderer)
        programs = [extract.code_answer(text, "svg", "stop") for text in texts]
        codes = [program.value for program in programs if program.value is not None]
        pictures = iter(raster.render_many(codes, 64, renderer=renderer))
        verdicts = []
        for program in programs:
            if program.value is None:
                verdicts.append(Score(0.0, status=program.status, reason=program.reason))
                continue
            picture = next(pictures)
            if isinstance(picture, Rejected):
                verdicts.append(Score.rejected(picture))
            else:
                verdicts.append(Score(float(np.array_equal(picture, wanted)), reason="painted"))
        return verdicts

    return score


def solids(texts: Sequence[str]) -> list[Score]:
    """Grade a CAD program: read it, build it, and examine the solid."""

    def one(text: str) -> Score:
        measured = cad.parse(text, "deepcad").solid().measurements
        return Score(float(len(measured.holes) == 1), reason=f"{len(measured.holes)} holes")

    return [score_or_rejection(one, text) for text in texts]


def choices(texts: Sequence[str]) -> list[Score]:
    return choice_accuracy.score(texts, ["B"] * len(texts), [OPTIONS] * len(texts))


def consistency(texts: Sequence[str]) -> list[Score]:
    """Score consistency: each hostile answer is in a separate group with two good ones."""
    answers = letters.read(
        [item for text in texts for item in (text, "Answer: B", "Answer: B")], [OPTIONS] * 3 * len(texts)
    )
    scores = answer_consistency.score(answers, [entry // 3 for entry in range(len(answers))])
    return [replace(score, value=score.parts["strict"]) for score in scores[::3]]


def entropy(texts: Sequence[str]) -> list[Score]:
    answers = letters.read(
        [item for text in texts for item in (text, "Answer: B", "Answer: B")], [OPTIONS] * 3 * len(texts)
    )
    return list(answer_entropy.score(answers, [entry // 3 for entry in range(len(answers))])[::3])


def targets() -> list[Target]:
    svg, molecules = svg_cases.CASES, shape_cases.MOLECULES
    triangle = TRIANGLE["svg"]
    tikz, eps, graphs = page_cases.TIKZ, page_cases.EPS, page_cases.GRAPHVIZ
    few: dict[str, Any] = {"distinct": 3}
    return [
        Target("molecule svg", "svg", (*svg, *molecules), good_svg, structure("molecule", "svg", ETHANOL)),
        Target(
            "geometry svg", "svg", (*svg, *molecules), commented(triangle, "\n"), structure("geometry", "svg", triangle)
        ),
        Target("code_similarity svg", "svg", svg, good_svg, similarity("svg", ETHANOL), "text"),
        Target("structural_recall svg", "svg", svg, good_svg, recall("svg"), "picture"),
        Target("scene_match svg", "svg", svg, good_svg, asserted("svg"), "picture"),
        Target("turtle_match svg", "svg", svg, commented(SQUARE_SVG, "\n"), matched(SQUARE_SQUARE, "any-language")),
        Target("painted by cairo", "svg", svg, good_svg, painted("cairo")),
        Target("painted by resvg", "svg", svg, good_svg, painted("resvg")),
        Target(
            "molecule tikz",
            "tikz",
            tikz,
            commented(TIKZ_ETHANOL, "%"),
            structure("molecule", "tikz", TIKZ_ETHANOL),
            **few,
        ),
        Target(
            "geometry tikz",
            "tikz",
            tikz,
            commented(TRIANGLE["tikz"], "%"),
            structure("geometry", "tikz", TRIANGLE["tikz"]),
            **few,
        ),
        Target(
            "code_similarity tikz", "tikz", tikz, commented(TIKZ_ETHANOL, "%"), similarity("tikz", TIKZ_ETHANOL), "text"
        ),
        Target("structural_recall tikz", "tikz", tikz, commented(TIKZ_ETHANOL, "%"), recall("tikz"), "picture", **few),
        Target(
            "molecule eps", "eps", eps, commented(EPS_ETHANOL, "%"), structure("molecule", "eps", EPS_ETHANOL), **few
        ),
        Target(
            "geometry eps",
            "eps",
            eps,
            commented(TRIANGLE["eps"], "%"),
            structure("geometry", "eps", TRIANGLE["eps"]),
            **few,
        ),
        Target("code_similarity eps", "eps", eps, commented(EPS_ETHANOL, "%"), similarity("eps", EPS_ETHANOL), "text"),
        Target("structural_recall dot", "dot", graphs, commented(GRAPH, "//"), recall("dot"), "picture", 20),
        Target("scene_match dot", "dot", graphs, commented(GRAPH, "//"), asserted("dot"), "picture", 20),
        Target("code_similarity dot", "dot", graphs, commented(GRAPH, "//"), similarity("dot", GRAPH), "text"),
        Target(
            "turtle_match",
            "turtle",
            python_cases.TURTLES,
            lambda number: FENCED.format(SQUARE, number),
            matched(SQUARE, "turtle"),
        ),
        Target(
            "turtle_match matplotlib",
            "matplotlib",
            python_cases.PLOTS,
            lambda number: f"```python\n{SQUARE_PLOT}# {number}\n```",
            matched(SQUARE_SQUARE, "any-language"),
            **few,
        ),
        Target(
            "turtle_match pillow",
            "pillow",
            python_cases.PICTURES,
            lambda number: f"```python\n{SQUARE_PICTURE}# {number}\n```",
            matched(SQUARE_SQUARE, "any-language"),
            **few,
        ),
        Target(
            "turtle_match tikz",
            "tikz",
            tikz,
            commented(SQUARE_TIKZ, "%"),
            matched(SQUARE_SQUARE, "any-language"),
            **few,
        ),
        Target(
            "turtle_match of a picture",
            "turtle",
            python_cases.QUICK,
            lambda number: FENCED.format(SQUARE, number),
            lambda texts: turtle_match.score(texts, [{"image": drawn(SQUARE)}] * len(texts), "turtle"),
        ),
        Target("solids", "cad", shape_cases.CAD, lambda number: WASHER + " " * number, solids, distinct=5),
        Target("choice_accuracy", "answer", answer_cases.CASES, lambda number: f"{number}.\nAnswer: B", choices),
        Target("answer_consistency", "answer", answer_cases.CASES, lambda number: f"{number}.\nAnswer: B", consistency),
        Target("answer_entropy", "answer", answer_cases.CASES, lambda number: f"{number}.\nAnswer: B", entropy),
        *picture_targets.targets(),
    ]
