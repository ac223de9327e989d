"""Diagrams."""

from ..genre import Genre
from ..specs import Diagram
from .choice import choose
from .composing import FORMS, HEIGHT, WIDTH, compose, opening

KINDS = {
    "flow chart": "flow",
    "cycle diagram": "cycle",
    "tree diagram": "tree",
    "timeline": "timeline",
    "Venn diagram": "venn",
    "pyramid": "pyramid",
    "mind map": "mind map",
}
GENRE = Genre("diagram", Diagram, KINDS, choose, compose, opening, size=lambda diagram: (WIDTH, HEIGHT), forms=FORMS)
