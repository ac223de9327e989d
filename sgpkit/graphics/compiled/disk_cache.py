"""Cache compiled programs on disk, in the user's cache folder.

The name of a file is a hash of the program's text and limits, of the compiler with its libraries and fonts, and of the
calling code. So a program cannot influence the entries of others, and updates invalidate all entries. Sandboxes cannot
see the folder. Damaged files, and files that another user could have written, are ignored. Only drawings are cached,
since a rejection may be due to the machine.

SGPKIT_COMPILED=off disables the cache; the folder can be deleted at any time.
"""

import contextlib
import functools
import hashlib
import json
import os
import stat
import tempfile
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sgpkit import content, user_cache
from sgpkit.graphics.compiled import LONGEST_SVG, ROOM, Converted, Word
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected

SETTING = "SGPKIT_COMPILED"
OFF = "off"

MOST = 256 << 20
"""Maximum bytes of the folder. Above it, the least recently used files are removed, down to three quarters."""

LARGEST = 4 << 20
"""Maximum bytes of a file; larger drawings are not cached."""

_TIDY_EVERY = 16 << 20
_CHECKSUM = hashlib.sha256().digest_size
_CODE = ("compiled", "eps", "guard", "tex")
# Lists each program with its libraries, then the fonts and settings visible in the sandbox.
_IDENTITY = """
for program in "$@"; do
  path=$(type -P "$program") && libraries=$(ldd "$path") || exit 1
  stat -L -c '%n %s %Y' "$path" $(grep -o '/[^ ]*' <<<"$libraries") || exit 1
done
find -L /etc/fonts /etc/ghostscript /etc/texmf /var/lib/ghostscript /usr/share/ghostscript /usr/share/fonts \
  /usr/share/poppler /usr/local/share/fonts /usr/local/share/texmf -type f -printf '%p %s %T@\\n' 2>/dev/null |
  LC_ALL=C sort
"""

_lock = threading.Lock()
_written = _TIDY_EVERY  # so that the first file written by a process triggers tidying


def get(
    format: str, code: str, limit: float, compiler: Callable[[], str], compile: Callable[[], Converted]
) -> Converted:
    """Return a program's result from the cache, or compile it and cache the result. `compiler` returns an identifier of
    the compiler, or "" to disable caching."""
    path = _path(format, code, limit, compiler)
    if path is None:
        return compile()
    result = _read(path)
    if result is None:
        result = compile()
        with contextlib.suppress(OSError):  # the disk may be full or read-only
            _write(path, result)
    return result


def holds(format: str, code: str, limit: float, compiler: Callable[[], str]) -> bool:
    """Return whether there is a file for a program, without reading it."""
    path = _path(format, code, limit, compiler)
    return path is not None and path.is_file()


@functools.cache
def identity(programs: tuple[str, ...]) -> str:
    """Return an identifier of installed programs with their libraries and fonts, or "" if that fails."""
    try:
        result = sandbox.run(["bash", "-c", _IDENTITY, "bash", *programs], {})
    except (Rejected, sandbox.Unavailable):
        return ""
    return hashlib.sha256(result.stdout).hexdigest() if result.succeeded and result.stdout else ""


@functools.cache
def _own_code() -> bytes:
    """Return the hash of sgpkit's modules that compile and check programs."""
    digest = hashlib.sha256()
    for folder in _CODE:
        for path in sorted((content.PACKAGE / "graphics" / folder).rglob("*.py")):
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


def _path(format: str, code: str, limit: float, compiler: Callable[[], str]) -> Path | None:
    """Return the file of a program, or None if caching is disabled or the folder is not private."""
    if os.environ.get(SETTING, "").strip() == OFF:
        return None
    name = compiler()
    if not name:
        return None
    try:
        folder = user_cache.folder() / "compiled"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(folder.lstat(), stat.S_ISDIR):
            return None
        key = repr((format, limit, sandbox.memory(ROOM), name)).encode() + b"\0" + _own_code()
        digest = hashlib.sha256(key + code.encode("utf-8", "surrogatepass"))
    except (OSError, RuntimeError):
        return None
    return folder / digest.hexdigest()


def _is_ours(status: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Return whether a file or folder is of a kind, and only this user can write it."""
    return is_kind(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _read(path: Path) -> Converted | None:
    """Return the result in a file, or None if it is missing, damaged or not this user's."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            if not _is_ours(os.fstat(handle), stat.S_ISREG):
                return None
            data = file.read(LARGEST + 1)
            os.utime(handle)  # mark as recently used
    except OSError:
        return None
    if hashlib.sha256(data[_CHECKSUM:]).digest() != data[:_CHECKSUM]:
        return None
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data[_CHECKSUM:], 2 * LONGEST_SVG)
        return _from_json(json.loads(text)) if unpacking.eof else None
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError):
        return None


def _from_json(value: Any) -> Converted:
    origin = value["origin"]
    return Converted(
        value["svg"],
        value["pages"],
        tuple(value["notes"]),
        None if origin is None else (origin[0], origin[1]),
        tuple(Word(*word) for word in value["words"]),
    )


def _write(path: Path, converted: Converted) -> None:
    """Write a file in one step."""
    global _written
    fields = {name: getattr(converted, name) for name in ("svg", "pages", "notes", "origin", "words")}
    packed = zlib.compress(json.dumps(fields).encode(), 1)
    if len(packed) + _CHECKSUM > LARGEST:
        return
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(packed).digest() + packed)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
    with _lock:
        _written += len(packed)
        due = _written >= _TIDY_EVERY
        _written = 0 if due else _written
    if due:
        _tidy(path.parent)


def _tidy(folder: Path) -> None:
    """Remove the least recently used files if the folder is too large."""
    files = []
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            status = entry.stat(follow_symlinks=False)
            files.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in files)
    if total <= MOST:
        return
    for _, size, path in sorted(files):
        Path(path).unlink(missing_ok=True)
        total -= size
        if total <= MOST * 3 // 4:
            return


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
