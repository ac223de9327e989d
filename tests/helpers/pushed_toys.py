"""Toy datasets to push, built once and copied for each test, and the results of pushing them."""

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import toy

from sgpkit.benchmark import Skipped, Source
from sgpkit.data import build, changelog
from sgpkit.data.card import readme
from sgpkit.data.hub import push
from sgpkit.errors import UserError

REPO = "org/toys"


def render(folder: Path) -> None:
    """Write a card that lists the changes, like the real one."""
    card = readme.read(folder)
    card.text = "\n# Toys\n\n" + (folder / changelog.NAME).read_text()
    readme.write(folder, card)


@cache
def made(count: int, question: str | None, config: str) -> Path:
    """Return a build that tests copy."""

    def rows(path: Any, seed: int) -> Iterator[Any]:
        for item in toy.rows(str(count), 0):
            if isinstance(item, Skipped):
                continue
            split, row = item
            yield split, row | ({"question": question} if question and row["id"] == "row-2" else {})

    root = Path(tempfile.mkdtemp(prefix="sgpkit-test-push-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    benchmark = toy.TOY.replacing(config=config, sources={"builtin": Source(rows)})
    build.build(benchmark, root, workers=1)
    return root


def built(out: Path, count: int = 8, question: str | None = None, config: str = "toy") -> Path:
    """Return a folder with `count` test rows; `question` replaces the question of the third row."""
    source = made(count, question, config)
    if not out.exists():
        return Path(shutil.copytree(source, out))
    shutil.rmtree(out / config, ignore_errors=True)
    shutil.copytree(source / config, out / config)
    info = readme.open_readme(source).info(config)
    readme.add(out, config, info.features, list(info.splits.values()), info.download_size)
    return out


def refused(*arguments: Any, **named: Any) -> Any:
    with pytest.raises(UserError) as raised:
        push.push(*arguments, **named)
    return str(raised.value)


def whole(folder: Path) -> Any:
    """Return whether v1.1.0 could be pushed."""
    try:
        return push.push(folder, REPO, "v1.1.0", render).tag == "v1.1.0"
    except UserError:
        return False
