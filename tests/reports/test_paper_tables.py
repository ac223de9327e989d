"""Tables of papers: the printed figures unchanged, and those of real runs in the same columns."""

import csv
import io
import json
import re
import tomllib
from collections import Counter, defaultdict
from types import SimpleNamespace

import polars as pl
import pytest

import sgpkit
from sgpkit import published
from sgpkit.api.suites import suite
from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.metrics.learned import MEASURES
from sgpkit.reports import paper_tables
from sgpkit.reports.paper_tables import declaration, filling, layout, text
from sgpkit.reports.paper_tables.cells import Cell, cell_of, mean_of
from sgpkit.reports.paper_tables.suite import render

PAPERS = ("sgp-bench", "ssvg-bench", "turtlebench", "vectorgym", "vgbench")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Scored runs of the baseline `random` on ten rows of each VGBench question config, and one with pictures."""
    home = tmp_path_factory.mktemp("tables")
    configs = ("vgqa-graphviz", "vgqa-tikz")
    sgpkit.build(*configs, out=home / "data", limit=24, workers=1)
    folders = []
    for config, mode in ((configs[0], "code"), (configs[1], "code"), (configs[0], "image")):
        folder = home / f"{config}-{mode}"
        sgpkit.run(config, data=home / "data", engine="baseline", model="random", mode=mode, out=folder)
        sgpkit.score(folder)
        folders.append(folder)
    return folders


def filled(*arguments, **options):
    return [table.filled for table in sgpkit.tables(*arguments, **options)]


@pytest.mark.parametrize("paper", PAPERS)
def test_each_printed_table_is_declared_once_and_shown_as_printed(paper):
    shown = filled(paper)
    carried = [name for name in published.names() if name.startswith(f"{paper}-")]
    assert sorted(table.table.printed for table in shown) == sorted(carried)
    for table in shown:
        printed = filling.printed_rows(table.table)
        assert len(table.lines) == len(printed)
        assert figures_of(printed) == figures_of(published.rows(table.table.printed))
        assert table.table.spread or printed == published.rows(table.table.printed)
        written = [cell for line in text.texts(table).lines for cell in line]
        for row, line in zip(printed, table.lines, strict=True):
            figures = dict(zip(table.columns, line.cells, strict=True))
            for name, value in row.items():
                if name in figures:
                    assert (figures[name].text if figures[name] else "") == value
                elif name not in filling.HIDDEN:
                    assert value in written or any(cell.startswith(f"{value} [") for cell in written)


def figures_of(rows):
    """Return how often each figure is printed."""
    return Counter(value for row in rows for name, value in row.items() if name not in published.WORDS and value)


@pytest.mark.parametrize("paper", PAPERS)
def test_tables_fit_the_width_with_nothing_cut(paper):
    """Every figure of every part stands under the head of its column, and every mark has its note."""
    for width in (60, 100):
        for table in filled(paper):
            lines = text.as_text(table, width).split("\n")
            assert max(map(len, lines)) <= max(width, 72), table.table.number
            body = "\n".join(lines)
            shown = text.texts(table)
            for cells in shown.lines:
                # On a narrow terminal, words of descriptions may be broken; figures and marks never are.
                whole = [word for cell in cells for word in cell.split() if width == 100 or len(word) < 8]
                assert all(word in body for word in whole)
            assert all(f"\n[{number}] " in body for number in range(1, len(shown.notes) + 1))
            parts = [index for index, line in enumerate(lines) if line and set(line) == {"-"}]
            assert parts
            for index in parts:
                heads, first = lines[index - 1], lines[index + 1 : index + 3]
                assert heads.strip() and any(len(row) <= len(lines[index]) for row in first)


def test_long_heads_are_stacked_and_wide_tables_continue_below():
    rows = [["a title"], ["one", "1.0", "22.0", "3.0"], ["  ends", "0.5", "", ""], ["two, longer", "4.0", "5.0", "6.0"]]
    grid = layout.Grid(["model", "svg first", "svg second", "tikz first"], rows, words=1)
    assert list(layout.lines(grid, 30)) == [
        "               svg     svg",
        "model        first  second",
        "--------------------------",
        "a title",
        "one            1.0    22.0",
        "  ends         0.5",
        "two, longer    4.0     5.0",
        "",
        "              tikz",
        "model        first",
        "------------------",
        "a title",
        "one            3.0",
        "two, longer    6.0",
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_figures_of_declared_columns_exist(paper):
    """Groups, parts and modes that a declaration names are those of the config."""
    for table in declaration.load(paper):
        for column in (one for one in table.columns if one.config):
            for config in table.configs_of(column):
                assert_figures_exist(column, families.get(config))
            benchmark = families.get(table.configs_of(column)[0])
            assert set(column.rows) <= {*benchmark.rows.groups}
            for field, values in (("mode", benchmark.prompts.modes), ("setting", benchmark.prompts.settings)):
                assert column.asked.get(field, next(iter(values), "")) in (*values, "")


def assert_figures_exist(column, benchmark):
    """A figure of a learned metric is a part of each answer, or one of the whole set in the summary."""
    titles = {measure.title: name for name, measure in MEASURES.items() if measure.whole_set}
    for path in column.figure.split(" | "):
        kind, _, name = path.partition(".")
        if kind == "by":
            assert name.partition(".")[0] in (*benchmark.rows.groups, "mode")
        elif kind == "parts" and name in MEASURES:
            assert not MEASURES[name].whole_set and name in benchmark.scoring.learned
        elif kind == "summary" and name in titles:
            assert titles[name] in benchmark.scoring.learned
        if column.needs.startswith("sgpkit annotate measure"):
            assert column.needs.rpartition(" ")[2] in benchmark.scoring.learned


@pytest.mark.parametrize(
    ("paper", "number", "average", "counts"),
    [("sgp-bench", "1", "cad_avg", {"cad_3d": 1000, "cad_3dcomplex": 700, "cad_2d": 700}),
     ("ssvg-bench", "4", "average", {f"{task}_{format}": count for task, count in (("geometry", 110), ("molecule", 300))
                                     for format in ("tikz", "svg", "eps")})],
)  # fmt: skip
def test_averages_of_configs_weigh_every_question_alike(paper, number, average, counts):
    """The printed averages follow from the printed figures by the declared mean."""
    (table,) = [table for table in declaration.load(paper) if table.number == number]
    (column,) = [column for column in table.columns if column.name == average]
    compared = 0
    for row in filling.printed_rows(table):
        cells = [Cell(float(row[name])) if row[name] else None for name in column.mean]
        mean = mean_of(cells, column.weights)
        expected = sum(float(row[name] or 0) * count for name, count in counts.items()) / sum(counts.values())
        if mean is not None:
            compared += 1
            assert mean.value == pytest.approx(expected)
            assert mean.value == pytest.approx(float(row[average]), abs=0.06)
    assert compared > 10


def test_results_of_lm_eval_fill_the_general_benchmarks(tmp_path, capsys):
    """A group and a tag have the harness's own figure, or the mean of their tasks; gains are differences."""
    held = {
        "oi": {"mmlu": {"alias": "mmlu", "acc,none": 0.60, "acc_stderr,none": 0.01}, "arithmetic_1dc": {"acc,none": 0.8},
               "arithmetic_2da": {"acc,none": 0.6}, "gsm8k": {"exact_match,strict-match": 0.5, "acc,none": 9}},
        "sit": {"mmlu": {"acc,none": 0.625}, "arithmetic_1dc": {"acc,none": "N/A"}, "piqa": {"acc_norm,none": 0.8}},
    }  # fmt: skip
    for mix, results in held.items():
        (tmp_path / mix / "model").mkdir(parents=True)
        (tmp_path / mix / "model/results_2026.json").write_text(json.dumps({"results": results}))
    given = {mix: tmp_path / mix for mix in held}
    (table,) = filled("sgp-bench", numbers=["3"], lm_eval=given)
    lines = {line.labels[0]: dict(zip(table.columns, line.cells, strict=True)) for line in table.lines if line.is_run}
    assert list(lines) == [f"{name}, this evaluation" for name in ("MMLU", "Arithmetic", "GSM8k")]
    mmlu = lines["MMLU, this evaluation"]
    assert mmlu["oi"][:3] == pytest.approx((60, 58.04, 61.96)) and mmlu["sit"].value == pytest.approx(62.5)
    assert mmlu["sit_gain"].value == pytest.approx(2.5) and mmlu["rev_sit"] is None
    assert lines["Arithmetic, this evaluation"]["oi"].value == pytest.approx(70)
    assert lines["GSM8k, this evaluation"]["oi"].value == pytest.approx(50)
    assert "PIQA (oi), PIQA (sit): lm_eval run --tasks piqa" in table.missing
    assert main(["tables", "sgp-bench", "--table", "3", "--lm-eval", f"oi={tmp_path / 'oi'}", "--format", "csv"]) == 0
    assert '3,"MMLU, this evaluation",True,60.0' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "message"),
    [({"oii": "x"}, "no column takes results of lm-eval for 'oii'; did you mean 'oi'"),
     ({"oi": "."}, "has no results"), ({"oi": "bad.json"}, "has no results by task")],
)  # fmt: skip
def test_results_of_lm_eval_that_cannot_be_used_are_named(given, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(UserError, match=message):
        sgpkit.tables("sgp-bench", lm_eval=given)


def test_dino_is_printed_on_another_scale_than_ours():
    """The authors print (cosine + 1) / 2; the comparison on pages turns their figures back."""
    (table,) = [table for table in declaration.load("vectorgym") if table.number == "4"]
    (column,) = [column for column in table.columns if column.name == "dino"]
    run = SimpleNamespace(figures={"headline": "edited", "parts": {"dino": {"value": 0.7, "low": 0.6, "high": 0.8}}})
    assert cell_of(run, column, "")[:3] == pytest.approx((0.85, 0.8, 0.9))
    (printed,) = [one for one in families.get("vectorgym-edit").evidence.published if one.column == "dino"]
    assert printed.share(0.85) == pytest.approx(0.7)


@pytest.mark.process
def test_runs_fill_their_columns_by_what_their_rows_say(runs):
    (table,) = filled("vgbench", *runs, numbers=["7"])
    (line,) = [line for line in table.lines if line.is_run]
    assert line.labels == ("random", "zero-shot")
    cells = dict(zip(table.columns, line.cells, strict=True))
    scores = pl.read_parquet(sorted((runs[0] / "scores").glob("*.parquet")))
    by_type = defaultdict(list)
    for row in scores.iter_rows(named=True):
        by_type[row["type"]].append(row["value"])
    for kind, values in by_type.items():
        assert cells[f"graphviz_{kind}"].value == pytest.approx(100 * sum(values) / len(values))
    means = [100 * sum(values) / len(values) for values in by_type.values()]
    assert cells["graphviz_avg"].value == pytest.approx(sum(means) / len(means))
    assert cells["svg_category"] is None and cells["svg_avg"] is None
    data = str(runs[0].parent / "data")
    command = f"sgpkit run vgqa-svg --engine baseline --model random --data {data} --strategy zero-shot"
    assert f"vgqa-svg: {command}" in table.missing


@pytest.mark.process
def test_modes_stand_in_lines_of_their_own_where_a_table_compares_them(runs):
    (table,) = filled("vgbench", *runs, numbers=["9"])
    assert [line.labels for line in table.lines if line.is_run] == [
        ("random, zero-shot, code",),
        ("random, zero-shot, image",),
    ]
    assert table.columns == ("svg_avg", "tikz_avg", "graphviz_avg"), "the types are only averaged here"


@pytest.mark.process
def test_bands_are_means_of_their_rows(runs):
    (table,) = filled("vgbench", runs[0], numbers=["8"])
    scores = pl.read_parquet(sorted((runs[0] / "scores").glob("*.parquet")))
    bands = {line.labels[2]: dict(zip(table.columns, line.cells, strict=True)) for line in table.lines if line.is_run}
    assert bands
    for (band, kind), group in scores.group_by("band", "type"):
        assert bands[band][f"graphviz_{kind}"].value == pytest.approx(100 * group["value"].mean())


@pytest.mark.process
def test_a_part_that_was_not_measured_names_its_command(tmp_path):
    sgpkit.build("ssvg-molecule-svg", out=tmp_path / "data", limit=6, workers=1)
    sgpkit.run("ssvg-molecule-svg", data=tmp_path / "data", engine="baseline", model="reference", out=tmp_path / "run")
    sgpkit.score(tmp_path / "run")
    four, eleven = filled("ssvg-bench", tmp_path / "run", numbers=["4", "11"])
    cells = dict(zip(four.columns, four.lines[-1].cells, strict=True))
    assert cells["molecule_svg"].value == 100 and cells["average"] is None
    cells = dict(zip(eleven.columns, eleven.lines[-1].cells, strict=True))
    assert cells["accuracy"].value == 100 and cells["dreamsim"] is None
    assert cells["crystal_bleu"].value == pytest.approx(100) and 0 < cells["eed"].value < 1
    assert any("annotate measure" in one and "dreamsim" in one for one in eleven.missing)


def test_the_average_of_complementary_metrics_is_the_papers():
    """Appendix E.1: figures of both tasks and all formats on one scale. The printed averages follow from the printed
    figures, within their rounding."""
    declared = {table.number: table for table in declaration.load("ssvg-bench")}
    table = declared["8"]
    (column,) = [one for one in table.columns if one.average]
    wrong = []
    for printed in filling.printed_rows(table):
        cells = tuple(Cell(float(printed[name])) for name in column.average)
        (line,) = filling.averaged(table, [filling.Line((), (*cells, None), True)], (*column.average, column.name))
        if line.cells[-1].value != pytest.approx(float(printed["average"]), abs=0.3):
            wrong.append((printed["model"], line.cells[-1].value, printed["average"]))
    assert not wrong


@pytest.mark.process
def test_formats(runs, capsys):
    arguments = ["tables", "vgbench", *map(str, runs), "--table", "7"]
    assert main([*arguments, "--format", "csv"]) == 0
    output = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(output.out)))
    assert {row["is_run"] for row in rows} == {"True", "False"} and {row["table"] for row in rows} == {"7"}
    assert output.err.startswith("To fill the rest:\n  vgqa-svg: sgpkit run vgqa-svg")
    assert main([*arguments, "--json"]) == 0
    (held,) = json.loads(capsys.readouterr().out)
    assert [name.partition(":")[0] for name in held["missing"]] == ["vgqa-svg"]
    assert main([*arguments, "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    widths = {line.count("|") for line in lines if line.startswith("|")}
    assert len(widths) == 1
    assert main([*arguments, "--format", "latex"]) == 0
    latex = capsys.readouterr().out
    assert latex.count(r"\\") == len(rows) + 2 and r"\end{tabular}" in latex and "svg_category" not in latex


@pytest.mark.parametrize("paper", PAPERS)
def test_the_plan_is_a_suite_that_can_be_loaded(paper, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(render(paper, "org/model"))
    loaded = suite.load([str(path)])
    used = set().union(*(table.configs for table in declaration.load(paper)))
    assert {item.config for item in loaded.items} == {name for name in used if families.get(name).built_with_all}
    assert tomllib.loads(path.read_text())["models"] == [{"engine": "vllm", "model": "org/model"}]


@pytest.mark.process
def test_the_plan_counts_requests_tokens_and_cost_on_what_is_built(runs, tmp_path, capsys):
    """A chain of thought takes five requests; configs that are not built are named."""
    data = runs[0].parent / "data"
    prices = tmp_path / "prices.toml"
    prices.write_text('date = "2026-01-31"\n[models.m]\ninput = 1000000\noutput = 0\n')
    arguments = ["tables", "vgbench", "--table", "3", "--plan", "m", "--data", str(data)]
    assert main([*arguments, "--prices", str(prices)]) == 0
    size, cost, missing = capsys.readouterr().out.splitlines()[1:4]
    requests, tokens = re.match(r"# ([\d,]+) requests; tokens: ([\d,]+) in", size).groups()
    assert int(requests.replace(",", "")) == (912 + 1139) * (1 + 1 + 5)
    assert float(cost.split()[3].replace(",", "")) == float(tokens.replace(",", "")) > 1e6
    assert "prices of 2026-01-31" in cost and missing == f"# Not counted, since not built in {data}: vgqa-svg"
    assert main(arguments) == 0
    assert "# cost: unknown; set token prices with --prices FILE" in capsys.readouterr().out
    assert main(["tables", "vgbench", "--data", str(data)]) == 2
    assert "--data and --prices need --plan MODEL" in capsys.readouterr().err


def test_runs_have_the_decimals_of_most_printed_figures():
    """VectorGym prints one BLEU with four decimals, TurtleBench shares with none to two."""
    for paper, number, column, decimals in (("vectorgym", "3", "caption_bleu", 2), ("turtlebench", "1", "scratch_image", 2),
                                            ("sgp-bench", "1", "color", 3), ("vgbench", "5", "svg", 2)):  # fmt: skip
        (table,) = filled(paper, numbers=[number])
        assert text.decimals_of(table, table.lines[0])[table.columns.index(column)] == decimals


@pytest.mark.process
def test_mistakes_are_messages(runs):
    with pytest.raises(UserError, match="no tables of paper 'vgbnch'; did you mean 'vgbench'"):
        sgpkit.tables("vgbnch")
    with pytest.raises(UserError, match="vgbench has no table '99'"):
        sgpkit.tables("vgbench", numbers=["99"])
    with pytest.raises(UserError, match="a run of vgqa-graphviz, which is in no table of sgp-bench"):
        sgpkit.tables("sgp-bench", runs[0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"columns": {"a": {"config": "nope"}}}, "column a: unknown config 'nope'"),
        ({"columns": {"a": {"mean": ["b"]}}}, "column a: mean of an unknown column 'b'"),
        ({"columns": {"a": {"config": "vgqa-svg"}, "b": {"mean": ["a"], "weights": [1, 2]}}}, "2 weights of 1 columns"),
        ({"columns": {"a": {"config": "vgqa-*"}}, "bands": ["svg", "pdf"]}, "column a: unknown config 'vgqa-pdf'"),
        ({"columns": {"a": {"config": "vgqa-svg", "asked": {"mood": "x"}}}}, "asked for by 'mood'"),
        ({"asks": {"mood": ["x"]}}, "asked for by 'mood'"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_declaration_with_a_mistake_is_refused(change, message):
    given = {"number": "1", "caption": "c", "printed": "vgbench-table-1", **change}
    with pytest.raises(UserError, match=message):
        declaration.declared("vgbench", "vgbench", given)


def test_a_table_like_another_has_its_columns_under_a_config_of_its_own():
    first = {"number": "1", "columns": {"a": {"figure": "parts.x"}}}
    second = {"number": "2", "caption": "c", "printed": "vgbench-table-1", "config": "vgqa-svg", "like": "1"}
    table = declaration.declared("vgbench", "vgbench", declaration.with_columns(second, {"1": first}))
    assert [(column.name, column.config, column.figure) for column in table.columns] == [("a", "vgqa-svg", "parts.x")]
    with pytest.raises(UserError, match="table 2 is like '1', which has no columns"):
        declaration.with_columns(second, {"1": {}})


def test_a_family_of_ones_own_declares_tables(tmp_path, monkeypatch):
    """Its printed figures stand next to the declaration."""
    folder = tmp_path / "own_tables"
    folder.mkdir()
    (folder / "__init__.py").write_text("BENCHMARKS = ()\n")
    (folder / "first.csv").write_text('model,score,note,source\nA,0.50,,"Own paper, Table 1"\n')
    (folder / "tables.toml").write_text('paper = "own"\n[[tables]]\nnumber = "1"\ncaption = "c"\nprinted = "first"\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(families, "families", lambda: ["own"])
    monkeypatch.setattr(families, "module_name", lambda family: "own_tables")
    (table,) = paper_tables.tables("own")
    assert table.source == "Own paper, Table 1" and "0.50" in text.render(table, "text")
    assert json.loads(table.to_polars().write_json())[0]["score"] == 0.5
