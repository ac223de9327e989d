"""One conversation with a model: its state, its next turn after a completion, and the inputs of that turn.

A strategy is one message list, or a generator that is sent each reply. Every completion has a key, the hash of all its
inputs: engine, model, revision, template and parameters, messages and images, row, sample, turn, attempt.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from sgpkit.benchmark import Completion, Conversation, Messages, Row
from sgpkit.engines import Request
from sgpkit.runs.responses import Response


@dataclass(slots=True)
class Dialogue:
    """An unfinished conversation: the strategy's generator, or its one message list. `subject` replaces the messages in
    keys if it determines them: a judge's stored reply can then be found without rendering its pictures again.
    `next_key` caches the key of the next completion.
    """

    row: Row
    sample: int
    messages: Messages
    conversation: Conversation | None
    attempt: int = 0
    replies: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    last: Response | None = None
    subject: str = ""
    next_key: tuple[str, str] | None = None

    @property
    def finished(self) -> bool:
        return self.last is not None and self.last.final

    def begin_anew(self, asked: Messages | Conversation) -> None:
        self.messages, self.conversation = opening(asked)
        self.attempt += 1
        self.replies, self.keys, self.last, self.next_key = [], [], None, None

    def request(self) -> Request:
        return Request(self.row, self.sample, len(self.replies), self.messages, self.attempt)


def opening(asked: Messages | Conversation) -> tuple[Messages, Conversation | None]:
    """Return the first messages from a strategy, and the conversation that continues, or None if it has one turn."""
    return (asked, None) if isinstance(asked, list) else (next(asked), asked)


class Answers(Protocol):
    """A store of responses by key."""

    def get(self, key: str, /) -> Response | None:
        """Return the response with a key; None if there is none."""
        ...

    def __setitem__(self, key: str, response: Response, /) -> None: ...

    def __len__(self) -> int: ...


class Lookup(Protocol):
    """A store of responses by key that is only read."""

    def get(self, key: str, /) -> Response | None:
        """Return the response with a key; None if there is none."""
        ...


def take_known(dialogue: Dialogue, parameters: str, known: Lookup) -> bool:
    """Advance a dialogue through the turns that were answered before. Return whether it is finished. A failure of the
    engine does not count as an answer, and its request is sent again."""
    while not dialogue.finished:
        key = key_of(dialogue, parameters)
        earlier = known.get(key)
        if earlier is None or earlier.completion.finish_reason == "error":
            return False
        take(dialogue, earlier.completion, key)
    return True


def take(dialogue: Dialogue, completion: Completion, key: str) -> Response:
    """Pass a completion to the conversation, which then asks another turn or is finished. A failure that prevented an
    answer ends it."""
    if completion.turns != tuple(dialogue.replies):
        completion = replace(completion, turns=tuple(dialogue.replies))
    dialogue.keys.append(key)
    dialogue.next_key = None
    turn = len(dialogue.replies)
    final = True
    if dialogue.conversation is not None and completion.finish_reason not in ("error", "too_large"):
        try:
            dialogue.messages = dialogue.conversation.send(completion)
            dialogue.replies.append(completion.text)
            final = False
        except StopIteration:
            final = True
    identifier = str(dialogue.row["id"])
    dialogue.last = Response(key, identifier, dialogue.sample, turn, final, completion, dialogue.attempt)
    return dialogue.last


# --- keys -------------------------------------------------------------------------------------------------------------


def parameters_key(parameters: Mapping[str, Any]) -> str:
    """Return the hash of the parameters, the part of a key that is the same for a whole run."""
    return hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()


def key_of(dialogue: Dialogue, parameters: str) -> str:
    """Return the hash of everything that the next completion of a dialogue depends on."""
    if dialogue.next_key is None or dialogue.next_key[0] != parameters:
        dialogue.next_key = (parameters, new_key(dialogue, parameters))
    return dialogue.next_key[1]


def new_key(dialogue: Dialogue, parameters: str, shown: Sequence[bytes] | None = None) -> str:
    """Compute the result of `key_of`; `shown` are the pieces of the messages, where they are known."""
    turn = (str(dialogue.row["id"]), dialogue.sample, len(dialogue.replies), dialogue.attempt)
    pieces = [parameters.encode(), repr(turn).encode("utf-8", "backslashreplace")]
    if dialogue.subject:
        pieces += [as_bytes(text) for text in ("subject", dialogue.subject, *dialogue.replies)]
    else:
        pieces += shown_pieces(dialogue.messages) if shown is None else shown
    return hashlib.sha256(joined(pieces)).hexdigest()


def joined(pieces: Sequence[bytes]) -> bytes:
    """Join byte strings, each preceded by its length, so that different lists never give the same bytes."""
    return b"\0".join([",".join([str(len(piece)) for piece in pieces]).encode(), *pieces])


def shown_pieces(messages: Messages) -> list[bytes]:
    """Return the contents of all messages as byte strings, for hashing."""
    return [piece for message in messages for piece in message_pieces(message)]


def message_pieces(message: Mapping[str, Any]) -> list[bytes]:
    """Return the contents of a message as byte strings, for hashing; the first one holds the role."""
    role, content = message["role"], message["content"]
    if isinstance(content, str):
        return [role.encode(), as_bytes(content)]
    values = [(part["type"], part[part["type"]]) for part in content]
    parts = [piece for kind, value in values for piece in (kind.encode(), as_bytes(value))]
    return [f"{role}, {len(values)}".encode(), *parts]


def as_bytes(value: str | bytes) -> bytes:
    """Return a text as UTF-8, lone surrogates included, and bytes as they are."""
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")


def prompts_digest(dialogues: Iterable[Dialogue], parameters: str | None = None) -> str:
    """Return the SHA-256 of the first prompts of conversations, with their row ids; `parameters` as in
    `add_prompts`."""
    digest = hashlib.sha256()
    add_prompts(digest, dialogues, parameters)
    return digest.hexdigest()


def add_prompts(digest: "hashlib._Hash", dialogues: Iterable[Dialogue], parameters: str | None = None) -> None:
    """Add the first prompts of conversations to a hash. With the parameters of the run, their keys are made of the same
    pieces, for `key_of`."""
    for dialogue in dialogues:
        shown = shown_pieces(dialogue.messages)
        digest.update(joined([str(dialogue.row["id"]).encode("utf-8", "backslashreplace"), *shown]))
        if parameters is not None:
            dialogue.next_key = (parameters, new_key(dialogue, parameters, shown))
