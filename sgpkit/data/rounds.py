"""A round whose rows no one can have seen: the builtin source at a secret seed.

First the seed's salted SHA-256 is published, then the rows, and in the end the seed: then anyone can build the rows
again and see that the seed was fixed before any model was asked. While it is secret nothing may tell it, so the rows
of a round have its name in their ids where the seed would stand, and a seed must be too large to be tried out.
"""

import hashlib
import json
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit.benchmark import Benchmark, Row, Skipped, Source
from sgpkit.errors import UserError, first_line
from sgpkit.files import write_atomically
from sgpkit.sandbox.untrusted import json_values, regular

NAME = re.compile(r"[a-z][a-z0-9_]{2,29}")
LEAST_SEED = 1 << 40
"""Seeds below could be found by building with one after another."""

BITS = 62


@dataclass(frozen=True)
class Round:
    """`sgpkit` is the version whose builtin source makes the rows. Seed and salt are null until they are revealed."""

    name: str
    configs: tuple[str, ...]
    limit: int | None
    sgpkit: str
    commitment: str
    seed: int | None = None
    salt: str | None = None


KINDS: Mapping[str, Any] = {
    "name": str,
    "limit": int | None,
    "sgpkit": str,
    "commitment": str,
    "seed": int | None,
    "salt": str | None,
}


def commit(name: str, configs: Sequence[str], seed: int | None = None, limit: int | None = None) -> Round:
    """Return a new round with its seed and its salt; `public` hides them."""
    if not NAME.fullmatch(name):
        raise UserError(f"{name!r} is no name of a round; expected 3 to 30 of a-z, 0-9, _, such as spring_2027")
    if seed is not None and seed < LEAST_SEED:
        raise UserError(f"--seed {seed} could be found by trying; leave it out, or give at least {LEAST_SEED}")
    drawn = seed if seed is not None else LEAST_SEED + secrets.randbits(BITS)
    made = Round(name, tuple(configs), limit, sgpkit.__version__, "", drawn, secrets.token_hex(32))
    return replace(made, commitment=commitment(made))


def commitment(made: Round) -> str:
    """Return the SHA-256 over the JSON of all that determines the rows, with the salt."""
    committed = {name: value for name, value in asdict(made).items() if name != "commitment"}
    return hashlib.sha256(json.dumps(committed, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def public(made: Round) -> Round:
    """Return the round without its seed and salt."""
    return replace(made, seed=None, salt=None)


def file_name(name: str) -> str:
    """Return the name of a round's public file."""
    return f"round-{name}.json"


def write(path: Path, made: Round) -> None:
    """Write a round to a file."""
    write_atomically(path, as_text(made))


def as_text(made: Round) -> str:
    """Return the text of a round's file."""
    return json.dumps(asdict(made), indent=1) + "\n"


def write_secret(path: Path, made: Round) -> None:
    """Write a round with its seed, readable by its owner only. Never replaces a file: a lost seed can never be
    revealed."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise UserError(f"{path} is there already, and holds a seed; name another: --secret FILE") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(as_text(made))


def read(path: Path) -> Round:
    """Return the round of a file; UserError where it is none."""
    try:
        content = json_values.parse(regular.read_linked(path, json_values.MAX_BYTES))
        made = Round(**{**content, "configs": tuple(content["configs"])})
        if odd := [name for name, kind in KINDS.items() if not isinstance(getattr(made, name), kind)]:
            raise ValueError(f"{odd[0]} is of another kind")
        if not all(isinstance(config, str) for config in made.configs) or not NAME.fullmatch(made.name):
            raise ValueError("its name or its configs are no names")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UserError(f"{path} is no round: {first_line(error):.120}") from None
    return made


def read_revealed(path: Path) -> Round:
    """Return a round with its seed; UserError where the seed is hidden, or is not the committed one."""
    made = read(path)
    if made.seed is None or made.salt is None:
        raise UserError(f"{path} does not tell its seed yet: its rows cannot be built until it is revealed")
    if commitment(made) != made.commitment:
        raise UserError(f"{path}: seed and salt are not those that it was committed to (their hash is another)")
    return made


# --- rows -------------------------------------------------------------------------------------------------------------


def masked(benchmark: Benchmark, made: Round) -> Benchmark:
    """Return the benchmark with the round's name in place of the seed in builtin rows."""
    if "builtin" not in benchmark.rows.sources:
        raise UserError(f"{benchmark.config} is made from published data only, and has no secret rows")
    assert made.seed is not None
    hidden = (str(made.seed), made.name)
    source = partial(from_source, benchmark.rows.sources["builtin"].read)
    finish = partial(finished, benchmark.rows.finish, *hidden)
    return benchmark.replacing(sources={"builtin": Source(source)}, finish=finish, finish_in_folder=None)


def from_source(
    source: Callable[[str, int], Iterator[tuple[str, Row] | Skipped]], path: str, seed: int
) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the rows of the builtin source. `path` is the round's name, so that the build differs from one of the
    plain seed."""
    for item in source("", seed):
        yield unnamed(item, str(seed), path) if isinstance(item, Skipped) else item


def unnamed(skipped: Skipped, seed: str, name: str) -> Skipped:
    """Return a skipped item with the round's name in place of the seed."""
    return Skipped(skipped.name.replace(seed, name), skipped.reason.replace(seed, name))


def finished(finish: Callable[[Row], Row | Skipped] | None, seed: str, name: str, row: Row) -> Row | Skipped:
    """Complete a row and replace the seed in its id and cluster; ValueError where another column reveals the seed."""
    made = finish(row) if finish else row
    if isinstance(made, Skipped):
        return unnamed(made, seed, name)
    hidden = made | {column: str(made[column]).replace(seed, name) for column in ("id", "cluster")}
    if telling := [column for column, value in hidden.items() if seed in texts_of(value)]:
        raise ValueError(f"row {hidden['id']}: column {telling[0]} tells the secret seed")
    return hidden


def texts_of(value: Any) -> str:
    """Return all texts in a value."""
    if isinstance(value, str):
        return value
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return "\n".join(map(texts_of, parts))


def build(benchmarks: Sequence[Benchmark], made: Round, out: Path) -> Iterator[Any]:
    """Build the round's rows into a folder; yield the report of each config. No file holds the seed."""
    from sgpkit.data import build as building

    assert made.seed is not None
    for benchmark in benchmarks:
        origin = {"seed": None, "round": made.name, "commitment": made.commitment}
        yield building.build(
            masked(benchmark, made), out, "builtin", made.name, made.seed, made.limit, workers(), origin=origin
        )


def workers() -> int:
    """Return the number of processors."""
    return os.cpu_count() or 1


def other_version(made: Round) -> str:
    """Return a remark for rows that differ, if another version of sgpkit made the round."""
    if made.sgpkit == sgpkit.__version__:
        return ""
    return f" (the round was made by sgpkit {made.sgpkit}, this is {sgpkit.__version__})"


def differences(there: Mapping[str, Row], built: Mapping[str, Row]) -> Iterator[tuple[str, str]]:
    """Yield the rows that differ from the round's, with the difference of each."""
    for identifier in built.keys() - there.keys():
        yield identifier, "is missing"
    for identifier, row in there.items():
        if identifier not in built:
            yield identifier, "is no row of the round"
        elif odd := [name for name in row if row[name] != built[identifier].get(name)]:
            yield identifier, f"is another in {', '.join(odd)}"
