"""Run another engine on every machine of a Ray cluster: the engine named by `--ray-engine` (default: vLLM) answers, and
Ray distributes the rows.

    ray start --head --port 6379                        # on one node; on the others: ray start --address HEAD:6379
    sgpkit run sgp-svg --engine ray --ray HEAD:6379 --model Qwen/Qwen3-8B

The run is the same as with the answering engine alone: it has the same keys and seeds, and that engine's name in
run.json. A run can therefore be started on one machine and resumed on a cluster, and vice versa. Files named by options
(a model folder, a template, prices) must exist on every node under the same path.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sgpkit import engines
from sgpkit.engines import ModelProperties, Setup
from sgpkit.engines.ray.placement import find_placement
from sgpkit.engines.ray.worker_pool import Engine
from sgpkit.errors import UserError
from sgpkit.sandbox import cluster

OPTIONS = frozenset(
    {
        "ray", "ray_engine", "ray_workers", "ray_shared",
        "engine_args", "sampling_args", "chat_template", "chat_template_args", "choice", "regex", "json_schema", "lora",
        "revision", "complete",
        "unseeded", "base_url", "api_key_env", "concurrency", "prices", "timeout", "retries", "context",
    }
)  # fmt: skip
"""Options that need a single process, such as a cost limit or batch files, are excluded."""

OURS = ("ray", "ray_engine", "ray_workers", "ray_shared")

_opened: list[tuple[Setup, Engine]] = []
"""The last opened engine and its setup, shared by `measure` and `open_engine`."""


def answering(options: Mapping[str, Any]) -> str:
    """Return the name of the engine that answers on the nodes, which the run is named after."""
    return str(options.get("ray_engine") or "vllm")


def open_engine(setup: Setup) -> Engine:
    """Open an engine on the cluster; the first call takes over the engine that `measure` opened for the same setup."""
    engine = engine_for(setup)
    if engine.taken:
        engine = start(setup)
    engine.taken = True
    return engine


def measure(setup: Setup) -> ModelProperties:
    """Return the model's properties from the first worker of the cluster."""
    return engine_for(setup).measure()


def engine_for(setup: Setup) -> Engine:
    """Return the engine that is open for this setup; open one if there is none, or if it was closed."""
    if not (_opened and _opened[0][0] is setup and not _opened[0][1].closed):
        _opened[:] = [(setup, start(setup))]
    return _opened[0][1]


def start(setup: Setup) -> Engine:
    """Connect to the cluster and start the first worker. Raises UserError if no cluster is named, or for options that
    the inner engine does not take."""
    name, inner, address = node_setup(setup)
    return Engine(name, inner, address, lambda: find_placement(name, setup.options))


def check(setup: Setup) -> None:
    """Raise UserError if no cluster answers, or for options that the inner engine does not take. The first worker on
    the nodes checks the model.
    """
    _, _, address = node_setup(setup)
    cluster.check(address)


def node_setup(setup: Setup) -> tuple[str, Setup, str]:
    """Return the engine of each node, its setup, and the address of the cluster."""
    name = answering(setup.options)
    if name == "ray":
        raise UserError("--ray-engine: expected the engine for each node: vllm, endpoint, baseline or replay")
    inner = inner_setup(name, setup)
    engines.refuse_untaken(name, engines.load(name), inner.options)
    address = setup.options.get("ray") or os.environ.get("RAY_ADDRESS")
    if not address:
        raise UserError(
            "--engine ray needs --ray ADDRESS: HOST:PORT of the head node, auto, or local for this machine only"
        )
    return name, inner, str(address)


def inner_setup(name: str, setup: Setup) -> Setup:
    """Return the setup for the engine on a node. Rows are sent only if it uses more than the requests."""
    options = {option: value for option, value in setup.options.items() if option not in OURS}
    for option in engines.FILE_OPTIONS:
        if option in options and Path(options[option]).exists():
            options[option] = type(options[option])(Path(options[option]).absolute())
    model = setup.model
    if name in engines.MODELS_IN_FILES and Path(model).exists():
        model = str(Path(model).absolute())
    if name in ("baseline", "replay"):
        return replace(setup, model=model, options=options)
    return replace(setup, model=model, options=options, rows=(), examples=())
