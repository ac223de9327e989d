"""Maintenance: statistics of TikZ programs, with which the card compares builtin figures and real files.

Try it: python -m sgpkit.families.vgbench.tikz_statistics FOLDER-WITH-TEX-FILES
"""

import re
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

COMMENT = re.compile(r"(?<!\\)%.*")
COMMAND = re.compile(r"\\([A-Za-z@]+)")
CONSTRUCTS = {
    "loops (`\\foreach`)": r"\\foreach",
    "calculations (`\\pgfmath…`, `evaluate`)": r"\\pgfmath|evaluate\s*=",
    "plots (`plot`, `\\addplot`)": r"\\addplot|plot\s*[\[(]",
    "decorations": r"decorat",
    "`\\pic`": r"\\pic\b",
    "scopes": r"\\begin\{scope\}",
    "computed coordinates (`($…$)`)": r"\(\$",
    "curves (`controls`, `bend`, `to[out=…]`)": r"controls|bend (?:left|right)|\bout\s*=",
    "own commands and styles": r"\\(?:new|renew)command|\\def\\|\\tikzset|\\tikzstyle|/\.style",
}
"""Patterns of the constructs, by their names in the card."""


def measured(codes: Sequence[str]) -> dict[str, str]:
    """Return the figures of programs by their names in the card's table."""
    bare = [COMMENT.sub("", code) for code in codes]
    commands = [set(COMMAND.findall(code)) for code in bare]
    figures = {
        "programs": f"{len(codes):,}",
        "distinct commands in all": f"{len(set().union(*commands))}",
        "distinct commands per program (median)": f"{statistics.median(map(len, commands)):.0f}",
        "characters (median)": f"{statistics.median(map(len, codes)):,.0f}",
    }
    for name, pattern in CONSTRUCTS.items():
        share = sum(re.search(pattern, code) is not None for code in bare) / len(bare)
        figures[name] = f"{100 * share:.0f} %"
    return figures


def standard() -> list[str]:
    """Return the distinct programs of the standard build of `vgqa-tikz`."""
    from .sources.questions import SIZES, question_rows

    rows = question_rows("tikz", "0:vgqa", SIZES["tikz"])
    return list({row["cluster"]: row["code"] for row in rows}.values())


def table(columns: dict[str, dict[str, str]]) -> str:
    """Return a Markdown table with one row per figure and one column per set of programs."""
    names = dict.fromkeys(name for figures in columns.values() for name in figures)
    lines = ["| | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * len(columns)]
    lines += [f"| {name} | " + " | ".join(column.get(name, "") for column in columns.values()) + " |" for name in names]
    return "\n".join(lines)


def main(folders: list[str]) -> None:
    columns = {"builtin": measured(standard())}
    for folder in folders:
        columns[Path(folder).name] = measured([path.read_text("utf-8") for path in sorted(Path(folder).glob("*.tex"))])
    print(table(columns))


if __name__ == "__main__":
    main(sys.argv[1:])
