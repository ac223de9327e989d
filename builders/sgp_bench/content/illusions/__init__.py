"""Optical illusions, one function per kind, named after those who described them."""

from . import count_figures, direction_figures, length_figures, size_figures
from .figure import Kind

KINDS: dict[str, Kind] = {
    **size_figures.KINDS,
    **length_figures.KINDS,
    **direction_figures.KINDS,
    **count_figures.KINDS,
}
