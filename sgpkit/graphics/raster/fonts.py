"""The fonts of pictures: DejaVu, carried in the folder `dejavu` (https://dejavu-fonts.github.io), never the machine's.

Font families of a drawing are replaced by the most similar DejaVu family; characters that DejaVu does not have are
drawn as boxes. The files are verified by hash, so that equal programs give equal pixels on every machine.
"""

import functools
import hashlib
import re
from pathlib import Path
from typing import Any

SANS, SERIF, MONO = "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"
VERSION = "2.37"
HASHES = {
    "DejaVuSans.ttf": "3fdf69cabf06049ea70a00b5919340e2ce1e6d02b0cc3c4b44fb6801bd1e0d22",
    "DejaVuSans-Bold.ttf": "b184b89e3c1075f22f6b71575b6fc20d4972b3cfd3b23322ca6fd596dcaef167",
    "DejaVuSans-Oblique.ttf": "ccdf74b350f11fd3dd5774de50e5e6346a1a5da1f5b7d5fb83590665e97a5213",
    "DejaVuSans-BoldOblique.ttf": "6edf0283160186af451cbee71e7b845f2e4cabf264bb992ce668c83c25465e6f",
    "DejaVuSerif.ttf": "107244956e9962b9e96faccdc551825e0ae0898ae13737133e1b921a2fd35ffa",
    "DejaVuSerif-Bold.ttf": "c3753f2ed6bc673f15846dc45addbeb3b9c872f32fb18fd53a21f1bef1ed7676",
    "DejaVuSerif-Italic.ttf": "3e7994fbc54fa10ce3352a42d548fadd7d9cadb69cb1109bc9d960f6dac57f04",
    "DejaVuSerif-BoldItalic.ttf": "d93efec7a9d2e826768d1a2ee95b95870e15e29599a84f3484af1de1cec2e181",
    "DejaVuSansMono.ttf": "602ec86b8948cfcd956482fe64f94c36c867770149ef2f791d4613f443bcecb3",
    "DejaVuSansMono-Bold.ttf": "baada9a5172fe20886251aff0433fc38461912d5daf07287e7bee56620a8da96",
    "DejaVuSansMono-Oblique.ttf": "28052813f7a709fc89f52d192dc995ef4f0fdc5c3d7b73a49d6849b1916d0cd0",
    "DejaVuSansMono-BoldOblique.ttf": "a69081c15c76c827e0a27a5a7f5c74b6135c843499955495ffa8c20d3a98288b",
}

_FAMILIES = {
    SANS: "sans-serif, arial, arial black, arial narrow, helvetica, helvetica neue, verdana, tahoma, trebuchet ms, "
    "geneva, segoe ui, roboto, open sans, lato, inter, montserrat, noto sans, ubuntu, calibri, impact, futura, "
    "gill sans, system-ui, -apple-system, blinkmacsystemfont, ui-sans-serif, liberation sans, dejavu sans, cursive, "
    "comic sans ms, fantasy",
    SERIF: "serif, times, times new roman, georgia, garamond, palatino, palatino linotype, book antiqua, cambria, "
    "baskerville, bookman, century, century schoolbook, didot, bodoni mt, constantia, playfair display, merriweather, "
    "lora, liberation serif, noto serif, dejavu serif, ui-serif, nimbus roman, freeserif, rockwell, minion pro, "
    "computer modern, latin modern roman, cmr10, math",
    MONO: "monospace, courier, courier new, consolas, menlo, monaco, lucida console, andale mono, inconsolata, "
    "fira code, fira mono, source code pro, jetbrains mono, ubuntu mono, roboto mono, sf mono, sfmono-regular, "
    "cascadia code, cascadia mono, liberation mono, noto sans mono, dejavu sans mono, ibm plex mono, space mono, "
    "ui-monospace, freemono, nimbus mono",
}
_BY_NAME = {name.strip(): family for family, names in _FAMILIES.items() for name in names.split(",")}
_KEPT = frozenset(("inherit", "initial", "unset", "revert"))
_FAMILY = re.compile(r"(?<![\w-])(font-family\s*:\s*)([^;}!]*)", re.IGNORECASE)
_SHORTHAND = re.compile(
    r"(?<![\w-])(font\s*:[^;}!]*?(?:\d(?:px|pt|pc|em|rem|ex|ch|in|cm|mm|q|vw|vh|%)|small|medium|large|smaller|larger)"
    r"(?:\s*/\s*[\w.%]+)?\s+)([^;}!]+)",
    re.IGNORECASE,
)


def families(names: str) -> str:
    """Return the DejaVu family that replaces a list of families."""
    known = [name.strip().strip("'\"").strip().lower() for name in names.split(",")]
    if known[0] in _KEPT:
        return names
    return next((_BY_NAME[name] for name in known if name in _BY_NAME), SANS)


def declarations(css: str) -> str:
    """Replace all lists of font families in declarations or a style sheet."""
    if "font" not in css.lower():
        return css

    def replaced(match: re.Match[str]) -> str:
        family = families(match[2])
        return match[1] + (family if family == match[2] else f"'{family}'")

    return _SHORTHAND.sub(replaced, _FAMILY.sub(replaced, css))


@functools.cache
def files() -> tuple[Path, ...]:
    """Return the font files. Raises RuntimeError if one is missing or has another hash."""
    paths = []
    for name, expected in HASHES.items():
        path = Path(__file__).with_name("dejavu") / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != expected:
            raise RuntimeError(f"{path}: expected DejaVu {VERSION}; pictures would differ. Install sgpkit again")
        paths.append(path)
    return tuple(paths)


def options() -> dict[str, Any]:
    """Return the options of resvg_py for a drawing with text."""
    return {
        "font_files": list(map(str, files())),
        "font_family": SANS,  # the default family
        "serif_family": SERIF,
        "sans_serif_family": SANS,
        "monospace_family": MONO,
        "cursive_family": SANS,
        "fantasy_family": SANS,
    }


@functools.cache
def fingerprint() -> str:
    """Return the hash of all fonts' hashes."""
    return hashlib.sha256("".join(HASHES.values()).encode()).hexdigest()
