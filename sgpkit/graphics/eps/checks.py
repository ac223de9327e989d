"""Refusal of PostScript programs that openly use files and other programs, which drawings do not need.

It only gives a clear reason: operators can be hidden by other names, and then the sandbox and -dSAFER hold. Operators:
Adobe, PostScript Language Reference, third edition, section 3.8; Ghostscript's %pipe%: its documentation, "Language".
"""

import re

from sgpkit.status import Rejected, Status

_REACHING = re.compile(
    r"%pipe%|(?<![\w/(-])(?:deletefile|renamefile|filenameforall|tempfile|\.runlibfile|runlibfile)(?![\w-])"
    r"|\)\s*\(\s*[rwa]\+?\s*\)\s*file(?![\w-])|\)\s*run(?![\w-])|/OutputFile(?![\w-])"
)


def check(code: str) -> None:
    """Raise Rejected with the operator and its line."""
    match = _REACHING.search(code)
    if match is not None:
        line = code.count("\n", 0, match.start()) + 1
        operator = " ".join(match[0].split()).lstrip(")").strip()
        raise Rejected(Status.UNSAFE, f"line {line}: {operator!r} reaches for files or programs")
