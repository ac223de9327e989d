"""Placement of workers: the number that fits on a cluster, and the resources of each."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sgpkit.engines.vllm.settings import width_of
from sgpkit.errors import UserError
from sgpkit.sandbox import cluster


class Placement(NamedTuple):
    """A number of workers, each with a number of processors and GPUs of one node, as Ray counts them."""

    workers: int
    nodes: int
    cpus: int
    gpus: int


def find_placement(engine: str, options: Mapping[str, Any]) -> Placement:
    """Return the workers that the cluster has room for. A vLLM worker takes the GPUs of its data, tensor and
    pipeline parallelism; an engine without GPUs gets one worker on each node."""
    nodes = cluster.alive_nodes()
    wanted = options.get("ray_workers")
    gpus = [int(node.get("GPU", 0)) for node in nodes]
    if engine == "vllm" and any(gpus):
        arguments = options.get("engine_args") or {}
        width = width_of(arguments)
        room = sum(count // width for count in gpus)
        if not room:
            raise UserError(
                f"a worker needs {width} GPUs on one node, but no node of the cluster has more than {max(gpus)}"
            )
        refuse_too_many(wanted, room, f"with {width} GPUs each" if width > 1 else "with one GPU each")
        return Placement(wanted or room, len(nodes), 0, width)
    cpus = [int(node.get("CPU", 0)) for node in nodes]
    if not any(cpus):
        raise UserError("no node of the cluster has a free processor (ray start --num-cpus N)")
    refuse_too_many(wanted, sum(cpus), "with one processor each")
    return Placement(wanted or sum(count > 0 for count in cpus), len(nodes), 1, 0)


def refuse_too_many(wanted: int | None, room: int, needs: str) -> None:
    """Raise UserError if more workers are wanted than the cluster has room for; None means the maximum that fits."""
    if wanted is not None and wanted > room:
        raise UserError(f"--ray-workers {wanted}: the cluster has room for {room} {needs}")
