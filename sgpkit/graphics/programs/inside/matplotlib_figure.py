"""Return matplotlib figures without axes and texts.

Frames, ticks, legends and titles are added by matplotlib; only the lines of a figure are compared.
"""

# mypy: ignore-errors

import io
import os

import matplotlib

# pyplot searches for fonts with this function and `fc-list`. Restricted to matplotlib's own fonts, texts are the same
# on every machine, and loading takes half the time.
os.environ["PATH"] = ""
_walk = os.walk
os.walk = lambda top: _walk(top) if str(top).startswith(matplotlib.get_data_path()) else ()
from matplotlib import collections, lines, patches, path, pyplot, text, transforms  # noqa: E402, F401  # loaded once for all programs
from matplotlib.figure import Figure  # noqa: E402

os.walk = _walk

NOTHING = "the program makes no matplotlib figure"
SAVE, CLOSE = Figure.savefig, pyplot.close


def prepare():
    """Do all lazy loading, such as of fonts, and disable the functions that show, save or close a figure."""
    matplotlib.rcParams["svg.hashsalt"] = "figure"  # makes ids reproducible
    figure, axes = pyplot.subplots()
    axes.plot([0, 1], [1, 0], "k-o")
    axes.set_title("A $x^2$")
    as_svg(figure)
    CLOSE("all")
    Figure.savefig = pyplot.show = pyplot.close = pyplot.pause = matplotlib.use = ignore


def ignore(*given, **options):
    """Do nothing."""


def drawing():
    """Return the last figure as SVG, or None."""
    numbers = pyplot.get_fignums()
    if not numbers:
        return None
    figure = pyplot.figure(numbers[-1])
    figure.patch.set_visible(False)
    figure.suptitle("")
    for axes in figure.axes:
        axes.set_axis_off()
        axes.set_title("")
        if axes.get_legend() is not None:
            axes.get_legend().remove()
    return as_svg(figure)


def as_svg(figure):
    """Return a figure as SVG."""
    written = io.BytesIO()
    SAVE(figure, written, format="svg")
    return written.getvalue().decode()
