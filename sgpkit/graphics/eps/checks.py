"""What a PostScript program says openly that a drawing has no use for: files and other programs.

Only for a plain answer: the operators can be had by other names, and then the sandbox and -dSAFER hold. Operators:
Adobe, PostScript Language Reference, third edition, section 3.8; Ghostscript's %pipe%: its documentation, "Language".
"""

import re

from sgpkit.status import Rejected, Status

_REACHING = re.compile(
    r"%pipe%|(?<![\w/(-])(?:deletefile|renamefile|filenameforall|tempfile|\.runlibfile|runlibfile)(?![\w-])"
    r"|\)\s*\(\s*[rwa]\+?\s*\)\s*file(?![\w-])|\)\s*run(?![\w-])|/OutputFile(?![\w-])"
)


def check(code: str) -> None:
    """Raises Rejected with the operator and its line."""
    found = _REACHING.search(code)
    if found is not None:
        line = code.count("\n", 0, found.start()) + 1
        said = " ".join(found[0].split()).lstrip(")").strip()
        raise Rejected(Status.UNSAFE, f"line {line}: {said!r} reaches for files or programs")
