"""Runs a program of a model's and writes the solid that it leaves under `final_result`. Run as text, after `lean`.

As in CADTestBench: `cq` is there, lines that export are left out, and assertions are not executed.
"""

import importlib
import pathlib
import sys

NAMES = ("final_result", "result", "part", "model", "solid")
"""Names under which the shape is looked for, the first wins."""


def main() -> None:
    """Run program.py and write out.brep, or say on standard output why not."""
    cq = importlib.import_module("cadquery")
    lines = pathlib.Path("program.py").read_text(encoding="utf-8").splitlines(keepends=True)
    source = "".join(line for line in lines if "exporters.export(" not in line)
    names = {"cq": cq, "cadquery": cq, "__name__": "__main__"}
    exec(compile(source, "program.py", "exec", optimize=2), names)
    held = next((names[name] for name in NAMES if names.get(name) is not None), None)
    if held is None:
        raise NameError(f"no shape under {NAMES[0]}")
    if isinstance(held, cq.Workplane):
        shapes = [value for value in held.vals() if isinstance(value, cq.Shape)]
    elif isinstance(held, cq.Assembly):
        shapes = [held.toCompound()]
    else:
        shapes = [held]
    if not shapes or not all(isinstance(shape, cq.Shape) for shape in shapes):
        raise TypeError(f"{NAMES[0]} is {type(held).__name__}; expected a Workplane or a Shape")
    whole = shapes[0] if len(shapes) == 1 else cq.Compound.makeCompound(shapes)
    if not whole.exportBrep("out.brep"):
        raise ValueError("the shape cannot be written")


try:
    main()
except BaseException as error:
    sys.stdout.write(f"{type(error).__name__}: {error}"[:300])
    sys.stdout.flush()
    raise SystemExit(3) from None
