"""A worker with the protocol of vLLM's worker but without vLLM: it echoes prompts in capitals, or follows their
instructions.

`die` ends the process, `die once FILE` only if FILE does not exist yet, `hang once FILE` stops the process under the
same condition, `wait` never answers, `think SECONDS` is slow and reports that it is alive. The process appends a line
for each prompt, with its devices, to FAKE_LOG; loading takes FAKE_LOADING seconds.
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

from sgpkit.benchmark import Completion
from sgpkit.engines.vllm.settings import Answer, Prompt, Properties, Settings
from sgpkit.engines.vllm.worker import read_on

WINDOW = 8


def main(descriptor: int, log: Path) -> None:
    pipe = Connection(descriptor)
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=read_on, args=(pipe, inbox, log), daemon=True).start()
    while True:
        message = inbox.get()
        match message:
            case Settings():
                devices = int(os.environ.get("FAKE_DEVICES", "0"))
                identity = {"model": message.model}
                device = "cuda" if devices else "cpu"
                model = Properties("0", device, devices, context=1000, images=False, exact=True, identity=identity)
                pipe.send(("facts", model))
            case ("load", devices):
                if devices is not None:
                    os.environ["CUDA_VISIBLE_DEVICES"] = devices
                if message := os.environ.get("FAKE_REFUSAL"):
                    pipe.send(("refused", message, ""))
                    os._exit(1)
                if seconds := os.environ.get("FAKE_LOADING"):
                    time.sleep(float(seconds))
                pipe.send(("loaded", WINDOW))
            case Prompt():
                answer(pipe, message)
            case "close":
                os._exit(0)
            case ("count", messages):
                pipe.send(("count", sum(len(one["content"]) for one in messages)))


def answer(pipe: Connection, prompt: Prompt) -> None:
    text = prompt.messages[0]["content"]
    if log := os.environ.get("FAKE_LOG"):
        with Path(log).open("a") as file:
            file.write(f"{os.environ.get('CUDA_VISIBLE_DEVICES', '-')}\t{text}\n")
    match text.split():
        case ["die", "once", path] if not Path(path).exists():
            Path(path).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        case ["die"]:
            print("RuntimeError: the fake fell over", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        case ["wait"]:
            return
        case ["hang", "once", path] if not Path(path).exists():
            Path(path).touch()
            time.sleep(3600)
        case ["think", seconds]:
            for _ in range(int(float(seconds) / 0.1)):
                time.sleep(0.1)
                pipe.send(("alive", 1))
    time.sleep(0.002)
    pipe.send(("answer", Answer(prompt.ticket, Completion(text.upper(), prompt_tokens=10, cached_tokens=4))))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
