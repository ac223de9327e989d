"""Reject PostScript programs that openly use files or other programs, which drawings do not need.

This only gives a clear reason. Programs can hide operators under other names; the sandbox and -dSAFER contain those.
Operators: Adobe, PostScript Language Reference, third edition, section 3.8; Ghostscript's %pipe%: its documentation,
"Language".
"""

import re

from sgpkit.status import Rejected, Status

_UNSAFE = re.compile(
    r"%pipe%|(?<![\w/(-])(?:deletefile|renamefile|filenameforall|tempfile|\.runlibfile|runlibfile)(?![\w-])"
    r"|\)\s*\(\s*[rwa]\+?\s*\)\s*file(?![\w-])|\)\s*run(?![\w-])|/OutputFile(?![\w-])"
)


def check(code: str) -> None:
    """Raise Rejected with the operator and its line number."""
    match = _UNSAFE.search(code)
    if match is not None:
        line = code.count("\n", 0, match.start()) + 1
        operator = " ".join(match[0].split()).lstrip(")").strip()
        raise Rejected(Status.UNSAFE, f"line {line}: {operator!r} accesses files or programs")
