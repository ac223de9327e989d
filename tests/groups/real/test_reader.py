"""Reading text in pictures: known rendered words in three languages, and worthless answers."""

import importlib.util
import json
import random

import numpy as np
import pytest
from real_model import sgpkit

from sgpkit.baselines.adversarial import svg as adversarial
from sgpkit.graphics import dot, raster, tex
from sgpkit.metrics import learned

if importlib.util.find_spec("rapidocr") is None:
    pytest.skip("RapidOCR is not installed: pip install 'sgpkit[ocr]'", allow_module_level=True)

WORDS = (
    *("Start", "server", "cache", "Invoice", "kitchen", "Garden", "pressure", "valve", "North", "river", "bridge"),
    *("Energy", "market", "planet", "Signal", "tower", "harvest", "Engine", "window", "copper", "Atlas", "mirror"),
)
PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">{0}</svg>'


@pytest.fixture(scope="module")
def reader():
    return learned.load("picture_text")


def sampled(count):
    return random.Random(count).sample(WORDS, count)


def labels(words, attributes=""):
    lines = enumerate(words)
    return "".join(
        f'<text x="30" y="{60 + 50 * line}" font-size="22" {attributes}>{word}</text>' for line, word in lines
    )


def in_svg(words):
    return PAGE.format(f'<rect x="20" y="20" width="360" height="360" fill="#dde8ff"/>{labels(words)}')


def in_tikz(words):
    nodes = "".join(f"\\node[draw] at (0,{-1.2 * line}) {{{word}}};" for line, word in enumerate(words))
    document = r"\documentclass{standalone}\usepackage{tikz}\begin{document}\begin{tikzpicture}"
    return tex.to_svg(f"{document}{nodes}\\end{{tikzpicture}}\\end{{document}}")


def in_graphviz(words):
    """Return a graph without arrowheads, some of which would be read as a V."""
    return dot.to_svg(f"graph {{ {' -- '.join(words)} }}")


def read(reader, code):
    return sorted(reader.loaded.read(raster.render(code, reader.size)))


@pytest.mark.parametrize("draw", [in_svg, in_tikz, in_graphviz])
@pytest.mark.parametrize("count", [1, 4, 6])
def test_words_are_read_as_they_were_written(reader, draw, count):
    words = sampled(count)
    assert read(reader, draw(words)) == sorted(map(str.casefold, words))


def test_shapes_alone_have_no_words(reader):
    shapes = (
        '<rect x="40" y="60" width="90" height="70" fill="#c33"/><path d="M200 300 L300 200 L340 330Z" fill="#36c"/>'
    )
    assert read(reader, PAGE.format(shapes)) == []


@pytest.mark.parametrize("way", adversarial.HIDINGS)
def test_hidden_words_are_not_read(reader, way):
    right = in_svg(sampled(4))
    painted = raster.render(adversarial.hide(way, right), reader.size)
    (value,) = reader.compare([painted], [raster.render(right, reader.size)])
    assert value == 0, way


def test_a_wrong_letter_costs_less_than_a_wrong_word(reader):
    right, letter, word = (
        raster.render(in_svg(words), reader.size)
        for words in (["garden", "bridge"], ["garten", "bridge"], ["copper", "bridge"])
    )
    values = reader.compare([right, letter, word], [right] * 3)
    assert values[0] == 1 and 0.7 < values[2] + 0.25 < values[1] < 1


def test_identity_has_the_models_and_no_path(reader):
    described = learned.describe(reader)
    assert described["model"] == "rapidocr" and len(described["weights"]) == 32 and described["device"] == "cpu"
    assert set(described["libraries"]) == {"onnxruntime", "rapidocr"}


def test_runs_are_measured(reader, tmp_path):
    """Right answers have all words; the swatches have none of them."""
    config = "vgen-graphviz"
    sgpkit("build", config, "--limit", 3, "--workers", 1, "--out", tmp_path / "sgp-bench")
    measured = {}
    for model in ("reference", "palette"):
        run = tmp_path / model
        given = ("--engine", "baseline", "--model", model, "--data", tmp_path / "sgp-bench", "--out", run)
        sgpkit("run", config, *given)
        sgpkit("annotate", "measure", run, "--with", "picture_text")
        sgpkit("score", run)
        measured[model] = json.loads((run / "scores.json").read_text(encoding="utf-8"))
    assert "picture_text" in measured["reference"]["measured"]
    values = {model: figures["parts"]["picture_text"] for model, figures in measured.items()}
    assert np.isclose(values["reference"]["value"], 1) and values["palette"]["value"] < 0.1, values
