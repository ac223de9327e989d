"""Find a CAD program within a text, and its dialect, which its commands identify."""

import re

_PROGRAM = re.compile(r"^[A-Z][A-Za-z]*\d*(?::?\([^()\n]*\))?;.*?(?:;|\b)(?:EOS|End)\b", re.MULTILINE)
_DIALECTS = (
    ("deepcad", re.compile(r"^SOL\b")),
    ("fusion360", re.compile(r"^(?:Plane|Profile)\b")),
    ("sketchgraphs", re.compile(r"^[A-Z][A-Za-z]*\d+:")),
)


def find_program(text: str, container: str = "it") -> tuple[str, str]:
    """Return the first CAD program in a text, and its dialect; ValueError where there is none.

    `container` names the text in the message of the error.
    """
    match = _PROGRAM.search(text)
    if match is None:
        raise ValueError(f"no CAD program in {container}")
    code = match[0].strip()
    dialect = next((dialect for dialect, begins in _DIALECTS if begins.match(code)), None)
    if dialect is None:
        raise ValueError(f"a program in no known dialect: {code[:40]!r}")
    return code, dialect
