"""The seccomp filters of sandboxed programs, as classic BPF: lists of the allowed system calls, in groups.

Namespaces and resource limits leave gaps that only a filter closes: a program could create a user namespace and mount a
tmpfs of any size, keep gigabytes in memfds or message queues, which no address space limit counts, or talk to the
hypervisor over AF_VSOCK, which network namespaces do not cover. A call that is not listed fails as on a kernel without
it, so that libraries fall back; this includes calls that future kernels add.

The groups follow what a call is for, not traces: a trace of a few programs lacks what the next one needs.

Format: https://docs.kernel.org/userspace-api/seccomp_filter.html; call numbers: the kernel's unistd tables.
"""

import ctypes
import errno
import platform
import struct
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

# Of each call the name, its number on x86_64, and on aarch64, which lacks the oldest calls.
_FILES = """
    read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70,
    open 2 -, openat 257 56, creat 85 -, close 3 57, close_range 436 436, stat 4 -, fstat 5 80, lstat 6 -,
    newfstatat 262 79, statx 332 291, access 21 -, faccessat 269 48, faccessat2 439 439, statfs 137 43, fstatfs 138 44,
    lseek 8 62, getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50, mkdir 83 -, mkdirat 258 34,
    rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38, renameat2 316 276, link 86 -,
    linkat 265 37, symlink 88 -, symlinkat 266 36, readlink 89 -, readlinkat 267 78, truncate 76 45, ftruncate 77 46,
    fallocate 285 47, fadvise64 221 223, fsync 74 82, fdatasync 75 83, chmod 90 -, fchmod 91 52, fchmodat 268 53,
    chown 92 -, fchown 93 55, lchown 94 -, fchownat 260 54, utime 132 -, utimes 235 -, utimensat 280 88,
    futimesat 261 -, umask 95 166, mknod 133 -, mknodat 259 33, dup 32 23, dup2 33 -, dup3 292 24, fcntl 72 25,
    flock 73 32, pipe 22 -, pipe2 293 59, sendfile 40 71, copy_file_range 326 285, ioctl 16 29, getxattr 191 8,
    lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, llistxattr 195 12, flistxattr 196 13
"""
_MEMORY = "brk 12 214, mmap 9 222, munmap 11 215, mremap 25 216, mprotect 10 226, madvise 28 233, msync 26 227"
_TIME = """
    clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, nanosleep 35 101, gettimeofday 96 169,
    time 201 -, times 100 153, getitimer 36 102, setitimer 38 103, alarm 37 -
"""
_SIGNALS = """
    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigsuspend 130 133,
    rt_sigtimedwait 128 137, sigaltstack 131 132, kill 62 129, tkill 200 130, tgkill 234 131, pause 34 -,
    restart_syscall 219 128
"""
_WAITING = """
    select 23 -, pselect6 270 72, poll 7 -, ppoll 271 73, epoll_create 213 -, epoll_create1 291 20, epoll_ctl 233 21,
    epoll_wait 232 -, epoll_pwait 281 22, eventfd2 290 19
"""
_OWN_PROCESS = """
    getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177,
    getresuid 118 148, getresgid 120 150, getgroups 115 158, getpgrp 111 -, getpgid 121 155, getsid 124 156,
    uname 63 160, sysinfo 99 179, getrusage 98 165, getrlimit 97 163, setrlimit 160 164, prlimit64 302 261,
    getpriority 140 141, capget 125 90, getcpu 309 168, getrandom 318 278, prctl 157 167, sched_yield 24 124,
    sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120, sched_get_priority_max 146 125,
    sched_get_priority_min 147 126, futex 202 98, set_robust_list 273 99, get_robust_list 274 100,
    set_tid_address 218 96, rseq 334 293, arch_prctl 158 -, wait4 61 260, waitid 247 95, exit 60 93, exit_group 231 94
"""
_PROCESSES = """
    clone 56 220, fork 57 -, vfork 58 -, execve 59 221, setsid 112 157, setpgid 109 154, setuid 105 146, setgid 106 144,
    setreuid 113 145, setregid 114 143, setresuid 117 147, setresgid 119 149, setgroups 116 159, capset 126 91
"""
_SOCKETS = """
    socket 41 198, socketpair 53 199, connect 42 203, bind 49 200, listen 50 201, accept 43 202, accept4 288 242,
    sendto 44 206, recvfrom 45 207, sendmsg 46 211, recvmsg 47 212, shutdown 48 210, getsockname 51 204,
    getpeername 52 205, setsockopt 54 208, getsockopt 55 209
"""
_LANDLOCK = "landlock_create_ruleset 444 444, landlock_restrict_self 446 446"
_NAMESPACES = "unshare 272 97, mount 165 40"

AUDIT: Mapping[str, int] = MappingProxyType({"x86_64": 0xC000003E, "aarch64": 0xC00000B7})
"""The supported processors, with the kernel's names for them (AUDIT_ARCH)."""

_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
Step = tuple[int, int, int, int]
Rule = tuple[Step, ...]
"""What is done after the number of a call has matched."""
_ALLOWED: Rule = ((_RETURN, 0, 0, _ALLOW),)


def _one_of(argument: int, values: tuple[int, ...], error: int) -> Rule:
    """Return a rule that allows a call if an argument, of which the kernel reads 32 bits, has one of these values."""
    tests = [step for value in values for step in ((_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW))]
    return ((_LOAD, 0, 0, _ARGUMENTS + 8 * argument), *tests, (_RETURN, 0, 0, _FAIL | error))


def _without(argument: int, bits: int, error: int) -> Rule:
    """Return a rule that allows a call if an argument has none of these bits."""
    return (
        (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
        (_ANY_BIT, 0, 1, bits),
        (_RETURN, 0, 0, _FAIL | error),
        (_RETURN, 0, 0, _ALLOW),
    )


# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_NEW_NAMESPACE = 0x7E020000
_AF_UNIX = 1
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_CAPBSET_READ, PR_SET_NO_NEW_PRIVS,
# PR_GET_NO_NEW_PRIVS, PR_SET_VMA
_PRCTL = (2, 3, 15, 16, 23, 38, 39, 0x53564D41)
_PR_SET_SECCOMP = 22  # adds a filter to those that a process has
# PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_GET_KEEPCAPS, PR_SET_KEEPCAPS, PR_GET_SECCOMP, PR_CAPBSET_DROP,
# PR_GET_SECUREBITS, PR_CAP_AMBIENT
_PRCTL_OF_TOOLS = (*_PRCTL, 1, 4, 7, 8, 21, _PR_SET_SECCOMP, 24, 27, 47)
_RULES: Mapping[str, Rule] = {
    "clone": _without(0, _NEW_NAMESPACE, errno.EPERM),
    "socket": _one_of(0, (_AF_UNIX,), errno.EAFNOSUPPORT),
    "socketpair": _one_of(0, (_AF_UNIX,), errno.EAFNOSUPPORT),
    "ioctl": _one_of(1, _IOCTL, errno.ENOTTY),
    "prctl": _one_of(0, _PRCTL_OF_TOOLS, errno.EINVAL),
}


class Filter(NamedTuple):
    """The allowed calls, in groups, and rules on the arguments of some of them."""

    groups: tuple[str, ...]
    rules: Mapping[str, Rule]

    def calls(self, machine: str) -> Iterator[tuple[str, int]]:
        """Yield names and numbers of the allowed calls."""
        column = list(AUDIT).index(machine)
        for call in ",".join(self.groups).split(","):
            name, *numbers = call.split()
            if numbers[column] != "-":
                yield name, int(numbers[column])


_COMMON = (_FILES, _MEMORY, _TIME, _SIGNALS, _WAITING, _OWN_PROCESS)
TOOLS = Filter((*_COMMON, _PROCESSES, _SOCKETS), _RULES)
"""For programs that are installed here, such as TeX."""

FORKING = Filter((*TOOLS.groups, _LANDLOCK), _RULES)
"""For our own process that forks others, each under `PROGRAM`."""

NESTING = Filter(
    (*FORKING.groups, _NAMESPACES),
    {name: rule for name, rule in _RULES.items() if name != "clone"},
)
"""The same where the forked processes have namespaces of their own."""

PROGRAM = Filter(
    _COMMON,
    {
        "ioctl": _RULES["ioctl"],
        "prctl": _one_of(0, _PRCTL, errno.EINVAL),
        "prlimit64": _one_of(0, (0,), errno.EPERM),  # its own limits, not those of another process
    },
)
"""For a Python program that a model wrote: it can start nothing and reaches no other process."""


def bpf(allowed: Filter, machine: str | None = None) -> bytes:
    """Return the filter for this machine. Raises KeyError for an unsupported processor."""
    machine = machine or platform.machine()
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, AUDIT[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    for name, number in allowed.calls(machine):
        body = allowed.rules.get(name, _ALLOWED)
        steps += [(_EQUAL, 0, len(body), number), *body]
    steps.append((_RETURN, 0, 0, _FAIL | errno.ENOSYS))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def install(content: bytes) -> None:
    """Put this process under a filter, in addition to those that it has, for good. Raises OSError if it fails."""
    program = _Program(len(content) // 8, content)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "the filter of system calls cannot be installed")
