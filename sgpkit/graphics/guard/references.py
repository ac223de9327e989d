"""Check the references inside one drawing: cycles, and the number and depth of elements that they expand to, which is
computed without expanding them."""

import re
from collections.abc import Mapping

from sgpkit.graphics.guard.limits import Limits
from sgpkit.graphics.guard.values import CSS_COMMENT, unescaped
from sgpkit.status import Rejected, Status

URL = re.compile(r"url\(\s*+[\"']?\s*+#([^\"')]++)", re.IGNORECASE)
SELECTED = re.compile(r"([.#]?)(-?[A-Za-z_*][\w-]*|\*)")
# Elements whose href neither draws nor inherits from its target.
POINTING = frozenset(("a", "animate", "animateMotion", "animateTransform", "animateColor", "set", "mpath", "discard"))
MAX_COUNT = 1 << 62
WRAPPERS = 2
"""Nesting levels that renderers add around the target of a reference: one for position, one for style."""


class _Node:
    """An element with an id, including its descendants without ids."""

    __slots__ = ("deepest", "depth", "identifier", "links", "own", "parts", "reach", "uses")

    def __init__(self, identifier: str, depth: int) -> None:
        self.identifier = identifier
        self.depth = depth  # of the element in the document
        self.deepest = depth  # greatest depth of its elements
        self.reach: dict[str, int] = {}  # by target: depth of the deepest reference to it
        self.own = 0
        self.parts: list[_Node] = []
        self.uses: list[str] = []
        self.links: list[str] = []


class References:
    """The graph of a document's references, collected while parsing and checked at the end. Rules of style sheets can
    add references only if the document is `styled`."""

    __slots__ = ("_elements", "_limits", "_marked", "_nodes", "_referring", "_rules", "_stack", "_styled")

    def __init__(self, limits: Limits, styled: bool) -> None:
        self._limits = limits
        self._styled = styled
        self._elements = 0
        self._stack = [_Node("", 0)]
        self._referring: list[_Node] = []
        self._nodes: dict[str, _Node] = {}
        self._marked: dict[str, list[_Node]] = {}
        self._rules: list[tuple[str, list[str]]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Record the references of a start tag."""
        node, depth = self._stack[-1], len(self._stack)
        identifier = attributes.get("id")
        if identifier is not None:
            inner = _Node(identifier, depth)
            node.parts.append(inner)
            self._nodes.setdefault(identifier, inner)
            node = inner
        self._stack.append(node)
        node.own += 1
        if depth > node.deepest:
            node.deepest = depth
        self._elements += 1
        for name, value in attributes.items():
            if name[-4:] == "href" and name.rpartition(":")[2] == "href":
                target, local = value.strip(), tag.rpartition(":")[2]
                if target.startswith("#") and local not in POINTING:
                    (node.uses if local in ("use", "tref") else node.links).append(target[1:])
                    node.reach[target[1:]] = max(depth, node.reach.get(target[1:], 0))
                    self._referring.append(node)
            elif "(" in value and ("\\" in value or "url(" in value.lower()):
                urls = [url.strip() for url in URL.findall(unescaped(value))]
                if urls:
                    node.links += urls
                    node.reach |= {url: max(depth, node.reach.get(url, 0)) for url in urls}
                    self._referring.append(node)
        if self._styled:
            for word in attributes.get("class", "").split()[:50]:
                self._mark(f".{word}", node)
            self._mark(tag.rpartition(":")[2], node)
            if identifier is not None:
                self._mark(f"#{identifier}", node)

    def _mark(self, word: str, node: _Node) -> None:
        marked = self._marked.setdefault(word, [])
        if not marked or marked[-1] is not node:
            marked.append(node)

    def end(self) -> None:
        """Record an end tag."""
        self._stack.pop()

    def stylesheet(self, text: str) -> None:
        """Record the references in a style sheet's rules."""
        text = unescaped(CSS_COMMENT.sub(" ", text))
        if URL.search(text):
            for rule in text.split("}")[:-1]:
                before, _, body = rule.rpartition("{")
                targets = [url.strip() for url in URL.findall(body)]
                if targets:
                    self._rules.append((before.rpartition("{")[2], targets))

    def finish(self) -> None:
        """Check the whole graph. Raises Rejected for cycles and for too many elements."""
        added = 0
        for selector, named in self._rules:
            targets = [name for name in named if name in self._nodes]
            if not targets:
                continue
            words = {mark + name for mark, name in SELECTED.findall(selector)}
            chosen = self._marked if "*" in words else [word for word in words if word in self._marked]
            for word in chosen:
                added += len(targets) * len(self._marked[word])
                if added > self._limits.painted:
                    reason = f"style sheets make more than {self._limits.painted:,} references"
                    raise Rejected(Status.TOO_LARGE, reason)
                for node in self._marked[word]:
                    node.links += targets
                    node.reach |= dict.fromkeys(targets, node.deepest)
                self._referring += self._marked[word]
        if self._referring:
            self._check_graph()

    def _check_graph(self) -> None:
        """Visit every node once, depth first, and compute the sizes of its expansion. A node that is reached again
        while it is being visited closes a cycle."""
        whole = _Node("", 0)
        whole.own = self._elements
        for node in dict.fromkeys(self._referring):
            whole.uses += node.uses
            whole.links += node.links
            for name, depth in node.reach.items():
                whole.reach[name] = max(depth, whole.reach.get(name, 0))
        drawn: dict[int, int] = {}  # number of elements with all `use` expanded
        painted: dict[int, int] = {}  # the same, with patterns, masks, filters and gradients expanded at each reference
        deep: dict[int, int] = {}  # length of the longest chain of references
        tall: dict[int, int] = {}  # levels of elements below it, with all references expanded
        walking: set[int] = set()
        # An explicit stack, because chains of references may be longer than Python's stack.
        stack: list[tuple[_Node, bool]] = [(whole, False)]
        while stack:
            node, is_done = stack.pop()
            key = id(node)
            uses = [self._nodes[name] for name in node.uses if name in self._nodes]
            if is_done:
                walking.discard(key)
                links = [self._nodes[name] for name in node.links if name in self._nodes]
                count = node.own + sum([drawn[id(inner)] for inner in (*node.parts, *uses)])
                drawn[key] = min(count, MAX_COUNT)
                count = node.own + sum([painted[id(inner)] for inner in (*node.parts, *uses, *links)])
                painted[key] = min(count, MAX_COUNT)
                inside = [deep[id(part)] for part in node.parts]
                deep[key] = max([*inside, *[1 + deep[id(target)] for target in (*uses, *links)]], default=0)
                levels = [part.depth - node.depth + tall[id(part)] for part in node.parts]
                levels += [
                    depth - node.depth + WRAPPERS + tall[id(self._nodes[name])]
                    for name, depth in node.reach.items()
                    if name in self._nodes
                ]
                tall[key] = max([node.deepest - node.depth, *levels])
                continue
            if key in drawn:
                continue
            walking.add(key)
            stack.append((node, True))
            links = [self._nodes[name] for name in dict.fromkeys(node.links) if name in self._nodes]
            for following in (*node.parts, *dict.fromkeys(uses), *links):
                if id(following) in walking:
                    raise Rejected(
                        Status.PARSE_ERROR,
                        f"element #{following.identifier[:40]} refers to itself through its contents",
                    )
                if id(following) not in drawn:
                    stack.append((following, False))
        limits, key = self._limits, id(whole)
        # Without `use`, only `Limits.elements` applies.
        most = limits.drawn if whole.uses else max(limits.drawn, self._elements)
        if drawn[key] > most:
            raise Rejected(Status.TOO_LARGE, f"following every use draws {drawn[key]:,} elements; limit {most:,}")
        if painted[key] > limits.painted:
            reason = f"following every reference paints {painted[key]:,} elements; limit {limits.painted:,}"
            raise Rejected(Status.TOO_LARGE, reason)
        if tall[key] > limits.depth:
            reason = f"following every reference nests elements {tall[key]} deep; limit {limits.depth}"
            raise Rejected(Status.TOO_LARGE, reason)
        if deep[key] > limits.reference_depth:
            reason = f"references through references, {deep[key]} deep; limit {limits.reference_depth}"
            raise Rejected(Status.TOO_LARGE, reason)
