"""Painting of the squares that `removal` compares."""

import io

import numpy as np
import numpy.typing as npt


def paint_square(text: str, size: int) -> npt.NDArray[np.uint8]:
    """Paint a square drawing on white: (size, size, 3). For drawings that were checked, in a sandbox."""
    import resvg_py
    from PIL import Image

    data = resvg_py.svg_to_bytes(
        svg_string=text,
        width=size,
        height=size,
        dpi=96.0,
        background="white",
        skip_system_fonts="<text" not in text,
        font_family="DejaVu Sans",
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
