"""Runs a program of a model's, and gives the solid that it leaves under `final_result`.

As in CADTestBench: `cq` is there for programs of CadQuery, and assertions are not executed. Where build123d is
installed, the program is one of build123d.
"""

import contextlib
import importlib
import importlib.util
import io
from typing import Any

CHILDLESS = True
LIBRARY = "build123d" if importlib.util.find_spec("build123d") else "cadquery"
NAMES = ("final_result", "result", "part", "model", "solid")
"""Names of variables that may hold the shape, in order of precedence."""

library = importlib.import_module(LIBRARY)
for common in ("math", "numpy"):  # loaded here, once for all programs
    with contextlib.suppress(ImportError):
        importlib.import_module(common)


def reply(request: bytes) -> bytes:
    """Return `+` and a program's solid as BREP, or `-` and the reason why there is none."""
    try:
        return b"+" + solid(request.decode())
    except BaseException as error:
        return b"-" + f"{type(error).__name__}: {error}"[:300].encode(errors="replace")


def solid(source: str) -> bytes:
    """Return the solid of a program."""
    names: dict[str, Any] = {"__name__": "__main__"}
    if LIBRARY == "cadquery":
        names |= {"cq": library, "cadquery": library}
    exec(compile(source, "program.py", "exec", optimize=2), names)
    held = next((names[name] for name in NAMES if names.get(name) is not None), None)
    if held is None:
        raise NameError(f"no shape under {NAMES[0]}")
    written = io.BytesIO()
    write = write_cadquery if LIBRARY == "cadquery" else write_build123d
    if not write(held, written) or not written.getvalue():
        raise ValueError("the shape cannot be written")
    return written.getvalue()


def write_cadquery(held: Any, to: io.BytesIO) -> bool:
    """Write a Workplane, an Assembly or a Shape."""
    if isinstance(held, library.Workplane):
        shapes = [value for value in held.vals() if isinstance(value, library.Shape)]
    elif isinstance(held, library.Assembly):
        shapes = [held.toCompound()]
    else:
        shapes = [held]
    if not shapes or not all(isinstance(shape, library.Shape) for shape in shapes):
        raise TypeError(f"{NAMES[0]} is {type(held).__name__}; expected a Workplane or a Shape")
    whole = shapes[0] if len(shapes) == 1 else library.Compound.makeCompound(shapes)
    return bool(whole.exportBrep(to))


def write_build123d(held: Any, to: io.BytesIO) -> bool:
    """Write the part of a builder, a shape, or several."""
    held = held.part if isinstance(held, library.BuildPart) else held
    shapes = list(held) if isinstance(held, list | tuple) else [held]
    if not shapes or not all(isinstance(shape, library.Shape) for shape in shapes):
        raise TypeError(f"{NAMES[0]} is {type(held).__name__}; expected a BuildPart, a Part or a Shape")
    return bool(library.export_brep(shapes[0] if len(shapes) == 1 else library.Compound(shapes), to))
