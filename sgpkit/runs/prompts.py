"""Prompt texts that the user sets in place of ours: DIR/NAME.txt, with the same placeholders or fewer."""

from collections.abc import Mapping
from pathlib import Path
from string import Formatter

from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError, nearest


def read_texts(folder: Path | None, benchmark: Benchmark) -> dict[str, str]:
    """Read the user's texts for the prompts of a benchmark from a folder, by name; empty without a folder."""
    return read(folder, benchmark.prompts.texts, benchmark.config)


def read(folder: Path | None, ours: Mapping[str, str], whose: str) -> dict[str, str]:
    """Read the texts that a folder has in place of ours; `whose` names the owner of the texts in error messages."""
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
