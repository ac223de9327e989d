"""The seven configs of SSVG-Bench together: the same tasks in every format, their pictures, their references."""

import io

import numpy
import pytest
from PIL import Image

from sgpkit import content
from sgpkit.benchmark import Ask, Benchmark, Completion, Row, families
from sgpkit.families.ssvg_bench import pictures, prompts
from sgpkit.families.ssvg_bench.element_statistics import mean_elements
from sgpkit.graphics import molecule
from sgpkit.status import Status

FORMATS = tuple(prompts.FORMAT_NAMES)


def config(task: str, format: str) -> Benchmark:
    return families.get(f"ssvg-{task}-{format}")


def rows(benchmark: Benchmark) -> list[Row]:
    return [row for split, row in benchmark.rows.sources["builtin"].read("", 0) if split == "test"]


@pytest.mark.slow
def test_the_benchmark_has_the_papers_size() -> None:
    counted = {task: [len(rows(config(task, format))) for format in FORMATS] for task in ("geometry", "molecule")}
    assert counted == {"geometry": [110] * 3, "molecule": [300] * 3}
    many = [row["id"] for row in rows(config("geometry", "svg")) if row["rule"]]
    assert len(many) == 16


@pytest.mark.parametrize("task", ["geometry", "molecule"])
def test_a_task_is_the_same_in_every_format_but_for_its_programs(task: str) -> None:
    matches = [rows(config(task, format)) for format in FORMATS]
    for same in zip(*matches, strict=True):
        bare = [{name: value for name, value in row.items() if name not in ("code", "given")} for row in same]
        assert bare[0] == bare[1] == bare[2]
        assert len({row["code"] for row in same}) == 3


def test_the_given_part_stands_in_the_prompt_and_the_answer_does_not() -> None:
    for format in FORMATS:
        benchmark = config("geometry", format)
        for row in rows(benchmark):
            (message,) = benchmark.prompts.strategies["direct"](row, Ask())
            assert row["given"].strip() in message["content"]
            assert row["text"] in message["content"]
            assert row["code"].strip() not in message["content"]


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("format", ["tikz", "eps"])
def test_every_reference_figure_is_right_and_its_given_part_alone_is_not(format: str) -> None:
    benchmark = config("geometry", format)
    every = rows(benchmark)
    fewer = every[::8]
    answers = [row["code"] for row in every] + [row["given"] for row in fewer]
    scores = benchmark.scoring.score(every + fewer, [Completion(answer) for answer in answers])
    assert not [row["id"] for row, score in zip(every, scores, strict=False) if score.value != 1]
    assert {score.value for score in scores[len(every) :]} == {0.0}
    assert {score.status for score in scores} == {Status.OK}


# Pictures


def pixels(png: bytes) -> numpy.ndarray:
    return numpy.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float)


def reds(image: numpy.ndarray) -> int:
    return int(((image[..., 0] - image[..., 1:].max(axis=2)) > 100).sum())


@pytest.mark.sandbox
@pytest.mark.parametrize("format", FORMATS)
def test_a_figure_has_a_picture_of_the_whole_and_of_the_given_part(format: str) -> None:
    benchmark = config("geometry", format)
    matches = [benchmark.rows.finish(row) for row in rows(benchmark)[:2]]
    for row in matches:
        whole, given = pixels(row["image"]), pixels(row["given_image"])
        assert whole.shape == given.shape == (pictures.SIZE, pictures.SIZE, 3)
        assert reds(whole) > 100
        assert reds(given) == 0
        assert (given.min(axis=2) < 200).sum() > 50
        assert row["answers"] == ("many" if row["rule"] else "one")


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_molecule_has_the_same_picture_in_every_format() -> None:
    row = rows(config("molecule", "svg"))[40]
    drawn = []
    for format in FORMATS:
        benchmark = config("molecule", format)
        drawn.append(pixels(benchmark.rows.finish(rows(benchmark)[40])["image"]))
    # An EPS sheet has a whole number of points, and TikZ has no margin: only the drawings are compared.
    shapes = [inked(image) for image in drawn]
    assert row["size"] > 10
    for other in shapes[1:]:
        assert other == pytest.approx(shapes[0], rel=0.05)


def inked(image: numpy.ndarray) -> float:
    """Return the height over the width of everything that is not white."""
    down, across = numpy.nonzero(image.min(axis=2) < 200)
    return float((down.max() - down.min()) / (across.max() - across.min()))


@pytest.mark.sandbox
def test_a_molecule_that_compiles_to_another_one_is_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark = config("molecule", "tikz")
    row = rows(benchmark)[0]
    monkeypatch.setattr(pictures, "drawn", lambda code, format: molecule.draw("CCCCCC"))
    with pytest.raises(RuntimeError, match="shows another molecule"):
        benchmark.rows.finish(row)


# DaTikZ


def test_datikz_comes_from_a_source_only() -> None:
    from sgpkit.data import build
    from sgpkit.errors import UserError

    benchmark = families.get("datikz")
    assert not benchmark.built_with_all
    with pytest.raises(UserError, match="--source datikz=PATH"):
        build.choose_source(benchmark, None)


def test_datikz_scores_by_similarity() -> None:
    benchmark = families.get("datikz")
    code = "\\documentclass{standalone}\\begin{document}\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}\\end{document}"
    row = {"code": code}
    same, other, nothing = benchmark.scoring.score(
        [row] * 3,
        [Completion(code), Completion(code.replace("\\draw (0,0)", "\\fill (3,4) circle (2)")), Completion("")],
    )
    assert same.value == 1.0 > other.value > nothing.value == 0.0


def test_the_card_says_how_many_elements_the_drawings_have() -> None:
    card = (content.families() / "ssvg_bench" / "card.md").read_text()
    means = [mean_elements(row["code"] for row in rows(config(task, "svg"))) for task in ("geometry", "molecule")]
    for kind in ("line", "circle", "ellipse", "polygon"):
        numbers = [cell.strip() for cell in card.split(f"| {kind} |")[1].splitlines()[0].split("|")]
        assert [numbers[0], numbers[2]] == [f"{mean[kind]:.2f}" if kind in mean else "" for mean in means]
