"""Access to a Ray cluster. Every node needs the same version of sgpkit, and the packages that its tasks import.

An address is one of

    HOST:PORT           the head that `ray start --head` prints, for a program that runs on one of the nodes
    ray://HOST:PORT     the same, for a program outside the cluster (Ray Client)
    auto                the cluster that this machine belongs to
    local               a cluster on this machine that ends with the program
"""

import importlib.util
import itertools
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import sgpkit
from sgpkit import plugins
from sgpkit.errors import Unreachable, UserError, first_line

Batch = TypeVar("Batch")
Result = TypeVar("Result")

TRIES = 3
"""Number of times that a batch is retried after its process or node died."""

CONNECT_SECONDS = 10

LIMITS = ("SGPKIT_SECONDS", "SGPKIT_MEMORY")
"""Environment variables with sandbox limits, which are passed to every task."""

NO_LIMITS: Mapping[str, str] = MappingProxyType({})

TOKEN_FILE = Path("~/.ray/auth_token")
"""Ray's token file: https://docs.ray.io/en/latest/ray-security/token-auth.html"""

INSTALL = "pip install 'sgpkit[ray]'"


def connect(address: str) -> bool:
    """Connect to a cluster. Return False if the program was connected already."""
    # Disable Ray's usage reports, unless the user has set this variable.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if "RAY_AUTH_TOKEN" in os.environ or TOKEN_FILE.expanduser().is_file():
        # With an explicit address Ray uses the token only in this mode.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    loaded = sys.modules.get("ray")
    if loaded is not None and loaded.is_initialized():
        return False
    check(address)
    import ray

    settings: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    if added := plugins.environment():
        settings["runtime_env"] = {
            "env_vars": added
        }  # must be set before a function of a plugin family is unpickled on a node
    ended_by = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **settings)
    except ConnectionError:
        if address == "auto":
            fix = "Start one (ray start --head), or give its address."
            raise UserError(f"--ray auto: this machine does not belong to a cluster\n{fix}") from None
        fix = f"If it requires a token, set RAY_AUTH_TOKEN or copy {TOKEN_FILE} from its head node."
        raise UserError(f"--ray {address}: the cluster refused the connection\n{fix}") from None
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise UserError(f"--ray {address}: {first_line(error):.300}") from None
    finally:
        # Ray installs its own SIGTERM handler; put ours back.
        with suppress(ValueError, TypeError):  # not in the main thread, or not a handler of Python's
            signal.signal(signal.SIGTERM, ended_by)
    return True


def check(address: str) -> None:
    """Raise UserError if Ray is not installed, or no cluster answers at an address. Ray itself tries for 80 seconds,
    then ends the process."""
    if importlib.util.find_spec("ray") is None:
        raise UserError(f"--ray needs Ray\n{INSTALL}")
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not host or not colon or not port.isdigit() or not 0 < int(port) < 65536:
        raise UserError(f"--ray {address!r}: expected HOST:PORT, ray://HOST:PORT, auto or local")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise Unreachable(
            f"--ray {address}: no cluster answers ({error.strerror or error})\n"
            "Start one (ray start --head --port PORT), or use --ray local"
        ) from None


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Connect to a cluster for the block."""
    ours = connect(address)
    try:
        yield
    finally:
        if ours:
            disconnect()


def disconnect() -> None:
    """Disconnect from the cluster."""
    import ray

    ray.shutdown()


def alive_nodes() -> list[dict[str, float]]:
    """Return the total resources (CPU, GPU, …) of each node that is alive."""
    import ray

    return [node["Resources"] for node in ray.nodes() if node["Alive"]]


def as_finished(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[tuple[int, Result]]:
    """Yield the number of each batch and the result of `work` on it, in the order in which they finish. Needs a
    connection. Batches lost with a process or node are run again elsewhere."""
    import ray

    task = ray.remote(run_task).options(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")
    shared = ray.put(work)
    waiting: dict[Any, int] = {}
    left = enumerate(batches)
    try:
        while True:
            room = 2 * max(1, int(sum(node.get("CPU", 0) for node in alive_nodes()))) - len(waiting)
            for number, batch in itertools.islice(left, max(room, 0)):
                waiting[task.remote(shared, batch, limits())] = number
            if not waiting:
                return
            finished, _ = ray.wait(list(waiting), num_returns=1)
            for reference in finished:
                yield waiting.pop(reference), task_result(reference)
    finally:
        for reference in waiting:
            ray.cancel(reference)


def limits() -> dict[str, str]:
    """Return the limits that the user has set, to apply on every node."""
    return {name: os.environ[name] for name in LIMITS if name in os.environ}


def run_task(work: Callable[[Batch], Result], batch: Batch, limits: Mapping[str, str] = NO_LIMITS) -> Result:
    """Run `work` on a node, with one sandbox at a time, since Ray starts one task per processor."""
    os.environ.setdefault("SGPKIT_WORKERS", "1")
    for name in LIMITS:
        os.environ.pop(name, None)  # may be left from an earlier task
    os.environ.update(limits)
    return work(batch)


def task_result(reference: Any) -> Any:
    """Return the result of a task. A UserError on a node is raised here unchanged."""
    import ray

    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        if isinstance(getattr(error, "cause", None), UserError):
            raise error.cause from None
        if "No module named" in str(error):
            raise missing_module(error) from None
        raise


def refuse_other_version(node: str, installed: str, expected: str) -> None:
    """Raise UserError if a node has another version of sgpkit."""
    if installed != expected:
        raise UserError(f"{node} has sgpkit {installed}; expected {expected}\nInstall the same version on every node.")


def missing_module(error: BaseException) -> UserError:
    """Return the error for a node on which a module is missing."""
    message = next(line.strip() for line in str(error).splitlines() if "No module named" in line)
    return UserError(
        f"a module is missing on a node of the cluster ({message[:200]})\nInstall sgpkit {VERSION} on every node."
    )


VERSION = sgpkit.__version__
