"""OpenEnv: a config as an environment, with its server and its client, `sgpkit export openenv CONFIG`.

OpenEnv loads environments from package folders, so the export writes a small package whose server calls `server.app` of
this package and whose client is `client.Client`. Format: https://github.com/meta-pytorch/OpenEnv.
"""

import json
from pathlib import Path
from typing import NamedTuple

import sgpkit
from sgpkit.benchmark import families
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.integrations import harbor, tasks
from sgpkit.runs import plan
from sgpkit.training.served import FRAMEWORK, SESSIONS

PORT = 8000

MANIFEST = """\
spec_version: 1
name: {name}
type: space
runtime: fastapi
app: server.app:app
port: {port}
"""

PROJECT = """\
[build-system]
requires = ["setuptools>=78"]
build-backend = "setuptools.build_meta"

[project]
name = {distribution}
version = {version}
description = {title}
requires-python = ">=3.11"
dependencies = ["openenv-core{versions}", "sgpkit[{extras}]=={sgpkit}"]

[project.scripts]
server = "{name}.server.app:main"

[tool.setuptools]
packages = ["{name}", "{name}.server"]
package-dir = {{ "{name}" = ".", "{name}.server" = "server" }}
"""

MODULES = {
    "__init__.py": '''\
"""{title}, as an environment of OpenEnv."""

from sgpkit.integrations.openenv.client import Client
from sgpkit.integrations.openenv.models import Answer, Progress, Turn

__all__ = ["Answer", "Client", "Progress", "Turn"]
''',
    "client.py": '''\
"""The client of the environment."""

from sgpkit.integrations.openenv.client import Client

__all__ = ["Client"]
''',
    "models.py": '''\
"""The types of the environment."""

from sgpkit.integrations.openenv.models import Answer, Progress, Turn

__all__ = ["Answer", "Progress", "Turn"]
''',
    "server/__init__.py": '"""The server of the environment."""\n',
    "server/app.py": '''\
"""The server of the environment: `python -m server.app`. SGPKIT_DATA names other rows."""

import os

from sgpkit.integrations.openenv import server

OPTIONS = {options}

app = server.app(**OPTIONS | {{"data": os.environ.get("SGPKIT_DATA", OPTIONS["data"])}})


def main() -> None:
    """Serve the environment at the address in HOST and PORT."""
    server.serve(app, os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", {port})))


if __name__ == "__main__":
    main()
''',
}
"""The modules of a package, by their path."""

README = """\
---
title: {title}
sdk: docker
app_port: {port}
tags: [openenv]
---

`{config}` of sgpkit as an environment of OpenEnv. An episode is one row: `reset` returns the prompt, `step` takes the
completion and returns status, reason, parts, the picture of the drawing, and the reward.
"""

DOCKERFILE_END = """\
COPY . /app/{name}
RUN pip install --no-cache-dir /app/{name}
ENV HOST=0.0.0.0 PORT={port}
CMD ["server"]
"""


class Options(NamedTuple):
    """The options of an environment: `data` is a built folder or `ORG/NAME@REVISION`, empty for fresh rows. `attempts`
    is the number of answers in an episode, `sessions` the maximum number of open sessions."""

    config: str
    data: str = ""
    strategy: str = ""
    mode: str = ""
    setting: str = ""
    attempts: int = 1
    sessions: int = SESSIONS


def export(options: Options, out: Path) -> Path:
    """Write the package of an environment and return its folder. Raises UserError for a config that OpenEnv does not
    support.
    """
    options = checked(options)
    benchmark = families.get(options.config)
    name = f"sgpkit_{tasks.task_name(options.config)}_env"
    values = {
        "config": options.config,
        "name": name,
        "title": benchmark.title.replace('"', "'"),
        "port": PORT,
        "options": repr(options._asdict()),
    }
    project = {
        "distribution": json.dumps(f"sgpkit-{options.config}-env"),
        "version": json.dumps(sgpkit.__version__),
        "title": json.dumps(benchmark.title, ensure_ascii=False),
        "versions": FRAMEWORK.versions,
        "extras": ",".join(["openenv", *harbor.extras_of(benchmark)]),
        "sgpkit": sgpkit.__version__,
        "name": name,
    }
    files = {path: text.format(**values) for path, text in MODULES.items()}
    files |= {
        "openenv.yaml": MANIFEST.format(**values),
        "pyproject.toml": PROJECT.format(**project),
        "README.md": README.format(**values),
        "Dockerfile": harbor.dockerfile(benchmark, "openenv") + DOCKERFILE_END.format(**values),
    }
    for path, text in files.items():
        target = out / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, text)
    return out / name


def checked(options: Options) -> Options:
    """Return options with the names of the strategy, mode and setting. Raises UserError for a config that cannot be an
    environment, or does not have them."""
    benchmark = families.get(options.config)
    if reason := tasks.missing(benchmark):
        raise UserError(f"{options.config} cannot be scored here: {reason}")
    if benchmark.scoring.batch_dependent:
        raise UserError(
            f"{options.config} cannot be an OpenEnv environment: a score depends on the answers to other rows"
        )
    if not options.data and "builtin" not in benchmark.rows.sources:
        raise UserError(f"{options.config} has no fresh rows; name a dataset: --data FOLDER or ORG/NAME@REVISION")
    prompts = benchmark.prompts
    return options._replace(
        strategy=plan.choose("strategy", options.strategy or None, prompts.strategies),
        mode=plan.choose("mode", options.mode or None, prompts.modes),
        setting=plan.choose("setting", options.setting or None, prompts.settings),
    )
