"""Find a way to call bubblewrap that works on this machine, and build the command line of a sandbox.

bubblewrap (https://github.com/containers/bubblewrap) isolates file system, processes and network with Linux namespaces.
Three ways are tried in this order, and the first that works is cached:

- as root with CAP_SYS_ADMIN: without a user namespace; the program runs under an unused user id;
- as root without CAP_SYS_ADMIN (many containers): the same inside a user namespace created here;
- as an ordinary user: in a user namespace created by bubblewrap.

A way works only if the limit on the number of processes is effective, which it is not for user id 0: the kernel exempts
root even inside a user namespace. In containers that hide parts of /proc the kernel refuses to mount a new one; the
sandbox then has an empty /proc.
"""

import contextlib
import functools
import os
import secrets
import shutil
import stat
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from sgpkit.errors import UserError
from sgpkit.sandbox.workers import python_files
from sgpkit.sandbox.workers.inside import system_calls

PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
WORK = "/tmp/work"
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# Files outside /usr that system programs need: libraries, fonts, and the configuration of TeX and Ghostscript.
_SETTINGS = (
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/texmf",
    "/etc/ghostscript",
    "/etc/papersize",
    "/var/lib/texmf",
    "/var/lib/ghostscript",
    "/var/cache/fontconfig",
)
_WITHOUT_PRIVILEGES = ("--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs")
_INSTALL = "install it with: apt install bubblewrap"
_NO_NAMESPACES = """\
bubblewrap is installed at {program}, but could not build a sandbox here: {reason}
It needs Linux namespaces. What usually helps:
- Ubuntu 23.10 and later: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0
- other hosts: user.max_user_namespaces must not be 0, and on Debian 10 kernel.unprivileged_userns_clone must be 1
- Docker: --cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined
- chroot, whose / is not a mount point: enter it by systemd-nspawn, or `unshare --mount` and pivot_root
- Linux 5.14 or later, and bubblewrap 0.7 or later (util-linux and bash too)
Programs never run without a sandbox."""
# Prints "in", "nested" if it can make namespaces of its own, and "unbound" if it can start a second process despite the
# limit.
_PROBE = """
echo in
unshare --user --map-root-user --mount --ipc --pid --fork mount -t tmpfs -o size=1m none /tmp 2>/dev/null && echo nested
ulimit -u 1
exec /bin/sh -c '(:) && echo unbound'
"""


class Unavailable(UserError, RuntimeError):
    """No sandbox works on this machine, or the program to run in it is not installed. The message says what to do."""


class Way(NamedTuple):
    """A way of calling bubblewrap that works."""

    program: str
    version: str
    drop_user: bool
    namespace: int | None  # an open user namespace to enter, None if not needed
    new_proc: bool
    nested: bool
    """Whether a process in the sandbox can make namespaces of its own, one for each program."""

    def __str__(self) -> str:
        user = "unprivileged uid" if self.drop_user else "user namespace"
        inside = " in a user namespace" if self.namespace is not None else ""
        lacking = [name for name, held in (("/proc", self.new_proc), ("namespaces inside", self.nested)) if not held]
        return f"bubblewrap {self.version}, {user}{inside}" + "".join(f", without {name}" for name in lacking)


def way() -> Way:
    """Return the way to call bubblewrap, cached by program and user. Raises Unavailable if none works."""
    program = shutil.which("bwrap")
    if program is None:
        raise Unavailable(f"no bubblewrap (bwrap) on PATH={os.environ.get('PATH', '')!r}; {_INSTALL}")
    return _probe(str(Path(program).resolve()), os.geteuid())


def forget() -> None:
    """Clear the cache, after something on the machine has changed."""
    _probe.cache_clear()


@functools.cache
def _probe(program: str, user: int) -> Way:
    try:
        system_calls.bpf(system_calls.TOOLS)
    except KeyError as machine:
        known = ", ".join(system_calls.AUDIT)
        raise Unavailable(f"no system call filter for the processor {machine}; supported: {known}") from None
    completed = subprocess.run([program, "--version"], capture_output=True, text=True, env={}, check=False)
    version = completed.stdout.strip().rpartition(" ")[2] or "of unknown version"
    reasons = []
    for new_proc in (True, False):
        for namespace, drop_user in _candidates(user):
            candidate = Way(program, version, drop_user, namespace, new_proc, nested=True)
            with contextlib.ExitStack() as stack:
                command, inherited = command_line(candidate, ["/bin/bash", "-c", _PROBE], Contents(forks=True), stack)
                ended = subprocess.run(command, pass_fds=inherited, capture_output=True, text=True, env={}, check=False)
            if ended.stdout in ("in\n", "in\nnested\n"):
                return candidate._replace(nested="nested" in ended.stdout)
            unbound = ended.stdout.endswith("unbound\n") and "limits on the number of processes do not bind for root"
            reasons.append(unbound or ended.stderr.strip().replace("\n", "; "))
    raise Unavailable(_NO_NAMESPACES.format(program=program, reason=next(filter(None, reasons), "no reason given")))


def _candidates(user: int) -> Iterator[tuple[int | None, bool]]:
    """Yield pairs of a prepared user namespace, if any, and whether to switch from root to another user id, best
    first."""
    if user == 0:
        yield None, True
        with contextlib.suppress(OSError):
            yield _namespace(), True
    yield None, False


@functools.cache
def _namespace() -> int:
    """Return a descriptor of a new user namespace with the current user ids, in which root has every capability."""
    # The process ends when its standard input is closed; the open descriptor keeps the namespace alive.
    with subprocess.Popen(
        ["/usr/bin/unshare", "--user", "/bin/sh", "-c", "echo; read -r end"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
    ) as holder:
        assert holder.stdout is not None
        if not holder.stdout.readline():
            raise OSError("cannot create a user namespace")
        for kind in ("uid_map", "gid_map"):
            ranges = [line.split() for line in Path("/proc/self", kind).read_text().splitlines()]
            same = "".join(f"{inside} {inside} {count}\n" for inside, _outside, count in ranges)
            Path("/proc", str(holder.pid), kind).write_text(same)
        return os.open(f"/proc/{holder.pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)


def _unused_user() -> int:
    """Return a user id for one sandbox, so that its limit on processes does not count those of others.

    Ids from 0x70000000 are not assigned by any system (https://systemd.io/UIDS-GIDS/). A container may have far fewer.
    """
    ranges = [line.split() for line in Path("/proc/self/uid_map").read_text().splitlines()]
    end = max(int(inside) + int(count) for inside, _outside, count in ranges)
    first = 0x70000000 if end > 0x7FFFFFFF else end // 2
    return first + secrets.randbelow(min(end, 0x7FFFFFFF) - first)


class Contents(NamedTuple):
    """The files and environment of one sandbox, besides the system's programs and libraries."""

    files: Mapping[str, bytes] = MappingProxyType({})
    read_only: tuple[str, ...] = ()
    environment: Mapping[str, str] = MappingProxyType({})
    scratch: int = 1 << 20
    covered: tuple[str, ...] = ()
    """Folders in place of which an empty one is seen, except for what is shown below them."""
    forks: bool = False
    """Whether the program is our own and forks others, if possible into namespaces of their own."""


def contents(
    files: Mapping[str, bytes],
    read_only: Sequence[str | os.PathLike[str]],
    environment: Mapping[str, str],
    scratch: int,
) -> Contents:
    """Return validated contents. Raises ValueError or FileNotFoundError for wrong arguments."""
    for name in files:
        check_name(name)
    if sum(map(len, files.values())) > scratch:
        raise ValueError(f"the files take more than the {scratch} bytes of the sandbox's scratch space")
    if len(files) > 500:
        raise ValueError(f"{len(files)} files for a sandbox; at most 500, put more into an archive")
    paths = [os.path.abspath(path) for path in read_only]  # noqa: PTH100  # links keep their names
    for path in paths:
        if Path("/tmp").is_relative_to(path):
            raise ValueError(f"{path} cannot be mounted in a sandbox: it contains /tmp")
        if not Path(path).exists():
            raise FileNotFoundError(f"{path}, to be mounted read-only in the sandbox, does not exist")
    covered = tuple(path for path in python_files.hidden_folders(paths) if path not in paths)
    unseen = [path for path in dict.fromkeys(paths) if not _is_below(path, ["/usr"]) or _is_below(path, covered)]
    inside = {"PATH": PATH, "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8"}
    return Contents(dict(files), tuple(unseen), {**inside, **environment}, scratch, covered)


def _is_below(path: str, folders: Sequence[str]) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)


def check_name(name: str) -> None:
    """Raise ValueError unless `name` is a relative path or pattern below the working folder."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith(("/", "-")) or ".." in parts or "\0" in name:
        raise ValueError(f"{name!r} is not a valid file name in a sandbox: expected a relative path without '..'")


def command_line(
    way: Way, command: Sequence[str], contents: Contents, stack: contextlib.ExitStack
) -> tuple[list[str], tuple[int, ...]]:
    """Return the command line, and the file descriptors that the child needs; `stack` closes them."""
    inherited: list[int] = []

    def descriptor(data: bytes) -> str:
        opened = os.memfd_create("sgpkit", os.MFD_CLOEXEC)
        stack.callback(os.close, opened)
        inherited.append(opened)
        with open(opened, "wb", closefd=False) as memory:
            memory.write(data)
        os.lseek(opened, 0, os.SEEK_SET)
        return str(opened)

    user = _unused_user() if way.drop_user else os.geteuid()
    group = user if way.drop_user else os.getegid()
    line = [way.program, *_walls(way)]
    for path in _system_paths():
        line += ["--symlink", str(Path(path).readlink()), path] if Path(path).is_symlink() else _shown(path)
    accounts = f"root:x:0:0::/:/bin/sh\nsandbox:x:{user}:{group}::/tmp:/bin/sh\n"
    line += ["--perms", "0644", "--file", descriptor(accounts.encode()), "/etc/passwd"]
    line += ["--dev", "/dev", *(["--proc", "/proc"] if way.new_proc else ["--dir", "/proc"])]
    # One file system of limited size for everything writable, including the working folder; the rest is read-only.
    line += ["--perms", "1777", "--size", str(contents.scratch), "--tmpfs", "/tmp", "--perms", "0777", "--dir", WORK]
    for path in sorted((*contents.read_only, *contents.covered), key=len):  # a folder before its contents
        if path in contents.covered:
            line += ["--perms", "0755", "--tmpfs", path]
            continue
        if way.drop_user and not Path(path).stat().st_mode & stat.S_IROTH:
            raise Unavailable(f"the sandbox runs as another user and cannot read {path}; try: chmod -R o+rX {path}")
        line += _shown(path)
    folders = {str(parent) for name in contents.files for parent in PurePosixPath(name).parents} - {"."}
    for folder in sorted(folders, key=len):
        line += ["--perms", "0777", "--dir", f"{WORK}/{folder}"]
    for name, data in contents.files.items():
        line += ["--perms", "0666", "--file", descriptor(data), f"{WORK}/{name}"]
    line += [word for path in (*contents.covered, "/dev", "/") for word in ("--remount-ro", path)]
    line += ["--chdir", WORK]
    for name, value in contents.environment.items():
        line += ["--setenv", name, value]
    forking = system_calls.NESTING if way.nested else system_calls.FORKING
    allowed = forking if contents.forks else system_calls.TOOLS
    line += ["--seccomp", descriptor(system_calls.bpf(allowed)), "--"]
    if way.namespace is not None:
        inherited.append(way.namespace)
    if way.drop_user:
        line += ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={group}", *_WITHOUT_PRIVILEGES]
    return [*line, *command], tuple(inherited)


def _walls(way: Way) -> list[str]:
    """Return the options for namespaces and capabilities."""
    line = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    line += ["--hostname", "sandbox", "--new-session", "--die-with-parent"]
    if way.namespace is not None:
        line += ["--userns", str(way.namespace)]
    if way.drop_user:
        needed = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")  # to change the user and drop all capabilities
        return [*line, "--cap-drop", "ALL", *(word for capability in needed for word in ("--cap-add", capability))]
    return [*line, "--unshare-user", "--cap-drop", "ALL"]


def _shown(path: str) -> list[str]:
    """Return the options that bind-mount a path under its own name. Parent folders are created explicitly, because
    bubblewrap would make them unreadable for other users."""
    line = []
    for folder in reversed(PurePosixPath(path).parents[:-1]):
        line += ["--perms", "0755", "--dir", str(folder)]
    return [*line, "--ro-bind", path, path]


@functools.cache
def _system_paths() -> tuple[str, ...]:
    return tuple(path for path in (*_SYSTEM, *_SETTINGS) if Path(path).exists())
