"""The software and the fonts that paint: what must be equal for pixels to be equal."""

import functools
from importlib import metadata

from sgpkit.graphics.raster import fonts


@functools.cache
def renderer_metadata(renderer: str) -> dict[str, str]:
    """Return what determines a renderer's pixels: `renderer`, the versions of its libraries, `fonts` and their hash."""
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


def described(renderer: str) -> str:
    """Return a renderer's metadata as one line."""
    return "; ".join(f"{name} {value}" for name, value in renderer_metadata(renderer).items())
