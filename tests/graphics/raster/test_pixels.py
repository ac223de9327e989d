"""Pixels: fitted and centred for any root, the same by two renderers, independent of hostile neighbours."""

import os
import signal
import socket
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from sgpkit.graphics import guard, raster
from sgpkit.graphics.raster.fit import Window, fit
from sgpkit.graphics.raster.pixels import clip_to_window
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status

pytestmark = pytest.mark.sandbox

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
SIZE = 64


def svg(root, content=""):
    return f"<svg {NAMESPACE} {root}>{content}</svg>"


def inked(pixels):
    """Return (left, top, right, bottom) of the pixels that are not white."""
    rows, columns = np.nonzero((pixels < 128).any(axis=2))
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


GOOD = svg('viewBox="0 0 10 10"', '<circle cx="4" cy="5" r="3" fill="#c33"/><text x="1" y="9" font-size="4">ab</text>')
FULL = '<rect width="100%" height="100%" fill="black"/>'


@pytest.mark.parametrize("renderer", raster.RENDERERS)
@pytest.mark.parametrize(
    ("root", "box"),
    [
        ('viewBox="0 0 10 10"', (0, 0, 64, 64)),
        ('viewBox="0 0 20 10"', (0, 16, 64, 48)),
        ('viewBox="0 0 10 20"', (16, 0, 48, 64)),
        ('viewBox="-1000,-500 2000 1000" x="5"', None),
        ('viewBox="0 0 20 10" preserveAspectRatio="none"', (0, 16, 64, 48)),
        ('viewBox="0 0 20 10" preserveAspectRatio="xMinYMin slice" width="7" height="7"', (0, 16, 64, 48)),
        ('viewBox="0 0 20 10" width="100%" height="100%"', (0, 16, 64, 48)),
        ('width="20mm" height="40mm"', (16, 0, 48, 64)),
        ('width="1in" height="36pt"', (0, 16, 64, 48)),
        ('width="2em" height="16px"', (0, 16, 64, 48)),
        ('width="300"', (0, 16, 64, 48)),
        ('width="auto" height="600"', (16, 0, 48, 64)),
        ("", (0, 16, 64, 48)),
        ('viewBox="0 0 20000000 10000000" width="20000000" height="10000000"', (0, 16, 64, 48)),
        ('viewBox="0 0 0.002 0.001"', (0, 16, 64, 48)),
        ('viewBox="0 0 20 10" overflow="visible"', (0, 16, 64, 48)),
    ],
)
def test_fitted_and_centred(root, box, renderer):
    if box is None:
        content, box = '<rect x="-1000" y="-500" width="1000" height="1000" fill="black"/>', (0, 16, 32, 48)
    else:
        content = FULL + '<rect x="-300%" y="-300%" width="700%" height="700%" fill="black"/>'
    assert inked(raster.paint(svg(root, content), SIZE, renderer=renderer)) == box


@pytest.mark.parametrize("renderer", raster.RENDERERS)
def test_a_circle_stays_round_at_odd_sizes(renderer):
    code = svg('viewBox="0 0 30 17"', '<circle cx="15" cy="8.5" r="8" fill="black"/>')
    left, top, right, bottom = inked(raster.paint(code, 101, renderer=renderer))
    assert abs((right - left) - (bottom - top)) <= 1
    assert abs(left + right - 101) <= 1 and abs(top + bottom - 101) <= 1


@pytest.mark.parametrize("renderer", raster.RENDERERS)
@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("", Status.PARSE_ERROR),
        (" \n", Status.PARSE_ERROR),
        ('<?xml version="1.0"?>', Status.PARSE_ERROR),
        ("Here is your drawing.", Status.PARSE_ERROR),
        ("<svg><rect></svg>", Status.PARSE_ERROR),
        ("<html/>", Status.PARSE_ERROR),
        (svg('viewBox="0 0 0 10"'), Status.PARSE_ERROR),
        (svg('viewBox="0 0 -5 10"'), Status.PARSE_ERROR),
        (svg('viewBox="0 0 nan 10"'), Status.PARSE_ERROR),
        (svg('viewBox="0 0 10"'), Status.PARSE_ERROR),
        (svg('viewBox="a b c d"'), Status.PARSE_ERROR),
        (svg('width="0" height="10"'), Status.PARSE_ERROR),
        (svg('width="10" height="-1px"'), Status.PARSE_ERROR),
        (svg('width="NaN" height="10"'), Status.PARSE_ERROR),
        (svg('width="1e308" height="1e308"'), Status.TOO_LARGE),
        (svg('viewBox="0 0 1e308 1e308"'), Status.TOO_LARGE),
        (svg('viewBox="0 0 1 1e7"'), Status.TOO_LARGE),
        (svg("", "<text>\ud800</text>"), Status.PARSE_ERROR),
        (svg("", "\0"), Status.PARSE_ERROR),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("", "<text>&a;</text>"), Status.UNSAFE),
    ],
)
def test_what_cannot_be_painted_is_rejected(code, status, renderer):
    with pytest.raises(Rejected) as caught:
        raster.paint(code, SIZE, renderer=renderer)
    assert caught.value.status is status
    assert caught.value.reason


@pytest.mark.parametrize(
    "prefix", ['<?xml version="1.0" encoding="UTF-16"?>', "\ufeff", "\n  ", '\n<?xml version="1.0"?>\n']
)
def test_what_stands_before_the_root_changes_nothing(prefix):
    code = svg('viewBox="0 0 10 10"', '<text y="8">ä</text>')
    assert (raster.paint(prefix + code, SIZE) == raster.paint(code, SIZE)).all()


@pytest.mark.parametrize("renderer", raster.RENDERERS)
def test_background_and_alpha(renderer):
    code = svg('viewBox="0 0 2 1"', '<rect width="1" height="1" fill="#ff0000" fill-opacity="0.5"/>')
    transparent = raster.paint(code, SIZE, None, renderer)
    assert (transparent.shape, transparent.dtype) == ((SIZE, SIZE, 4), np.uint8)
    assert transparent[0, 0].tolist() == [0, 0, 0, 0]
    assert transparent[32, 10].tolist() in ([255, 0, 0, 127], [255, 0, 0, 128])  # straight, not premultiplied
    white, blue = raster.paint(code, SIZE, "white", renderer), raster.paint(code, SIZE, "#0000ff", renderer)
    assert white.shape == (SIZE, SIZE, 3)
    assert white[0, 0].tolist() == [255, 255, 255] and blue[0, 0].tolist() == [0, 0, 255]
    assert np.abs(white[32, 10].astype(int) - [255, 127, 127]).max() <= 1
    assert np.abs(blue[32, 10].astype(int) - [128, 0, 127]).max() <= 1


@pytest.mark.parametrize(
    "content",
    [
        '<circle cx="50" cy="40" r="30" fill="teal"/>',
        '<path d="M10 10 C 40 90 60 90 90 10 Z" fill="orange" stroke="black" stroke-width="3"/>',
        '<g transform="rotate(20 50 40)"><rect x="20" y="20" width="60" height="40" fill="#456" rx="5"/></g>',
        '<ellipse cx="50%" cy="50%" rx="40%" ry="20" fill="none" stroke="purple" stroke-dasharray="9 5"/>',
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
        '<rect x="5" y="5" width="90" height="70" fill="url(#g)" opacity="0.7"/>',
        '<g opacity="0.5"><rect width="50" height="50"/><rect x="40" y="20" width="50" height="50" fill="red"/></g>',
    ],
)
def test_two_renderers_agree(content):
    code = svg('viewBox="0 0 100 80"', content)
    first, second = (raster.paint(code, 128, renderer=name).astype(int) for name in raster.RENDERERS)
    assert (first < 250).any()
    assert np.abs(first - second).mean() < 1.5


@pytest.mark.process
@pytest.mark.parametrize(
    "text",
    ["{}", '<mask id="m">{}</mask><rect width="99" height="99" mask="url(#m)"/>', '<g id="t">{}</g><use href="#t"/>'],
)
def test_letters_do_not_depend_on_what_was_painted_before(text):
    content = text.format(
        '<text x="3" y="30" font-size="20" fill="#888" style="text-rendering:optimizeLegibility">Hello</text>'
    )
    code = svg('viewBox="0 0 100 80"', content)
    raster.close()
    fresh = raster.render(code, 200)
    raster.close()
    raster.render(svg('viewBox="0 0 100 80"', '<text y="20" font-size="7">Hello</text>'), 33)
    assert (raster.render(code, 200) == fresh).all()
    assert (raster.paint(code, 200) == fresh).all()


@pytest.mark.parametrize("size", [9, 12, 20, 60])
def test_letters_are_as_dark_with_either_renderer(size):
    code = svg(
        'viewBox="0 0 400 80"', f'<text x="3" y="60" font-size="{size}" font-family="DejaVu Sans">ABC xyz EFH</text>'
    )
    first, second = (255 - raster.paint(code, 400, renderer=name).astype(int) for name in raster.RENDERERS)
    assert first.sum() == pytest.approx(second.sum(), rel=0.1)
    assert (first == first[..., :1]).all()


@pytest.mark.parametrize(
    ("options", "match"), [((0,), "size=0"), ((5, "no-colour"), "no-colour"), ((5, "white", "skia"), "skia")]
)
def test_our_own_mistakes_are_no_verdict(options, match):
    for call in (raster.paint, raster.render):
        with pytest.raises(ValueError, match=match):
            call(GOOD, *options)


def test_render_equals_paint():
    for background in ("white", None):
        for renderer in raster.RENDERERS:
            assert (
                raster.render(GOOD, SIZE, background, renderer) == raster.paint(GOOD, SIZE, background, renderer)
            ).all()


def test_render_many_is_aligned_and_paints_equal_codes_once():
    other = svg('viewBox="0 0 9 9"', FULL)
    results = raster.render_many([GOOD, "prose", other, GOOD], SIZE)
    assert (results[0] == raster.paint(GOOD, SIZE)).all() and (results[2] == raster.paint(other, SIZE)).all()
    assert results[3] is results[0]
    assert isinstance(results[1], Rejected) and results[1].status is Status.PARSE_ERROR
    assert raster.render_many([], SIZE) == []


def test_render_asks_the_guard(monkeypatch):
    def refuse(code):
        raise Rejected(Status.UNSAFE, "refused by the guard")

    monkeypatch.setattr(guard, "check_svg", refuse)
    with pytest.raises(Rejected, match="refused by the guard"):
        raster.render(GOOD, SIZE)


def doubling_use():
    levels = "".join(
        f'<g id="a{n}"><use xlink:href="#a{n - 1}"/><use xlink:href="#a{n - 1}"/></g>' for n in range(1, 31)
    )
    return svg(
        f'{XLINK} viewBox="0 0 9 9"',
        f'<defs><rect id="a0" width="1" height="1"/>{levels}</defs><use xlink:href="#a30"/>',
    )


def crossing_segments():
    points = " ".join(f"L{(n * 7919) % 1000} {(n * 104729) % 997}" for n in range(200_000))
    return svg('viewBox="0 0 1000 1000"', f'<path d="M0 0 {points}" fill="red" stroke="black"/>')


def huge_pattern():
    return svg(
        'viewBox="0 0 9 9"',
        '<defs><mask id="m" maskUnits="userSpaceOnUse" width="9" height="9"><circle r="9" fill="white"/></mask>'
        '<filter id="f" x="-1e6" y="-1e6" width="2e6" height="2e6"><feGaussianBlur stdDeviation="1e5"/></filter></defs>'
        '<g filter="url(#f)" mask="url(#m)"><rect width="9" height="9"/></g>',
    )


def tiny_dashes():
    return svg('viewBox="0 0 9 9"', '<path d="M0 0 L1e9 1" stroke="black" stroke-dasharray="1e-6"/>')


def deep_groups():
    return svg('viewBox="0 0 9 9"', "<g>" * 20_000 + "</g>" * 20_000)


# The guard would refuse most of these; here they meet the renderers.
@pytest.mark.process
@pytest.mark.parametrize("renderer", raster.RENDERERS)
@pytest.mark.parametrize(
    ("make", "statuses"),
    [
        (doubling_use, {Status.TIMEOUT, Status.TOO_LARGE, Status.COMPILE_ERROR}),
        (crossing_segments, {Status.TIMEOUT, Status.TOO_LARGE}),
        (huge_pattern, {Status.OK, Status.TIMEOUT, Status.TOO_LARGE, Status.COMPILE_ERROR}),
        (tiny_dashes, {Status.OK, Status.TIMEOUT, Status.TOO_LARGE, Status.COMPILE_ERROR}),
        (deep_groups, {Status.PARSE_ERROR, Status.TOO_LARGE, Status.COMPILE_ERROR}),
    ],
)
def test_a_hostile_drawing_leaves_its_neighbours_alone(make, statuses, renderer):
    before = raster.render(GOOD, SIZE)
    begun = time.monotonic()
    try:
        raster.paint_in_sandbox(make(), SIZE, "white", renderer, seconds=0.8)
        status = Status.OK
    except Rejected as rejected:
        status = rejected.status
    assert status in statuses
    assert time.monotonic() - begun < 5
    assert raster.render(GOOD, SIZE).tobytes() == before.tobytes()


@pytest.mark.parametrize("renderer", raster.RENDERERS)
def test_nothing_outside_the_drawing_is_read(renderer, tmp_path):
    import cairosvg

    canary = tmp_path / "canary.png"
    canary.write_bytes(cairosvg.svg2png(svg('width="9" height="9"', FULL).encode()))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        addresses = [str(canary), f"file://{canary}", f"http://127.0.0.1:{listener.getsockname()[1]}/x.png", "."]
        for address in addresses:
            code = svg(f'{XLINK} viewBox="0 0 9 9"', f'<image xlink:href="{address}" width="9" height="9"/>')
            try:
                pixels = raster.paint_in_sandbox(code, SIZE, "white", renderer)
                assert (pixels == 255).all(), address
            except Rejected as rejected:
                assert rejected.status in (Status.UNSAFE, Status.COMPILE_ERROR)
        with pytest.raises(TimeoutError):
            listener.accept()


def children(process):
    matches = []
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            matches += [int(child), *children(child)]
    return matches


@pytest.mark.process
def test_a_worker_killed_at_work_costs_no_drawing(monkeypatch):
    """The kernel's out-of-memory killer may kill any process, so the drawing is painted again instead of rejected."""
    raster.close()
    wanted = raster.render(GOOD, SIZE)
    (process,) = {process for process in raster.processes() if process}
    worker = children(process)[-1]  # while it loads cairo it has a child process, which searches for the library
    slow = svg('viewBox="0 0 9 9"', '<circle cx="4" cy="4" r="3"/>' * 3000)
    results = []
    thread = threading.Thread(target=lambda: results.append(raster.paint_in_sandbox(slow, SIZE, "white", "cairo")))
    thread.start()
    time.sleep(0.1)
    os.kill(worker, signal.SIGKILL)
    thread.join()
    assert (results[0] == raster.paint(slow, SIZE, renderer="cairo")).all()
    assert (raster.render(GOOD, SIZE) == wanted).all()
    assert process not in raster.processes()


@pytest.mark.process
def test_a_forked_process_paints_on_its_own():
    wanted = raster.render(GOOD, SIZE)
    kept = raster.processes()
    child = os.fork()
    if child == 0:
        same = (raster.render(GOOD, SIZE) == wanted).all()
        other = not set(filter(None, raster.processes())) & set(kept)
        raster.close()
        os._exit(0 if same and other else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (raster.render(GOOD, SIZE) == wanted).all()
    assert raster.processes() == kept


def test_without_a_sandbox_nothing_is_painted(monkeypatch, tmp_path):
    raster.close()
    sandbox.forget()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(sandbox.Unavailable, match="apt install bubblewrap"):
        raster.render(GOOD, SIZE)
    with pytest.raises(sandbox.Unavailable, match="apt install bubblewrap"):
        raster.render_many([GOOD, GOOD], SIZE)


@pytest.mark.process
@pytest.mark.parametrize("wanted", ["0", "many", "-1"])
def test_the_number_of_workers_is_checked(monkeypatch, wanted):
    monkeypatch.setenv("SGPKIT_WORKERS", wanted)
    with pytest.raises(ValueError, match="SGPKIT_WORKERS"):
        raster.workers()


def test_png_is_read_back_the_same():
    import io

    from PIL import Image

    for background in ("white", None):
        pixels = raster.paint(GOOD, SIZE, background)
        data = raster.png(pixels)
        assert (np.asarray(Image.open(io.BytesIO(data))) == pixels).all()
        assert data == raster.png(pixels.copy())


@pytest.mark.parametrize("box", ["0 0 40 17", "0 0 17.3 40", "0 0 1 3999", "0 0 40 40", "3 4 21 20.999"])
def test_what_lies_outside_the_window_is_cleared_and_edges_keep_their_share(box):
    whole = np.random.default_rng(3).integers(0, 256, (64, 64, 4), np.uint8)
    fitted = fit(Window(*map(float, box.split())), 64)
    expected = whole
    for axis, (begin, extent) in enumerate(((fitted.top, fitted.height), (fitted.left, fitted.width))):
        if extent < 64:  # as a share of every pixel, whichever it is
            at = np.arange(64)
            inside = np.clip(np.minimum(at + 1, begin + extent) - np.maximum(at, begin), 0.0, 1.0)
            expected = np.rint(expected * inside.reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))).astype(np.uint8)
    untouched = whole.copy()
    assert (clip_to_window(whole, fitted) == expected).all()
    assert (whole == untouched).all()
