"""Scores of drawings without an installed compiler: the command is refused, and no answer gets a status."""

import re

import pytest

from sgpkit.benchmark import Completion, families
from sgpkit.errors import UserError
from sgpkit.graphics import compiled, dot, formats
from sgpkit.graphics.compiled import page
from sgpkit.metrics.pictures import svg_similarity
from sgpkit.metrics.structure import molecule_structure, recall, scene_match
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.training import rewards

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

EPS = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 90 {0}
1 0 0 setrgbcolor 20 20 10 0 360 arc fill
showpage
"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="red"/></svg>'


TIKZ = "\\begin{{tikzpicture}}\\fill[red] (0,0) circle ({0});\\end{{tikzpicture}}"
GRAPH = 'digraph {{ a [label="{0}"]; a -> b }}'
ASSERTED = '{"objects": [{"color": "red"}]}'


@pytest.fixture(autouse=True)
def without_a_program(monkeypatch, tmp_path):
    """Hide the programs of poppler, which TikZ and EPS need, and of Graphviz."""
    monkeypatch.setenv("SGPKIT_SCORING", "direct")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(page, "PROGRAMS", {"no-such-program": "no-such-package"})
    real = sandbox.Service

    def elsewhere(command, environment, **options):
        return real(command, environment={**environment, "PATH": "/nowhere"}, **options)

    def bare_service():
        with monkeypatch.context() as patched:
            patched.setattr(sandbox, "Service", elsewhere)
            return service()

    service = dot._service
    bare = pool.Pool(bare_service)
    monkeypatch.setattr(dot, "_POOL", bare)
    yield
    bare.close()


def test_a_missing_compiler_is_no_status_of_an_answer():
    code = EPS.format(71)
    remedy = "apt install no-such-package"
    with pytest.raises(UserError, match=remedy):
        svg_similarity.score([code], [DRAWING], format="eps")
    with pytest.raises(UserError, match=remedy):
        molecule_structure.score([code], [code], "eps")
    with pytest.raises(UserError, match=remedy):
        recall.score([code], ["a red circle"], "eps")


LANGUAGES = {
    "tikz": (TIKZ, "apt install no-such-package"),
    "eps": (EPS, "apt install no-such-package"),
    "dot": (GRAPH, "apt install graphviz"),
}


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("format", LANGUAGES)
def test_drawings_are_not_scored_without_their_compiler(format, count):
    """This holds for one program and for several, which TeX compiles in batches."""
    code, remedy = LANGUAGES[format]
    codes = [code.format(72 + number) for number in range(count)]
    for score, references in (
        (svg_similarity.score, [DRAWING]),
        (recall.score, ["a red circle"]),
        (scene_match.score, [ASSERTED]),
    ):
        with pytest.raises(UserError, match=remedy):
            score(codes, references * count, format=format)


@pytest.mark.parametrize("format", LANGUAGES)
def test_a_reward_without_its_compiler_is_none(format, caplog):
    code, remedy = LANGUAGES[format]
    assert rewards.scene_match(format=format)(["?"], [code.format(73)], asserted=[ASSERTED]) == [None]
    assert remedy in caplog.text


PACKAGES = {"typst": "typst", "mermaid": "mmdr"}
READ_DIRECTLY = {"ssvg-molecule-tikz", "ssvg-molecule-eps"}
"""Simple drawings of molecules are read without their compiler."""
REMEDIES = {"typst": r"sgpkit\[diagrams\]", "mermaid": r"sgpkit\[diagrams\]", "dot": "graphviz"}


def compiled_configs():
    """The scored configs with builtin rows whose answers are compiled."""
    for benchmark in families.all_benchmarks():
        name = benchmark.answer_format
        compiles = formats.has(name) and formats.get(name).convert is not None
        if compiles and benchmark.scoring.score is not None and "builtin" in benchmark.rows.sources:
            yield benchmark.config


def first_row(config):
    rows = families.get(config).rows
    row = next(row for split, row in rows.read() if split == "test")
    return rows.finish(row) if rows.finish else row


@pytest.fixture(scope="module")
def first_rows():
    """The rows are made while every compiler is available, since fixtures of wider scope come first."""
    return {config: first_row(config) for config in compiled_configs()}


@pytest.mark.slow
def test_no_scorer_gives_an_answer_a_status_without_its_compiler(first_rows, monkeypatch):
    """For every config, a hidden compiler refuses the command."""
    find = __import__("importlib.util", fromlist=["find_spec"]).find_spec
    hidden = frozenset(PACKAGES.values())
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *rest: None if name in hidden else find(name, *rest))
    compiled.MEMORY.forget()
    assert {families.get(config).answer_format for config in first_rows} >= {"tikz", "eps", "dot", "typst", "mermaid"}
    refused = {}
    for config, row in first_rows.items():
        benchmark = families.get(config)
        asked = row | {"mode": benchmark.prompts.modes[0], "setting": benchmark.prompts.settings[0]}
        remedy = REMEDIES.get(benchmark.answer_format, "no-such-package")
        try:
            (score,) = benchmark.scoring.score([asked], [Completion(benchmark.evidence.reference(row))])
            refused[config] = f"scored: {score.status} {score.value} {score.reason}"
        except UserError as error:
            refused[config] = "" if re.search(remedy, str(error)) else str(error)
    not_refused = {config: why for config, why in refused.items() if why}
    assert not_refused.keys() == READ_DIRECTLY, not_refused
    assert all("ok 1.0" in why for why in not_refused.values())
