"""Prompt texts that replace the built-in ones: the user's DIR/NAME.txt, with the same placeholders or fewer, or those
of a paper's authors, read from their repository.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

from sgpkit.benchmark import Benchmark, families
from sgpkit.errors import UserError, nearest

PUBLISHED = "published="
"""The prefix of an authors' repository in place of a folder of texts."""


def read_texts(folder: Path | None, benchmark: Benchmark, mode: str, setting: str = "") -> dict[str, str]:
    """Read the user's texts for the prompts of a benchmark from a folder, by name; empty without a folder. For
    `published=REPOSITORY` (a folder, or ORG/NAME@REVISION on the Hub), return the authors' texts.
    """
    if folder is not None and str(folder).startswith(PUBLISHED):
        return published(str(folder).removeprefix(PUBLISHED), benchmark, mode, setting)
    return read(folder, benchmark.prompts.texts, benchmark.config)


def published(location: str, benchmark: Benchmark, mode: str, setting: str) -> dict[str, str]:
    """Return the texts of the authors of a benchmark from their repository."""
    if benchmark.prompts.authors is None:
        known = ", ".join(name for name in families.names() if families.get(name).prompts.authors is not None)
        raise UserError(f"no repository is known to have prompts for {benchmark.config}; those of {known} can be read")
    repository = Path(location)
    if not repository.is_dir():
        repo, _, revision = location.partition("@")
        if repo.count("/") != 1:
            raise UserError(f"--prompts published={location}: no such folder; expected one, or ORG/NAME@REVISION")
        from sgpkit.data.hub import source

        repository = source.fetch(repo, revision or "main", ("*.py", "**/*.py"))[0]
    return dict(benchmark.prompts.authors(repository, mode, setting))


def origin(folder: Path | None, texts: Mapping[str, str]) -> dict[str, str]:
    """Return where the texts of a run are from, and their hash, for run.json; empty for the benchmark's own."""
    if not texts:
        return {}
    digest = hashlib.sha256(json.dumps(dict(texts), sort_keys=True).encode()).hexdigest()
    is_published = str(folder).startswith(PUBLISHED)
    return {"by": "the authors" if is_published else "the user", "sha256": digest}


def read(folder: Path | None, ours: Mapping[str, str], whose: str) -> dict[str, str]:
    """Read the texts of a folder that replace the built-in texts `ours`; `whose` names the owner of the texts in error
    messages.
    """
    if folder is None:
        return {}
    if not folder.is_dir():
        raise UserError(f"--prompts {folder}: no such folder")
    texts = {}
    for path in sorted(folder.glob("*.txt")):
        if path.stem not in ours:
            raise UserError(f"{path}: {whose} has no prompt text {path.stem!r}{nearest(path.stem, ours)}")
        try:
            text = path.read_text(encoding="utf-8").removesuffix("\n")
            unknown = placeholders(text) - placeholders(ours[path.stem])
            odd = formats(text) - formats(ours[path.stem])
        except UnicodeDecodeError as error:
            raise UserError(f"{path} is not a UTF-8 text file: {error}") from None
        except ValueError as error:
            raise UserError(f"{path}: {error}; double every brace that is not part of a placeholder") from None
        if unknown:
            raise UserError(
                f"{path}: unknown placeholder {{{min(unknown)}}}; double every brace that is not part of a placeholder"
            )
        if odd:
            raise UserError(f"{path}: {min(odd)!r:.60} in a placeholder; expected only a name")
        texts[path.stem] = text
    if not texts:
        raise UserError(f"--prompts {folder}: no .txt files; expected one or more of {', '.join(ours)}")
    return texts


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders of a text. Raises ValueError if it is not a format string."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def formats(text: str) -> set[str]:
    """Return the conversions and format specifications of placeholders that have some."""
    parsed = Formatter().parse(text)
    return {f"!{how}:{width}" for _, field, width, how in parsed if field is not None and (how or width)}
