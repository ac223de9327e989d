"""Families from outside the tree: the skeleton works unchanged, and checks name the missing parts of a family."""

import dataclasses
import subprocess
import sys

import pytest

from sgpkit import plugins
from sgpkit.benchmark import Score, families
from sgpkit.quality import error_table
from sgpkit.quality.contract import check, promises, skeleton
from tools import error_table as error_page

SIZES = (6, 6, 20)


@pytest.fixture
def added(tmp_path, monkeypatch):
    """A function that adds a family's folder for one test."""
    monkeypatch.setenv(plugins.VARIABLE, "")

    def add(path):
        name = families.add(path)
        monkeypatch.delitem(sys.modules, f"sgpkit.families.{name}", raising=False)
        return name

    yield add
    for module in [name for name in sys.modules if name.startswith("sgpkit.families.new_")]:
        del sys.modules[module]


def outcomes(name):
    return {outcome.name: outcome.problems for outcome in check.check(name, SIZES)}


def test_the_skeleton_passes_every_check(added, tmp_path):
    folder = skeleton.write("new_family", tmp_path)
    result = outcomes(added(folder))
    assert list(result) == [
        *("declaration", "texts", "identifiers", "builds", "finishing", "asking", "scoring", "errors"),
        *("build", "card", "run", "score", "report", "submit", "verify"),
    ]
    assert set(result.values()) == {()}


@pytest.mark.parametrize(
    ("file", "old", "new", "name", "words"),
    [
        ("columns.toml", 'question = "the question"\n', "", "texts", "question"),
        ("card.md", "# ", "", "texts", "heading"),
        ("sources/builtin.py", '"id": identifier', '"id": "row"', "identifiers", "duplicate ids"),
        ("sources/builtin.py", 'random.Random(f"{identifier} {seed}")', "random.Random()", "identifiers", "seed"),
        ("scoring.py", "status=answer.status", 'status="ok"', "scoring", "empty answer"),
        ("scoring.py", "float(is_right)", "0.5", "scoring", "reference"),
        ("scoring.py", "if answer.value is None", 'if "boxed" in completion.text', "errors", "boxed"),
        ("__init__.py", '"test": 100', '"test": 99', "identifiers", "declares"),
        ("prompts.py", 'ask.texts["question"]', 'ask.texts["other"]', "asking", "KeyError"),
    ],
)
def test_what_is_wrong_is_named(added, tmp_path, file, old, new, name, words):
    folder = skeleton.write(f"new_{name}_{words.split()[0].lower()}", tmp_path)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    result = outcomes(added(folder))
    assert words in " ".join(result[name])
    assert "run" not in result, "a broken family is not rehearsed"


def test_folders_that_are_no_families_are_refused(tmp_path):
    from sgpkit.errors import UserError

    with pytest.raises(UserError, match=r"__init__\.py is missing"):
        families.add(tmp_path)
    for name in ("sgp_bench", "shared", "with-dash"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text("BENCHMARKS = ()\n")
        with pytest.raises(UserError, match="rename"):
            families.add(folder)


LANGUAGE = '''
"""Lines: a drawing language of one command, `line X1 Y1 X2 Y2`."""
import re
from sgpkit.graphics.formats import Format
from sgpkit.graphics.compiled import Converted
from sgpkit.status import Rejected, Status

LINE = re.compile(r"line (\\d+) (\\d+) (\\d+) (\\d+)")

def convert(codes, workers):
    return [one(code) for code in codes]

def one(code):
    lines = [LINE.fullmatch(line) for line in code.strip().splitlines()]
    if not all(lines):
        return Rejected(Status.COMPILE_ERROR, "not a line")
    drawn = "".join(
        f'<line x1="{m[1]}" y1="{m[2]}" x2="{m[3]}" y2="{m[4]}" stroke="black" stroke-width="3"/>' for m in lines
    )
    return Converted(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{drawn}</svg>')

FORMAT = Format("lines", "Lines", fences=("lines",), convert=convert, modality="lines", suffixes=(".lines",))
FORMATS = (FORMAT,)
'''

GENERATION = """
from sgpkit.baselines.adversarial.drawings import Drawings
from sgpkit.benchmark import Adversarial, Benchmark, Evidence, Prompts, Rows, Score, Scoring, Source, Variant, messages
from sgpkit.metrics.pictures import svg_similarity

ADVERSARIAL = Drawings(
    "line 0 0 0 0", "line 0 0 9 9", "line 0 0 40 40\\nline 40 0 0 40", lambda text: "line 0 20 40 20",
    {"moved": lambda code: "line 90 90 99 99"},
)

def reversed_lines(rows):
    return [f"```lines\\nline {x2} {y2} {x1} {y1}\\n```" for _, x1, y1, x2, y2 in (row["code"].split() for row in rows)]

def rows(path, seed):
    for split, count in (("train", 2), ("test", 8)):
        for n in range(count):
            code = f"line 4 {4 * n + 4} 36 20"
            yield split, {"id": f"{split}-{n}", "cluster": f"{split}-{n}", "source": "builtin",
                          "license": "CC0-1.0", "caption": f"a line from row {n}", "code": code}

def score(rows, completions):
    from sgpkit.graphics.formats import get
    expected = [get("lines").to_svg(row["code"]) for row in rows]
    judged = svg_similarity.score([c.text for c in completions], expected, format="lines")
    return [
        Score(1.0 if s.parts.get("ssim", 0) > 0.999 else 0.0, status=s.status, reason=s.reason or "other")
        for s in map(lambda each: getattr(each, "score", each), judged)
    ]

BENCHMARKS = (
    Benchmark(
        config="lines-generation", title="Lines", paper="none",
        answer_format="lines",
        rows=Rows(
            columns=dict.fromkeys(("id", "cluster", "source", "license", "caption", "code"), "string"),
            sources={"builtin": Source(rows)}, counts={"train": 2, "test": 8},
        ),
        prompts=Prompts(strategies={"direct": lambda row, ask: messages(f"Draw {row['caption']}.")}),
        scoring=Scoring(score=score, headline=("accuracy",)),
        evidence=Evidence(
            reference=lambda row: f"```lines\\n{row['code']}\\n```",
            right={"from the other end": Variant(reversed_lines)},
            wrong={"a line elsewhere": Variant(lambda rows: ["```lines\\nline 1 1 2 2\\n```"] * len(rows), 0.0)},
            adversarial=Adversarial(drawings=ADVERSARIAL),
            blind="no pairs are made of lines",
        ),
    ),
)
"""


def test_a_language_without_adversarial_drawings_is_named():
    benchmark = families.get("vectorgym-text").replacing(answer_format="lines")
    (problem,) = promises.adversarial_answers(promises.Subject(benchmark))
    assert "no adversarial drawings in lines" in problem


@pytest.mark.sandbox
def test_answers_that_score_without_deserving_it_are_named():
    benchmark = families.get("vectorgym-text")
    material = dataclasses.replace(benchmark.evidence.adversarial, allowed={"palette": "", "no-such": "a reason"})

    def score(rows, completions):
        """Score by code that contains the reference's shapes."""
        shapes = [row["code"].split("<", 2)[2][:200] for row in rows]
        return [Score(float(shape in answer.text)) for shape, answer in zip(shapes, completions, strict=True)]

    played = benchmark.replacing(score=score, adversarial=material)
    problems = "\n".join(promises.adversarial_answers(promises.Subject(played, sampled=2)))
    for words in (
        "allows unknown answers: no-such",
        "allows palette without",
        "hidden-clipped scores 1.000, more than a blank page (0.000)",
    ):
        assert words in problems
    assert "spray" not in problems


@pytest.mark.sandbox
def test_a_metric_that_pays_for_the_wrong_or_refuses_the_right_is_named():
    benchmark = families.get("gen-composition")

    def score(rows, completions):
        """Score by the size in bytes, which must be roughly that of the reference."""
        pairs = zip(rows, completions, strict=True)
        return [Score(float(abs(len(answer.text) - len(row["code"])) < 60)) for row, answer in pairs]

    problems = "\n".join(promises.both_errors(promises.Subject(benchmark.replacing(score=score), sampled=4)))
    assert "the answer 'with prose around' scores 0.000, expected at least 1" in problems
    assert "the answer 'each color exchanged' scores 1.000, expected at most 0.1" in problems


def test_a_metric_without_variants_of_its_own_is_named():
    benchmark = families.get("gen-composition").replacing(right={}, wrong={})
    problems = list(error_table.undeclared(benchmark))
    assert len(problems) == 2
    assert "evidence.right" in problems[0]
    assert "evidence.wrong" in problems[1]


def test_the_page_of_metrics_has_a_line_for_every_scorer():
    text = error_page.PAGE.read_text()
    table = text.partition(error_page.BEGIN)[2].partition(error_page.END)[0]
    listed = {config for config in families.names() if f"| `{config}` |" in table}
    kinds = {(families.locate(config)[0], families.get(config).scoring.value_name) for config in listed}
    for benchmark in families.all_benchmarks():
        if benchmark.built_with_all and benchmark.answer_format != "choice":
            assert (families.locate(benchmark.config)[0], benchmark.scoring.value_name) in kinds, benchmark.config


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.process
def test_the_table_of_errors_is_current():
    text = error_page.PAGE.read_text()
    assert text.partition(error_page.BEGIN)[2].partition(error_page.END)[0].strip() == error_page.table().strip()


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_language_and_its_family_arrive_by_entry_points(tmp_path):
    """The files are those that pip installs: two modules and a dist-info folder, found by a new process without any
    change to sgpkit."""
    (tmp_path / "lines_format.py").write_text(LANGUAGE)
    package = tmp_path / "lines_family"
    package.mkdir()
    (package / "__init__.py").write_text(GENERATION)
    (package / "card.md").write_text("# Lines\n\nLines.\n")
    (package / "columns.toml").write_text('[all]\ncaption = "what to draw"\ncode = "the program"\n')
    info = tmp_path / "lines-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lines\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[sgpkit.families]\nlines = lines_family\n\n[sgpkit.formats]\nlines = lines_format:FORMAT\n"
    )
    script = (
        "from sgpkit import extract\nfrom sgpkit.benchmark import families\nfrom sgpkit.graphics import formats\n"
        "from sgpkit.quality.contract import check\n"
        "assert 'lines' in formats.names() and 'lines' in families.families()\n"
        "assert extract.code('Here:\\n```lines\\nline 1 2 3 4\\n```', 'lines') == 'line 1 2 3 4\\n'\n"
        "for outcome in check.check('lines', (4, 4, 8)):\n"
        "    print(outcome.name, *outcome.problems)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        *("declaration", "texts", "identifiers", "builds", "finishing", "asking", "scoring", "errors"),
        *("adversarial", "ranking"),
        *("build", "card", "run", "score", "report", "submit", "verify"),
    ]


def environment(folder):
    import os

    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}
