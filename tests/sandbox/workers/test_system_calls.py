"""The filter of system calls, run as the kernel runs it: https://docs.kernel.org/networking/filter.html"""

import errno
import socket
import struct

import pytest

from sgpkit.sandbox.workers import system_calls

AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SOCKET = {"x86_64": 41, "aarch64": 198}
CLONE = {"x86_64": 56, "aarch64": 220}
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


def verdict(machine, number, first_argument=0, audit=None):
    """Return what the filter says of a call."""
    data = struct.pack("=IIQ6Q", number, AUDIT[machine] if audit is None else audit, 0, first_argument, *[0] * 5)
    steps = list(struct.iter_unpack("=HBBI", system_calls.program(machine)))
    at = held = 0
    while True:
        code, if_so, if_not, value = steps[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (held,) = struct.unpack_from("=I", data, value)
            continue
        holds = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[code]
        at += if_so if holds else if_not


@pytest.mark.parametrize("machine", AUDIT)
def test_the_filter_refuses_each_call_that_leaves_the_sandbox(machine):
    for name, numbers in REFUSED.items():
        assert verdict(machine, numbers[list(AUDIT).index(machine)]) == FAILS | errno.ENOSYS, name
    assert verdict(machine, 0x40000000) == FAILS | errno.ENOSYS
    assert verdict(machine, 0, audit=0x40000003) == KILLED
    assert verdict(machine, 0) == verdict(machine, 60) == ALLOWED


@pytest.mark.parametrize("machine", AUDIT)
def test_the_filter_refuses_each_new_namespace_and_no_thread(machine):
    assert verdict(machine, CLONE[machine], THREAD) == ALLOWED
    for name, flag in NAMESPACES.items():
        assert verdict(machine, CLONE[machine], flag) == FAILS | errno.EPERM, name


@pytest.mark.parametrize("machine", AUDIT)
def test_the_filter_allows_sockets_of_this_machine_alone(machine):
    assert verdict(machine, SOCKET[machine], socket.AF_UNIX) == ALLOWED
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, 40):  # the last is AF_VSOCK
        assert verdict(machine, SOCKET[machine], family) == FAILS | errno.EAFNOSUPPORT
