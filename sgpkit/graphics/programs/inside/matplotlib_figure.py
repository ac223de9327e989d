"""Figures of matplotlib, without axes and texts.

The frame, ticks, legends and titles are matplotlib's, not the figure's, and a figure is compared by its lines alone.
"""

# mypy: ignore-errors

import io
import os

import matplotlib

# Fonts are searched while pyplot is loaded, by this function and `fc-list`: with matplotlib's own alone, texts are the
# same on every machine, and it loads in half the time.
os.environ["PATH"] = ""
_walk = os.walk
os.walk = lambda top: _walk(top) if str(top).startswith(matplotlib.get_data_path()) else ()
from matplotlib import collections, lines, patches, path, pyplot, text, transforms  # noqa: E402, F401  # once for all
from matplotlib.figure import Figure  # noqa: E402

os.walk = _walk

NOTHING = "the program makes no matplotlib figure"
SAVE, CLOSE = Figure.savefig, pyplot.close


def prepare():
    """Load what is loaded late, such as fonts. A program is not to show, save or close its figure before the end."""
    matplotlib.rcParams["svg.hashsalt"] = "figure"  # identifiers that are the same each time
    figure, axes = pyplot.subplots()
    axes.plot([0, 1], [1, 0], "k-o")
    axes.set_title("A $x^2$")
    saved(figure)
    CLOSE("all")
    Figure.savefig = pyplot.show = pyplot.close = pyplot.pause = matplotlib.use = ignored


def ignored(*given, **options):
    """Do nothing."""


def drawing():
    """Return the last figure as SVG, None where there is none."""
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
    return saved(figure)


def saved(figure):
    """Return a figure as SVG."""
    written = io.BytesIO()
    SAVE(figure, written, format="svg")
    return written.getvalue().decode()
