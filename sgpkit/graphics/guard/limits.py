"""The limits of the contents of one drawing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest sizes of a drawing's parts. The defaults are far above real drawings and far below harmful ones."""

    characters: int = 2_000_000
    depth: int = 200  # of elements in elements, with every reference followed
    text_depth: int = 6  # of `text`, `textPath` and `a` in one another: CairoSVG reads each level twice
    elements: int = 50_000
    attributes: int = 1_000
    attribute_characters: int = 1_000_000
    points: int = 200_000
    transforms: int = 2_000  # of one element
    edges: int = 5_000  # of one element that a straight line across it meets, on average
    drawn: int = 20_000  # elements after every `use` is followed
    painted: int = 2_000_000  # elements after every pattern, mask and gradient is followed too
    reference_depth: int = 50
    coordinate: float = 1e9
    dashes: float = 1e6
    octaves: int = 10
    filter_percent: float = 2_000
    filter_units: float = 100_000
    filter_radius: float = 1_000
    css_depth: int = 50  # of brackets in one another in CSS
    selector_parts: int = 200  # of one selector in CSS: names, conditions, and steps between them
    selector_looks: int = 20_000_000  # at elements, until it is known which ones the style sheets mean
