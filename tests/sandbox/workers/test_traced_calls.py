"""No system call that good programs need is missing from the filters: traces of programs of every kind."""

import itertools

import pytest
import traced_calls

from sgpkit.benchmark import families
from sgpkit.graphics import cad, dot, eps, raster, tex, turtle
from sgpkit.graphics.programs import library_program as programs
from sgpkit.sandbox.workers import pool

pytestmark = [pytest.mark.sandbox, pytest.mark.process, pytest.mark.slow]

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
IMAGES = (
    "import cv2\nimport numpy as np\nimg = np.full((300, 300, 3), 255, np.uint8)\ncv2.circle(img, (99, 99), 40, 0, 2)\n"
    "cv2.putText(img, 'x', (5, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 0, 1)\ncv2.imwrite('a.png', cv2.resize(img, None, fx=2, fy=2))\n"
    "cv2.imshow('a', img)\ncv2.waitKey(0)",
)
WINDOWS = (
    "import pygame\npygame.init()\nscreen = pygame.display.set_mode((260, 260))\nclock = pygame.time.Clock()\n"
    "for _ in range(3):\n    pygame.event.get()\n    pygame.draw.rect(screen, 'red', (20, 20, 200, 200), 3)\n"
    "    screen.blit(pygame.font.SysFont('arial', 24).render('x', True, 'black'), (5, 5))\n    pygame.display.flip()\n"
    "    clock.tick(60)\npygame.image.save(screen, 'a.png')\npygame.quit()",
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
    for library, some in (
        (programs.MATPLOTLIB, PLOTS),
        (programs.PILLOW, PICTURES),
        (programs.OPENCV, IMAGES),
        (programs.PYGAME, WINDOWS),
    ):
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
    with traced_calls.tracing(tmp_path, monkeypatch, (turtle, programs, dot, raster)) as missing:
        yield missing


@pytest.mark.parametrize("work", [draw_python, draw_tools, paint, build_solids], ids=lambda work: work.__name__)
def test_good_programs_get_along_with_the_listed_calls(work, traced):
    work()
    assert traced() <= traced_calls.FALLS_BACK
    assert pool.workers() == 1
