"""The seccomp filter of every sandboxed program, as classic BPF.

Namespaces and resource limits leave gaps that only a filter of system calls closes: a program could create a user
namespace and mount a tmpfs of any size, keep gigabytes in memfds or System V segments, which no address space limit
counts, or talk to the hypervisor over AF_VSOCK, which network namespaces do not cover. The refused calls fail as on an
old kernel, so that libraries fall back.

Format: https://docs.kernel.org/userspace-api/seccomp_filter.html; call numbers: the kernel's unistd tables.
"""

import errno
import platform
import socket
import struct
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Architecture(NamedTuple):
    """The system call numbers of one processor architecture."""

    audit: int
    socket: int
    clone: int
    refused: tuple[int, ...]


# Calls from 424 on have the same number on all architectures: clone3, io_uring_setup, open_tree, move_mount, fsopen,
# fsmount, mount_setattr, memfd_secret.
_EVERYWHERE = (435, 425, 428, 429, 430, 432, 442, 447)
# In both lists: unshare, setns, mount, umount2, pivot_root, memfd_create, shmget, msgget, keyctl, add_key, request_key,
# ptrace, process_vm_readv, process_vm_writev, bpf, perf_event_open, userfaultfd.
ARCHITECTURES: Mapping[str, Architecture] = MappingProxyType(
    {
        "x86_64": Architecture(
            audit=0xC000003E,
            socket=41,
            clone=56,
            refused=(272, 308, 165, 166, 155, 319, 29, 68, 250, 248, 249, 101, 310, 311, 321, 298, 323, *_EVERYWHERE),
        ),
        "aarch64": Architecture(
            audit=0xC00000B7,
            socket=198,
            clone=220,
            refused=(97, 268, 40, 39, 41, 279, 194, 186, 219, 217, 218, 117, 270, 271, 280, 241, 282, *_EVERYWHERE),
        ),
    }
)

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _AUDIT, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_X32 = 0x40000000  # x86_64 has a second set of call numbers, starting here
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_NEW_NAMESPACE = 0x7E020000


def program(machine: str | None = None) -> bytes:
    """Return the filter for this machine. Raises KeyError for an unsupported processor."""
    architecture = ARCHITECTURES[machine or platform.machine()]
    steps = [
        (_LOAD, 0, 0, _AUDIT),
        (_EQUAL, 1, 0, architecture.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _FAIL | errno.ENOSYS),
    ]
    for number in architecture.refused:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _FAIL | errno.ENOSYS)]
    steps += [
        (_EQUAL, 0, 4, architecture.socket),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_EQUAL, 1, 0, int(socket.AF_UNIX)),
        (_RETURN, 0, 0, _FAIL | errno.EAFNOSUPPORT),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 0, 3, architecture.clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACE),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
