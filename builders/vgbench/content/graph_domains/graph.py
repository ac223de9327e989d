"""A graph before it is laid out: vertices, edges, groups, and how they look."""

from typing import NamedTuple


class Vertex(NamedTuple):
    """A node. `name` is its name in the program, `label` its first text; `fields` are further lines or cells."""

    name: str
    label: str
    role: str = ""
    fields: tuple[str, ...] = ()


class Edge(NamedTuple):
    """An edge between named nodes. `port` is the cell of the start that it comes from, "" for the whole node."""

    start: str
    end: str
    label: str = ""
    port: str = ""
    role: str = ""


class Group(NamedTuple):
    """A box (in Graphviz a cluster) around vertices."""

    title: str
    members: tuple[str, ...]


class Graph(NamedTuple):
    directed: bool
    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    groups: tuple[Group, ...] = ()
    flow: str = "TB"
    """Graphviz's `rankdir`."""
    engine: str = "dot"
    things: str = "node"
    """The noun for a vertex, in the singular."""
    link: str = "arrow"
    """The noun for an edge."""

    def label(self, name: str) -> str:
        return next(vertex.label for vertex in self.vertices if vertex.name == name)
