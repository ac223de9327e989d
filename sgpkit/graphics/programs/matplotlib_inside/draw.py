"""Runs `program.py` in the sandbox and writes what it draws with matplotlib to `drawing.svg`, without axes and texts.

The frame, ticks, legends and titles are matplotlib's, not the figure's, and a figure is compared by its lines alone.
"""

# mypy: ignore-errors

import sys
import traceback
from pathlib import Path

NAME = "program.py"


def main():
    """Run the program and write its figure."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.show = pyplot.close = pyplot.pause = lambda *ignored, **options: None
    code = Path(NAME).read_text(encoding="utf-8")
    try:
        exec(compile(code, NAME, "exec"), {"__name__": "__main__", "__file__": NAME})
    except SystemExit:
        pass
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
        reason = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        sys.exit(f"line {line}: {reason}" if line else reason)
    numbers = pyplot.get_fignums()
    if not numbers:
        sys.exit("the program makes no matplotlib figure")
    figure = pyplot.figure(numbers[-1])
    figure.patch.set_visible(False)
    figure.suptitle("")
    for axes in figure.axes:
        axes.set_axis_off()
        axes.set_title("")
        if axes.get_legend() is not None:
            axes.get_legend().remove()
    figure.savefig("drawing.svg", format="svg")


main()
