"""A graph before it is laid out: vertices, edges, groups, and how they look."""

from typing import NamedTuple


class Vertex(NamedTuple):
    """`name` is its name in the program, `label` what is read first in it; `fields` are further lines or cells."""

    name: str
    label: str
    role: str = ""
    fields: tuple[str, ...] = ()


class Edge(NamedTuple):
    """Between names. `port` is the cell of the start that the edge comes from, "" for the whole of it."""

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
    """What a vertex is called, in the singular."""
    link: str = "arrow"
    """What an edge is called."""

    def label(self, name: str) -> str:
        return next(vertex.label for vertex in self.vertices if vertex.name == name)
