"""Limits on the contents of one drawing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on a drawing. The defaults are far above real drawings and far below harmful ones."""

    characters: int = 2_000_000
    depth: int = 200  # of nested elements, with all references followed
    text_depth: int = 6  # of nested `text`, `textPath` and `a`: CairoSVG reads each level twice
    elements: int = 50_000
    attributes: int = 1_000
    attribute_characters: int = 1_000_000
    points: int = 200_000
    transforms: int = 2_000  # of one element
    edges: int = 5_000  # of one element that a straight line across it crosses, on average
    drawn: int = 20_000  # elements after every `use` is followed
    painted: int = 2_000_000  # elements after every pattern, mask and gradient is followed too
    reference_depth: int = 50
    coordinate: float = 1e9
    dashes: float = 1e6
    octaves: int = 10
    filter_percent: float = 2_000
    filter_units: float = 100_000
    filter_radius: float = 1_000
    css_depth: int = 50  # of nested brackets in CSS
    selector_parts: int = 200  # of one CSS selector: names, conditions and combinators
    selector_looks: int = 20_000_000  # elements visited while matching style sheets
