"""Instruction datasets by location: a folder that `sgpkit build` wrote, a file, the Hub."""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, nearest

from .conversations import EXPECTED, Conversation, Unusable, columns_of, conversation, form_of
from .mixing import Block
from .settings import DataSettings

FILES = {".json": "json", ".jsonl": "json", ".parquet": "parquet"}
REPO = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+)(?::(?P<config>[\w.-]+))?(?:@(?P<revision>[\w./-]+))?")


def read(settings: DataSettings) -> Block:
    """Read every usable row of a data block; the others are counted by the reason they are not usable."""
    table = open_dataset(settings)
    form = form_of(table.column_names)
    if form is None:
        raise UserError(
            f"{settings.source} has the columns {', '.join(table.column_names) or 'none'}; expected those of one of "
            f"these forms: {EXPECTED}"
        )
    rows: list[tuple[int, Conversation]] = []
    unusable: Counter[str] = Counter()
    for number, row in enumerate(table.select_columns(columns_of(form, table.column_names))):
        try:
            rows.append((number, conversation(row, form)))
        except Unusable as why:
            unusable[str(why)] += 1
    if not rows:
        reasons = "; ".join(f"{count:,} rows: {why}" for why, count in unusable.most_common(3))
        raise UserError(f"{settings.source} has no usable row ({reasons or 'it is empty'})")
    return Block(settings, rows, unusable)


def open_dataset(settings: DataSettings) -> Any:
    """Load the dataset of a data block. Raises UserError if it is empty or cannot be read."""
    import datasets
    from datasets.exceptions import DatasetsError

    if not sys.stderr.isatty():
        datasets.disable_progress_bars()
    named = arguments(settings)
    try:
        return datasets.load_dataset(**named, split=settings.split)
    except (ValueError, DatasetsError, OSError, KeyError) as error:
        why = first(error.__cause__ or error)
        raise UserError(f"the data block {settings.name!r}: {settings.source} cannot be read ({why})") from None
    except StopIteration:
        raise UserError(f"the data block {settings.name!r}: {settings.source} is empty") from None


def arguments(settings: DataSettings) -> dict[str, Any]:
    """Return the arguments of `datasets.load_dataset`."""
    source = settings.source
    path = Path(source)
    if path.is_file():
        if path.suffix not in FILES:
            raise UserError(f"{source}: expected a file named {', '.join(f'*{suffix}' for suffix in FILES)}")
        return {"path": FILES[path.suffix], "data_files": {settings.split: str(path)}}
    folder, _, config = source.rpartition(":")
    if not folder:
        folder, config = source, ""
    if Path(folder).is_dir():
        return {"path": folder, "name": config_in(Path(folder), config, source)}
    match = REPO.fullmatch(source)
    if not match or source.startswith((".", "~")):
        raise UserError(
            f"the data block {settings.name!r}: there is no {source}; expected FOLDER:CONFIG as sgpkit build writes "
            "it, a JSON, JSONL or Parquet file, or ORG/REPO[:CONFIG][@REVISION]"
        )
    return {"path": match["repo"], "name": match["config"], "revision": match["revision"]}


def config_in(folder: Path, config: str, source: str) -> str | None:
    """Return the config to load; a built folder lists its configs, where `datasets` would take all files as one."""
    from sgpkit.data.card import readme

    if not (folder / "README.md").is_file():
        if config:
            raise UserError(f"{source}: {folder} has no README.md with configs; give only the folder")
        return None
    built = list(readme.open_readme(folder).configs)
    if not config and len(built) > 1:
        raise UserError(f"{source}: name one of its configs, as in {folder}:{built[0]}{nearest('', built)}")
    if config and config not in built:
        raise UserError(
            f"{source}: no config {config!r}{nearest(config, built)}\nBuild it: sgpkit build {config} --out {folder}"
        )
    return config or None


def first(error: BaseException) -> str:
    """Return the first line of an error's message, or its type if it has no message."""
    lines = str(error).strip().splitlines()
    return f"{lines[0]:.200}" if lines else type(error).__name__
