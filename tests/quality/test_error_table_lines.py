"""The table of both errors: which rows a line is measured on, and which lines of the page are replaced."""

from paths import ROOT

from sgpkit.benchmark import Variant, families
from sgpkit.quality import error_table
from tools import error_table as page

OLD = """Means over 4 rows.

| config | score | right answers | wrong answers |
| --- | --- | --- | --- |
| `sgp-mnist` | `x` | moved 1.00 | blank 0.00 |
| `sgp-symmetry` | `x` | moved 1.00 | blank 0.00 |

| metric | right answers | wrong answers |
| --- | --- | --- |
| `svg_validity` | moved 1.00 | blank 0.00 |"""


def test_lines_of_the_measured_configs_are_replaced():
    new = "| `sgp-symmetry` | `x` | moved 0.50 | blank 0.00 |"
    lines = page.lines_of(OLD)
    assert list(lines) == ["sgp-mnist", "sgp-symmetry", "svg_validity"]
    written = page.text(lines | page.lines_of(new)).splitlines()
    rows = [line for line in written if line.startswith("| `")]
    assert rows == [new, lines["sgp-mnist"], lines["svg_validity"]]  # in the order of the lists


def test_every_metric_has_a_line_or_a_reason():
    modules = {folder.name for folder in (ROOT / "evaluate_metrics").iterdir() if (folder / "README.md").is_file()}
    without = {name for names in page.WITHOUT for name in names.split(", ")}
    assert sorted([*page.MODULES, *page.HEADLINES, *without]) == sorted(modules)
    text = page.PAGE.read_text()
    table = text.partition(page.BEGIN)[2].partition(page.END)[0]
    assert set(page.lines_of(table)) == {*page.CONFIGS, *page.MODULES} >= set(page.HEADLINES.values())


def test_variants_are_measured_on_the_rows_that_they_fit(monkeypatch):
    def numbers(rows):
        return [str(row["number"]) for row in rows]

    def mean(benchmark, rows, answers):
        return sum(map(int, answers)) / len(rows)

    some = Variant(numbers, 1.0, lambda row: row["number"] % 2 == 1)
    right = {"every": Variant(numbers), "odd": some, "none": some._replace(fits=lambda row: False)}
    monkeypatch.setattr(error_table.variants, "right", lambda benchmark: right)
    monkeypatch.setattr(error_table.variants, "wrong", lambda benchmark: {"odd": some})
    benchmark, rows = families.get("gen-composition"), [{"number": number} for number in range(10)]
    lines = [line[:3] for line in error_table.lines(benchmark, rows[:4], lambda: rows, mean)]
    assert lines == [("every", True, 1.5), ("odd", True, 4.0), ("odd", False, 4.0)]
    assert [line.mean for line in error_table.lines(benchmark, rows[:4], mean=mean)] == [1.5, 2.0, 2.0]
