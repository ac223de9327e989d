"""Adversarial TikZ: pictures that show nothing, or something that no row asks for."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.baselines.adversarial.drawings import Drawings, Hiding, around, lines_of, swatches

BEGIN = re.compile(r"\\begin\s*\{tikzpicture\}(?:\s*\[[^\]]*\])?")
PAINTING = re.compile(r"\\(?:filldraw|draw|fill|shade|shadedraw)(?![A-Za-z])(\s*\[[^\]]*\])?")
NODE = re.compile(r"(?<![A-Za-z])\\?node(?=\s*[\[({]|\s+at\b)")
SPECIAL = re.compile(r"[\\{}$&#^_%~]")
PAGE = r"\pgfresetboundingbox\path[use as bounding box] (0,0) rectangle (10,10);"


def picture(body: str) -> str:
    """Return a document with one picture."""
    return (
        "\\documentclass[tikz]{standalone}\n\\begin{document}\n\\begin{tikzpicture}\n"
        f"\\path[use as bounding box] (0,0) rectangle (10,10);\n{body}\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


def palette() -> str:
    """Return twelve swatches."""
    return picture(
        "\n".join(
            f"\\definecolor{{swatch{index}}}{{HTML}}{{{color[1:].upper()}}}\\fill[swatch{index}] "
            f"({2.4 * column},{3.2 * row}) rectangle +(2,2.8);"
            for index, (color, column, row) in enumerate(swatches())
        )
    )


def spray() -> str:
    """Return lines all over the page."""
    ends = range(11)
    return picture("\n".join(f"\\draw ({end},0) -- ({10 - end},10) (0,{end}) -- (10,{10 - end});" for end in ends))


def words(text: str) -> str:
    """Return a page with a text written on it."""
    lines = enumerate(lines_of(SPECIAL.sub(" ", text).encode("ascii", "replace").decode()))
    return picture("\n".join(f"\\node[right] at (0,{9.8 - 0.4 * index:.1f}) {{{line}}};" for index, line in lines))


# --- hiding -----------------------------------------------------------------------------------------------------------


def wrapped(code: str, before: str, after: str = "") -> str:
    """Return the program with text after the beginning of its picture and before the end."""
    begin = BEGIN.search(code)
    return code if begin is None else around(code, begin.end(), code.rfind("\\end{tikzpicture}"), before, after)


def in_scope(options: str, first: str = "", last: str = "") -> Hiding:
    """Return a hiding that puts everything into a scope with these options."""
    return lambda code: wrapped(code, f"\n\\begin{{scope}}[{options}]{first}\n", f"\n\\end{{scope}}{last}\n")


def covered(code: str) -> str:
    """Return the picture under a white sheet."""
    corners = (
        r"([shift={(-1,-1)}]current bounding box.south west)",
        r"([shift={(1,1)}]current bounding box.north east)",
    )
    return wrapped(code, "", f"\n\\fill[white] {corners[0]} rectangle {corners[1]};\n")


def unpainted(code: str) -> str:
    """Return the picture with paths that are not painted, and transparent texts; plots are transparent."""
    if "\\addplot" in code:
        return in_scope("transparency group,opacity=0")(code)
    return NODE.sub(r"\g<0>[opacity=0]", PAINTING.sub(r"\\path", code))


HIDINGS: Mapping[str, Hiding] = MappingProxyType(
    {
        "clipped": in_scope("", r"\clip (0,0) rectangle (0,0);", PAGE),
        "faint": in_scope("transparency group,opacity=0.001"),
        "covered": covered,
        "moved": in_scope("xshift=100cm", last=PAGE),
        "invisible": in_scope("transparency group,opacity=0"),
        "unused": lambda code: wrapped(code, f"{PAGE}\n\\iffalse\n", "\n\\fi\n"),
        "unpainted": unpainted,
        "tiny": in_scope("transform canvas={scale=0.00005}", last=PAGE),
        "elsewhere": lambda code: wrapped(
            code, "", r"\pgfresetboundingbox\path[use as bounding box] (100cm,100cm) rectangle (110cm,110cm);"
        ),
    }
)
"""Ways of hiding a picture: by an empty clip path, an opacity near 0, a white sheet, a move off the page, an opacity of
0, a condition that never holds, paths without paint, a scale near 0, a page elsewhere."""

DRAWINGS = Drawings(picture(""), palette(), spray(), words, HIDINGS)
