"""Strategies for SVG: drawings with edits, random sequences of its words, and drawings by a grammar."""

from collections.abc import Sequence

import grammar_drawings
import mutations
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

SEEDS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="5" cy="5.5" r="3" fill="#274A4A"/>'
    '<line x1="5" y1="5" x2="15" y2="5" stroke="black"/><circle cx="15" cy="5" r="3" fill="rgb(0,0,255)"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10cm" height="50%">'
    '<defs><g id="a"><rect x="1" y="2" width="3" height="4" rx="1"/></g><clipPath id="c"><use href="#a"/></clipPath>'
    '<linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs><use xlink:href="#a" x="3"/>'
    '<path d="M1 2a3 3 0 1 0 4-4zl2 3" style="fill:url(#g) blue;stroke-width:2px" clip-path="url(#c)"/></svg>',
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/'
    'svg11.dtd"><svg viewBox="0,0,20,20"><style>g > .b:nth-child(2), #d ~ path { fill: hsl(20 30% 40%) !important }'
    " @media screen { * { stroke: currentColor } }</style><g class='a b' id='d' transform='rotate(30 1 2) skewX(4)"
    " matrix(1,0,0,1,2,3)'><polygon points='1,2 3,4-5.6.7'/><ellipse cx='1em' cy='2' rx='3' ry='4'/></g></svg>",
    '<svg viewBox="0 0 9 9"><text x="1 2" y="3"><tspan dx="1">a&amp;b&#x41;</tspan></text><symbol id="s" '
    'viewBox="0 0 1 1" preserveAspectRatio="xMinYMax slice"><polyline points="0 0 1 1"/></symbol><switch><use '
    'href="#s" width="4" height="4"/></switch><animate attributeName="x" values="1;2" dur="3s"/><marker id="m" '
    'orient="auto"/><filter id="f"><feGaussianBlur stdDeviation="3"/></filter><mask id="k"/></svg>',
)
"""Valid drawings that use most constructs that the readers know."""

WORDS = """<svg> </svg> <g> </g> <path d="M0 0L9 9"/> <use href="#a"/> <style> </style> <defs> </defs> <a> <!DOCTYPE <!--
    --> <![CDATA[ ]]> &lt; &#0; &#xD800; &x; viewBox="0 0 1 1" transform="scale(0)" transform="scale(1e200)" id="a"
    href="#a" xlink:href="#b" fill="url(#a)" fill="none" style="fill:red" class="a" display="none" opacity="50%"
    stroke-dasharray="1e-9" width="100%" x="1em" xml:space="preserve" points="1" d="" rotate(1) translate(1,2) skewX(90)
    currentColor inherit calc(1px) var(--a) attr(x) :has(a) :nth-child(2n+1) ::before @import @media !important
    xmlns="x" xmlns:a="b" xml:base="y" requiredFeatures="" <svg:svg <foreignObject> <image <symbol> <marker> <clipPath>
    <pattern> <mask> <filter> <radialGradient> <textPath> <set <switch> standalone="yes" encoding="utf-16" <?xml ?>"""


def edited(seeds: Sequence[str]) -> SearchStrategy[str]:
    """Return a strategy for drawings like the seeds, with edits."""
    return mutations.texts(seeds, WORDS)


EDITED = edited(SEEDS)
DRAWINGS = st.one_of(EDITED, EDITED, grammar_drawings.drawings())
