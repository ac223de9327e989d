"""CAD files and texts that try to read files, hang, or exhaust memory."""

import io
import pickle
import struct
from typing import Any

import numpy as np
import pytest

from sgpkit.graphics import cad
from sgpkit.status import Rejected, Status


def refused(source: Any, dialect: str) -> Rejected:
    with pytest.raises(Rejected) as caught:
        cad.parse(source, dialect)
    assert len(caught.value.reason) < 400
    return caught.value


def npy(head: bytes, body: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + body


def of_objects(pickled: bytes) -> bytes:
    return npy(b"{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", pickled)


@pytest.fixture
def h5():
    h5py = pytest.importorskip("h5py")

    def write(fill):
        stream = io.BytesIO()
        with h5py.File(stream, "w") as file:
            fill(h5py, file)
        return stream.getvalue()

    return write


@pytest.mark.process
def test_storage_outside_the_file_is_not_read(h5, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"root:secret" * 10)
    content = h5(lambda h5py, file: file.create_dataset("vec", (3, 17), "u1", external=[(str(secret), 0, 51)]))
    result = refused(content, "deepcad")
    assert result.status is Status.UNSAFE and "114" not in result.reason


@pytest.mark.process
def test_a_virtual_dataset_and_links_lead_nowhere(h5, tmp_path):
    def virtual(h5py, file):
        layout = h5py.VirtualLayout((3, 17), "u1")
        layout[:] = h5py.VirtualSource(str(tmp_path / "other.h5"), "vec", (3, 17))
        file.create_virtual_dataset("vec", layout)

    assert refused(h5(virtual), "deepcad").status is Status.UNSAFE
    for link in ("ExternalLink", "SoftLink"):
        arguments = ("/etc/hostname", "/vec") if link == "ExternalLink" else ("/elsewhere",)
        content = h5(
            lambda h5py, file, link=link, arguments=arguments: file.__setitem__("vec", getattr(h5py, link)(*arguments))
        )
        assert refused(content, "deepcad").status is Status.UNSAFE


@pytest.mark.process
def test_a_dataset_of_no_numbers_is_not_read(h5):
    wide = h5(lambda h5py, file: file.create_dataset("vec", (20, 17), "S2000000", chunks=(1, 1), compression="gzip"))
    assert "expected numbers" in refused(wide, "deepcad").reason
    assert (
        "expected numbers" in refused(h5(lambda h5py, file: file.__setitem__("vec", h5py.Empty("f"))), "deepcad").reason
    )


@pytest.mark.parametrize("dialect", cad.DIALECTS)
@pytest.mark.parametrize(
    "text",
    [
        "Line:(" + "1" * 1_900_000 + "x)",
        "A" + " " * 1_900_000 + "!",
        "A" + " :" * 900_000,
        "A:" + " " * 1_900_000 + "!",
    ],
)
def test_long_texts_that_fit_nothing_are_refused_at_once(dialect, text):
    assert refused(text, dialect).status in (Status.PARSE_ERROR, Status.TOO_LARGE)


def doubled() -> object:
    value: object = "x"
    for _ in range(60):
        value = [value, value]
    return value


@pytest.mark.parametrize(
    "parameter", [doubled(), 10**6000, {1: doubled()}, (doubled(),)], ids=["nested", "large", "dict", "tuple"]
)
def test_values_are_shown_without_being_written_out(parameter):
    node = {"entityId": "a", "parameters": {"xCenter": parameter}}
    refused(of_objects(pickle.dumps([node])), "sketchgraphs")
    from sgpkit.graphics.cad.dialects.text import shown

    assert len(shown(parameter)) <= 60


def test_a_pickle_that_numbers_more_objects_than_it_has_is_refused():
    result = refused(of_objects(b"Nr" + struct.pack("<I", 2**31 - 1) + b"."), "sketchgraphs")
    assert result.status is Status.UNSAFE


@pytest.mark.parametrize("dialect", ["deepcad", "fusion360", "sketchgraphs"])
def test_numbers_of_too_many_digits_are_refused(dialect):
    assert refused('{"sequence": [' + "9" * 5000 + "]}", dialect).status in (Status.TOO_LARGE, Status.PARSE_ERROR)


@pytest.mark.parametrize("dialect", ["deepcad", "sketchgraphs"])
@pytest.mark.parametrize(
    "content",
    [
        npy(b"{'descr':'"),
        npy(b"(" * 5000),
        npy(b"-" * 9000 + b"1"),
        npy(b"{'descr': '<f8', 'fortran_order': False, 'shape': (400000000, 17)}", b"x" * 64),
        npy(b"{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 17)}", b"x" * 64),
    ],
    ids=["open string", "brackets", "minus signs", "fifty gigabytes", "negative"],
)
def test_broken_heads_of_arrays_are_refused(dialect, content):
    assert refused(content, dialect).status is Status.PARSE_ERROR


def test_infinite_rows_are_refused():
    assert "not all numbers are whole" in refused(np.full((2, 17), np.inf), "deepcad").reason
