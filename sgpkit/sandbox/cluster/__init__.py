"""Ray: the only access to a cluster, for all work that is spread over machines. Every node needs the same sgpkit, and
the packages of its work.

An address is HOST:PORT of the cluster's head, as `ray start --head` prints it, for a program that runs on one of the
nodes; `auto` for the cluster that this machine is part of; `ray://HOST:PORT` for a program outside of it
(https://docs.ray.io/en/latest/cluster/running-applications/job-submission/ray-client.html); or `local` for one on this
machine that lives as long as the program.
"""

import itertools
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import sgpkit
from sgpkit import plugins
from sgpkit.errors import UserError, first_line

Batch = TypeVar("Batch")
Result = TypeVar("Result")

TRIES = 3
"""The number of restarts of a batch whose process or node died."""

SECONDS_TO_REACH = 10

LIMITS = ("SGPKIT_SECONDS", "SGPKIT_MEMORY")
"""The sandbox's limits that a user may set; they travel with the work."""

NO_LIMITS: Mapping[str, str] = MappingProxyType({})

TOKEN_FILE = Path("~/.ray/auth_token")
"""Ray's file with the token of this user's clusters: https://docs.ray.io/en/latest/ray-security/token-auth.html"""

INSTALL = "pip install 'sgpkit[ray]'"


def connect(address: str) -> bool:
    """Connect to a cluster. Return whether this call made the connection: a program that has one keeps it."""
    # Ray would report usage to its makers; the user's own setting stays.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if "RAY_AUTH_TOKEN" in os.environ or TOKEN_FILE.expanduser().is_file():
        # `ray start` and `auto` use the token by themselves; with an address alone Ray does not.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        import ray
    except ImportError:
        raise UserError(f"--ray needs Ray\n{INSTALL}") from None
    if ray.is_initialized():
        return False
    refuse_unreachable(address)
    settings: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    if added := plugins.environment():
        settings["runtime_env"] = {"env_vars": added}  # before any function of a family is unpickled there
    ended_by = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **settings)
    except ConnectionError:
        if address == "auto":
            fix = "Start one (ray start --head), or give its address."
            raise UserError(f"--ray auto: this machine is part of no cluster\n{fix}") from None
        fix = f"Does it want a token? Give its own: RAY_AUTH_TOKEN, or {TOKEN_FILE} as on its head."
        raise UserError(f"--ray {address}: the cluster there takes no connection from here\n{fix}") from None
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise UserError(f"--ray {address}: {first_line(error):.300}") from None
    finally:
        # Ray ends the program its own way on SIGTERM.
        with suppress(ValueError, TypeError):  # in a thread there are no signals, and not every handler is Python's
            signal.signal(signal.SIGTERM, ended_by)
    return True


def refuse_unreachable(address: str) -> None:
    """Raise UserError for an address where no cluster answers: Ray would try for 80 seconds, then end the process."""
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not host or not colon or not port.isdigit() or not 0 < int(port) < 65536:
        raise UserError(f"--ray {address!r}: expected HOST:PORT, ray://HOST:PORT, auto or local")
    try:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_REACH).close()
    except OSError as error:
        raise UserError(
            f"--ray {address}: no cluster answers there ({error.strerror or error})\n"
            "Start one (ray start --head --port PORT), or give --ray local"
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
    """End the connection to the cluster."""
    import ray

    ray.shutdown()


def alive_nodes() -> list[dict[str, float]]:
    """Return the total resources of each living node: CPU, GPU, …"""
    import ray

    return [node["Resources"] for node in ray.nodes() if node["Alive"]]


def in_order(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[Result]:
    """Yield the results of `work` on batches, in their order, one at a time on each processor of the cluster. The
    number of batches in progress is bounded, and so is the memory. Needs a connection."""
    import ray

    task = ray.remote(do).options(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")
    shared = ray.put(work)
    most = 2 * max(1, int(sum(node.get("CPU", 0) for node in alive_nodes())))
    waiting: deque[Any] = deque()
    try:
        for batch in batches:
            waiting.append(task.remote(shared, batch, limits()))
            if len(waiting) > most:
                yield awaited(waiting.popleft())
        while waiting:
            yield awaited(waiting.popleft())
    finally:
        for reference in waiting:
            ray.cancel(reference)


def as_finished(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[tuple[int, Result]]:
    """Yield the number of each batch and the result of `work` on it, as they are finished: a slow batch holds nothing
    up. What was lost with a process or node is done again elsewhere. Needs a connection."""
    import ray

    task = ray.remote(do).options(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")
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
                yield waiting.pop(reference), awaited(reference)
    finally:
        for reference in waiting:
            ray.cancel(reference)


def limits() -> dict[str, str]:
    """Return the limits that the user has set here, to apply on every node."""
    return {name: os.environ[name] for name in LIMITS if name in os.environ}


def do(work: Callable[[Batch], Result], batch: Batch, limits: Mapping[str, str] = NO_LIMITS) -> Result:
    """Run `work` on a node, with one sandbox at a time: the cluster runs a task for each processor."""
    os.environ.setdefault("SGPKIT_WORKERS", "1")
    for name in LIMITS:
        os.environ.pop(name, None)  # of an earlier task
    os.environ.update(limits)
    return work(batch)


def awaited(reference: Any) -> Any:
    """Return the result of a task; a user's mistake raises the same error as on one machine."""
    import ray

    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        if isinstance(getattr(error, "cause", None), UserError):
            raise error.cause from None
        if "No module named" in str(error):
            raise lacking(error) from None
        raise


def lacking(error: BaseException) -> UserError:
    """Return the error for a node without the code that it should run."""
    message = next(line.strip() for line in str(error).splitlines() if "No module named" in line)
    return UserError(
        f"a node of the cluster lacks what it needs ({message[:200]})\nInstall sgpkit {VERSION} on every node."
    )


VERSION = sgpkit.__version__
