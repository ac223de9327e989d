"""No system call that good programs need is missing from the filters: traces of programs of every kind."""

import itertools
import re
import shutil

import pytest

from sgpkit.benchmark import families
from sgpkit.graphics import cad, compiled, dot, eps, raster, tex, turtle
from sgpkit.graphics.programs import library_program as programs
from sgpkit.sandbox.workers import bubblewrap, pool

pytestmark = [pytest.mark.sandbox, pytest.mark.process, pytest.mark.slow]

FALLS_BACK = {"clone3", "openat2", "memfd_create", "fchmodat2", "futex_waitv", "mbind"}
"""Calls that libraries replace by an older one or omit if they fail, as on older kernels."""

PLOT = "import matplotlib.pyplot as plt\nimport numpy as np\n"
PLOTS = (
    PLOT
    + "fig, axes = plt.subplots(2, 2)\naxes[0, 0].bar('abc', [1, 2, 3])\nplt.suptitle('$x^2$')\nplt.tight_layout()",
    PLOT + "plt.contourf(np.random.rand(9, 9))\nplt.colorbar()\nplt.savefig('a.pdf')\nplt.savefig('a.png', dpi=200)",
    PLOT
    + "from mpl_toolkits.mplot3d import Axes3D\nplt.figure().add_subplot(projection='3d').plot([1, 2], [3, 4], [5, 6])",
    PLOT
    + "import tempfile, os, json, csv\nwith tempfile.TemporaryDirectory() as d:\n    np.save(d + '/a', np.eye(3))\n"
    "    plt.imshow(np.load(d + '/a.npy'))\n    os.rename(d + '/a.npy', d + '/b.npy')\n    print(os.getcwd(), os.listdir(d))",
    PLOT + "import pylab, time, select, resource, datetime, decimal, fractions, statistics\ntime.sleep(0.01)\n"
    "select.select([], [], [], 0.01)\nresource.getrusage(0)\nplt.plot(np.linalg.svd(np.random.rand(99, 99))[1])",
    PLOT + "import asyncio, signal, os, shutil, glob\nopen('a', 'w').write('x')\nshutil.copy('a', 'b')\nos.utime('b')\n"
    "os.chmod('b', 0o600)\nos.truncate('b', 0)\nsignal.setitimer(signal.ITIMER_REAL, 0)\nplt.text(0, 0, glob.glob('*')[0])",
)
PICTURE = (
    "from PIL import Image, ImageDraw, ImageFont\nimg = Image.new('RGB', (90, 60), 'white')\nd = ImageDraw.Draw(img)\n"
)
PICTURES = (
    PICTURE + "d.line((1, 1, 50, 50), fill=0)\nd.text((9, 9), 'x', font=ImageFont.load_default(), fill=0)\n"
    "img.save('a.png')\nimg.save('a.jpg')",
    PICTURE + "d.ellipse((9, 9, 80, 50), fill='red')\nimport numpy as np\nnp.asarray(img)\nimg.save('a.gif')",
)
TURTLES = (
    "import numpy as np\nfor x in np.linspace(0, 9, 5):\n    t.goto(x, np.sin(x))\n",
    "import random, time, itertools\ntime.sleep(0.01)\nt.circle(random.randint(5, 9))\nt.write('x')\nturtle.done()",
)


def codes(config, count):
    return [row["code"] for _, row in itertools.islice(families.get(config).rows.read(), count)]


def draw_tools():
    for code in codes("vgen-tikz", 6):
        tex.convert(code)
    for code in codes("ssvg-molecule-eps", 6):
        eps.convert(code)
    for code in codes("vgen-graphviz", 12):
        dot.convert(code)
    dot.convert("digraph { layout=neato; a -> b [label=<<b>x</b>>]; rankdir=LR }")


def draw_python():
    for code in (*codes("turtle-scratch", 12), *TURTLES):
        turtle.draw(code)
    for library, some in ((programs.MATPLOTLIB, PLOTS), (programs.PILLOW, PICTURES)):
        for code in some:
            programs.to_svg(code, library)


def paint():
    for code in codes("vgen-svg", 6):
        for renderer in ("resvg", "cairo"):
            raster.render(code, 64, renderer=renderer)


def build_solids():
    for code in codes("sgp-cad-3d", 2):
        assert cad.parse(code, "deepcad").solid().measurements


@pytest.fixture
def traced(tmp_path, monkeypatch):
    """Run each sandbox below strace, and return a function that reads the names of calls that do not exist in it."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    result = bubblewrap.way()
    traces = tmp_path / "traces"
    traces.mkdir(mode=0o777)
    wrapper = tmp_path / "bwrap"
    wrapper.write_text(f'#!/bin/sh\nexec strace -f -qq -Z -o "{traces}/$$" "{result.program}" "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    monkeypatch.setenv("SGPKIT_SECONDS", "200")
    monkeypatch.setenv("SGPKIT_COMPILED", "off")
    monkeypatch.setattr(bubblewrap, "way", lambda: result._replace(program=str(wrapper)))
    modules = (turtle, programs, dot, raster)
    for module in modules:
        module.close()
    compiled.MEMORY.forget()

    def missing():
        for module in modules:
            module.close()
        content = "".join(path.read_text(errors="replace") for path in traces.iterdir())
        assert len(content) > 1000, "nothing was traced"
        return set(re.findall(r"^\d+ +(\w+)\(.*= -1 ENOSYS", content, re.MULTILINE))

    yield missing
    for module in modules:
        module.close()


@pytest.mark.parametrize("work", [draw_python, draw_tools, paint, build_solids], ids=lambda work: work.__name__)
def test_good_programs_get_along_with_the_listed_calls(work, traced):
    work()
    assert traced() <= FALLS_BACK
    assert pool.workers() == 1
