"""The demo of a metric's Space: what `app.py` in a folder of `evaluate_metrics/` shows.

    demo = space.app(Path("ssvg_structure.py"))    a Gradio page for the metric in that file, with the example beside it
    demo.launch()

The form is filled in from `example.toml`; what is put there is judged by the metric as `evaluate` loads it, and nothing
of it is trusted: programs are drawn in the sandbox, and what cannot be judged is told in words. Gradio is imported when
a page is made; `example` and `judgement` do without.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio

__all__ = ["app"]


def app(module: Path) -> "gradio.Blocks":
    """The page for the metric in the file NAME.py. Beside it lies its `example.toml`."""
    from sgpkit.space import page

    return page.page(module)
