"""Runs a program of a model's and writes the solid that it leaves under `final_result`. Run as text, after `lean`.

As in CADTestBench: `cq` is there for programs of CadQuery, lines that export are left out, and assertions are not
executed. Where only build123d is installed, the program is one of build123d.
"""

import importlib
import importlib.util
import pathlib
import re
import sys
from typing import Any

NAMES = ("final_result", "result", "part", "model", "solid")
"""Names under which the shape is looked for, the first wins."""

EXPORTS = re.compile(r"exporters\.export\(|\bexport_(?:step|stl|brep|gltf|svg)\(|\bshow(?:_all|_object)?\(")


def main() -> None:
    """Run program.py and write out.brep, or say on standard output why not."""
    lines = pathlib.Path("program.py").read_text(encoding="utf-8").splitlines(keepends=True)
    source = "".join(line for line in lines if not EXPORTS.search(line))
    names: dict[str, Any] = {"__name__": "__main__"}
    library = importlib.import_module("build123d" if importlib.util.find_spec("build123d") else "cadquery")
    if library.__name__ == "cadquery":
        names |= {"cq": library, "cadquery": library}
    exec(compile(source, "program.py", "exec", optimize=2), names)
    held = next((names[name] for name in NAMES if names.get(name) is not None), None)
    if held is None:
        raise NameError(f"no shape under {NAMES[0]}")
    write = write_cadquery if library.__name__ == "cadquery" else write_build123d
    if not write(library, held):
        raise ValueError("the shape cannot be written")


def write_cadquery(cq: Any, held: Any) -> bool:
    """Write a Workplane, an Assembly or a Shape."""
    if isinstance(held, cq.Workplane):
        shapes = [value for value in held.vals() if isinstance(value, cq.Shape)]
    elif isinstance(held, cq.Assembly):
        shapes = [held.toCompound()]
    else:
        shapes = [held]
    if not shapes or not all(isinstance(shape, cq.Shape) for shape in shapes):
        raise TypeError(f"{NAMES[0]} is {type(held).__name__}; expected a Workplane or a Shape")
    whole = shapes[0] if len(shapes) == 1 else cq.Compound.makeCompound(shapes)
    return bool(whole.exportBrep("out.brep"))


def write_build123d(library: Any, held: Any) -> bool:
    """Write the part of a builder, a shape, or several."""
    held = held.part if isinstance(held, library.BuildPart) else held
    shapes = list(held) if isinstance(held, list | tuple) else [held]
    if not shapes or not all(isinstance(shape, library.Shape) for shape in shapes):
        raise TypeError(f"{NAMES[0]} is {type(held).__name__}; expected a BuildPart, a Part or a Shape")
    return bool(library.export_brep(shapes[0] if len(shapes) == 1 else library.Compound(shapes), "out.brep"))


try:
    main()
except BaseException as error:
    sys.stdout.write(f"{type(error).__name__}: {error}"[:300])
    sys.stdout.flush()
    raise SystemExit(3) from None
