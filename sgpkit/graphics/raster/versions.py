"""Versions of the software and fonts that determine the pixels."""

import functools
from importlib import metadata

from sgpkit.graphics.raster import fonts


@functools.cache
def renderer_metadata(renderer: str) -> dict[str, str]:
    """Return what determines a renderer's pixels: its name, the versions of its libraries, the fonts and their hash."""
    if renderer == "cairo":
        import cairocffi

        return {
            "renderer": renderer,
            "cairosvg": metadata.version("cairosvg"),
            "cairo": cairocffi.cairo_version_string(),
            "fonts": "of the machine, by fontconfig",
        }
    import resvg_py

    return {
        "renderer": renderer,
        "resvg": resvg_py.__resvg_version__,
        "resvg_py": metadata.version("resvg_py"),
        "fonts": f"DejaVu {fonts.VERSION}",
        "fonts_sha256": fonts.fingerprint(),
    }


def describe(renderer: str) -> str:
    """Return a renderer's metadata as one line."""
    return "; ".join(f"{name} {value}" for name, value in renderer_metadata(renderer).items())
