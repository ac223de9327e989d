"""A graph as a program in the DOT language, in one author's style: quotes, semicolons, comments, defaults, chains of
edges, optional statements.

Language: https://graphviz.org/doc/info/lang.html    Attributes: https://graphviz.org/doc/info/attrs.html
"""

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from .colors import BLACK
from .graph import Edge, Graph, Vertex
from .pen import CELLS, RESERVED, Pen, Role

Attributes = dict[str, str]

FONTS = ("Helvetica", "Arial", "Times-Roman", "Courier", "sans-serif")
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)")


class Writer:
    """The writer of a program; `program` returns it."""

    def __init__(self, pen: Pen, graph: Graph) -> None:
        self.pen, self.graph, self.random = pen, graph, pen.random
        chance = pen.random.random
        self.indent = pen.random.choice(("\t", "  ", "    ", "    ", ""))
        self.end = pen.random.choice((";", ";", ""))
        self.comma = pen.random.choice((", ", ",", " "))
        self.equals = pen.random.choice(("=", "=", " = "))
        self.comment = pen.random.choice(("", "", "//", "#", "/*"))
        self.quotes_all = chance() < 0.35
        self.look = "each" if pen.extras >= 3 else pen.random.choice(("defaults", "defaults", "roles", "each"))
        self.strings = pen.random.choice(("plain", "plain", "chain", "fan"))
        self.blank = chance() < 0.6
        self.strict = chance() < 0.12
        self.font = pen.random.choice(FONTS)
        self.sizes = pen.random.choice((("12", "1"), ("12.0", "1.0"), ("14", "1.2"), ("11", "1")))
        self.lines: list[str] = []

    # --- words -------------------------------------------------------------------------------------------------

    def name(self, text: str) -> str:
        bare = _BARE.fullmatch(text) and text.lower() not in RESERVED
        return text if bare and not self.quotes_all else quoted(text)

    def value(self, text: str) -> str:
        if text.startswith("<") and text.endswith(">"):
            return text
        return text if _BARE.fullmatch(text) and not self.quotes_all else quoted(text)

    def brackets(self, attributes: Mapping[str, str]) -> str:
        if not attributes:
            return ""
        return (
            " [" + self.comma.join(f"{key}{self.equals}{self.value(value)}" for key, value in attributes.items()) + "]"
        )

    def line(self, text: str, depth: int = 1) -> None:
        self.lines.append(self.indent * depth + text + self.end)

    def note(self, text: str, depth: int = 1) -> None:
        if self.comment:
            close = " */" if self.comment == "/*" else ""
            mark = "" if self.comment == "#" else self.indent * depth  # a preprocessor line has no indentation
            self.lines.append(f"{mark}{self.comment} {text}{close}")
        elif self.blank:
            self.lines.append("")

    # --- looks -------------------------------------------------------------------------------------------------

    def looks(self, role: Role) -> Attributes:
        """Return the attributes of the vertices of a role."""
        shape = "plaintext" if role.shape == "table" else role.shape
        attributes = {} if shape == "ellipse" else {"shape": shape}
        styles = [*role.styles, *(["filled"] if role.fill and role.shape != "table" else [])]
        if styles:
            attributes["style"] = ",".join(styles)
        if role.fill and role.shape != "table":
            attributes["fillcolor"] = role.fill.dot
        if role.line is not BLACK:
            attributes["color"] = role.line.dot
        return attributes

    def extra_attributes(self) -> Attributes:
        """Return attributes with little effect, as careful authors and generators of programs add them."""
        more = {
            "fontname": self.font,
            "fontsize": self.sizes[0],
            "penwidth": self.sizes[1],
            "fontcolor": "black",
            "margin": "0.11,0.055",
            "peripheries": "1",
        }
        number = (0, 2, 2, 4, 5, 5)[self.pen.extras]
        return dict(list(more.items())[:number])

    def label(self, vertex: Vertex, role: Role) -> Attributes:
        if role.shape == "table":
            return {"label": table(vertex, role, self.indent)}
        if vertex.fields:
            cells = "|".join(f"<f{index}> {field}" for index, field in enumerate(vertex.fields))
            return {
                "label": f"{{{vertex.label}|{cells}}}" if self.graph.flow in ("TB", "BT") else f"{vertex.label}|{cells}"
            }
        if vertex.name == vertex.label and not (self.look == "each" and self.pen.extras >= 3):
            return {}
        return {"label": vertex.label}

    def vertices(self) -> Iterator[tuple[str, Attributes]]:
        """Write the line of defaults, if any, and yield every vertex with the attributes that the defaults do not
        give."""
        usual = Counter(vertex.role for vertex in self.graph.vertices).most_common(1)[0][0]
        defaults = self.looks(self.pen.roles[usual]) if self.look == "defaults" else {}
        if self.look == "defaults":
            given = defaults | self.extra_attributes()
            if given:
                self.line(f"node{self.brackets(given)}")
        for vertex in self.graph.vertices:
            role = self.pen.roles[vertex.role]
            own = self.looks(role) if self.look != "roles" else {}
            if self.look == "defaults":
                back = {"shape": "ellipse", "style": "solid", "fillcolor": "white", "color": "black"}
                reset = {key: back[key] for key in defaults if key not in own}
                own = {key: text for key, text in own.items() if defaults.get(key) != text} | reset
            if self.look == "each" and self.pen.extras:
                own |= self.extra_attributes()
                if role.shape not in CELLS and self.pen.extras > 3:
                    own |= {"tooltip": vertex.label}
            yield vertex.name, self.label(vertex, role) | own

    # --- parts of the program ----------------------------------------------------------------------------------

    def program(self) -> str:
        kind = "digraph" if self.graph.directed else "graph"
        title = self.random.choice(("G", "", slug_of(self.pen), quoted(self.pen.title)))
        if self.comment and self.pen.title and self.random.random() < 0.7:
            self.note(self.pen.title, 0)
        strict = "strict " if self.strict else ""
        self.lines.append(f"{strict}{kind} {title}".rstrip() + self.random.choice((" {", " {", "\n{")))
        self.settings()
        self.note(self.random.choice(("nodes", "vertices", "all nodes", "node definitions", "boxes and labels")))
        defined = dict(self.vertices())
        inside = self.look != "roles" and self.random.random() < 0.6
        grouped = {name for group in self.graph.groups for name in group.members} if inside else set()
        if self.look == "roles":
            self.by_roles(defined)
        else:
            self.statements({name: own for name, own in defined.items() if name not in grouped})
        self.boxes(defined if inside else {})
        self.ranks()
        self.note(self.random.choice(("edges", "links", "connections", "all edges")))
        self.edges()
        return "\n".join((*self.lines, "}", ""))

    def settings(self) -> None:
        """Write the attributes of the graph and of its edges."""
        graph = self.graph
        given: Attributes = {}
        if graph.engine != "dot":
            given["layout"] = graph.engine
            if graph.engine in ("neato", "twopi"):
                given["overlap"] = "scale"
        if graph.engine == "dot" and (graph.flow != "TB" or self.random.random() < 0.3):
            given["rankdir"] = graph.flow
        if self.random.random() < 0.25 + 0.1 * self.pen.extras:
            given["label"] = self.pen.title
            if self.random.random() < 0.5:
                given["labelloc"] = "t"
        if self.random.random() < 0.2 + 0.15 * self.pen.extras:
            given["nodesep"] = self.random.choice(("0.3", "0.4", "0.5", ".35"))
            given["ranksep"] = self.random.choice(("0.5", "0.6", "0.8", ".75"))
        if self.random.random() < 0.12 * self.pen.extras:
            given["fontname"] = self.font
            given["fontsize"] = "16"
            given["bgcolor"] = "white"
        if self.random.random() < 0.5:
            for key, text in given.items():
                self.line(f"{key}{self.equals}{self.value(text)}")
        elif given:
            self.line(f"graph{self.brackets(given)}")
        edge: Attributes = {} if self.pen.line is BLACK else {"color": self.pen.line.dot}
        if self.pen.extras >= 1:
            edge |= {"fontname": self.font, "fontsize": self.random.choice(("10", "9", "10.0"))}
        if self.pen.extras >= 2 and graph.directed:
            edge |= {"arrowhead": self.random.choice(("normal", "vee", "normal", "open"))}
        if edge:
            self.line(f"edge{self.brackets(edge)}")

    def statements(self, defined: Mapping[str, Attributes], depth: int = 1) -> None:
        """Write the statements of nodes. Styles with defaults leave out nodes that occur in edges and have no
        attributes of their own."""
        used = {name for edge in self.graph.edges for name in (edge.start, edge.end)}
        lazy = self.look == "defaults" and depth == 1
        for name, own in defined.items():
            if own or not lazy or name not in used:
                self.line(self.name(name) + self.brackets(own), depth)

    def by_roles(self, defined: Mapping[str, Attributes]) -> None:
        """Write the nodes role by role: first the defaults of the role, then its nodes."""
        keys = {key for role in self.pen.roles.values() for key in self.looks(role)}
        back = {"shape": "ellipse", "style": "solid", "fillcolor": "white", "color": "black"}
        for role in self.pen.roles.values():
            names = [vertex.name for vertex in self.graph.vertices if vertex.role == role.name]
            if not names:
                continue
            looks = {key: back[key] for key in sorted(keys)} | self.looks(role)
            if given := looks | self.extra_attributes():
                self.line(f"node{self.brackets(given)}")
            plain = [name for name in names if not defined[name]]
            if plain:
                self.line(" ".join(f"{self.name(name)};" for name in plain).removesuffix(";"))
            for name in names:
                if defined[name]:
                    self.line(self.name(name) + self.brackets(defined[name]))

    def boxes(self, defined: Mapping[str, Attributes]) -> None:
        """Write the clusters, with the statements of their nodes if these go inside."""
        for index, group in enumerate(self.graph.groups):
            self.lines.append(f"{self.indent}subgraph cluster_{index} {{")
            self.line(f"label{self.equals}{quoted(group.title)}", 2)
            if self.pen.extras:
                self.line(f"style{self.equals}{self.value('rounded')}", 2)
            if defined:
                self.statements({name: defined[name] for name in group.members}, 2)
            else:
                self.line(" ".join(f"{self.name(name)};" for name in group.members).removesuffix(";"), 2)
            self.lines.append(f"{self.indent}}}")

    def ranks(self) -> None:
        for names in self.pen.levels:
            if self.graph.engine == "dot" and self.random.random() < 0.6:
                self.lines.append(f"{self.indent}{{ rank=same; {'; '.join(map(self.name, names))} }}")

    def edges(self) -> None:
        arrow = "->" if self.graph.directed else "--"
        left = list(self.graph.edges)
        while left:
            run = self.run(left)
            del left[: len(run)]
            if len(run) == 1:
                self.line(self.edge(run[0], arrow))
            elif self.strings == "chain":
                self.line(f" {arrow} ".join(map(self.name, (run[0].start, *(edge.end for edge in run)))))
            else:
                ends = self.random.choice((" ", "; ")).join(self.name(edge.end) for edge in run)
                self.line(f"{self.name(run[0].start)} {arrow} {{ {ends} }}")
        if self.strict:  # a repeated edge has no effect here
            for edge in self.random.sample(self.graph.edges, min(2, len(self.graph.edges))):
                if not edge.port:
                    self.line(f"{self.name(edge.start)} {arrow} {self.name(edge.end)}")

    def run(self, left: Sequence[Edge]) -> Sequence[Edge]:
        """Return the edges of the next statement."""
        bare = [not (edge.label or edge.port or edge.role in self.pen.dashed) for edge in left[:8]]
        length = 1
        if self.strings == "plain" or self.pen.extras >= 3 or not bare[0]:
            return left[:1]
        while length < len(bare) and bare[length]:
            before, here = left[length - 1], left[length]
            if (here.start != before.end) if self.strings == "chain" else (here.start != before.start):
                break
            length += 1
        return left[:length]

    def edge(self, edge: Edge, arrow: str) -> str:
        own: Attributes = {"label": edge.label} if edge.label else {}
        if edge.role in self.pen.dashed:
            own["style"] = "dashed"
        if self.pen.extras >= 3:
            own |= {"penwidth": "1.0", "fontcolor": "black", "weight": "1"}
        if self.pen.extras >= 4:
            own |= {"fontname": self.font, "fontsize": "10", "comment": f"{edge.start} {arrow} {edge.end}"}
        start = self.name(edge.start)
        if edge.port:
            vertex = next(vertex for vertex in self.graph.vertices if vertex.name == edge.start)
            start += f":f{vertex.fields.index(edge.port)}"
        return f"{start} {arrow} {self.name(edge.end)}{self.brackets(own)}"


def table(vertex: Vertex, role: Role, indent: str) -> str:
    """Return an HTML-like label: a head, then a cell with a port for each field."""
    color = f' BGCOLOR="{role.fill.dot}"' if role.fill else ""
    rows = [f"<TR><TD{color}><B>{html.escape(vertex.label, quote=False)}</B></TD></TR>"]
    rows += [
        f'<TR><TD PORT="f{index}" ALIGN="LEFT">{html.escape(field, quote=False)}</TD></TR>'
        for index, field in enumerate(vertex.fields)
    ]
    inner = "".join(f"\n{indent * 2}{row}" for row in rows)
    line = "" if role.line is BLACK else f' COLOR="{role.line.dot}"'
    return f'<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0"{line}>{inner}\n{indent}</TABLE>>'


def quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def slug_of(pen: Pen) -> str:
    return "_".join(re.findall(r"[a-z]+", pen.title.lower())[:3]) or "G"


def program(pen: Pen, graph: Graph) -> str:
    return Writer(pen, graph).program()
