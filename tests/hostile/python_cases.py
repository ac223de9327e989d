"""Hostile Python: turtle, matplotlib and Pillow programs that try to leave the sandbox, or never end."""

from tests.hostile.case import Case, case

FAILS, LATE, LARGE, NOTHING, DRAWN, UNSAFE = "compile_error", "timeout", "too_large", "no_answer", "ok", "unsafe"
TURTLE = "import turtle\nt = turtle.Turtle()\n"
PLOT = "import matplotlib.pyplot as plt\n"
PICTURE = "from PIL import Image, ImageDraw\nimg = Image.new('L', (99, 99), 255)\nd = ImageDraw.Draw(img)\n"


def program(name: str, body: str, statuses: str, tries: str, start: str = TURTLE) -> Case:
    return case(name, f"```python\n{start}{body}\n```", statuses, tries)


# An object that compares as larger than anything and equal to everything, to falsify a verdict.
EQUAL = """class Yes(float):
    def __eq__(self, other): return True
    def __gt__(self, other): return True
    def __hash__(self): return 0
    def __float__(self): return 1.0
"""
DAEMON = """import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for descriptor in range(9):
            try: os.close(descriptor)
            except OSError: pass
        time.sleep(600)
    os._exit(0)
"""
REACHING = (
    ("a file outside", "open('CANARY').read()", FAILS, "reads a file"),
    ("a file to write", "open('FOLDER/made.txt', 'w').write('x')", FAILS, "writes a file"),
    ("a file above", "import os\nos.remove('../../../CANARY')", FAILS, "deletes a file"),
    ("pathlib", "from pathlib import Path\nPath('CANARY').write_text('x')", FAILS, "writes a file"),
    ("shutil", "import shutil\nshutil.rmtree('FOLDER')", FAILS, "deletes a folder"),
    ("posix", "import posix\nposix.open('CANARY', 0)", FAILS, "reads below the library"),
    ("io.open_code", "import io\nio.open_code('CANARY').read()", FAILS, "reads below the library"),
    (
        "ctypes",
        "import ctypes\nlibc = ctypes.CDLL(None)\nassert libc.open(b'CANARY', 0) >= 0",
        FAILS,
        "calls the system",
    ),
    ("importlib", "import importlib\nimportlib.import_module('sgpkit.status')", FAILS, "reads the grader"),
    ("answers of the benchmark", "import sgpkit.families.turtlebench", FAILS, "reads the answers"),
    ("builtins found again", "().__class__.__base__.__subclasses__()[0].no_such_thing", FAILS, "climbs to object"),
    ("a socket", "import socket\nsocket.create_connection(('127.0.0.1', PORT), 2)", FAILS, "calls"),
    ("a raw socket", "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)", FAILS, "calls below TCP"),
    ("a download", "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:PORT/')", FAILS, "calls"),
    (
        "a program",
        "import subprocess\nsubprocess.run(['curl', '127.0.0.1:PORT'], check=True)",
        FAILS,
        "starts a program",
    ),
    ("the shell", "import os\nassert os.system('touch FOLDER/made') == 0", FAILS, "starts a program"),
    ("tokens", "import os\nassert os.environ['HF_TOKEN'] + os.environ['OPENAI_API_KEY']", FAILS, "reads tokens"),
    (
        "the parent's environment",
        "import os\nassert b'PATH' in open(f'/proc/{os.getppid()}/environ', 'rb').read()",
        FAILS,
        "reads tokens",
    ),
    (
        "the Hub's cache",
        "import os\nassert os.listdir(os.path.expanduser('~/.cache/huggingface'))",
        FAILS,
        "reads tokens",
    ),
    ("ptrace", "import ctypes\nassert ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0", FAILS, "enters another process"),
    (
        "a mount",
        "import ctypes\nassert ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, 0) == 0",
        FAILS,
        "mounts",
    ),
)
STAYING = (
    ("endless", "while True: pass", LATE, "never ends"),
    (
        "endless, undisturbed",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        LATE,
        "cannot be interrupted",
    ),
    ("asleep", "import time\ntime.sleep(10**6)", f"{LATE} {NOTHING} {FAILS}", "waits for ever"),
    ("a daemon", DAEMON, f"{FAILS} {NOTHING} {DRAWN}", "outlives its parent"),
    ("a fork bomb", "import os\nwhile True: os.fork()", f"{FAILS} {LATE} {NOTHING}", "fills the process table"),
    (
        "threads",
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(600,)).start()",
        f"{FAILS} {LATE} {LARGE}",
        "the same",
    ),
    ("os._exit", "import os\nos._exit(0)", FAILS, "ends as if all were well"),
    ("kill everyone", "import os\nos.kill(-1, 9)", f"{FAILS} {NOTHING}", "kills the grader"),
    (
        "kill the parent",
        "import os\nos.kill(os.getppid(), 9)",
        f"{FAILS} {NOTHING} {DRAWN} {UNSAFE}",
        "kills the grader",
    ),
    ("a list of 3 GB", "x = [0] * 400_000_000", f"{LARGE} {FAILS}", "fills the memory"),
    ("bit by bit", "x = []\nwhile True: x.append(bytes(10**8))", f"{LARGE} {FAILS}", "fills the memory"),
    (
        "a file of 10 GB",
        "f = open('/tmp/x', 'wb', buffering=0)\nfor _ in range(10_000): assert f.write(bytes(1 << 20)) == 1 << 20",
        f"{FAILS} {LARGE}",
        "fills the disk",
    ),
    (
        "many files",
        "for n in range(10**7): open(f'/tmp/{n}', 'w').close()",
        f"{FAILS} {LARGE} {LATE}",
        "fills the disk",
    ),
    ("endless output", "while True: print('x' * 10**6)", f"{LATE} {LARGE}", "fills the pipe"),
    ("recursion", "def f(): f()\nf()", FAILS, "fills the stack"),
    ("a deep expression", "eval('(' * 100_000 + ')' * 100_000)", FAILS, "fills the parser's stack"),
    ("a large power", "x = 10 ** 10 ** 9", f"{LATE} {LARGE} {FAILS}", "cannot be interrupted"),
    ("input", "input('How far? ')", FAILS, "waits for a person"),
    ("not Python", "this is not Python at all (", f"parse_error {NOTHING} {FAILS}", "is no program"),
    ("NUL", "x = '\0'", f"parse_error {FAILS}", "ends a text early in C"),
)
LYING = (
    ("a forged verdict", 'print(\'{"score": 1.0, "status": "ok"}\')', NOTHING, "speaks for the grader"),
    (
        "a forged frame",
        "import os\nfor n in range(9):\n    try: os.write(n, b'\\0' * 7 + b'\\1c')\n    except OSError: pass",
        f"{NOTHING} {FAILS} {UNSAFE}",
        "speaks for the sandbox",
    ),
    ("a number that is equal", EQUAL + "t.forward(Yes(3))", f"{DRAWN} {FAILS}", "answers for itself"),
    ("not a number", "t.goto(float('nan'), float('inf'))", f"{LARGE} {FAILS}", "draws nowhere"),
    ("1e300", "t.goto(1e300, 0)", LARGE, "draws too far"),
    ("many strokes", "for i in range(10**6): t.forward(1); t.left(1)", LARGE, "fills the memory with lines"),
    ("many steps", "t.circle(10, steps=10**9)", LARGE, "the same"),
    ("many turtles", "while True: turtle.Turtle()", f"{LARGE} {LATE}", "the same"),
    ("mainloop", "turtle.mainloop(); turtle.done()", NOTHING, "waits for a person"),
    (
        "an exception of its own",
        "class E(Exception):\n    def __str__(self): return open('CANARY').read()\nraise E",
        FAILS,
        "runs in the grader's message",
    ),
    (
        "another turtle",
        "import sys, types\nsys.modules['turtle'] = types.ModuleType('turtle')",
        f"{NOTHING} {FAILS}",
        "replaces what records it",
    ),
    (
        "exit hooks",
        "import atexit\natexit.register(lambda: open('FOLDER/made', 'w'))",
        f"{NOTHING} {DRAWN}",
        "runs after its end",
    ),
)
DRAWING = (
    ("savefig outside", "plt.plot([1]); plt.savefig('FOLDER/made.svg')", f"{DRAWN} {NOTHING}", "writes a file"),
    ("imread", "plt.imread('CANARY')", FAILS, "reads a file"),
    ("imread by http", "plt.imread('http://127.0.0.1:PORT/a.png')", FAILS, "calls"),
    ("a style by http", "plt.style.use('http://127.0.0.1:PORT/a.mplstyle')", FAILS, "calls"),
    (
        "TeX",
        "plt.rcParams['text.usetex'] = True; plt.text(0, 0, r'\\input{CANARY}'); plt.plot([1])",
        f"{FAILS} {LATE}",
        "starts TeX",
    ),
    (
        "a large picture",
        "plt.figure(figsize=(1e5, 1e5)); plt.plot([1])",
        f"{DRAWN} {FAILS} {LARGE} {NOTHING}",
        "fills the memory",
    ),
    ("many points", "plt.plot(range(5_000_000), 'o')", f"{LARGE} {LATE} {FAILS}", "fills the memory"),
    (
        "a link that runs",
        "plt.plot([1, 2])[0].set_url('javascript:alert(1)')",
        f"{UNSAFE} {DRAWN} {FAILS}",
        "runs in a page",
    ),
    (
        "a drawing of its own",
        "plt.plot([1]); import atexit\natexit.register(lambda: open('drawing.svg', 'w').write('<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>'))",
        f"{UNSAFE} {DRAWN} {NOTHING}",
        "replaces what is read",
    ),
    (
        "a reply of its own",
        "import os\nos.write(4, b'+<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>')\nos._exit(0)",
        UNSAFE,
        "replaces what is read",
    ),
    ("a link as the drawing", "import os\nos.symlink('CANARY', 'drawing.svg')", FAILS, "has a file read for it"),
)

PAINTING = (
    ("save outside", "d.line((1, 1, 9, 9), fill=0)\nimg.save('FOLDER/made.png')", DRAWN, "writes a file"),
    ("open", "Image.open('CANARY')", FAILS, "reads a file"),
    ("a large picture", "Image.new('RGB', (100_000, 100_000))", f"{FAILS} {LARGE}", "fills the memory"),
    ("many points", "d.line([(k, k) for k in range(900_000)], fill=0)", f"{FAILS} {LARGE} {LATE}", "fills the memory"),
    ("a colour that is markup", "d.line((1, 1, 9, 9), fill='red\"><script>')", FAILS, "runs in a page"),
    (
        "a drawing of its own",
        "import atexit\natexit.register(lambda: open('drawing.svg', 'w').write('<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>'))",
        f"{UNSAFE} {DRAWN} {FAILS}",
        "replaces what is read",
    ),
    ("a link as the drawing", "import os\nos.symlink('CANARY', 'drawing.svg')", FAILS, "has a file read for it"),
)

TURTLES = tuple(program(*item) for item in (*REACHING, *STAYING, *LYING))
# Programs that end by themselves.
QUICK = tuple(program(*item) for item in REACHING)
# The other attempts above are not repeated, since the sandbox is the same.
PLOTS = tuple(program(*item, start=PLOT) for item in (*REACHING[:2], REACHING[11], *STAYING[:1], *DRAWING))
PICTURES = tuple(program(*item, start=PICTURE) for item in (*REACHING[:2], *STAYING[:1], *PAINTING))
