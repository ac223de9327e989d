"""The filter of system calls, run as the kernel runs it: https://docs.kernel.org/networking/filter.html"""

import ast
import errno
import functools
import platform
import re
import socket
import struct
from pathlib import Path

import pytest

from sgpkit.graphics import turtle
from sgpkit.graphics.programs import library_program
from sgpkit.sandbox.workers import python_files, sandbox
from sgpkit.sandbox.workers.inside import system_calls
from sgpkit.status import Rejected

AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SOCKET = {"x86_64": 41, "aarch64": 198}
CLONE = {"x86_64": 56, "aarch64": 220}
IOCTL = {"x86_64": 16, "aarch64": 29}
PRCTL = {"x86_64": 157, "aarch64": 167}
PRLIMIT = {"x86_64": 302, "aarch64": 261}
HARMLESS = {"read": (0, 63), "openat": (257, 56), "mmap": (9, 222), "getcwd": (79, 17), "exit_group": (231, 94)}
PROCESSES = {"execve": (59, 221), "setsid": (112, 157), "setuid": (105, 146), "connect": (42, 203)}
REFUSED = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "memfd_secret": (447, 447),
    "landlock_create_ruleset": (444, 444),
    "mq_open": (240, 180),
    "modify_ldt": (154, 1000),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "cachestat": (451, 451),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "semget": (64, 190),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "chroot": (161, 51),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "fanotify_init": (300, 262),
    "vmsplice": (278, 75),
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "a call of a future kernel": (600, 600),
}
"""By name, the numbers of x86_64 and of aarch64."""

NAMESPACES = {
    "files": 0x00020000,
    "cgroup": 0x02000000,
    "host name": 0x04000000,
    "messages": 0x08000000,
    "users": 0x10000000,
    "processes": 0x20000000,
    "network": 0x40000000,
}
THREAD = 0x003D0F00
"""The flags with which glibc starts a thread."""

ALLOWED, KILLED, FAILS = 0x7FFF0000, 0x80000000, 0x00050000


def verdict(allowed, machine, number, arguments=(), audit=None):
    """Return the filter's verdict on a call."""
    values = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, AUDIT[machine] if audit is None else audit, 0, *values)
    steps = list(struct.iter_unpack("=HBBI", system_calls.bpf(allowed, machine)))
    at = held = 0
    while True:
        code, if_so, if_not, value = steps[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (held,) = struct.unpack_from("=I", data, value)
            continue
        holds = {0x15: held == value, 0x45: bool(held & value)}[code]
        at += if_so if holds else if_not


FILTERS = {
    "tools": system_calls.TOOLS,
    "forking": system_calls.FORKING,
    "nesting": system_calls.NESTING,
    "program": system_calls.PROGRAM,
}
LANDLOCK, NAMESPACES_AND_MOUNTS = {"landlock_create_ruleset"}, {"unshare", "mount"}
ALSO = {"forking": LANDLOCK, "nesting": LANDLOCK | NAMESPACES_AND_MOUNTS}
on_machines = pytest.mark.parametrize("machine", AUDIT)


@on_machines
@pytest.mark.parametrize("name", FILTERS)
def test_each_filter_refuses_calls_that_leave_the_sandbox(name, machine):
    column = list(AUDIT).index(machine)
    for call, numbers in REFUSED.items():
        expected = ALLOWED if call in ALSO.get(name, ()) else FAILS | errno.ENOSYS
        assert verdict(FILTERS[name], machine, numbers[column]) == expected, call
    assert verdict(FILTERS[name], machine, 0x40000000) == FAILS | errno.ENOSYS
    assert verdict(FILTERS[name], machine, 0, audit=0x40000003) == KILLED
    for call, numbers in HARMLESS.items():
        assert verdict(FILTERS[name], machine, numbers[column]) == ALLOWED, call


@on_machines
def test_only_tools_start_programs_and_use_sockets(machine):
    for call, numbers in PROCESSES.items():
        number = numbers[list(AUDIT).index(machine)]
        assert verdict(system_calls.TOOLS, machine, number) == ALLOWED, call
        assert verdict(system_calls.PROGRAM, machine, number) == FAILS | errno.ENOSYS, call
    for number in (CLONE[machine], SOCKET[machine]):
        assert verdict(system_calls.PROGRAM, machine, number, [1]) == FAILS | errno.ENOSYS


@on_machines
def test_tools_start_threads_but_no_namespaces(machine):
    assert verdict(system_calls.TOOLS, machine, CLONE[machine], [THREAD]) == ALLOWED
    for name, flag in NAMESPACES.items():
        assert verdict(system_calls.TOOLS, machine, CLONE[machine], [flag]) == FAILS | errno.EPERM, name
        assert verdict(system_calls.NESTING, machine, CLONE[machine], [flag]) == ALLOWED, name


@on_machines
def test_tools_use_sockets_of_this_machine_alone(machine):
    assert verdict(system_calls.TOOLS, machine, SOCKET[machine], [socket.AF_UNIX]) == ALLOWED
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, 40):  # the last is AF_VSOCK
        assert verdict(system_calls.TOOLS, machine, SOCKET[machine], [family]) == FAILS | errno.EAFNOSUPPORT


@on_machines
@pytest.mark.parametrize("name", ["tools", "program"])
def test_arguments_of_calls_with_many_purposes_are_listed(name, machine):
    allowed = FILTERS[name]
    terminal_size, new_terminal, push_input = 0x5413, 0x80045430, 0x5412
    assert verdict(allowed, machine, IOCTL[machine], [0, terminal_size]) == ALLOWED
    for request in (new_terminal, push_input):
        assert verdict(allowed, machine, IOCTL[machine], [0, request]) == FAILS | errno.ENOTTY
    assert verdict(allowed, machine, PRCTL[machine], [15]) == ALLOWED
    set_dumpable, set_seccomp, drop_bounding, set_ptracer = 4, 22, 24, 0x59616D61
    assert verdict(allowed, machine, PRCTL[machine], [set_ptracer]) == FAILS | errno.EINVAL
    for option in (set_dumpable, set_seccomp, drop_bounding):
        assert (verdict(allowed, machine, PRCTL[machine], [option]) == ALLOWED) is (name == "tools")


@on_machines
def test_a_program_changes_only_its_own_limits(machine):
    assert verdict(system_calls.PROGRAM, machine, PRLIMIT[machine], [0]) == ALLOWED
    assert verdict(system_calls.PROGRAM, machine, PRLIMIT[machine], [77]) == FAILS | errno.EPERM


def test_an_unknown_processor_has_no_filter():
    with pytest.raises(KeyError, match="riscv64"):
        system_calls.bpf(system_calls.TOOLS, "riscv64")


@pytest.mark.parametrize(
    ("machine", "path"),
    [("x86_64", "x86_64-linux-gnu/asm/unistd_64.h"), ("aarch64", "asm-generic/unistd.h")],
)
def test_numbers_are_those_of_the_kernels_headers(machine, path):
    header = Path("/usr/include", path)
    if not header.is_file():
        pytest.skip(f"{header} is not installed")
    named = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)$", header.read_text(), re.MULTILINE)
    numbers = {name: int(number) for name, number in named}
    ours = dict(system_calls.NESTING.calls(machine))
    # The generic table names two calls by their versions for 64 bits.
    renamed = {"newfstatat": "fstatat"} if machine == "aarch64" else {}
    assert {name: numbers.get(renamed.get(name, name)) for name in ours} == ours


# --- in sandboxes -----------------------------------------------------------------------------------------------------

CALLS = {
    "landlock_create_ruleset": "444, 0, 0, 1",
    "mq_open": "240, b'/q', 0o102, 0o600, 0",
    "modify_ldt": "154, 0, 0, 0",
    "open_by_handle_at": "304, -1, 0, 0",
    "listmount": "458, 0, 0, 0, 0",
    "cachestat": "451, 0, 0, 0, 0",
    "memfd_create": "319, b'x', 0",
    "unshare": "272, 0x10000000",
    "mount": "165, 0, 0, 0, 0, 0",
    "io_uring_setup": "425, 1, 0",
    "keyctl": "250, 0, 0",
    "semget": "64, 0, 1, 0o600",
    "pidfd_open": "434, 1, 0",
    "userfaultfd": "323, 0",
}
"""Numbers and arguments on x86_64."""
TRY = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
errors = {{}}
for name, arguments in {calls!r}.items():
    outcome = libc.syscall(*eval(arguments))
    errors[name] = ctypes.get_errno() if outcome == -1 else 0
import os
try:
    errors["openpty"] = int(bool(os.openpty())) - 1
except OSError as error:
    errors["openpty"] = error.errno
raise ValueError(errors)
"""


def errors_in_tools(code):
    shown = python_files.interpreter_paths()
    command = [str(python_files.interpreter()), "-I", "-S", "-c", code]
    return sandbox.run(command, {}, read_only=shown).stderr.decode()


def errors_in(draw):
    def failing(code):
        with pytest.raises(Rejected) as caught:
            draw(code)
        return caught.value.reason

    return failing


KINDS = {
    "tools": errors_in_tools,
    "turtle": errors_in(turtle.draw),
    **{
        name: errors_in(functools.partial(library_program.to_svg, library=library))
        for name, library in library_program.LIBRARIES.items()
    },
}


@pytest.mark.sandbox
@pytest.mark.process
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are those of x86_64")
@pytest.mark.parametrize("kind", KINDS)
def test_calls_that_are_not_listed_do_not_exist_in_a_sandbox(kind):
    names = list(CALLS)
    for some in (names[:7], names[7:]):  # a reason has at most 200 characters
        code = TRY.format(calls={name: CALLS[name] for name in some}).replace("errors[name]", "errors[name[:9]]")
        errors = ast.literal_eval(KINDS[kind](code).rpartition("ValueError: ")[2].strip())
        assert errors.pop("openpty") in (errno.ENOTTY, errno.EINVAL, errno.ENOENT, errno.EACCES, errno.EPERM)
        assert errors == dict.fromkeys((name[:9] for name in some), errno.ENOSYS)
