"""Figures that lead the eye astray, one function a kind, named after those who described them."""

from builders.sgp_bench.illusions import count_figures, direction_figures, length_figures, size_figures
from builders.sgp_bench.illusions.figure import Kind

KINDS: dict[str, Kind] = {
    **size_figures.KINDS,
    **length_figures.KINDS,
    **direction_figures.KINDS,
    **count_figures.KINDS,
}
