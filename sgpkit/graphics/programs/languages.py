"""Recognise the language of a drawing program by typical substrings."""

import re

DRAWN = ("turtle", "matplotlib", "pillow", "opencv", "pygame", "tikz", "svg", "eps")
"""Languages that can be drawn."""

_MARKS = {
    "svg": r"<(?:[\w.-]{1,40}:)?svg[\s>]",
    "eps": r"^\s{0,80}%!PS",
    "tikz": r"\\begin\{tikzpicture\}|\\tikz\b|\\documentclass",
    "matplotlib": r"\bmatplotlib\b|\bplt\.|\bpyplot\b",
    "pillow": r"\bImageDraw\b",
    "opencv": r"\bcv2\b",
    "pygame": r"\bpygame\b",
    "turtle": r"\bturtle\b|\bt\.(?:forward|fd|back|bk|right|rt|left|lt|circle|goto|setheading|seth)\(",
    "canvas": r"<canvas\b|\.getContext\(",
    "p5.js": r"\bcreateCanvas\(",
    "processing": r"\bvoid\s{1,9}setup\s{0,9}\(",
    "tkinter": r"\b[Tt]kinter\b",
    "plotly": r"\bplotly\b",
    "bokeh": r"\bbokeh\b",
    "manim": r"\bmanim\b",
    "cairo": r"\bcairo\b",
    "svgwrite": r"\bsvgwrite\b|\bdrawsvg\b",
    "graphviz": r"^\s{0,80}(?:strict\s{1,9})?(?:di)?graph\b[^{\n]{0,80}\{",
    "asymptote": r"^\s{0,80}(?:size|unitsize)\([^)\n]{1,80}\);|\bdraw\(\([^\n]{0,200}--",
    "metapost": r"\bbeginfig\s{0,9}\(",
    "mathematica": r"\bGraphics\[",
    "logo": r"^\s{0,80}(?i:repeat)\s{1,9}\d{1,9}\s{0,9}\[",
}
_PATTERNS = {name: re.compile(mark, re.MULTILINE) for name, mark in _MARKS.items()}

LANGUAGES = (*_MARKS, "other")
"""All recognised languages, those that can be drawn first, and "other"."""


def language_of(code: str) -> str:
    """Return the language of a program, "other" if it is not recognised."""
    return next((name for name, mark in _PATTERNS.items() if mark.search(code)), "other")
