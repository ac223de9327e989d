"""Pictures of completions and references: the renderer's own pixels, aligned, kept by content; no pictures in disguise."""

import base64
import io
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sgpkit.graphics import raster
from sgpkit.metrics import pictures
from sgpkit.metrics.pictures import embedded, reference_images
from sgpkit.metrics.pictures import memory as picture_memory
from sgpkit.status import Rejected, Status
from sgpkit.values import Completion

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20"'
CIRCLE = f'{HEAD}><circle cx="20" cy="10" r="8" fill="#d04020" fill-opacity="0.6"/></svg>'
SQUARE = f'{HEAD}><rect x="4" y="4" width="12" height="12" fill="teal" stroke="#333"/></svg>'


def png(image, **options):
    stream = io.BytesIO()
    image.save(stream, options.pop("format", "PNG"), **options)
    return stream.getvalue()


DATA = "data:image/png;base64," + base64.b64encode(png(Image.new("RGB", (4, 4), "red"))).decode()


@pytest.fixture
def memory(monkeypatch):
    monkeypatch.setattr(pictures, "MEMORY", picture_memory.Memory())


# --- of completions ---------------------------------------------------------------------------------------------------


@pytest.mark.sandbox
@pytest.mark.parametrize("background", ["white", "black", "#3377c9"])
@pytest.mark.parametrize("code", [CIRCLE, SQUARE, f"{HEAD}/>", f'{HEAD}><rect width="40" height="20"/></svg>'])
def test_what_is_laid_over_a_colour_is_what_the_renderer_paints_on_it(code, background):
    (drawn,) = pictures.drawings([code], 48, background=background)
    assert np.array_equal(drawn, raster.render(code, 48, background))
    (clear,) = pictures.drawings([code], 48, background=None)
    assert np.array_equal(clear, raster.render(code, 48, None))
    (both,) = pictures.drawings([code], 48, background=raster.ON_WHITE)
    assert np.array_equal(both[..., :3], raster.render(code, 48, "white"))
    assert np.array_equal(both[..., 3], clear[..., 3])
    assert np.array_equal(both, pictures.over(clear, raster.ON_WHITE))


@given(st.integers(0, 255), st.integers(0, 255), st.sampled_from(["white", "black", "#3377c9", "#fe0180"]))
def test_every_colour_and_opacity_comes_out_as_in_the_renderer(color, alpha, background):
    from sgpkit.graphics.raster import pixels as raster_pixels

    own = np.array([[[min(color, alpha)] * 3 + [alpha]]], np.uint8)  # the memory of cairo
    laid = pictures.over(raster_pixels.unpremultiply(own), background)
    assert np.array_equal(laid, raster_pixels.composite(own, background))


@pytest.mark.sandbox
def test_drawings_stay_at_their_places_whatever_fails():
    completions = ["", CIRCLE, "It is a circle.", f"```svg\n{SQUARE}\n```", f"{HEAD}><g></svg>", None, CIRCLE]
    result = pictures.drawings(completions, 32)
    statuses = [item.status if isinstance(item, Rejected) else Status.OK for item in result]
    assert statuses == ["no_answer", "ok", "no_answer", "ok", "parse_error", "no_answer", "ok"]
    assert np.array_equal(result[1], raster.render(CIRCLE, 32))
    assert np.array_equal(result[3], raster.render(SQUARE, 32))
    assert result[6] is not result[3] and np.array_equal(result[6], result[1])


@pytest.mark.sandbox
def test_of_several_programs_the_last_is_drawn_and_a_cut_one_is_truncated():
    both = f"First {SQUARE} and better {CIRCLE}"
    drawn, cut = pictures.drawings([both, Completion(SQUARE[:-20], "length")], 32)
    assert np.array_equal(drawn, raster.render(CIRCLE, 32))
    assert cut.status is Status.TRUNCATED


@pytest.mark.sandbox
def test_what_is_kept_cannot_be_written_to():
    for background in ("white", None):
        (drawn,) = pictures.drawings([CIRCLE], 16, background=background)
        with pytest.raises(ValueError, match="read-only"):
            drawn[0, 0] = 0


@pytest.mark.parametrize("size", [0, 5000])
def test_a_size_that_is_none_is_told(size):
    with pytest.raises(ValueError, match="expected 1 to 4096"):
        pictures.drawings([CIRCLE], size)


def test_an_unknown_format_is_told():
    with pytest.raises(ValueError, match="unknown format 'stone'"):
        pictures.drawings([CIRCLE], 16, "stone")


@pytest.mark.sandbox
def test_other_languages_are_compiled_first():
    (drawn, failed) = pictures.drawings(["graph { a -- b }", "no graph"], 32, "dot")
    assert drawn.shape == (32, 32, 3) and drawn.min() < 200
    assert failed.status is Status.NO_ANSWER


# --- pictures in disguise ---------------------------------------------------------------------------------------------

DISGUISES = {
    "href": f'<image width="9" height="9" href="{DATA}"/>',
    "xlink": f'<image width="9" height="9" xlink:href="{DATA}"/>',
    "another prefix": f'<g xmlns:k="http://www.w3.org/1999/xlink"><image width="9" height="9" k:href="{DATA}"/></g>',
    "a letter as a reference": f'<image width="9" height="9" href="&#100;{DATA[1:]}"/>',
    "white space and capitals": f'<image width="9" height="9" href=" DA\nTA{DATA[4:]}"/>',
    "in defs, used": f'<defs><image id="a" width="9" height="9" href="{DATA}"/></defs><use href="#a"/>',
    "as a pattern": f'<pattern id="p" width="9" height="9"><image width="9" height="9" href="{DATA}"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    "in a filter": f'<filter id="f"><feImage href="{DATA}"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    "beside a drawing": f'<circle r="3"/><image width="9" height="9" href="{DATA}"/>',
    "a style": f'<rect width="9" height="9" style="fill: url({DATA})"/>',
    "an attribute": f'<rect width="9" height="9" fill="url(\'{DATA}\')"/>',
    "a style sheet": f"<style>rect {{ mask: url({DATA}) }}</style><rect width='9' height='9'/>",
    "escapes in a style sheet": f"<style>rect {{ fill: url(\\64 ata{DATA[4:]}) }}</style><rect width='9' height='9'/>",
}


@pytest.mark.sandbox
@pytest.mark.parametrize("body", DISGUISES.values(), ids=DISGUISES)
def test_a_picture_in_disguise_is_no_drawing(body):
    (result,) = pictures.drawings([f"{HEAD}>{body}</svg>"], 16)
    assert isinstance(result, Rejected)
    assert result.status is Status.NO_ANSWER
    assert "carries a picture" in result.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "body",
    [
        "<text y='9'>data:image/png;base64, is how pictures begin &#38; end</text>",
        "<rect width='9' height='9' data-from='data: image'/>",
        "<linearGradient id='g'/><rect width='9' height='9' style='fill: url(#g)'/>",
        "<title>data: a url(data:,) that nothing reads</title>",
    ],
)
def test_what_only_speaks_of_data_is_one(body):
    (result,) = pictures.drawings([f"{HEAD}>{body}</svg>"], 16)
    assert isinstance(result, np.ndarray), result


@pytest.mark.sandbox
def test_a_bitmap_that_a_compiler_made_is_no_disguise():
    code = f'{HEAD}><image width="40" height="20" href="{DATA}"/></svg>'
    (compiled,), (written,) = pictures.painted([code], 16, format="tikz"), pictures.painted([code], 16)
    assert compiled[8, 8].tolist() == [255, 0, 0]
    assert isinstance(written, Rejected)


def test_what_is_broken_or_unsafe_keeps_its_own_status():
    for code, status in (
        (f'{HEAD}><image href="{DATA}"></svg>', Status.PARSE_ERROR),
        (f'{HEAD}><image href="data:image/svg+xml,a"/></svg>', Status.UNSAFE),
    ):
        with pytest.raises(Rejected) as refused:
            embedded.refuse(code)
        assert refused.value.status is status


# --- references -------------------------------------------------------------------------------------------------------


def picture_of(held, size=8, background="white"):
    (pixels,) = pictures.references([held], size, background)
    return pixels


PLAIN = Image.new("RGB", (8, 8), (200, 100, 50))
HALF = np.full((8, 8), 40_000, np.uint16)


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (png(PLAIN), (200, 100, 50)),
        (PLAIN, (200, 100, 50)),
        (np.asarray(PLAIN), (200, 100, 50)),
        ({"image": png(PLAIN)}, (200, 100, 50)),
        ({"image": {"bytes": png(PLAIN), "path": None}}, (200, 100, 50)),
        (bytearray(png(PLAIN)), (200, 100, 50)),
        (PLAIN.quantize(4), (200, 100, 50)),
        (Image.new("CMYK", (8, 8), (0, 255, 255, 0)), (255, 0, 0)),
        (Image.new("LA", (8, 8), (0, 0)), (255, 255, 255)),
        (png(Image.new("LA", (8, 8), (0, 255))), (0, 0, 0)),
        (Image.new("1", (8, 8), 1), (255, 255, 255)),
        (np.zeros((8, 8), bool), (0, 0, 0)),
        (np.full((8, 8, 1), 7, np.uint8), (7, 7, 7)),
        (png(Image.fromarray(HALF)), (156, 156, 156)),
        (Image.fromarray(HALF.astype(np.int32)), (156, 156, 156)),
        (Image.new("RGB", (1, 1), (9, 8, 7)), (9, 8, 7)),
        (Image.new("HSV", (8, 8), (0, 255, 255)), (255, 0, 0)),
        (Image.new("RGBA", (8, 8), (0, 0, 0, 0)), (255, 255, 255)),
        (png(Image.new("RGB", (300, 300), (1, 2, 3))), (1, 2, 3)),
    ],
)
def test_pictures_of_any_mode_and_size_are_read(held, expected):
    pixels = picture_of(held)
    assert pixels.shape == (8, 8, 3) and pixels.dtype == np.uint8
    assert np.array_equal(pixels, np.broadcast_to(expected, (8, 8, 3)))


def test_a_palette_with_a_clear_colour_shows_what_is_behind():
    image = Image.new("P", (8, 8), 0)
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.paste(1, (4, 0, 8, 8))
    pixels = picture_of(png(image, transparency=0), background="#00ff00")
    assert pixels[0, 0].tolist() == [0, 255, 0] and pixels[0, 7].tolist() == [0, 0, 255]


def test_of_an_animation_the_first_frame_counts():
    frames = [Image.new("RGB", (8, 8), color) for color in ("red", "lime", "blue")]
    data = png(frames[0], format="GIF", save_all=True, append_images=frames[1:])
    assert np.array_equal(picture_of(data), np.broadcast_to((255, 0, 0), (8, 8, 3)))


def test_a_photograph_is_turned_as_its_camera_says():
    image = Image.new("RGB", (16, 16), "white")
    image.paste("black", (0, 0, 16, 8))
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    turned = picture_of(png(image, format="JPEG", exif=exif), 16)
    assert turned[2].mean() > 250 and turned[13].mean() < 5


def test_pictures_are_fitted_and_centred_and_never_stretched():
    pixels = picture_of(Image.new("RGB", (60, 30), "black"), 20)
    dark = pixels[..., 0] < 128
    assert dark[5:15].all() and not dark[:5].any() and not dark[15:].any()


def test_shrinking_takes_the_mean_as_smoothing_does():
    stripes = np.tile(np.array([0, 255], np.uint8), (16, 8))
    assert set(picture_of(stripes)[..., 0].ravel().tolist()) <= {127, 128}


def test_what_is_invisible_lends_no_colour():
    pixels = np.zeros((16, 16, 4), np.uint8)
    pixels[..., 0] = 255  # a clear red
    pixels[::2] = (0, 0, 255, 255)
    shrunk = picture_of(pixels)
    assert shrunk[..., 0].max() <= 128 and shrunk[..., 2].min() == 255


@pytest.mark.sandbox
def test_references_may_be_programs_with_pictures_in_them():
    assert picture_of(f'{HEAD}><image width="40" height="20" href="{DATA}"/></svg>', 16)[8, 8].tolist() == [255, 0, 0]


@pytest.mark.sandbox
def test_a_program_and_its_picture_are_the_same_reference(tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(raster.png(raster.render(CIRCLE, 32)))
    expected = raster.render(CIRCLE, 32)
    for held in (CIRCLE, {"code": CIRCLE, "image": b"?"}, path, {"path": str(path)}, {"bytes": path.read_bytes()}):
        assert np.array_equal(picture_of(held, 32), expected)


HUGE = png(Image.new("1", (8000, 8000)))


@pytest.mark.parametrize(
    ("held", "message"),
    [
        (None, "expected an SVG program"),
        ("a circle", "expected an SVG program"),
        (7, "expected an SVG program"),
        ({"caption": "a circle"}, "expected an SVG program"),
        (b"no picture", "not an image that Pillow reads"),
        (Path("nowhere.png"), "nowhere.png"),
        (png(PLAIN)[:50], "not an image that Pillow reads"),
        (HUGE, "8000 × 8000 pixels"),
        (Image.new("F", (8, 8), 0.5), "floating-point"),
        (np.zeros((8, 8), float), "expected .height, width."),
        (np.zeros((8, 8, 2), np.uint8), "expected .height, width."),
        (np.zeros((0, 8), np.uint8), "expected .height, width."),
    ],
)
def test_what_is_no_reference_is_told_with_its_place(held, message):
    with pytest.raises(ValueError, match=rf"reference 1: .*{message}"):
        pictures.references([png(PLAIN), held], 8)


@pytest.mark.sandbox
def test_a_reference_that_cannot_be_painted_is_told_with_its_place():
    with pytest.raises(ValueError, match=r"reference 3: cannot be painted \(parse_error"):
        pictures.references([CIRCLE, f"{HEAD}><g></svg>"], 8, first=2)


@given(st.binary(max_size=200), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff\xe0", b"RIFF"]))
def test_bytes_that_are_no_picture_raise_nothing_else(data, head):
    try:
        assert reference_images.square(head + data, 4).shape == (4, 4, 4)
    except reference_images.Unreadable as unreadable:
        assert str(unreadable)


# --- stored pictures --------------------------------------------------------------------------------------------------


@pytest.mark.sandbox
def test_equal_drawings_are_painted_once(memory, monkeypatch):
    painted, render = [], raster.render_many
    monkeypatch.setattr(
        raster, "render_many", lambda codes, *rest, **options: painted.extend(codes) or render(codes, *rest, **options)
    )
    pictures.drawings([CIRCLE, SQUARE, CIRCLE], 24)
    pictures.drawings([SQUARE], 24, background="black")
    pictures.references([CIRCLE], 24)
    assert sorted(painted) == sorted([CIRCLE, SQUARE])
    pictures.drawings([SQUARE], 25)
    assert len(painted) == 3


@pytest.mark.sandbox
def test_a_drawing_that_was_refused_as_an_answer_may_be_a_reference(memory):
    code = f'{HEAD}><image width="40" height="20" href="{DATA}"/></svg>'
    for _ in range(2):
        assert isinstance(pictures.drawings([code], 8)[0], Rejected)
        assert picture_of(code).shape == (8, 8, 3)


def test_refusals_are_kept_but_for_time(memory):
    asked = []

    def slow(status):
        asked.append(status)
        raise Rejected(status, "why")

    for status, times in ((Status.COMPILE_ERROR, 1), (Status.TIMEOUT, 2)):
        for _ in range(2):
            with pytest.raises(Rejected, match="why"):
                pictures.MEMORY.get((status, 8, ""), lambda status=status: slow(status))
        assert asked.count(status) == times


def test_memory_forgets_the_oldest_first():
    memory = picture_memory.Memory(3 * (4 * 4 * 4 + 1_001))
    made = []

    def paint(name):
        made.append(name)
        return np.zeros((4, 4, 4), np.uint8)

    for name in "abcadabc":
        memory.get((name, 4), lambda name=name: paint(name))
    assert made == ["a", "b", "c", "d", "b", "c"]


def test_long_programs_take_room_too():
    memory = picture_memory.Memory(10_000)
    made = []
    for name in ("a" * 9_000, "b", "a" * 9_000):
        memory.get((name, 1), lambda name=name: made.append(name[0]) or np.zeros((1, 1, 4), np.uint8))
    assert made == ["a", "b", "a"]


def test_threads_share_a_memory():
    memory = picture_memory.Memory(50_000)
    matches = []

    def work(seed):
        for step in range(300):
            name = (seed * step) % 37
            matches.append(
                (name, int(memory.get((str(name), 8), lambda name=name: np.full((8, 8, 4), name, np.uint8))[0, 0, 0]))
            )

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(matches) == 1200 and all(name == value for name, value in matches)


@pytest.mark.sandbox
def test_a_folder_keeps_pictures_from_one_process_to_the_next(tmp_path, monkeypatch):
    (first,) = _fresh(monkeypatch, tmp_path)
    assert len(list(tmp_path.rglob("*.png"))) == 1 and not list(tmp_path.rglob("*.part"))

    def none(*arguments, **options):
        raise AssertionError("painted again")

    with monkeypatch.context() as patch:
        patch.setattr(raster, "render", none)
        (second,) = _fresh(monkeypatch, tmp_path)
    assert np.array_equal(first, second)


@pytest.mark.sandbox
@pytest.mark.parametrize("spoilt", [b"", b"no picture", png(Image.new("RGB", (3, 3)))])
def test_a_spoilt_file_in_the_folder_is_painted_anew(tmp_path, monkeypatch, spoilt):
    (first,) = _fresh(monkeypatch, tmp_path)
    (path,) = tmp_path.rglob("*.png")
    path.write_bytes(spoilt)
    (second,) = _fresh(monkeypatch, tmp_path)
    assert np.array_equal(first, second)
    assert Image.open(path).size == (24, 24)


def _fresh(monkeypatch, folder):
    monkeypatch.setattr(pictures, "MEMORY", picture_memory.Memory())
    return pictures.drawings([CIRCLE], 24, folder=folder)
