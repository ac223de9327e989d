"""Prompt texts that the user sets in place of ours: DIR/NAME.txt, with the same placeholders or fewer."""

from pathlib import Path
from string import Formatter

from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError, nearest


def read_texts(folder: Path | None, benchmark: Benchmark) -> dict[str, str]:
    if folder is None:
        return {}
    if not folder.is_dir():
        raise UserError(f"--prompts {folder}: no such folder")
    texts = {}
    for path in sorted(folder.glob("*.txt")):
        if path.stem not in benchmark.texts:
            raise UserError(
                f"{path}: {benchmark.config} has no text {path.stem!r}{nearest(path.stem, benchmark.texts)}"
            )
        text = path.read_text(encoding="utf-8").removesuffix("\n")
        try:
            unknown = placeholders(text) - placeholders(benchmark.texts[path.stem])
        except ValueError as error:
            raise UserError(f"{path}: {error}; write a brace that is no placeholder twice") from None
        if unknown:
            raise UserError(f"{path}: unknown placeholder {{{min(unknown)}}}; write a brace that is none twice")
        texts[path.stem] = text
    if not texts:
        raise UserError(f"--prompts {folder}: no .txt file in it; the texts are {', '.join(benchmark.texts)}")
    return texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
