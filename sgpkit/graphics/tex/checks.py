"""Reject LaTeX programs that openly use files or other programs, which drawings do not need.

This only gives a clear reason. TeX can construct the same commands in ways that cannot be recognised; the sandbox
contains those, with no files to read, and none to write that outlive the program.
"""

import re

from sgpkit.graphics.tex import preamble
from sgpkit.status import Rejected, Status

_END = r"(?![A-Za-z@])"
_UNSAFE = {
    "starts a program": re.compile(
        rf"\\(?:write\s*(?:18|\"12|'22|`\\?\^\^R)(?![0-9])|ShellEscape{_END}|directlua{_END}|latelua{_END}|luaexec{_END})"
    ),
    "reads or writes files": re.compile(
        rf"\\(?:openin|openout|pdffiledump|pdffilesize|pdffilemoddate|pdfmapfile|pdfximage){_END}"
        rf"|\\(?:pdfmdfivesum|mdfivesum)\s*file{_END}|\\pdfobj{_END}[^{{}}\\]{{0,80}}\bfile\b"
    ),
    "names a file outside the drawing": re.compile(
        r"\\(?:@@?input|input|include|includeonly|InputIfFileExists|IfFileExists|includegraphics|pgfimage|pgfdeclareimage|"
        r"includepdf|includesvg|lstinputlisting|verbatiminput|VerbatimInput|import|subimport|usepackage|RequirePackage|"
        r"documentclass|LoadClass|pgfplotstableread|pgfplotstabletypeset|bibliography|externaldocument)"
        r"\*?\s*+(?:\[[^\]]{0,1000}+\]\s*+){0,2}(?:\{[\w.-]*+\}\s*+)?\{?\s*+\"?\s*+(?:/|~|\||\.\./|[\w./-]{1,200}/\.\./)"
    ),
}


def check(code: str) -> None:
    """Raise Rejected with the command and its line number."""
    shown = preamble.blank_comments(code)
    for reason, pattern in _UNSAFE.items():
        match = pattern.search(shown)
        if match is not None:
            line = shown.count("\n", 0, match.start()) + 1
            raise Rejected(Status.UNSAFE, f"line {line}: {' '.join(match[0].split())[:80]!r} {reason}")
