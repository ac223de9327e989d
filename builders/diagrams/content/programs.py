"""Programs that draw a diagram, in five languages."""

import html
import re
from collections.abc import Callable, Mapping

from .graph import Diagram
from .layout import FONT, Layout, head, layout

Write = Callable[[Diagram], str]

LANGUAGES = {"svg": "SVG", "tikz": "TikZ", "dot": "Graphviz", "typst": "Typst", "mermaid": "Mermaid"}
"""The formats of answers, and the names of the languages in prompts."""

FENCES = {"svg": "svg", "tikz": "latex", "dot": "dot", "typst": "typst", "mermaid": "mermaid"}

_MERMAID_KINDS = {"state machine": "stateDiagram-v2", "class hierarchy": "classDiagram"}


def svg(diagram: Diagram, placed: Layout | None = None) -> str:
    """Return a diagram as SVG."""
    placed = placed or layout(diagram)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {placed.width:.0f} {placed.height:.0f}">',
        f'<g font-family="sans-serif" font-size="{FONT:g}" text-anchor="middle" fill="none" stroke="black">',
    ]
    for label, box in placed.boxes.items():
        corner = f'x="{box.x - box.width / 2:.1f}" y="{box.y - box.height / 2:.1f}"'
        lines.append(f'<rect {corner} width="{box.width:.1f}" height="{box.height:g}" rx="4" fill="#eef4fb"/>')
        lines.append(_svg_text(label, (box.x, box.y + 4)))
    for edge, path in zip(diagram.edges, placed.paths, strict=True):
        bend = "L" if path.bend is None else f"Q{path.bend[0]:.1f},{path.bend[1]:.1f} "
        lines.append(f'<path d="M{path.start[0]:.1f},{path.start[1]:.1f} {bend}{path.end[0]:.1f},{path.end[1]:.1f}"/>')
        if diagram.directed:
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in head(path.end, path.bend or path.start))
            lines.append(f'<polygon points="{corners}" fill="black"/>')
        if edge.label:
            lines.append(_svg_text(edge.label, (path.label[0], path.label[1] - 3)))
    return "\n".join([*lines, "</g>", "</svg>"])


def _svg_text(text: str, at: tuple[float, float]) -> str:
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" fill="black" stroke="none">{html.escape(text)}</text>'


def tikz(diagram: Diagram, placed: Layout | None = None) -> str:
    """Return a diagram as a TikZ document."""
    placed = placed or layout(diagram)
    arrow = "->, >=latex" if diagram.directed else "-"
    lines = [
        "\\documentclass[tikz,border=6pt]{standalone}",
        "\\begin{document}",
        f"\\begin{{tikzpicture}}[every node/.style={{font=\\sffamily\\small}}, edge/.style={{{arrow}}}]",
    ]
    for number, (label, box) in enumerate(placed.boxes.items()):
        lines.append(f"\\node[draw, rounded corners] (n{number}) at {_tikz_point(box.x, box.y)} {{{label}}};")
    names = {label: f"n{number}" for number, label in enumerate(placed.boxes)}
    for edge, path in zip(diagram.edges, placed.paths, strict=True):
        middle = (
            f" node[pos={path.share:g}, fill=white, inner sep=1pt, font=\\sffamily\\scriptsize] {{{edge.label}}}"
            if edge.label
            else ""
        )
        way = "--" if path.bend is None else f".. controls {_tikz_point(*path.bend)} .."
        lines.append(f"\\draw[edge] ({names[edge.start]}) {way}{middle} ({names[edge.end]});")
    return "\n".join([*lines, "\\end{tikzpicture}", "\\end{document}"])


def _tikz_point(x: float, y: float) -> str:
    return f"({x / 28.35:.2f},{-y / 28.35:.2f})"


def dot(diagram: Diagram) -> str:
    """Return a diagram as a Graphviz graph."""
    head_, mark = ("digraph", "->") if diagram.directed else ("graph", "--")
    direction = "BT" if any(pair not in ((e.start, e.end) for e in diagram.edges) for pair in diagram.ranks) else "TB"
    lines = [f"{head_} {{", f"  rankdir={direction};", "  node [shape=box, style=rounded];"]
    for edge in diagram.edges:
        label = f' [label="{edge.label}"]' if edge.label else ""
        lines.append(f'  "{edge.start}" {mark} "{edge.end}"{label};')
    return "\n".join([*lines, "}"])


def typst(diagram: Diagram, placed: Layout | None = None) -> str:
    """Return a diagram as a Typst document."""
    placed = placed or layout(diagram)
    lines = [
        f"#set page(width: {placed.width:.0f}pt, height: {placed.height:.0f}pt, margin: 0pt)",
        f"#set text(size: {FONT - 1:g}pt)",
        "#let at(x, y, body) = place(dx: x, dy: y, body)",
        "#let node(x, y, w, h, body) = at(x, y, rect(width: w, height: h, radius: 4pt, stroke: 1pt, inset: 0pt,",
        "  align(center + horizon, body)))",
        "#let note(x, y, body) = at(x - 60pt, y, box(width: 120pt, align(center, text(size: 9pt, body))))",
    ]
    for label, box in placed.boxes.items():
        corner = f"{box.x - box.width / 2:.1f}pt, {box.y - box.height / 2:.1f}pt"
        lines.append(f"#node({corner}, {box.width:.1f}pt, {box.height:g}pt)[{label}]")
    for edge, path in zip(diagram.edges, placed.paths, strict=True):
        lines += _typst_edge(diagram, path.points)
        if edge.label:
            lines.append(f"#note({path.label[0]:.1f}pt, {path.label[1] - 11:.1f}pt)[{edge.label}]")
    return "\n".join(lines)


def _typst_edge(diagram: Diagram, points: list[tuple[float, float]]) -> list[str]:
    start, *middle, end = points
    if middle:
        curve = f"curve.quad({_typst_point(middle[0])}, {_typst_point(end)})"
        lines = [f"#place(curve(stroke: 1pt, curve.move({_typst_point(start)}), {curve}))"]
    else:
        lines = [f"#place(line(start: {_typst_point(start)}, end: {_typst_point(end)}, stroke: 1pt))"]
    if diagram.directed:
        corners = ", ".join(map(_typst_point, head(end, points[-2])))
        lines.append(f"#place(polygon(fill: black, {corners}))")
    return lines


def _typst_point(point: tuple[float, float]) -> str:
    return f"({point[0]:.1f}pt, {point[1]:.1f}pt)"


def mermaid(diagram: Diagram) -> str:
    """Return a diagram as a Mermaid program of its own kind."""
    kind = _MERMAID_KINDS.get(diagram.kind, "flowchart TD")
    names = {label: _name(label) for label in diagram.nodes}
    lines = [kind]
    if kind == "classDiagram":
        return "\n".join([*lines, *(f"    {edge.end} <|-- {edge.start}" for edge in diagram.edges)])
    if kind == "stateDiagram-v2":
        lines += [f'    state "{label}" as {name}' for label, name in names.items() if label != name]
        lines += [f"    {names[one.start]} --> {names[one.end]} : {one.label}" for one in diagram.edges]
        return "\n".join(lines)
    mark = "-->" if diagram.directed else "---"
    lines += [f"    {name}[{label}]" for label, name in names.items()]
    for edge in diagram.edges:
        label = f"|{edge.label}|" if edge.label else ""
        lines.append(f"    {names[edge.start]} {mark}{label} {names[edge.end]}")
    return "\n".join(lines)


def _name(label: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in re.findall(r"\w+", label)) or "N"


PLACED: Mapping[str, Callable[[Diagram, Layout | None], str]] = {"svg": svg, "tikz": tikz, "typst": typst}
"""The languages in which the program states the position of each box."""

WRITERS: Mapping[str, Write] = {"svg": svg, "tikz": tikz, "dot": dot, "typst": typst, "mermaid": mermaid}
