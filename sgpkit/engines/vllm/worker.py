"""The process that holds vLLM: `python -m sgpkit.engines.vllm.worker FD LOG`, with a pipe to its parent on FD.

It leads a separate process group, which includes vLLM's processes. When the parent ends in any way, the pipe closes and
the whole group is killed, so that no orphaned process occupies a GPU.
"""

import os
import queue
import signal
import sys
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sgpkit.engines.vllm.failures import informative_line
from sgpkit.engines.vllm.settings import Prompt, Settings
from sgpkit.errors import UserError

ALIVE_SECONDS = 5.0
"""Seconds without a message after which a step of the engine is reported, to distinguish long answers from a hung
engine.
"""

STEP = 16
"""Maximum number of prompts rendered between two steps of the engine, so that finished answers do not wait long."""


def read_on(pipe: Connection, inbox: "queue.SimpleQueue[Any]", log: Path) -> None:
    """Read every message from the pipe as it arrives, so that the parent never blocks while sending. When the parent
    has ended, delete the log, since no one will read it.
    """
    parent = os.getppid()
    while True:
        try:
            inbox.put(pipe.recv())
        except (EOFError, OSError):
            time.sleep(0.2)  # its files are closed a moment before it exits
            if os.getppid() != parent:
                log.unlink(missing_ok=True)
            os.killpg(os.getpgid(0), signal.SIGKILL)


def serve(pipe: Connection, inbox: "queue.SimpleQueue[Any]") -> None:
    """Handle the messages of the parent: Settings to open a model, ("count", messages), ("load", devices), Prompt,
    "close". Replies are pairs of a name and a value."""
    from sgpkit.engines.vllm.model import Model, read_model

    model: Model | None = None
    session: Any = None
    sent = time.monotonic()
    while True:
        busy = session is not None and session.pending
        messages = [] if busy else [inbox.get()]
        # An idle engine gets all available prompts, so that its first batch is full.
        while not inbox.empty() and (not busy or len(messages) < STEP):
            messages.append(inbox.get())
        for message in messages:
            if isinstance(message, Prompt):
                if answer := session.submit(message):
                    pipe.send(("answer", answer))
            elif isinstance(message, Settings):
                model = read_model(message)
                if session is not None:
                    session.use(model)
                pipe.send(("facts", model.properties()))
            elif message == "close":
                return
            elif message[0] == "load":
                from sgpkit.engines.vllm.session import Session

                assert model is not None
                if message[1] is not None:
                    # CUDA reads it when it starts, which it has not yet: configuration and tokenizer need no GPU.
                    os.environ["CUDA_VISIBLE_DEVICES"] = message[1]
                session = Session(model)
                pipe.send(("loaded", session.window))
            else:
                assert model is not None
                pipe.send(("count", model.count(message[1])))
        if session is not None and session.pending:
            answers = session.step()
            for answer in answers:
                pipe.send(("answer", answer))
            now = time.monotonic()
            if answers:
                sent = now
            elif now - sent >= ALIVE_SECONDS:
                pipe.send(("alive", len(session.pending)))
                sent = now


def main(descriptor: int, log: Path) -> None:
    """Serve requests from the pipe until it closes, report a failure through it, then kill the process group."""
    pipe = Connection(descriptor)
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=read_on, args=(pipe, inbox, log), daemon=True).start()
    try:
        serve(pipe, inbox)
    except UserError as error:
        pipe.send(("refused", str(error), informative_line(error.__cause__) if error.__cause__ else ""))
    except BaseException as error:
        import traceback

        traceback.print_exc()
        pipe.send(("failed", f"{type(error).__name__}: {informative_line(error)}"))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        pipe.close()
        os.killpg(os.getpgid(0), signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
