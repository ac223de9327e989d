"""Call Docker or Podman, for machines without bubblewrap (such as macOS).

The image is built from the repository's Dockerfile and never pulled. A container sees only sgpkit and the paths that
the caller mounts, read-only. It uses the image's Python: in commands, the paths of this machine's interpreter and
library folders are replaced by those of the image.

    SGPKIT_SANDBOX_ENGINE    the engine's program; default: docker or podman, whichever is found first
    SGPKIT_SANDBOX_IMAGE     another image; it needs bash, GNU tar, coreutils and the programs of
                             tools/system-packages.txt, and must not declare a VOLUME, where programs could write
                             without limit
    SGPKIT_SANDBOX_PYTHON    the image's interpreter with the libraries of requirements/core.lock

Compared with bubblewrap, the isolation of network, files and environment and the limits on time and sizes are the same.
Differences: the control group limits the memory of the process tree, the first process limits its processor time (read
from a version 2 control group, else from /proc), and the engine's own filter limits system calls.

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
from sgpkit.sandbox.workers.python_files import interpreter

IMAGE = f"sgpkit:{sgpkit.__version__}"
PYTHON = "/home/sgpkit/.venv/bin/python"
HIDDEN = ("/home/sgpkit/builders", "/home/sgpkit/sgpkit", "/home/sgpkit/tests")
"""Folders of the image that no program may read, covered by empty ones: they hold the answers of benchmarks."""
ENGINES = ("docker", "podman")
USER = 65534  # no one, and the same in every image
SUPERVISOR_MEMORY = 64 << 20  # bytes of memory for the processes that watch the program
SUPERVISOR_PROCESSES = 6  # number of these processes
# An engine may be configured to pass these, which can contain passwords, to every container.
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY")


class Engine(NamedTuple):
    """A container engine and the image to use."""

    program: str
    version: str
    image: str
    python: str = ""
    libraries: str = ""
    """The image's folder of Python libraries, "" if none."""

    @property
    def is_podman(self) -> bool:
        """Return whether the engine is Podman, which may be installed as `docker`."""
        return self.version.startswith("podman")

    def __str__(self) -> str:
        return f"container of {self.version}, image {self.image}"


def find_engine() -> Engine:
    """Return the installed engine, without checking that it works. Raises Unavailable if there is none."""
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
        raise Unavailable(f"{program} --version failed: {error}") from None
    words = output.replace(",", " ").split()
    return f"{words[0].lower()} {words[2]}" if len(words) > 2 else f"{Path(program).name} of unknown version"


def forget() -> None:
    """Query the engine's version again at the next call."""
    _version.cache_clear()


def command_line(
    engine: Engine, name: str, command: Sequence[str], contents: Contents, limits: Limits
) -> tuple[str, ...]:
    """Return the command line for one container in which `command` is the first process."""
    memory = str(limits.memory + contents.scratch + SUPERVISOR_MEMORY)  # the files in a tmpfs count as memory
    # Podman does not accept this option; there only memory bounds the number of files.
    files = "" if engine.is_podman else f",nr_inodes={limits.scratch_files}"
    line = [engine.program, "run", "--rm", "--interactive", "--pull=never", "--name", name]
    line += ["--network=none", "--ipc=none", "--cgroupns=private", "--hostname=sandbox", "--log-driver=none"]
    line += ["--read-only", f"--tmpfs=/tmp:rw,nosuid,nodev,exec,mode=1777,size={contents.scratch}{files}"]
    line += ["--cap-drop=ALL", "--security-opt=no-new-privileges", f"--user={USER}:{USER}"]
    processes = limits.processes + SUPERVISOR_PROCESSES
    line += [f"--memory={memory}", f"--memory-swap={memory}", f"--pids-limit={processes}", "--cpus=1"]
    if engine.is_podman:
        line += ["--read-only-tmpfs=false", "--http-proxy=false", "--image-volume=ignore"]
    else:
        line += [f"--env={name}=" for proxy in PROXIES for name in (proxy, proxy.lower())]
    mounted = mounted_paths(contents.read_only)
    for path in mounted:
        line += ["--mount", _as_csv("type=bind", f"source={path}", f"target={path}", "readonly")]
    # Podman would copy the image's files into the empty folder.
    empty = ("tmpfs-size=4096", "tmpfs-mode=0555", *(["notmpcopyup"] if engine.is_podman else []))
    for path in HIDDEN:
        if not any(Path(shown).is_relative_to(path) for shown in mounted):
            line += ["--mount", _as_csv("type=tmpfs", f"target={path}", *empty)]
    line += [f"--env={name}={value}" for name, value in contents.environment.items()]
    return (*line, "--workdir=/", f"--entrypoint={command[0]}", engine.image, *command[1:])


def _as_csv(*fields: str) -> str:
    """Return fields as CSV, which `--mount` parses: a path may contain a comma."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="").writerow(fields)
    return stream.getvalue()


def translate_command(engine: Engine, command: Sequence[str]) -> list[str]:
    """Replace this machine's interpreter and library folders in a command by those of the image."""
    if command[0] != str(interpreter()):
        return list(command)
    if not engine.python:
        raise Unavailable(
            f"the image {engine.image} has no Python with sgpkit's libraries at {_wanted_python()}; set "
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


def mounted_paths(paths: Sequence[str]) -> list[str]:
    """Return the paths to mount: all but those of this machine's Python, since the image has its own."""
    ours = Path(sgpkit.__file__).parent
    return [path for path in paths if Path(path).is_relative_to(ours) or not _is_of_python(path)]


def _is_of_python(path: str) -> bool:
    roots = {Path(sys.base_prefix), Path(sys.base_exec_prefix), interpreter().parent.parent, *_libraries()}
    return any(Path(path).is_relative_to(root) for root in roots)


@functools.cache
def _libraries() -> tuple[Path, ...]:
    """Return the folders of Python packages on this machine."""
    known = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *sys.path]
    return tuple(dict.fromkeys(Path(path) for path in known if Path(path).name in ("site-packages", "dist-packages")))


def _wanted_python() -> str:
    return os.environ.get("SGPKIT_SANDBOX_PYTHON", "").strip() or PYTHON


# Prints the resolved paths of the interpreter and its libraries, or nothing without an interpreter.
PROBE = (
    '[ -x "$1" ] && exec "$1" -I -c '
    "\"import sys, sysconfig; print(sys._base_executable); print(sysconfig.get_path('purelib'))\"; true"
)


def probe() -> tuple[str, ...]:
    """Return the command whose output `with_python` parses."""
    return ("/bin/sh", "-c", PROBE, "sh", _wanted_python())


def with_python(engine: Engine, answer: str) -> Engine:
    """Return the engine with its image's interpreter and libraries, from the output of `probe`."""
    lines = answer.splitlines()
    return engine._replace(python=lines[0], libraries=lines[1]) if len(lines) == 2 else engine


def advice(engine: Engine, reason: str) -> str:
    """Return the error message for a container that does not start."""
    return (
        f"{engine.version} is installed at {engine.program}, but could not start a container: {reason}\n"
        f"It needs a running engine and the image {engine.image}, which is never pulled. What usually helps:\n"
        f"- start Docker Desktop, or: {Path(engine.program).name} info\n"
        f"- build the image in a checkout: {Path(engine.program).name} build -t {IMAGE} .\n"
        "- set SGPKIT_SANDBOX_IMAGE to use another image\n"
        f"Programs never run without a sandbox. This machine: {platform.system()} {platform.machine()}."
    )
