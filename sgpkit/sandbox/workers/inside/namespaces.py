"""Fork processes into namespaces of their own, with new temporary files, no capabilities and a filter of system calls.

A process that loaded libraries forks one for each program (`forked_answers`). The program is the first process of its
namespace of processes, so all that it starts dies with it, and what it writes disappears with its mounts. Where the
system forbids this, as container engines do, the temporary files are wiped after each program instead.
"""

import ctypes
import os
import platform
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import system_calls  # type: ignore[import-not-found]  # a neighbour, in a sandbox without the package

TEMPORARY = Path("/tmp")
WORK = TEMPORARY / "work"
MAX_FILES = 1000
"""Maximum number of files that a program may have at a time."""

_CLONE = {"x86_64": 56, "aarch64": 220}
# CLONE_NEWNS, NEWIPC, NEWUSER, NEWPID
_NAMESPACES = 0x20000 | 0x08000000 | 0x10000000 | 0x20000000
_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT, _CLEAR_ALL = 4, 24, 38, 47, 4
_CAPABILITY_VERSION = 0x20080522
_CREATE_RULESET, _RESTRICT_SELF, _MAKE_BLOCK, _SCOPE_SIGNAL, _WITH_SIGNALS = 444, 446, 1 << 11, 2, 6
_NOSUID, _NODEV, _BIND, _RECURSIVE, _PRIVATE = 2, 4, 4096, 16384, 1 << 18

_FILTERS = {True: system_calls.bpf(system_calls.PROGRAM), False: system_calls.bpf(system_calls.TOOLS)}
"""Made once for all programs, by whether they are childless."""

_libc = ctypes.PyDLL(None, use_errno=True)  # keeps the lock of the interpreter, as forks must
_libc.syscall.restype = ctypes.c_long


class Scratch(NamedTuple):
    """The temporary files that a program finds: the folders, and what is mounted below /tmp, such as packages."""

    bytes: int
    folders: tuple[Path, ...]
    mounted: tuple[Path, ...]


def scratch() -> Scratch:
    """Return the temporary files of this process, which no program has used yet."""
    space = os.statvfs(TEMPORARY)
    mounted = tuple(_mounted_below(TEMPORARY, TEMPORARY.stat().st_dev))
    above = {parent for path in mounted for parent in path.parents}
    folders = {path for path in TEMPORARY.iterdir() if path.is_dir() and path not in (*mounted, *above)}
    return Scratch(space.f_blocks * space.f_frsize, tuple(sorted(folders | {WORK})), mounted)


def _mounted_below(folder: Path, device: int) -> Iterator[Path]:
    for entry in os.scandir(folder):
        if entry.stat(follow_symlinks=False).st_dev != device:
            yield Path(entry.path)
        elif entry.is_dir(follow_symlinks=False):
            yield from _mounted_below(Path(entry.path), device)


def fork_apart() -> int:
    """Fork like `os.fork`, into new namespaces of users, mounts, processes and messages. Raises OSError if the system
    forbids it."""
    ctypes.pythonapi.PyOS_BeforeFork()
    child = int(_libc.syscall(_CLONE[platform.machine()], ctypes.c_long(_NAMESPACES | signal.SIGCHLD), 0, 0, 0, 0))
    error = ctypes.get_errno()
    if child == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
        return 0
    ctypes.pythonapi.PyOS_AfterFork_Parent()
    if child < 0:
        raise OSError(error, os.strerror(error))
    return child


def furnish(user: int, group: int, wanted: Scratch) -> None:
    """Give this process, forked apart, its own temporary files, and its user's number in its namespace."""
    _check(_libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0))  # else its files in /proc belong to root
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _check(_libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0))
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    kept = [(os.open(path, os.O_PATH), path.is_dir(), path) for path in wanted.mounted]
    options = f"size={wanted.bytes},nr_inodes={MAX_FILES},mode=1777"
    _mount("none", str(TEMPORARY), "tmpfs", _NOSUID | _NODEV, options)
    for descriptor, is_folder, path in kept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir() if is_folder else path.touch()
        _mount(f"/proc/self/fd/{descriptor}", str(path), None, _BIND | _RECURSIVE)
    for folder in wanted.folders:
        folder.mkdir()


def confine(childless: bool) -> None:
    """Take all privileges from this process for good. If `childless`, it can start neither processes nor threads."""
    for capability in range(64):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
            break  # there is none of this number, or it has no privileges to drop
    _libc.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    _check(_libc.capset((ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()))
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    if childless:
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    system_calls.install(_FILTERS[childless])


def isolate() -> None:
    """Keep this process, which has no namespaces of its own, from the memory and descriptors of others of its user,
    and from sending them signals where Landlock can forbid that. Raises OSError without Landlock.

    Landlock's rule for debuggers needs no rules on files, so the ruleset only forbids the making of block devices:
    https://docs.kernel.org/userspace-api/landlock.html
    """
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    version = int(_libc.syscall(_CREATE_RULESET, None, 0, 1))
    attributes = (ctypes.c_uint64 * 3)(_MAKE_BLOCK, 0, _SCOPE_SIGNAL)
    size = ctypes.sizeof(attributes) if version >= _WITH_SIGNALS else 8
    ruleset = int(_libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0))
    _check(min(ruleset, 0))
    _check(_libc.syscall(_RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def wipe(wanted: Scratch) -> None:
    """Remove what a program has left in the temporary files of this process, as far as possible."""
    kept = {*wanted.folders, *(parent for path in wanted.mounted for parent in path.parents)}
    with suppress(OSError, RecursionError):
        _clear(TEMPORARY, kept, set(wanted.mounted))
        for folder in wanted.folders:
            folder.mkdir(exist_ok=True)


def _clear(folder: Path, kept: set[Path], mounted: set[Path]) -> None:
    for path in list(folder.iterdir()):
        if path in mounted:
            continue
        if path.is_symlink() or not path.is_dir():
            path.unlink()
        elif path in kept:
            _clear(path, kept, mounted)
        else:
            shutil.rmtree(path, onerror=_retry_writable)


def files(wanted: Scratch) -> Iterator[tuple[str, int]]:
    """Yield paths and modes of all temporary files of this process."""
    for folder, folders, names in os.walk(TEMPORARY):
        for path in (Path(folder), *(Path(folder, name) for name in names)):
            yield str(path), path.lstat().st_mode
        folders[:] = sorted(name for name in folders if Path(folder, name) not in wanted.mounted)


def _retry_writable(function: Any, path: str, _error: Any) -> None:
    """Make a folder writable, and remove what is in it."""
    with suppress(OSError):
        os.chmod(path, 0o700)  # noqa: PTH101
        shutil.rmtree(path, ignore_errors=True)


def _mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    words = [None if word is None else word.encode() for word in (source, target, kind)]
    _check(_libc.mount(*words, ctypes.c_ulong(flags), None if options is None else options.encode()))


def _check(outcome: int) -> None:
    if outcome:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
