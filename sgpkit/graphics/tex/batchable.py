"""Recognise TikZ programs that only draw, so that one run of TeX can compile them with others.

A program in a group cannot change TeX's state for later programs, except for global state: node names, random numbers,
and commands built from characters. So only programs with the commands and options below are accepted. Others are
compiled alone, which takes longer but draws the same.
"""

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from sgpkit.graphics.guard.values import words
from sgpkit.graphics.tex import preamble

MAX_LENGTH = 20_000
"""Maximum characters of a program; longer ones gain little from batching."""

COMMANDS = words(
    r"""
    draw fill filldraw path node coordinate clip foreach begin end tikzset definecolor colorlet textcolor color
    def newcommand pgfmathsetmacro pgfmathtruncatemacro
    textbf textit emph text textrm textsf texttt textsc tiny scriptsize footnotesize small normalsize large Large
    LARGE huge Huge bfseries itshape sffamily ttfamily rmfamily mdseries upshape
    frac dfrac tfrac sqrt times cdot pm mp leq geq le ge neq ne approx sim simeq cong equiv infty angle circ prime
    vec hat bar overline underline mathbf mathrm mathit mathcal mathbb sum int prod lim sin cos tan log ln exp max min
    to rightarrow leftarrow Rightarrow Leftarrow leftrightarrow mapsto ldots cdots dots quad qquad triangle square
    displaystyle mathsf mathop mathrel langle rangle lVert rVert textsuperscript textsubscript
    perp parallel in subset cup cap left right forall exists partial nabla star ast bullet dagger ell
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    """
)
"""Commands of more than one letter. Single letters are accents, symbols or variables of the program."""

PACKAGES = words(
    "tikz pgf xcolor color graphicx amsmath amssymb amsfonts amsthm mathtools bm ifthen calc etoolbox xstring inputenc "
    "fontenc textcomp array booktabs float latexsym"
)
LIBRARIES = words(
    "3d angles arrows arrows.meta backgrounds bending calc decorations decorations.markings decorations.pathmorphing "
    "decorations.pathreplacing decorations.shapes decorations.text fit intersections patterns patterns.meta "
    "perspective plotmarks positioning quotes scopes shapes shapes.arrows shapes.callouts shapes.geometric shapes.misc "
    "shapes.multipart shapes.symbols through topaths"
)
"""Packages and libraries that a preamble may load: none that add commands to paths or create nodes, and no fonts, which
would change lengths in the preamble."""

OPTIONS = frozenset(
    option.strip()
    for option in """
    x, y, scale, xscale, yscale, rotate, rotate around, shift, xshift, yshift, xslant, yslant, transform shape,
    color, draw, fill, text, even odd rule, nonzero rule,
    line width, ultra thin, very thin, thin, semithick, thick, very thick, ultra thick, help lines,
    solid, dashed, dotted, densely dashed, densely dotted, loosely dashed, loosely dotted, dash dot,
    densely dash dot, loosely dash dot, dash pattern, dash phase, line cap, line join, cap, join, miter limit,
    rounded corners, sharp corners, double, double distance, shorten <, shorten >, arrows, >,
    length, width, inset, round, open, reversed, scale length, scale width,
    shape, circle, rectangle, ellipse, diamond, regular polygon, regular polygon sides, star, star points, trapezium,
    isosceles triangle, shape aspect, aspect, minimum size, minimum width, minimum height,
    inner sep, inner xsep, inner ysep, outer sep, outer xsep, outer ysep, anchor, at, name, pos, midway, near start,
    near end, very near start, very near end, at start, at end, above, below, left, right, above left, above right,
    below left, below right, base left, base right, mid left, mid right, on grid, node distance, sloped, auto, swap,
    label, label distance, label position, pin, pin distance, font, align, text width, text height, text depth,
    text centered, node font,
    bend left, bend right, bend angle, out, in, looseness, relative, loop, loop above, loop below, loop left,
    loop right, min distance, max distance, out distance, in distance,
    start angle, end angle, delta angle, radius, x radius, y radius, step, xstep, ystep, bend, bend pos,
    parabola height, smooth, smooth cycle, sharp plot, sharp cycle, const plot, ycomb, xcomb, tension,
    domain, samples, samples at, variable, mark, mark size, mark repeat, only marks, use as bounding box,
    every node, every path, every label, every pin, every pin edge, every picture, every scope, every edge, every loop,
    every circle, every rectangle, every mark, every plot, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    """.replace("\n", " ").split(",")
    if option.strip()
)

_CHARACTERS = re.compile(r"[\t\n -~]*")
_COMMAND = re.compile(r"\\([A-Za-z]+|[^A-Za-z])")
_SYMBOLS = frozenset("\\,;:! %$_{}&#-/()\n|'`^\"=.~")
# Character codes, alignment, internal names, and options in coordinates, which are not in brackets.
_SPECIAL = re.compile(r"\^\^|(?<!\\)&|@|\([^()\[\]]*=|\([^()]*/\s*[A-Za-z]")
# A comment inside a word.
_PARTED = re.compile(r"[A-Za-z]%")
# Path operations other than commands, and random numbers, whose state is global.
_OTHERS = re.compile(
    r"\b(?:graph|svg|pics?|function|file|decorate|current(?! bounding box\b)|cs|remember|global)\b"
    r"|ra?nd|/\s*\."
)
_FOREACH = re.compile(r"\\foreach\s*()(\\[A-Za-z]+(?:\s*/\s*\\[A-Za-z]+)*)\s+in\b")
_LOOPS = re.compile(r"\\foreach(?![A-Za-z])")
_DEFINES = re.compile(r"\\(?:def|newcommand|pgfmath(?:set|truncate)macro)(?![A-Za-z])")
_DEFINING = re.compile(
    r"\\(?:def\s*\\([A-Za-z]+)\s*(?:#[1-9])*|(?:newcommand\s*\*?|pgfmathsetmacro|pgfmathtruncatemacro)"
    r"\s*(?:\{\s*\\([A-Za-z]+)\s*\}|\\([A-Za-z]+))\s*(?:\[[1-9]\])?)\s*(?=\{)"
)
# Commands that TikZ defines in a picture, path or node.
_TIKZ_NAMES = words(
    "again calendar datavisualization graph info matrix nodepart pattern pgfextra pic scoped shade shadedraw spy tikz "
    "useasboundingbox tikzstyle path picture tikzpicture endtikzpicture scope endscope"
)
_ARGUMENTS = {"definecolor": 3, "colorlet": 2, "tikzset": 1}
_PREPARING = re.compile(rf"\s*(?:\\({'|'.join(_ARGUMENTS)})\s*(?=\{{)|{_DEFINING.pattern})")
_BEGIN = re.compile(r"\s*\\begin\s*\{document\}")
_PICTURE = re.compile(r"\s*(?=\\begin\s*\{tikzpicture\})")
_END = re.compile(r"(?<!\\)\\end\s*\{tikzpicture\}(\s*)\\end\s*\{document\}")
_NESTED = re.compile(r"\\(?:begin|end)\s*\{([a-z]*)\}|\\(?:[A-Za-z]+|[^A-Za-z])|[{}\[\]]")
# In options: a macro argument, which may contain several options, or an escaped brace.
_ODD = re.compile(r"#|\\[{}]")
_SETTING = re.compile(r"\\tikzset\s*")
_STYLE = re.compile(r"([A-Za-z][\w ]*?)\s*/\.(?:append )?style")
_COLOR = re.compile(r"-?[A-Za-z]\w*(?:![\w.]+)*")
_TIP = r"(?:<|>|\||<<|>>|stealth'?|latex'?|to|Stealth|Latex|To|Triangle|Circle|Bar|o|\*)?"
_ARROW = re.compile(rf"{_TIP}-{_TIP}")
_COLORS = words(
    "red green blue cyan magenta yellow black gray white darkgray lightgray brown lime olive orange pink purple teal "
    "violet none"
)
_DEFINED_COLOR = re.compile(r"\\(?:definecolor|colorlet)\s*\{\s*(\w+)\s*\}")
_CLASS = re.compile(r"\\documentclass(?:\[((?:tikz|crop|1[012]pt|(?:border|margin)=[\w .]+|,)*)\])?\{standalone\}")


class Picture(NamedTuple):
    """A batchable program without its preamble."""

    text: str
    names: frozenset[str]
    """Commands that it defines. They must be undefined before, so that they cannot change how the group is closed."""
    styles: frozenset[str]
    """Styles and colours that it defines. They must be undefined before, since their names are then accepted as
    options."""


def page_per_picture(opening: Sequence[str]) -> tuple[str, ...] | None:
    """Return a preamble whose class makes one page per picture, or None if it loads anything not allowed."""
    options = _CLASS.fullmatch(opening[0]) if opening else None
    if options is None or not all(map(_is_plain_loading, opening[1:])):
        return None
    listed = (options[1] or "").split(",")
    if "tikz" in listed:
        return tuple(opening)
    return (rf"\documentclass[{','.join(filter(None, (*listed, 'multi=tikzpicture')))}]{{standalone}}", *opening[1:])


def _is_plain_loading(command: str) -> bool:
    loaded = command[command.rindex("{") + 1 : -1].split(",")
    return (LIBRARIES if command.startswith(r"\usetikzlibrary") else PACKAGES).issuperset(loaded)


def parse_picture(rest: str) -> Picture | None:
    """Return a program's picture, given the text after its preamble's opening commands, or None if it is not
    batchable."""
    code = preamble.blank_comments(rest)
    end = _END.search(code)
    if end is None or len(rest) > MAX_LENGTH:
        return None
    code, rest = code[: end.start(1)], rest[: end.start(1)]
    if (
        not _CHARACTERS.fullmatch(rest)
        or _PARTED.search(rest)
        or _SPECIAL.search(code)
        or _OTHERS.search(_STYLE.sub("", code))
    ):
        return None
    closing, names = _pairs(code), _names(code)
    if closing is None or names is None:
        return None
    for command in _COMMAND.findall(code):
        if len(command) > 1:
            allowed = command in COMMANDS or command in names
        else:
            allowed = command.isalpha() or command in _SYMBOLS
        if not allowed:
            return None
    document = _BEGIN.match(code, _definitions_end(code, closing))
    if document is None or _PICTURE.match(code, document.end()) is None:
        return None
    styles, colors = frozenset(_STYLE.findall(code)) - OPTIONS, frozenset(_DEFINED_COLOR.findall(code)) - _COLORS
    if not _options_are_plain(code, closing, styles, colors | _COLORS):
        return None
    text = f"{rest[: document.start()]}\n{rest[document.end() :]}"
    return Picture(text, frozenset(name for name in names if len(name) > 1), styles | colors)


def _names(code: str) -> frozenset[str] | None:
    """Return the commands that a program defines, or None if that is uncertain or one is an allowed command."""
    names = []
    for pattern, word in ((_DEFINING, _DEFINES), (_FOREACH, _LOOPS)):
        matches = pattern.findall(code)
        if len(matches) != len(word.findall(code)):
            return None
        names += [name.strip(" \t\n\\") for given in matches for name in "/".join(given).split("/")]
    return frozenset(filter(None, names)) if (COMMANDS | _TIKZ_NAMES).isdisjoint(names) else None


def _pairs(code: str) -> dict[int, int] | None:
    """Return the closing index of each opening brace and bracket, or None if they or the environments do not match."""
    closing: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    documents = pictures = 0
    for match in _NESTED.finditer(code):
        token, environment = match[0], match[1]
        if environment == "document" and token.startswith(r"\begin") and not opened:
            documents += 1
        elif environment is not None:
            if environment not in ("scope", "tikzpicture"):
                return None
            if token.startswith(r"\begin"):
                pictures += environment == "tikzpicture"
                opened.append((environment, match.start()))
            elif not opened or opened.pop()[0] != environment:
                return None
        elif token in "{[":
            opened.append(("}" if token == "{" else "]", match.start()))
        elif token in "}]":
            if not opened or opened[-1][0] != token:
                return None
            closing[opened.pop()[1]] = match.start()
        elif token in (r"\begin", r"\end"):
            return None
    return closing if documents == pictures == 1 and not opened else None


def _definitions_end(code: str, closing: dict[int, int]) -> int:
    """Return the end of the definitions at the start of a program."""
    position = 0
    while (match := _PREPARING.match(code, position)) is not None:
        position = match.end()
        for _ in range(_ARGUMENTS.get(match[1], 1)):
            while code[position : position + 1].isspace():
                position += 1
            if position not in closing:
                break
            position = closing[position] + 1
    return position


def _options_are_plain(code: str, closing: dict[int, int], styles: Set[str], colors: Set[str]) -> bool:
    inside = [code[start + 1 : end] for start, end in closing.items() if code[start] == "["]
    for match in _SETTING.finditer(code):
        if match.end() not in closing:
            return False
        defined = code[match.end() + 1 : closing[match.end()]]
        if not all(_STYLE.match(part.strip()) for part in _split(defined, ",") if part.strip()):
            return False
        inside.append(defined)
    while inside:
        options = inside.pop()
        if _ODD.search(options):
            return False
        for option in _split(options, ","):
            key, *value = (part.strip() for part in _split(option, "=", 1))
            key = " ".join(key.split())
            if value and (key == "mark options" or _STYLE.fullmatch(key)):
                inside.append(value[0][1:-1] if value[0].startswith("{") and value[0].endswith("}") else value[0])
                continue
            if value:
                allowed = key in OPTIONS and _is_single_value(value[0], key)
            else:
                allowed = not key or key in OPTIONS or key in styles or _is_color_or_arrow(key, colors)
            if not allowed:
                return False
    return True


def _is_single_value(value: str, key: str) -> bool:
    """Return whether a value is not a list of options, which some options would interpret."""
    bare = re.sub(r"\[[^\[\]]*\]", "", value)
    if key in ("label", "pin"):
        bare = bare.partition(":")[0] if ":" in bare else ""
    return "=" not in bare and "," not in re.sub(r"\([^()]*\)", "", bare)


def _is_color_or_arrow(key: str, colors: Set[str]) -> bool:
    """Return whether an option without a value is a colour or arrow tips."""
    mixed = {part for part in re.split(r"[-!]", key) if part and not part[0].isdigit()}
    if _COLOR.fullmatch(key) and mixed <= colors:
        return True
    return _ARROW.fullmatch(re.sub(r"\[[^\[\]]*\]|[{} ]", "", key)) is not None


def _split(text: str, separator: str, most: int = 0) -> Iterator[str]:
    """Split a text at separators outside braces, as TikZ splits options, at most `most` times if given."""
    depth = start = 0
    for index, character in enumerate(text):
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        elif character == separator and depth == 0:
            yield text[start:index]
            start = index + 1
            most -= 1
            if most == 0:
                break
    yield text[start:]
