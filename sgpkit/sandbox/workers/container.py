"""Calling Docker or Podman, for machines where bubblewrap cannot work (macOS, for one).

The image is the one that the repository's Dockerfile builds; it is never fetched. Of this machine a container sees our
own package and what a caller shows it, read-only. Python and its libraries are the image's: a command that names this
machine's interpreter, or its folders of libraries, gets the image's in their place.

    SGPKIT_SANDBOX_ENGINE    the engine's program: docker or podman, whichever is found first, unless it is named
    SGPKIT_SANDBOX_IMAGE     another image that has bash, GNU tar and coreutils, and the programs of
                             tools/system-packages.txt, and that
                             declares no VOLUME: Docker would let programs write there without a bound
    SGPKIT_SANDBOX_PYTHON    the interpreter in it that has the libraries of requirements/core.lock

Compared with bubblewrap: the same network, files, environment, time and sizes; the memory of the tree is held by its
control group, its processor time by the first process (from the control group where that is of version 2, else from
/proc), and system calls by the engine's own filter.

Flags: https://docs.docker.com/reference/cli/docker/container/run/,
https://docs.podman.io/en/stable/markdown/podman-run.1.html.
"""

import csv
import functools
import io
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import sgpkit
from sgpkit.sandbox.workers.bubblewrap import Contents, Unavailable
from sgpkit.sandbox.workers.limits import Limits

IMAGE = f"sgpkit:{sgpkit.__version__}"
PYTHON = "/home/sgpkit/.venv/bin/python"
ENGINES = ("docker", "podman")
USER = 65534  # nobody, and the same in every image
ROOM = 64 << 20  # bytes of memory for the processes that watch the program
WATCHERS = 6  # number of these processes
# An engine's own settings may hand these to every container, with passwords in them.
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY")


class Engine(NamedTuple):
    """A program that starts containers, and the image that it starts them from."""

    program: str
    version: str
    image: str
    python: str = ""
    libraries: str = ""
    """The folder of the image's Python libraries; "" where it has none."""

    @property
    def is_podman(self) -> bool:
        """Return whether the engine is Podman, which may be installed under the name of docker."""
        return self.version.startswith("podman")

    def __str__(self) -> str:
        return f"container of {self.version}, image {self.image}"


def chosen() -> Engine:
    """Return the engine that is installed, without checking that it works. Raises Unavailable where there is none."""
    named = os.environ.get("SGPKIT_SANDBOX_ENGINE", "").strip()
    program = next(filter(None, map(shutil.which, [named] if named else ENGINES)), None)
    if program is None:
        wanted = f"SGPKIT_SANDBOX_ENGINE={named!r}" if named else " or ".join(ENGINES)
        raise Unavailable(f"no container engine: {wanted} is not on PATH={os.environ.get('PATH', '')!r}")
    return Engine(program, _version(program), os.environ.get("SGPKIT_SANDBOX_IMAGE", "").strip() or IMAGE)


@functools.cache
def _version(program: str) -> str:
    """Return the version of an engine: `docker 28.2.2` for `Docker version 28.2.2, build …`."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{program} does not say its version: {error}") from None
    words = output.replace(",", " ").split()
    return f"{words[0].lower()} {words[2]}" if len(words) > 2 else f"{Path(program).name} of unknown version"


def forget() -> None:
    """Ask the engines for their versions again at the next call."""
    _version.cache_clear()


def command_line(
    engine: Engine, name: str, command: Sequence[str], contents: Contents, limits: Limits
) -> tuple[str, ...]:
    """Return the whole command line for one container in which `command` is the first process."""
    memory = str(limits.memory + contents.scratch + ROOM)  # what lies in a tmpfs counts as memory too
    # Podman keeps its own list of a tmpfs's options; there the number of files is bounded by the memory alone.
    files = "" if engine.is_podman else f",nr_inodes={limits.scratch_files}"
    line = [engine.program, "run", "--rm", "--interactive", "--pull=never", "--name", name]
    line += ["--network=none", "--ipc=none", "--cgroupns=private", "--hostname=sandbox", "--log-driver=none"]
    line += ["--read-only", f"--tmpfs=/tmp:rw,nosuid,nodev,exec,mode=1777,size={contents.scratch}{files}"]
    line += ["--cap-drop=ALL", "--security-opt=no-new-privileges", f"--user={USER}:{USER}"]
    line += [f"--memory={memory}", f"--memory-swap={memory}", f"--pids-limit={limits.processes + WATCHERS}", "--cpus=1"]
    if engine.is_podman:
        line += ["--read-only-tmpfs=false", "--http-proxy=false", "--image-volume=ignore"]
    else:
        line += [f"--env={name}=" for proxy in PROXIES for name in (proxy, proxy.lower())]
    for path in shown(contents.read_only):
        line += ["--mount", _as_csv("type=bind", f"source={path}", f"target={path}", "readonly")]
    line += [f"--env={name}={value}" for name, value in contents.environment.items()]
    return (*line, "--workdir=/", f"--entrypoint={command[0]}", engine.image, *command[1:])


def _as_csv(*fields: str) -> str:
    """Return fields as `--mount` reads them, since a path may hold a comma."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="").writerow(fields)
    return stream.getvalue()


def translated(engine: Engine, command: Sequence[str]) -> list[str]:
    """Return the command with the image's interpreter and libraries in place of this machine's."""
    if command[0] != str(interpreter()):
        return list(command)
    if not engine.python:
        raise Unavailable(
            f"the image {engine.image} has no Python with our libraries at {_wanted_python()}; name it with "
            "SGPKIT_SANDBOX_PYTHON, or build the image from the repository's Dockerfile"
        )
    folders = {str(folder) for folder in _libraries()}
    ours = str(Path(sgpkit.__file__).parent.parent)
    line = [engine.python]
    for word in command[1:]:
        if word not in folders or word == ours:
            line.append(word)
        if word in folders:
            line.append(engine.libraries)
    return line


def shown(paths: Sequence[str]) -> list[str]:
    """Return those of the paths that are no part of this machine's Python: the image has its own."""
    ours = Path(sgpkit.__file__).parent
    return [path for path in paths if Path(path).is_relative_to(ours) or not _is_of_python(path)]


def _is_of_python(path: str) -> bool:
    roots = {Path(sys.base_prefix), Path(sys.base_exec_prefix), interpreter().parent.parent, *_libraries()}
    return any(Path(path).is_relative_to(root) for root in roots)


def interpreter() -> Path:
    """Return this machine's Python interpreter, links resolved."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


@functools.cache
def _libraries() -> tuple[Path, ...]:
    """Return the folders of Python packages on this machine."""
    known = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *sys.path]
    return tuple(dict.fromkeys(Path(path) for path in known if Path(path).name in ("site-packages", "dist-packages")))


def _wanted_python() -> str:
    return os.environ.get("SGPKIT_SANDBOX_PYTHON", "").strip() or PYTHON


# Prints the resolved paths of the interpreter and of its libraries; nothing where there is none.
PROBE = (
    '[ -x "$1" ] && exec "$1" -I -c '
    "\"import sys, sysconfig; print(sys._base_executable); print(sysconfig.get_path('purelib'))\"; true"
)


def probe() -> tuple[str, ...]:
    """Return the command whose output `with_python` reads."""
    return ("/bin/sh", "-c", PROBE, "sh", _wanted_python())


def with_python(engine: Engine, answer: str) -> Engine:
    """Return the engine with the interpreter and libraries of its image, from the output of `probe`."""
    lines = answer.splitlines()
    return engine._replace(python=lines[0], libraries=lines[1]) if len(lines) == 2 else engine


def advice(engine: Engine, reason: str) -> str:
    """Return advice for the user where a container does not start."""
    return (
        f"{engine.version} is installed at {engine.program}, but could not start a container: {reason}\n"
        f"It needs a running engine and the image {engine.image}, which is never fetched. What usually helps:\n"
        f"- start Docker Desktop, or: {Path(engine.program).name} info\n"
        f"- build the image in a checkout: {Path(engine.program).name} build -t {IMAGE} .\n"
        "- SGPKIT_SANDBOX_IMAGE names another image\n"
        f"Nothing is ever run without the sandbox. This machine: {platform.system()} {platform.machine()}."
    )
