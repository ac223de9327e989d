"""Programs of matplotlib and Pillow: their drawings, and their independence of each other."""

import random
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sgpkit.graphics.programs import any_language
from sgpkit.graphics.programs import library_program as programs
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

PLOT = "import numpy as np\nimport matplotlib.pyplot as plt\nplt.plot([0, 2, 2], [0, 0, 1], 'k')\n"
PICTURE = "from PIL import Image, ImageDraw\nimg = Image.new('L', (90, 60), 255)\nd = ImageDraw.Draw(img)\nd.line((9, 9, 80, 50), fill=0)\n"
LIBRARIES = {"matplotlib": (programs.MATPLOTLIB, PLOT), "pillow": (programs.PILLOW, PICTURE)}


@pytest.fixture(scope="module", autouse=True)
def ended():
    yield
    programs.close()


def lines_of(svg):
    """Return the end points of all lines of a plain drawing, in order."""
    data = [element.get("d") or element.get("points") or "" for element in ET.fromstring(svg).iter()]
    return [tuple(map(float, re.findall(r"-?[\d.]+", text))) for text in data if text]


def test_lines_lie_where_the_numbers_say():
    """In a plot with equal units, distances are those of the program times one factor."""
    generator = random.Random(5)
    points = [(generator.uniform(-5, 5), generator.uniform(-5, 5)) for _ in range(12)]
    code = f"import matplotlib.pyplot as plt\nx, y = zip(*{points})\nplt.plot(x, y, 'k')\nplt.axis('equal')\nplt.title('A line')\n"
    (mark,) = any_language.draw(code).figure.marks
    drawn, meant = np.array(mark.points), np.array(points)
    assert len(drawn) == 12
    between = [np.hypot(*np.diff(chain, axis=0).T) for chain in (drawn, meant)]
    factors = between[0] / between[1]
    assert factors == pytest.approx(np.full(11, factors[0]), rel=1e-4)


@pytest.mark.parametrize("name", LIBRARIES)
def test_what_is_shown_saved_or_closed_is_drawn_all_the_same(name):
    library, code = LIBRARIES[name]
    endings = {
        "matplotlib": ("plt.show()", "plt.savefig('a.png', dpi=300)", "plt.savefig('b.pdf')\nplt.close()"),
        "pillow": ("img.show()", "img.save('a.png')", "img.save('a.pdf')"),
    }
    drawn = {programs.to_svg(code + ending, library) for ending in ("", *endings[name])}
    assert len(drawn) == 1 and lines_of(drawn.pop())


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_same_program_draws_the_same_bytes_in_any_sandbox(name):
    library, code = LIBRARIES[name]
    by_chance = {
        "matplotlib": "import random\nplt.plot(np.random.rand(9), [random.random() for _ in range(9)], 'ko-')\n",
        "pillow": "import random\nd.ellipse((9, 9, random.randint(20, 80), 50), outline=0)\n",
    }
    code += by_chance[name]
    shared = {programs.to_svg(code, library) for _ in range(2)}
    programs.close()
    shared.add(programs.to_svg(code, library))
    assert len(shared) == 1


def test_programs_take_turns_in_a_sandbox(monkeypatch):
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    for library, code in LIBRARIES.values():
        programs.to_svg(code, library)
        before = programs.processes()
        for number in range(3):
            assert programs.to_svg(f"import os\n{code}x = {number}\n", library)
        with pytest.raises(Rejected, match="ZeroDivisionError"):
            programs.to_svg(code + "x = 1 / 0\n", library)
        assert programs.processes() == before


SPITEFUL = {
    "leaves a file": "open('/tmp/left', 'w').close()",
    "leaves a process": "os.fork()",
    "leaves a thread": "import threading; threading.Thread(target=print).start()",
    "limits the sandbox": "import resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (9, 9))",
    "changes matplotlib": "import matplotlib.axes; matplotlib.axes.Axes.plot = matplotlib.rcParams.clear()",
    "changes Pillow": "import PIL.ImageDraw; PIL.ImageDraw.ImageDraw.line = None",
    "changes Python": "import builtins; builtins.len = builtins.range = None",
    "prints": "print('x' * 10**6); os.write(1, b'\\0' * 99)",
    "ends itself": "os._exit(0)",
    "kills the sandbox": "os.kill(os.getppid(), 9)",
    "crashes": "import ctypes; ctypes.string_at(0)",
    "forges a drawing": "os.write(4, b'+<svg xmlns=\"http://www.w3.org/2000/svg\"/>'); os._exit(0)",
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", SPITEFUL)
def test_whatever_a_program_does_the_next_in_its_sandbox_is_run_as_before(name, library, monkeypatch):
    used, code = LIBRARIES[library]
    monkeypatch.setenv("SGPKIT_SECONDS", "2")
    before = programs.to_svg(code, used)
    try:
        svg = programs.to_svg(f"import os\n{code}{SPITEFUL[name]}\n", used)
    except Rejected as rejected:
        assert rejected.reason
    else:
        assert len(lines_of(svg)) <= len(lines_of(before))
    assert [programs.to_svg(code, used) for _ in range(2)] == [before] * 2


def test_a_program_that_fills_the_memory_is_told_so(monkeypatch):
    with pytest.raises(Rejected) as caught:
        programs.to_svg(PLOT + "x = np.zeros((40_000, 40_000))\n", programs.MATPLOTLIB)
    assert caught.value.status in (Status.TOO_LARGE, Status.COMPILE_ERROR)
    assert "memory" in caught.value.reason


def test_no_other_file_is_seen():
    with pytest.raises(Rejected, match=r"FileNotFoundError|PermissionError"):
        programs.to_svg(f"open({__file__!r})", programs.PILLOW)
