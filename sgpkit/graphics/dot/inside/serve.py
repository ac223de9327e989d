"""The program inside the sandbox of `dot.to_svg`: runs Graphviz in a forked process per program.

Most of the time of a `dot` process is spent on loading plugins and fonts. Here Graphviz's library does that once, by
drawing a few nodes. A process forked for one program then does the same as `dot -Tsvg` (cmd/dot/dot.c), with the same
bytes: https://graphviz.org/pdf/libguide.pdf, section 4. For a program whose drawing depends on addresses in memory,
`dot` itself is executed.

A request is a secret of sixteen random bytes, a letter (`s` for the library, `d` for `dot`), the processor seconds as a
double, and the program. The answer is the same secret, the wait status and the length of the standard error, four bytes
each, then the standard error, then the SVG. The forked process never sees the secret, so it cannot forge an answer; its
output is untrusted. Like those of other sandboxes, it has namespaces and temporary files of its own, if possible.
"""

# mypy: ignore-errors

import contextlib
import ctypes
import gc
import math
import os
import resource
import selectors
import shutil
import signal
import struct
import sys
import time
from pathlib import Path

FRAME = struct.Struct(">Q")
SECONDS = struct.Struct(">d")
HEAD = struct.Struct(">iI")
SECRET = 16
LIBRARIES = (("libgvc.so.6", "libcgraph.so.6"), ("libgvc.so.7", "libcgraph.so.8"))
"""The libraries of Graphviz 2.30 and later: https://gitlab.com/graphviz/graphviz/-/blob/main/CHANGELOG.md"""
FONTS = ("Times-Roman", "Times", "Helvetica", "Arial", "Courier", "sans-serif", "Times bold", "Helvetica bold")
SIZES = (14, 12, 11, 10, 9, 8, 16)
SETTLE_SECONDS = 0.5  # that a font thread may take to end
PLAIN = "without text"
MISSING = "Graphviz is not installed; install it with: apt install graphviz"
MAX_ERRORS = 1 << 20
READY = b"r"
CHUNK = 1 << 16
CPU_MARGIN = 1.5  # factor on the limit, which is enforced outside, where programs that end close to it are run again
_NOT_DUMPABLE = (
    4  # prctl's PR_SET_DUMPABLE: with 0, other processes of this user cannot read this process's memory or files
)


def main(most_output, folder, *options):
    sys.path.append(folder)
    context, graphs = load()
    warm(context, graphs, with_text=PLAIN not in options)
    own = context.gvContext()
    context.gvParseArgs(own, 2, (ctypes.c_char_p * 3)(b"dot", b"-Tsvg", None))
    if has_threads():
        os.execv(sys.executable, [*sys.orig_argv, PLAIN])
    ctypes.CDLL(None).prctl(_NOT_DUMPABLE, 0, 0, 0, 0)
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    gc.collect()
    gc.freeze()  # garbage collection would copy the pages that all programs share
    walls = find_walls(context, graphs, own)
    send(answers, b"")
    while True:
        child, to_child, from_child, errors = fork(context, graphs, own, *walls)
        header = requests.read(FRAME.size)
        if not header:
            os.kill(child, signal.SIGKILL)
            return
        if os.read(from_child, 1) != READY:
            sys.exit("a process could not be prepared")  # the caller starts another sandbox
        request = requests.read(FRAME.unpack(header)[0])
        svg, messages = converse(child, to_child, from_child, errors, request[SECRET:], most_output)
        _, status = os.waitpid(child, 0)
        send(answers, request[:SECRET] + HEAD.pack(status, len(messages)) + messages + svg)


def load():
    """Load Graphviz's two libraries, which are installed with its programs."""
    if not shutil.which("dot"):
        sys.exit(MISSING)
    for names in LIBRARIES:
        with contextlib.suppress(OSError):
            context, graphs = (ctypes.CDLL(name) for name in names)
            break
    else:
        sys.exit(MISSING)
    pointer = ctypes.c_void_p
    context.gvContext.restype = context.gvNextInputGraph.restype = graphs.agmemread.restype = pointer
    graphs.agmemread.argtypes = [ctypes.c_char_p]
    context.gvParseArgs.argtypes = [pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
    context.gvLayout.argtypes = [pointer, pointer, ctypes.c_char_p]
    context.gvRenderData.argtypes = [pointer, pointer, ctypes.c_char_p, ctypes.POINTER(pointer), pointer]
    context.gvNextInputGraph.argtypes = context.gvFinalize.argtypes = graphs.agclose.argtypes = [pointer]
    for name in ("gvLayoutJobs", "gvRenderJobs", "gvFreeLayout"):
        getattr(context, name).argtypes = [pointer, pointer]
    return context, graphs


def warm(context, graphs, with_text):
    """Draw a graph in a context that is not used again, to load fonts. The graph has a name and no edges, because
    Graphviz numbers unnamed objects, which would change later drawings."""
    first, drawn, length = context.gvContext(), ctypes.c_void_p(), ctypes.c_size_t()
    text = "a" if with_text else ""
    sorts = [(font, size) for font in FONTS for size in SIZES]
    nodes = [f'"{font} {size}" [fontname="{font}" fontsize={size} label="{text}"]' for font, size in sorts]
    graph = graphs.agmemread(f"graph warm {{ {'; '.join(nodes)} }}".encode())
    context.gvLayout(first, graph, b"dot")
    context.gvRenderData(first, graph, b"svg", drawn, ctypes.byref(length))
    context.gvFreeLayout(first, graph)
    graphs.agclose(graph)


def has_threads():
    """Return whether this process has threads. Some versions of Pango keep one, for which forked processes would wait
    forever."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while len(list(Path("/proc/self/task").iterdir())) > 1:
        if time.monotonic() > deadline:
            return True
        time.sleep(0.01)
    return False


def find_walls(context, graphs, own):
    """Return the temporary files of a program, and whether it can have namespaces of its own."""
    import namespaces

    scratch = namespaces.scratch()
    try:
        child, *pipes = fork(context, graphs, own, scratch, apart=True)
    except OSError:
        return scratch, False
    apart = os.read(pipes[1], 1) == READY
    for descriptor in pipes:
        os.close(descriptor)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return scratch, apart


def fork(context, graphs, own, scratch, apart):
    import namespaces

    user, group = os.geteuid(), os.getegid()
    read_program, to_child = os.pipe()
    from_child, write_svg = os.pipe()
    errors, write_errors = os.pipe()
    child = namespaces.fork_apart() if apart else os.fork()
    if child:
        os.close(read_program)
        os.close(write_svg)
        os.close(write_errors)
        return child, to_child, from_child, errors
    status = 1
    try:
        os.setsid()
        if apart:
            namespaces.furnish(user, group, scratch)
        else:
            with contextlib.suppress(OSError):  # Graphviz opens no files, and writes none
                namespaces.isolate()
        for descriptor, number in ((read_program, 0), (write_svg, 1), (write_errors, 2)):
            os.dup2(descriptor, number)
        os.closerange(3, 256)
        os.chdir(namespaces.WORK)
        namespaces.confine(childless=False)
        os.write(1, READY)
        head = os.read(0, 1 + SECONDS.size)
        if len(head) == 1 + SECONDS.size:
            confine(SECONDS.unpack(head[1:])[0])
            if head[:1] == b"d":
                os.execvp("dot", ["dot", "-Tsvg"])
            status = draw(context, graphs, own)
    finally:
        os._exit(status)


def confine(seconds):
    whole = math.ceil(seconds * CPU_MARGIN)
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def draw(context, graphs, own):
    """Draw standard input as `dot -Tsvg` does. Return its exit status: the most severe error."""
    status, before = 0, None
    while graph := context.gvNextInputGraph(own):
        if before:
            context.gvFreeLayout(own, before)
            graphs.agclose(before)
        context.gvLayoutJobs(own, graph)
        context.gvRenderJobs(own, graph)
        status = max(status, graphs.agreseterrors())
        before = graph
    context.gvFinalize(own)
    ctypes.CDLL(None).fflush(None)
    return max(status, graphs.agreseterrors())


def converse(child, to_child, from_child, errors, program, most):
    """Return the SVG, up to slightly more than `most` bytes, and the standard error."""
    received = {from_child: bytearray(), errors: bytearray()}
    unsent = memoryview(program)
    for descriptor in (to_child, *received):
        os.set_blocking(descriptor, False)
    with selectors.DefaultSelector() as selector:
        selector.register(to_child, selectors.EVENT_WRITE)
        for descriptor in received:
            selector.register(descriptor, selectors.EVENT_READ)
        while selector.get_map() and len(received[from_child]) <= most:
            for key, _ in selector.select():
                if key.fd == to_child:
                    try:
                        unsent = unsent[os.write(to_child, unsent[:CHUNK]) :]
                    except BrokenPipeError:
                        unsent = unsent[:0]
                    done = not unsent
                else:
                    data = os.read(key.fd, CHUNK)
                    done = not data
                    if key.fd == from_child or len(received[errors]) < MAX_ERRORS:
                        received[key.fd] += data
                if done:
                    selector.unregister(key.fd)
                    os.close(key.fd)
        for descriptor in list(selector.get_map()):
            os.close(descriptor)
    if len(received[from_child]) > most:
        os.kill(child, signal.SIGKILL)
    return bytes(received[from_child]), bytes(received[errors])


def send(answers, content):
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
