"""Numbers of tokens of programs, by a tokenizer that the user names or by an estimate.

The estimate splits SVG like the byte-pair vocabularies of language models: numbers into groups of up to three digits
(https://github.com/openai/tiktoken, pattern of cl100k_base), names into pieces, punctuation into short runs, and an
indent as one piece.
"""

import re
from functools import lru_cache
from typing import Any

from sgpkit.errors import UserError

ESTIMATE = "estimate"
PIECE = re.compile(r" ?[A-Za-z]{1,7}|\d{1,3}|[^\sA-Za-z\d]{1,2}|\s+")


def tokens(code: str, tokenizer: str = "") -> int:
    """Return the number of tokens by a tokenizer, given as a name on the Hub or a folder, else by the estimate."""
    if not tokenizer or tokenizer == ESTIMATE:
        return len(PIECE.findall(code))
    return len(loaded(tokenizer).encode(code).ids)


@lru_cache(maxsize=2)
def loaded(tokenizer: str) -> Any:
    """Return a tokenizer of the package `tokenizers` from a tokenizer.json, its folder, or a repository on the Hub."""
    from pathlib import Path

    try:
        from tokenizers import Tokenizer  # type: ignore[import-not-found,unused-ignore]
    except ImportError as error:
        raise UserError(
            f"counting by the tokenizer {tokenizer!r} needs the package tokenizers: pip install tokenizers, "
            "or leave the tokenizer out to count by the estimate"
        ) from error
    path = Path(tokenizer)
    file = path / "tokenizer.json" if path.is_dir() else path
    if path.exists() and not file.is_file():
        raise UserError(f"{tokenizer}: expected a folder with tokenizer.json, or the file itself")
    try:
        if file.is_file():
            return Tokenizer.from_file(str(file))
        return Tokenizer.from_pretrained(tokenizer)
    except Exception as error:  # the package raises plain exceptions
        raise UserError(f"no tokenizer could be read from {tokenizer!r}: {str(error)[:200]}") from error
