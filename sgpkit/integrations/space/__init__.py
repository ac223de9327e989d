"""The demo of a metric's Space, which the Space's `app.py` shows.

    demo = space.app(__file__, "ssvg_structure")    a Gradio page for the metric in `ssvg_structure.py` next to the file
    demo.launch()

The form is filled in from `example.toml`; its contents are untrusted, and are scored by the metric that `evaluate`
loads: programs are rendered in the sandbox, and errors are shown as text. Gradio is imported when a page is made;
`example` and `judgement` do not need it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio

__all__ = ["app"]


def app(file: str, name: str) -> "gradio.Blocks":
    """Return the page for a metric, whose module and `example.toml` are in the folder of this file."""
    from sgpkit.integrations.space import page

    return page.page(Path(file).with_name(f"{name}.py"))
