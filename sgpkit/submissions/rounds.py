"""The steps of a secret round on the command line, and the check of published rows against a revealed one."""

import argparse
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from sgpkit.benchmark import Benchmark, families
from sgpkit.data import rounds
from sgpkit.errors import UserError
from sgpkit.runs import data
from sgpkit.runs.data import Data

SHOWN = 5


def commit(options: argparse.Namespace) -> str:
    """Commit to a secret round: write its secret file and the public commitment. Returns a message to print."""
    for config in options.configs:
        if "builtin" not in families.get(config).rows.sources:
            raise UserError(f"{config} has only published rows, so it cannot have secret rows")
    made = rounds.commit(options.name, options.configs, options.seed, options.limit)
    secret = options.secret or Path(f"{options.name}.secret.json")
    path = options.out / rounds.file_name(options.name)
    if path.exists():
        raise UserError(f"{path} exists already; a round can be committed to only once")
    options.out.mkdir(parents=True, exist_ok=True)
    if secret.resolve().parent == options.out.resolve():
        raise UserError(f"{secret} is in the folder to publish; choose another path: --secret FILE")
    rounds.write_secret(secret, made)
    rounds.write(path, rounds.public(made))
    return f"{path}: publish this file now. {secret}: keep this file secret until the round ends."


def build(options: argparse.Namespace) -> str:
    """Build the rows of a secret round from its secret file. Returns a message to print."""
    made = rounds.read_revealed(options.secret)
    benchmarks = [families.get(config) for config in made.configs]
    lines = []
    for report in rounds.build(benchmarks, made, options.out):
        rows = ", ".join(f"{count:,} {split}" for split, count in report.rows.items())
        lines.append(f"{report.config}: {rows} in {report.folder}")
    rounds.write(options.out / rounds.file_name(made.name), rounds.public(made))
    return "\n".join(lines)


def reveal(options: argparse.Namespace) -> str:
    """Publish the seed of a round. Raises UserError if it is not the committed one. Returns a message to print."""
    made = rounds.read_revealed(options.secret)
    path = options.out / rounds.file_name(made.name)
    if rounds.public(rounds.read(path)) != rounds.public(made):
        raise UserError(f"{path} was committed to a different seed than the one in {options.secret}")
    rounds.write(path, made)
    return f"{path}: the seed is {made.seed}. Anyone can now check the rows: sgpkit dataset round check {path} --data …"


def check(options: argparse.Namespace) -> str:
    """Check published rows against a revealed round. Raises UserError if any differ. Returns a message to print."""
    made = rounds.read_revealed(options.round)
    lines = []
    for config in made.configs:
        benchmark = families.get(config)
        wrong = differences(made, benchmark, data.load(options.data, benchmark))
        if wrong:
            examples = "; ".join(f"{row} {what}" for row, what in list(wrong.items())[:SHOWN])
            also = rounds.other_version(made)
            raise UserError(f"{config}: {len(wrong):,} rows differ from the round{also}: {examples}")
        lines.append(f"{config}: all rows follow from the seed of the round")
    return "\n".join(lines)


def differences(made: rounds.Round, benchmark: Benchmark, loaded: Data) -> Mapping[str, str]:
    """Return the test rows that differ from those of the round, with the difference. Raises UserError if the
    config is not in the round."""
    if benchmark.config not in made.configs:
        raise UserError(f"the round {made.name} has no {benchmark.config}; its configs are {', '.join(made.configs)}")
    with tempfile.TemporaryDirectory(prefix="sgpkit-round-") as folder:
        for _ in rounds.build([benchmark], made, Path(folder)):
            built = data.load(folder, benchmark)
    rows = [{str(row["id"]): row for row in part.rows} for part in (loaded, built)]
    return dict(rounds.differences(*rows))


STEPS: Mapping[str, Callable[[argparse.Namespace], str]] = {
    "commit": commit,
    "build": build,
    "reveal": reveal,
    "check": check,
}
