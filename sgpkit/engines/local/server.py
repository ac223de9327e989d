"""llama.cpp's server, inside its own process: load the model, send the address, serve until standard input ends.

python -m sgpkit.engines.local.server DESCRIPTOR '{"path": "model.gguf", "context": 4096, "slots": 2, …}'
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

BATCH = 256
"""Prompt tokens that are read between two progress messages."""


THREADS = "n_threads"
"""The argument for the number of threads, which does not affect answers."""


class Refused(Exception):
    """An argument that llama.cpp does not have; the message is for the user."""


def parameters(asked: Mapping[str, Any]) -> Any:
    """Return the server's parameters. Raises Refused for an unknown argument."""
    import xllamacpp

    made = xllamacpp.CommonParams()
    made.model.path = asked["path"]
    made.model_alias = [asked["alias"]] if isinstance(made.model_alias, list | set) else asked["alias"]
    made.n_parallel = asked["slots"]
    made.n_ctx = asked["context"] * asked["slots"]
    made.n_batch = made.n_ubatch = BATCH
    arguments = dict(asked["arguments"])
    made.cpuparams.n_threads = made.cpuparams_batch.n_threads = arguments.pop(THREADS, asked["threads"])
    made.port = 0
    made.ui = False
    for name, value in arguments.items():
        assign(made, name, value)
    return made


def assign(target: Any, name: str, value: Any) -> None:
    """Set a parameter. Raises Refused if llama.cpp has no such parameter, or refuses the value."""
    if name.startswith("_") or not hasattr(target, name):
        raise Refused(
            f"--engine-arg {name}: llama.cpp has no such parameter\n"
            f"Known are {THREADS} and the attributes of xllamacpp.CommonParams, such as n_gpu_layers."
        )
    try:
        setattr(target, name, value)
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise Refused(f"--engine-arg {name}={value}: {error}") from None


def main(descriptor: int, asked: Mapping[str, Any]) -> None:
    """Serve until standard input ends."""
    import xllamacpp

    with os.fdopen(descriptor, "w", encoding="utf-8") as pipe:
        try:
            server = xllamacpp.Server(parameters(asked))
        except Refused as refusal:
            json.dump({"error": str(refusal)}, pipe)
            return
        json.dump({"url": server.listening_address}, pipe)
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main(int(sys.argv[1]), json.loads(sys.argv[2]))
