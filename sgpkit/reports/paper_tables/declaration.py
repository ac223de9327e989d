"""Read a family's `tables.toml`:

    paper = "vgbench"

    [[tables]]
    number = "3"
    caption = "Accuracy by format and type of question"
    printed = "vgbench-table-3"        # the CSV file of printed figures
    lines = ["strategy"]               # what tells the lines of one model apart, next to its name
    decimals = 1
    scale = 100                        # from our figures to the printed scale

    [tables.columns]                   # by the column's name in the CSV file
    svg_category = { config = "vgqa-svg", figure = "by.type.category" }
    svg_avg = { mean = ["svg_category", "svg_color", "svg_usage"] }

`figure` is a path in scores.json: `value`, `parts.NAME`, `by.COLUMN.LABEL`, `summary.NAME`, `samples.cost.NAME`; or
`agreement.NAME`, a figure of the run's judges and people, `labels.NAME`, the share of a label that people gave, or
`verdicts.NAME`, a figure of people's verdicts and the run's. Of several paths with ` | ` between, the first that the
run has counts. With `rows = { type = "category" }` it is the mean value of those rows. `*` stands for the line's band,
if the table has `bands`, in configs and rows too; `band_label` is the column of the CSV file with the bands. `mean`
takes `weights`. `asked = { mode = "image" }` selects runs by their mode, setting or strategy. `offset` is added to the
scaled figure. `count = "n"` is the number of rows of a figure, `count = "solved"` that of its solved ones. `originals`
is the path of the same figure of the rows' own drawings, which have a line if runs have it. `needs` is the command that
adds the figure to a run, where scoring alone does not; in it, `RUN` is the run, and `DRAW` how many of its responses
can be drawn for people. `lm_eval = "MIX"` takes results of lm-eval that were given for MIX, and `difference` is one
column minus another. With `ever = true` a column takes all runs of a model that are `asked` for, and is the share of
its `rows` that any answer solved. `gain = "accuracy"` is the gain in that column of a tuned model over its base; lines
with the field `data` have the data that it was tuned on. `failures = "LABEL"` is the share of failed answers whose
label is one of the band's `band_values`, where "" stands for no label. `spread = ["format"]` prints the lines of the
CSV file side by side, a column for each format. `asks = { strategy = ["basic", "v-cot"] }` are the strategies, modes or
settings that are printed, if no column of the CSV file names them and they are not only the config's first; if lines
differ by the field, other runs are left out. `band_scales` are scales of single bands. Columns that are only averaged,
and not printed, are not shown.
A table with `like = "NUMBER"` has the columns and, by default, the remark of that one, with a `config` of its own.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Literal

from sgpkit.benchmark import NOTHING, families
from sgpkit.errors import UserError, nearest

FILE = "tables.toml"

ASKED = ("strategy", "mode", "setting")
"""Fields of a run by which a column can select it."""


@dataclass(frozen=True)
class Column:
    """One column of a table, and where its figure comes from. `average` has the names of figures that are put on one
    scale over all lines; those in `lower_is_better` are turned around. `weights` are those of `mean`; empty if equal.
    """

    name: str
    config: str = ""
    figure: str = "value"
    rows: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    asked: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    mean: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    difference: tuple[str, ...] = ()
    lm_eval: str = ""
    failures: str = ""
    average: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    scale: float = 1.0
    offset: float = 0.0
    needs: str = ""
    originals: str = ""
    count: Literal["", "n", "solved"] = ""
    ever: bool = False
    gain: str = ""


@dataclass(frozen=True)
class PaperTable:
    """The declaration of one table. `lines` are the fields that tell the lines of a model apart; `bands` has values
    of a group column, for each of which a model has a line, with the names they are printed under if these differ, and
    their own scale if they have one.
    `pooled` are the tables whose printed figures share one scale with those of this one. `tasks` are the tasks of
    lm-eval by line, each with its metric. `spread` are labels of the CSV file whose values are columns in print. `asks`
    are the values of fields of runs that are printed, if the CSV file has no label for them."""

    paper: str
    number: str
    caption: str
    printed: str
    columns: tuple[Column, ...]
    lines: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    band_label: str = "band"
    band_names: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    band_values: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    band_scales: Mapping[str, float] = field(default_factory=lambda: NOTHING)
    tasks: Mapping[str, tuple[str, str]] = field(default_factory=lambda: NOTHING)
    decimals: int = 1
    remark: str = ""
    pooled: tuple[str, ...] = ()
    spread: tuple[str, ...] = ()
    asks: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)

    @property
    def configs(self) -> set[str]:
        """Return the configs whose runs fill columns of the table."""
        return {config for column in self.columns for config in self.configs_of(column)}

    def configs_of(self, column: Column) -> list[str]:
        """Return the configs of a column: one, or one for each band."""
        return [column.config.replace("*", band) for band in self.bands or ("",)] if column.config else []


def papers() -> dict[str, str]:
    """Return the papers with tables, each with the family that declares them."""
    return {str(content["paper"]): family for family, content in declarations()}


def declarations() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the families with a file of tables, and its content."""
    for family in families.families():
        file = resources.files(families.module_name(family)).joinpath(FILE)
        if file.is_file():
            try:
                yield family, tomllib.loads(file.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise UserError(f"{family}/{FILE}: {error}") from None


def mentions(content: Mapping[str, Any], config: str) -> bool:
    """Return whether a file of tables has a column for a config. Its other configs need not be known."""
    for given in content["tables"]:
        for one in (given, *given.get("columns", {}).values()):
            if any(one.get("config", "").replace("*", band) == config for band in given.get("bands", ("",))):
                return True
    return False


def load(paper: str) -> list[PaperTable]:
    """Return the tables of a paper. Raises UserError for an unknown one, and for mistakes in the declaration."""
    for family, content in declarations():
        if content.get("paper") == paper:
            known = {given.get("number"): given for given in content["tables"]}
            return [declared(family, paper, with_columns(given, known)) for given in content["tables"]]
    known = papers()
    raise UserError(f"no tables of paper {paper!r}{nearest(paper, known)}\nknown: {', '.join(sorted(known))}")


def with_columns(given: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return a table of a file; one with `like` has the columns and the remark of another, under its own configs."""
    if "like" not in given:
        return given
    if "columns" not in known.get(given["like"], {}):
        raise UserError(f"{FILE}: table {given.get('number', '?')} is like {given['like']!r}, which has no columns")
    own = {name: value for name, value in given.items() if name != "like"}
    other = known[given["like"]]
    return {"remark": other.get("remark", ""), **own, "columns": other["columns"]}


def declared(family: str, paper: str, given: Mapping[str, Any]) -> PaperTable:
    """Return one table of a file. Its `scale`, `config`, `asked` and `needs` apply to columns without their own."""
    where = f"{family}/{FILE}: table {given.get('number', '?')}"
    shared = {name: given[name] for name in ("scale", "config", "asked", "needs") if name in given}
    own = frozen({name: value for name, value in given.items() if name not in (*shared, "columns")})
    try:
        columns = tuple(column(name, shared, held) for name, held in given.get("columns", {}).items())
        table = PaperTable(paper=paper, columns=columns, **own)
    except TypeError as error:
        raise UserError(f"{where}: {str(error).rpartition(') ')[2]}") from None
    for name in (*table.asks, *(name for one in columns for name in one.asked)):
        if name not in ASKED:
            raise UserError(f"{where}: asked for by {name!r}; expected {', '.join(ASKED)}")
    named = {one.name for one in columns}
    for one in columns:
        if missing := [name for name in (*one.mean, *one.difference, *filter(None, [one.gain])) if name not in named]:
            raise UserError(f"{where}, column {one.name}: mean of an unknown column {missing[0]!r}")
        if one.weights and len(one.weights) != len(one.mean):
            raise UserError(f"{where}, column {one.name}: {len(one.weights)} weights of {len(one.mean)} columns")
        if unknown := [config for config in table.configs_of(one) if config not in families.names()]:
            raise UserError(f"{where}, column {one.name}: unknown config {unknown[0]!r}")
    return table


def column(name: str, shared: Mapping[str, Any], given: Mapping[str, Any]) -> Column:
    """Return a column with what its table states for all columns."""
    derived = not {"mean", "average", "difference", "gain", "lm_eval"}.isdisjoint(given)
    whole = dict(given) if derived else {**shared, **given}
    return Column(name, **frozen(whole))


def frozen(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return values of a file as fields of a frozen dataclass: lists as tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
