"""Probe a built folder, with rows of another seed and real rows for comparison, and print the results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from sgpkit import bars
from sgpkit.baselines import shortcuts
from sgpkit.benchmark import Benchmark, Row, Skipped, families
from sgpkit.data import probe_records, record
from sgpkit.data import rows as stored_rows
from sgpkit.data.build import choose_source
from sgpkit.data.card import readme
from sgpkit.data.drawings import Set
from sgpkit.data.probe_records import ProbeRecord
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.quality import probes
from sgpkit.quality.probes import Figure, transfer

MAX_OTHER = 15_000
"""Maximum number of rows of another seed that are generated to search for neighbours."""

MAX_FINISHED = 100
"""The same if a build must first derive words or answers."""


@dataclass(frozen=True)
class Probed:
    """The figures of a config, and the name of the real rows that they are compared with ("" if none)."""

    config: str
    figures: Sequence[Figure]
    real: str = ""

    @property
    def failures(self) -> list[Figure]:
        """Figures above their limit."""
        return [figure for figure in self.figures if not figure.passes]

    def as_json(self) -> dict[str, Any]:
        """Return the figures in the form of `--json`."""
        return {
            "config": self.config,
            "real": self.real,
            "passes": not self.failures,
            "figures": [figure.as_json() for figure in self.figures],
        }


def probe_folder(folder: Path, chosen: Sequence[str] = (), real: str = "") -> Iterator[Probed]:
    """Yield the figures of each config of a folder that has any, or of the chosen ones."""
    built = readme.open_readme(folder).configs
    if not built:
        raise UserError(f"{folder} is not a dataset folder\nBuild a dataset: sgpkit build CONFIG --out {folder}")
    for config in chosen:
        if config not in built:
            raise UserError(f"{folder} has no config {config!r}; it has {', '.join(built)}")
    configs = chosen or built
    for config in bars.counted(configs, f"probes of {folder}", len(configs), "configs"):
        benchmark = families.locate(config)[1]
        if benchmark.scoring.score is not None:
            yield probe_config(folder, benchmark, real)


def kept_or_probed(folder: Path, benchmark: Benchmark, parts: bool = True) -> ProbeRecord | None:
    """Return the figures stored with a config; compute and store them if there are none. Without `parts`, return None
    for a build of a part of the rows, since generating rows of another seed takes a minute and a dozen rows show
    little.
    """
    if benchmark.scoring.score is None:
        return None
    kept = probe_records.find(folder, benchmark.config)
    if kept is None and (parts or not is_part(folder, benchmark.config)):
        probe_config(folder, benchmark)
        kept = probe_records.find(folder, benchmark.config)
    return kept


def is_part(folder: Path, config: str) -> bool:
    """Return whether a config was built from a part of its rows (`sgpkit build --limit`)."""
    return record.read(folder, config).get("limit") is not None


def probe_config(folder: Path, benchmark: Benchmark, real: str = "") -> Probed:
    """Return the figures of one config of a folder, and store them there."""
    config = benchmark.config
    with reading(folder / config, f"Build it again: sgpkit build {config} --out {folder}"):
        splits = readme.open_readme(folder).splits(config)
        scored = "test" if "test" in splits else splits[0]
        rows = list(stored_rows.read(folder, benchmark, scored))
        train = list(stored_rows.read(folder, benchmark, "train")) if "train" in splits and scored != "train" else []
        made_from = record.read(folder, config)
    other = another_seed(benchmark, int(made_from["seed"])) if made_from.get("source") == "builtin" else ()
    subject = probes.Subject(benchmark, rows, train, other)
    compared = real_rows(benchmark, real) if real else ()
    probed = Probed(config, probes.probe(subject, compared), real if compared else "")
    kept = ProbeRecord(probed.real, [figure.as_json() for figure in probed.figures])
    probe_records.write(folder, config, kept)
    return probed


@cache
def source_rows(config: str, source: str, path: str, seed: int) -> dict[str, list[Row]]:
    """Return the unfinished rows of a source by split, without pictures."""
    rows: dict[str, list[Row]] = {}
    for split, row in families.locate(config)[1].rows.read(source, path, seed):
        rows.setdefault(split, []).append(row)
    return rows


def another_seed(benchmark: Benchmark, seed: int, most: int = MAX_OTHER) -> list[Row]:
    """Return builtin rows of the next seed, which anyone could generate to learn from."""
    if "builtin" not in benchmark.rows.sources:
        return []
    given = benchmark.rows.read(seed=seed + 1)
    rows = list(islice((row for split, row in given if split == "test"), most))
    if benchmark.answer_format == "choice" or all(answered(benchmark, row) for row in rows):
        return rows
    return [row for row in finished(benchmark, rows) if benchmark.evidence.reference(row)]


def answered(benchmark: Benchmark, row: Row) -> bool:
    """Return whether a row has words and an answer, which some rows get only during a build. Rows whose prompt is
    only a picture never have words.
    """
    try:
        return bool(benchmark.evidence.reference(row) and shortcuts.words_of(benchmark)(row))
    except KeyError:
        return False


def finished(benchmark: Benchmark, rows: Sequence[Row], most: int = MAX_FINISHED) -> list[Row]:
    """Return at most this number of rows, evenly spaced and completed as in a build."""
    count = min(most, len(rows))
    chosen = [rows[index * len(rows) // count] for index in range(count)]
    if benchmark.rows.finish is None:
        return chosen
    return [row for row in map(benchmark.rows.finish, chosen) if not isinstance(row, Skipped)]


def real_rows(benchmark: Benchmark, argument: str) -> list[Row]:
    """Return real rows to compare with: from a built folder with the config, or by one of the config's readers;
    none if neither applies.
    """
    folder = Path(argument)
    if folder.is_dir() and benchmark.config in readme.open_readme(folder).configs:
        return list(stored_rows.read(folder, benchmark, "test"))
    try:
        source, path = choose_source(benchmark, argument)
    except UserError:
        return []
    return [] if source == "builtin" else source_rows(benchmark.config, source, path, 0).get("test", [])


def as_text(probed: Probed, everything: bool = False) -> str:
    """Return the figures as a table: those of all rows, and those of single types that are above their limit."""
    shown = [
        figure
        for figure in probed.figures
        if everything or ":" not in figure.target or not figure.passes or (figure.reason and figure.estimate.value > 0)
    ]
    if not shown:
        return f"{probed.config}: no probe applies"
    beside = f" (real rows: {probed.real})" if probed.real else ""
    lines = [
        f"{probed.config}{beside}",
        f"  {'probe':<17}{'names':<19}{'split':<13}{'share':>6}  {'interval':<15}{'chance':>6}{'real':>7}{'limit':>7}",
    ]
    for figure in shown:
        real = f"{figure.real.value:.1%}" if figure.real else "–"
        interval = f"{figure.estimate.low:.1%} – {figure.estimate.high:.1%}"
        lines.append(
            f"  {figure.probe:<17}{figure.target[:18]:<19}{figure.split:<13}{figure.estimate.value:>6.1%}  "
            f"{interval:<15}{figure.chance:>6.1%}{real:>7}{figure.limit:>7.1%}{'' if figure.passes else '  above'}"
            f"{f'  by nature: {figure.reason}' if figure.reason else ''}"
        )
    count = len(probed.failures)
    above = f"{count} of {len(probed.figures)} figures are above their limit"
    lines.append(f"  {above if count else 'all within limits'}")
    return "\n".join(lines)


def transferred(train: Sequence[Set], test: Sequence[Set]) -> list[Probed]:
    """Return for each test set the figures of probes that learn from the training sets. Sets that are not built
    folders are left out, because their rows do not state their contents.
    """
    results = []
    for chosen in test:
        benchmark = families.locate(chosen.config)[1] if chosen.config else None
        if benchmark is not None and benchmark.scoring.score is not None:
            results.append(learned_about(benchmark, list(rows_of(chosen)), train))
    return [probed for probed in results if probed.figures]


def learned_about(benchmark: Benchmark, rows: Sequence[Row], train: Sequence[Set]) -> Probed:
    """Return the figures on rows of probes that learn from training sets."""
    known = [row for chosen in train if chosen.config for row in rows_of(chosen)]
    named = f"{benchmark.config} from {', '.join(map(str, train))}"
    return Probed(named, transfer.transfer(benchmark, rows, known))


def rows_of(chosen: Set) -> Iterator[Row]:
    """Yield the rows of a split of a built folder."""
    return stored_rows.read(chosen.path, families.locate(chosen.config)[1], chosen.split)
