"""The pictures of a row's drawings, made in the build's worker processes from the output of their compilers."""

from sgpkit.benchmark import Row
from sgpkit.graphics import eps, gate, molecule, raster, tex

SIZE = 512


def of_molecule(row: Row, format: str = "svg") -> Row:
    """Return the row with its picture. A drawing in TikZ or EPS is compiled and must agree with the row."""
    compiled = drawn(row["code"], format)
    if format != "svg":
        shown = molecule.from_compiled(compiled).graph
        if not molecule.same(shown, molecule.from_drawing(row["code"], format)):
            raise RuntimeError(f"{row['id']}: compiled, its drawing in {format} shows another molecule")
    return row | {"image": png(compiled)}


def of_geometry(row: Row, format: str = "svg") -> Row:
    """Return the row with pictures of the whole and the given part, and whether several answers are right."""
    pictures = {"image": png(drawn(row["code"], format)), "given_image": png(drawn(row["given"], format))}
    return row | pictures | {"answers": "many" if row["rule"] else "one"}


def drawn(code: str, format: str) -> str:
    """The drawing as SVG."""
    if format == "tikz":
        return tex.to_svg(code)
    return eps.to_svg(code) if format == "eps" else code


def png(svg: str) -> bytes:
    return raster.png(raster.paint(gate.shown(svg), SIZE))
