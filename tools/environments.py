"""Make and lock the environments that pyproject.toml declares: `tools/setup` calls this after the system packages.

    python tools/environments.py install GROUP…    install what requirements/GROUP.lock pins, every file by its hash
    python tools/environments.py lock [GROUP…]     write requirements/GROUP.lock: all groups, if none is named

A group `on` another one has a small environment in front of the other: it contains only packages that the other does
not have, or has in another version. This module needs only the standard library, since it runs before anything is
installed.
"""

import contextlib
import fnmatch
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

ROOT = Path(__file__).resolve().parents[1]
OLDEST = "3.11.2"
"""The oldest Python that locks are for: that of Debian 12."""

BLOCK = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)[^\n]*\n(?:    [^\n]*\n)+", re.MULTILINE)

NOWHERE = "sys_platform == 'none'"
"""The marker by which an override leaves out a package and the packages that only it needs."""


class Declared(TypedDict, total=False):
    """A row of `[tool.sgpkit.environments]`."""

    folder: str
    on: str
    groups: list[str]
    extras: list[str]
    omit: list[str]
    override: list[str]
    platform: str


class Pin(NamedTuple):
    """A package of a lock: its version, and its lines with the hashes of all its files."""

    version: str
    lines: str


class Refused(Exception):
    """The set-up cannot continue; the message says what to do."""


def declared() -> Mapping[str, Declared]:
    """Return the groups that have an environment."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        environments: Mapping[str, Declared] = tomllib.load(file)["tool"]["sgpkit"]["environments"]
    return environments


def lock_of(group: str) -> Path:
    """Return the lock of a group."""
    return ROOT / "requirements" / f"{group}.lock"


def read_lock(path: Path) -> dict[str, Pin]:
    """Return the packages of a lock by normalised name."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {normal(match["name"]): Pin(match["version"], match[0]) for match in BLOCK.finditer(text)}


def normal(name: str) -> str:
    """Return a package's name as PEP 503 normalises it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def run(*command: str | Path, quiet: bool = False, check: bool = True) -> str:
    """Run a program in the checkout and return what it prints."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL if quiet else None, text=True, check=False
    )
    if check and done.returncode:
        raise Refused(f"failed with exit status {done.returncode}: {shlex.join(map(str, command))}")
    return done.stdout


class Environment:
    """A virtual environment and the programs in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"

    def make(self, interpreter: str | Path) -> None:
        """Create the environment unless it works."""
        if not self.python.exists() or not self.has("pip"):
            shutil.rmtree(self.folder, ignore_errors=True)
            run(interpreter, "-m", "venv", self.folder)
            (self.folder / ".gitignore").write_text("*\n", encoding="utf-8")

    def has(self, package: str) -> bool:
        """Return whether a package is installed."""
        find = f"import importlib.metadata as metadata; metadata.version({package!r})"
        return not subprocess.run([self.python, "-c", find], stderr=subprocess.DEVNULL, check=False).returncode

    def pip(self, *arguments: str | Path, **how: bool) -> str:
        """Run pip."""
        return run(self.python, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments, **how)

    def site(self) -> Path:
        """Return the folder of packages."""
        return Path(run(self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())

    def install(self, pins: Sequence[Pin], *options: str) -> None:
        """Install packages by hash with pip."""
        with written(pins) as file:
            self.pip("install", "--require-hashes", "--no-deps", *options, "--requirement", file)

    def install_locked(self, pins: Sequence[Pin], compiled: bool) -> None:
        """Install packages by hash with uv, then with pip what uv could not.

        uv fetches and unpacks several packages at once, but ignores the settings of pip, such as another index or
        certificate. Packages available only as source are built by the installed setuptools.
        """
        locked = ("install", "--require-hashes", "--no-deps", "--no-build-isolation", "--requirement")
        with written(pins) as file:
            uv = (self.python, "-m", "uv", "pip", *locked, file, "--quiet", "--system-certs")
            run(*uv, *(["--compile-bytecode"] if compiled else []), quiet=True, check=False)
            self.pip(*locked, file, "--compile" if compiled else "--no-compile")


@contextlib.contextmanager
def written(pins: Sequence[Pin]) -> Iterator[str]:
    """Write packages to a temporary file of requirements, and yield its path."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.writelines(pin.lines for pin in pins)
        file.flush()
        yield file.name


# --- installing ------------------------------------------------------------------------------------------------------


def install(group: str) -> None:
    """Make the environment of a group, and install the packages pinned in its lock."""
    if group == "cad":
        install_cad()
        return
    settings = declared()[group]
    environment = Environment(ROOT / settings["folder"])
    beneath = declared()[settings["on"]]["folder"] if "on" in settings else None
    environment.make(ROOT / beneath / "bin" / "python" if beneath else sys.executable)
    link = environment.site() / "beneath.pth"
    link.unlink(missing_ok=True)  # during the installation, pip and uv see only this environment

    pins = read_lock(lock_of(group))
    tools = read_lock(lock_of("core"))
    cpu_torch = pins.pop("torch", None) if "platform" not in settings else None
    if cpu_torch:
        install_torch(environment, cpu_torch)
    environment.install([tools["uv"], pins.get("setuptools", tools["setuptools"])], "--no-compile")
    environment.install_locked(list(pins.values()), compiled=group == "dev")
    if beneath:
        packages = Environment(ROOT / beneath).site()
        link.write_text(f"import site; site.addsitedir({str(packages)!r})\n", encoding="utf-8")
    else:
        environment.pip("install", "--no-deps", "--no-build-isolation", "--editable", ".")
    print(f"{settings['folder']}: {len(pins) + bool(cpu_torch)} packages of {lock_of(group).relative_to(ROOT)}")
    if group in ("core", "dev"):
        say_what_is_missing(environment, group)


def install_cad() -> None:
    """Install CadQuery and build123d into separate folders, since no environment can have both."""
    print(run(ROOT / declared()["dev"]["folder"] / "bin" / "python", "-m", "sgpkit.families.cadscript"), end="")


def install_torch(environment: Environment, pin: Pin) -> None:
    """Install PyTorch's build for CPUs: PyPI's build for Linux on x86-64 is linked to several GB of CUDA."""
    if environment.has("torch"):
        return
    version, hashed = offered_torch(environment, pin)
    if os.uname().sysname == "Linux" and os.uname().machine == "x86_64" and not version.endswith("+cpu"):
        raise Refused(
            f"pip would install PyTorch {version}, which is built for CUDA. Point pip at PyTorch's builds for CPUs\n"
            "(PIP_EXTRA_INDEX_URL; PyTorch's page 'Get started' has the address) and run this again."
        )
    if hashed not in pin.lines:
        raise Refused(
            f"PyTorch {version} for this Python has the hash {hashed},\nwhich is not in the lock. "
            "Use Python 3.11, or add the hash on this machine: tools/setup --lock."
        )
    environment.install([Pin(version, f"torch=={version} --hash={hashed}\n")], "--no-compile")


def offered_torch(environment: Environment, pin: Pin) -> tuple[str, str]:
    """Return the version and the hash of the file that pip would install."""
    offered = environment.pip("install", "--dry-run", "--no-deps", "--report", "-", f"torch=={pin.version}")
    (item,) = json.loads(offered)["install"]
    url, info = item["download_info"]["url"], item["download_info"].get("archive_info", {})
    hashed = info.get("hashes", {}).get("sha256")
    if not hashed:  # a file of this machine
        with urllib.request.urlopen(url) as file:
            hashed = hashlib.file_digest(file, "sha256").hexdigest()
    return item["metadata"]["version"], f"sha256:{hashed}"


def say_what_is_missing(environment: Environment, group: str) -> None:
    """Print what will not work on this machine."""
    program = "import sys; from sgpkit.sandbox.workers import sandbox\ntry: sandbox.kind()\n"
    program += "except sandbox.Unavailable as missing: print(missing)"
    if missing := run(environment.python, "-c", program):
        print(f"No sandbox: programs that a model wrote cannot be rendered, compiled or run.\n{missing}", end="")
    if group == "dev" and not shutil.which("java"):
        print("No Java: the baseline `opsin` is not available (apt-get install default-jre-headless).")


# --- locking ---------------------------------------------------------------------------------------------------------


def lock(group: str) -> None:
    """Write the lock of a group. Versions of the present lock, then of group dev, are preferred to newer ones.

    To update a package, delete it from both.
    """
    settings = declared()[group]
    beneath = read_lock(lock_of(settings["on"])) if "on" in settings else {}
    before = read_lock(lock_of(group))
    with tempfile.TemporaryDirectory() as folder:
        resolved, overrides = Path(folder, "resolved.txt"), Path(folder, "overrides.txt")
        preferred = {**read_lock(lock_of("dev")), **before}
        resolved.write_text("".join(pin.lines for pin in preferred.values()), encoding="utf-8")
        overrides.write_text("\n".join(settings.get("override", [])), encoding="utf-8")
        options = ["--python-platform", settings["platform"]] if "platform" in settings else ["--universal"]
        for name in settings.get("groups", [group]):
            options += ["--group", name]
        for name in settings.get("extras", []):
            options += ["--extra", name]
        uv = ROOT / declared()["core"]["folder"] / "bin" / "uv"
        options += ["--override", str(overrides), "--output-file", str(resolved), "--python-version", OLDEST]
        options += ["--generate-hashes", "--no-header", "--no-annotate"]
        run(uv, "pip", "compile", "--quiet", "pyproject.toml", *options)
        pins = read_lock(resolved)
    same = {name for name, pin in pins.items() if name in beneath and beneath[name].version == pin.version}
    if "torch" in pins and "platform" not in settings:
        pins["torch"] = with_cpu_build(pins["torch"], before.get("torch"))
    left = {name for name in pins if any(fnmatch.fnmatch(name, mask) for mask in settings.get("omit", []))}
    left |= {name for name, pin in pins.items() if NOWHERE in pin.lines.partition("\n")[0]}
    text = "".join(pin.lines for name, pin in sorted(pins.items()) if name not in same | left)
    head = f"# The packages of group {group} with the hashes of their files. Written by: tools/setup --lock {group}\n"
    lock_of(group).write_text(head + text, encoding="utf-8")
    print(f"{lock_of(group).relative_to(ROOT)}: {len(pins.keys() - same - left)} packages")


def with_cpu_build(pin: Pin, before: Pin | None) -> Pin:
    """Add the hashes of PyTorch's builds for CPUs: those of the lock before, and that of the file pip would install."""
    _, offered = offered_torch(Environment(ROOT / declared()["core"]["folder"]), pin)
    known = re.findall(r"sha256:\w+", before.lines) if before and before.version == pin.version else []
    hashes = sorted({*re.findall(r"sha256:\w+", pin.lines), *known, offered})
    return Pin(pin.version, f"torch=={pin.version} \\\n" + " \\\n".join(f"    --hash={one}" for one in hashes) + "\n")


def main(arguments: Sequence[str]) -> int:
    """Install or lock groups."""
    command, *groups = arguments
    known = [*declared(), "cad"]
    if unknown := [group for group in groups if group not in known]:
        print(f"no group {', '.join(unknown)}; groups: {', '.join(known)}", file=sys.stderr)
        return 2
    try:
        for group in groups or declared():
            (install if command == "install" else lock)(group)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
