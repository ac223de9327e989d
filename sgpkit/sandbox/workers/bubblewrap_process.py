"""One sandboxed process tree: started, watched against its limits, and killed to the last process.

Limits that the kernel enforces are set inside, by a few lines of bash that start the program, hide from it what they
need themselves, and afterwards kill whatever it left running. What the kernel has no limit for (the memory and
processor time of a whole tree, the number of files) the parent samples from outside.
"""

import contextlib
import json
import math
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from sgpkit.sandbox.workers import bubblewrap, process_tree
from sgpkit.sandbox.workers.limits import MARGIN, Ended, Limits
from sgpkit.sandbox.workers.timing import Gauge

# $1 report descriptor, $2 address space and $3 file size in KiB, $4 processor seconds, $5 processes, $6 open files,
# $7 a descriptor that bubblewrap leaves open, or nothing, $8 most names to collect, $9 number of patterns, then these,
# the program with its arguments. The report is "ready", the exit status, the processor time of this shell and that of
# all that it waited for, then the chosen files as a tar archive, or "many" instead. `kill -1` spares only this shell
# and the sandbox's first process, so that nothing changes the files while tar reads them. IFS is emptied to keep names
# whole.
SUPERVISOR = r"""
report=$1 spare=$7 most=$8 count=$9
[[ -z $spare ]] || exec {spare}>&-
[[ $4 == unlimited ]] || { ulimit -S -t "$4" && ulimit -H -t "$(($4 + 1))"; } || exit 125
ulimit -c 0 && ulimit -v "$2" && ulimit -f "$3" && ulimit -u "$5" && ulimit -n "$6" || exit 125
patterns=("${@:10:count}")
shift $((9 + count))
exec {errors}>&2 2>/dev/null
printf 'ready\n' >&$report
"$@" 2>&$errors {errors}>&- {report}>&-
status=$?
kill -9 -1
printf '%s\n' "$status" >&$report
times >&$report
((count)) || exit 0
shopt -s nullglob globstar dotglob
IFS=
chosen=()
for pattern in "${patterns[@]}"; do
  for path in $pattern; do
    [[ -f $path && ! -L $path ]] || continue
    chosen+=("./$path")
    ((${#chosen[@]} <= most)) || { printf 'many\n' >&$report; exit 0; }
  done
done
((${#chosen[@]})) || exit 0
exec /bin/tar --create --file=- --format=gnu --no-recursion --hard-dereference -- "${chosen[@]}" >&$report
"""


@dataclass(frozen=True, slots=True)
class BubblewrapProcess:
    """A started sandbox. Whoever starts one closes it, which kills the whole tree and waits until it is gone."""

    limits: Limits
    process: subprocess.Popen[bytes]
    report: IO[bytes]
    init: int  # the sandbox's first process; all others in it die with this one
    handle: int  # a pidfd for it: sure to mean this process, and readable once every process in the sandbox is gone
    owner: int
    gauge: Gauge = field(default_factory=Gauge)

    def exceeded(self) -> Ended | None:
        """Return the limit on size that the tree exceeds now, of those that the kernel does not enforce; None for none.

        The gauge has its times then.
        """
        used = process_tree.usage(self.init)
        self.gauge.add(used)
        if used.memory > self.limits.memory:
            return Ended.MEMORY
        if self._files() > self.limits.scratch_files:
            return Ended.SCRATCH
        return None

    def _files(self) -> int:
        """Return the number of files that lie in the sandbox's /tmp; 0 while there is none, or none any more.

        Until bubblewrap has changed the root, that path leads to the machine's own /tmp with all its files, and on the
        way there to others. So everything is asked of one open folder: between two looks at a path it may change.
        """
        try:
            folder = os.open(f"/proc/{self.init}/root/tmp", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            return 0
        try:
            space = os.fstatvfs(folder)
            sized = space.f_blocks * space.f_frsize <= -(-self.limits.scratch // space.f_frsize) * space.f_frsize
            if not sized or os.fstat(folder).st_dev == Path("/tmp").stat().st_dev:
                return 0
            return space.f_files - space.f_ffree
        except OSError:
            return 0
        finally:
            os.close(folder)

    def errors(self, data: bytes) -> bytes:
        """Return a part of standard error as it is."""
        return data

    def outputs(self, stderr: bytes, report: bytes) -> tuple[bytes, bytes, Ended | None]:
        """Return standard error, the report, and the limit that was exceeded inside, None with bubblewrap."""
        return stderr, report, None

    def ending(self, heard: bytes) -> Ended:
        """Return why a service has ended, once its output has; `heard` is the end of its standard error."""
        return Ended.SIGNAL

    def kill(self) -> None:
        """Kill all processes of the sandbox, and return when none is left."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, signal.SIGKILL)
        try:
            self.process.wait(timeout=5)  # bubblewrap outside reaps the init and ends by itself
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        select.select([self.handle], [], [])
        # bubblewrap may leave the exit status for the system's first process to collect; in a container that may be us.
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PIDFD, self.handle, os.WEXITED | os.WNOHANG)

    def close(self) -> None:
        """Kill the sandbox and close its streams; a forked copy of the process that started it only does the latter."""
        try:
            if self.owner == os.getpid():  # a forked copy of us must not end its parent's sandboxes
                self.kill()
            else:
                self.process.returncode = 0  # not our child: nothing to wait for, and Popen should not try
        finally:
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr, self.report):
                if stream is not None:
                    stream.close()
            os.close(self.handle)


def start(
    command: Sequence[str], contents: bubblewrap.Contents, limits: Limits, collect: Sequence[str] = ()
) -> BubblewrapProcess:
    """Start a program in a new sandbox. Raises Unavailable where there is no sandbox, or where it does not start.

    If we are killed before the program has started it never starts: nobody reads "ready" then, or bubblewrap's first
    process still waits for the one that made it, and goes on waiting.
    """
    way = bubblewrap.way()
    program = shutil.which(command[0], path=bubblewrap.PATH) if "/" not in command[0] else command[0]
    if program is None:
        raise bubblewrap.Unavailable(f"{command[0]!r} is not installed: it is in none of {bubblewrap.PATH}")
    with contextlib.ExitStack() as passed, contextlib.ExitStack() as kept:
        report, report_end = _pipe(kept, passed)
        info, info_end = _pipe(passed, passed)
        spare = "" if way.namespace is None else str(way.namespace)
        words = [str(report_end.fileno()), *_kernel_limits(limits), spare, str(limits.collected_files)]
        supervisor = [
            "/bin/bash",
            "--noprofile",
            "--norc",
            "-c",
            SUPERVISOR,
            "bash",
            *words,
            str(len(collect)),
            *collect,
        ]
        line, inherited = bubblewrap.command_line(way, [*supervisor, program, *command[1:]], contents, passed)
        process = subprocess.Popen(
            [line[0], "--info-fd", str(info_end.fileno()), *line[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(*inherited, report_end.fileno(), info_end.fileno()),
            env={},
            cwd="/",
            start_new_session=True,  # Ctrl-C in a terminal is for us; we end the sandbox
        )
        kept.callback(_abandon, process)
        info_end.close()
        init = _init(info, process)
        try:
            handle = os.pidfd_open(init)
        except ProcessLookupError:  # ended already, and everything in it; bubblewrap outside stands for it
            handle = os.pidfd_open(process.pid)
        kept.pop_all()
    return BubblewrapProcess(limits, process, report, init, handle, os.getpid())


def _pipe(reading: contextlib.ExitStack, writing: contextlib.ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    read, write = os.pipe()
    return (
        reading.enter_context(os.fdopen(read, "rb", buffering=0)),
        writing.enter_context(os.fdopen(write, "wb", buffering=0)),
    )


def _init(info: IO[bytes], process: subprocess.Popen[bytes]) -> int:
    """Return the id of the sandbox's first process, which bubblewrap reports once it has made the namespaces."""
    content = b""
    while not content.rstrip().endswith(b"}") and (more := info.read(4096)):
        content += more
    try:
        return int(json.loads(content)["child-pid"])
    except ValueError:
        message = process.communicate()[1].decode(errors="replace").strip()
        raise bubblewrap.Unavailable(f"bubblewrap did not start: {message or process.returncode}") from None


def _abandon(process: subprocess.Popen[bytes]) -> None:
    process.kill()  # and the sandbox with it, by --die-with-parent
    process.communicate()


def _kernel_limits(limits: Limits) -> list[str]:
    cpu = "unlimited" if math.isinf(limits.cpu_seconds) else str(math.ceil(limits.cpu_seconds * (1 + MARGIN)))
    # The shell itself is one process more.
    return [
        str(limits.memory // 1024),
        str(limits.file_size // 1024),
        cpu,
        str(limits.processes + 1),
        str(limits.open_files),
    ]
