"""Work shared by the nodes of a cluster: a task makes one result, and writes it to a store that all nodes can access.

A result is named after everything that it depends on. A task that is repeated, on another node after its own died or by
another call, writes the same bytes or finds them there. Only a note about each result travels back.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import sgpkit
from sgpkit.errors import UserError
from sgpkit.sandbox import cluster
from sgpkit.sandbox.cluster import stores

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

MARK = "shared"
"""The name of the file by which nodes see that they share the store."""

Input = TypeVar("Input", contravariant=True)
Item = TypeVar("Item")
Note = dict[str, Any]


@dataclass(frozen=True)
class Store:
    """A folder that all nodes share, or any address that fsspec supports. `advice` is what the user should do if a node
    cannot access it, and `version` is the version of sgpkit that every node needs."""

    base: str
    advice: str
    version: str = sgpkit.__version__

    def mark(self) -> None:
        """Write the mark that `on_node` looks for."""
        files, root = stores.open_store(self.base)
        stores.write(files, f"{root}/{MARK}", b"")

    def on_node(self) -> "tuple[AbstractFileSystem, str]":
        """Return the file system and the path in it. Raises UserError on a node that would write elsewhere, or other
        bytes."""
        cluster.refuse_other_version("a node of the cluster", sgpkit.__version__, self.version)
        files, root = stores.open_store(self.base)
        if stores.is_local(files) and not files.exists(f"{root}/{MARK}"):
            raise UserError(f"a node of the cluster cannot access {self.advice}")
        return files, root


class Made(NamedTuple):
    """A result: a note in JSON for the program that started the tasks, and the content of the file, if any."""

    note: Note
    content: bytes | memoryview | None


class Task(Protocol[Input]):
    """Makes the result of an input. Everything that a task needs besides the input is pickled once per call."""

    def name(self, item: Input) -> str:
        """Return the name of the result's file, without its ending."""
        ...

    def make(self, item: Input) -> Made:
        """Make the result: on a node."""
        ...


def notes(
    store: Store,
    task: Task[Item],
    items: Iterable[Item],
    address: str,
    finished: Callable[[Note], object] = lambda note: None,
) -> list[Note]:
    """Make the result of every input on the cluster at an address, and return their notes in the order of the inputs.
    `finished` is called with each note when it arrives."""
    arrived: dict[int, Note] = {}
    with cluster.connected(address):
        store.mark()
        for number, note in cluster.as_finished(partial(result, store, task), items):
            arrived[number] = note
            finished(note)
    return [arrived[number] for number in range(len(arrived))]


def result(store: Store, task: Task[Item], item: Item) -> Note:
    """Return the note of a result, which is made unless it is in the store: on a node."""
    files, root = store.on_node()
    path = f"{root}/{task.name(item)}"
    if files.exists(f"{path}.json"):
        note: Note = json.loads(files.cat_file(f"{path}.json"))
        return note
    made = task.make(item)
    if made.content is not None:
        stores.write(files, f"{path}.parquet", made.content)
    stores.write(files, f"{path}.json", json.dumps(made.note).encode())
    return made.note
