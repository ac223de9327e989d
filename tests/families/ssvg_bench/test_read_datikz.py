"""Reading DaTikZ's Parquet files, and the counts of drawings."""

from datetime import datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.families.ssvg_bench import element_statistics
from sgpkit.families.ssvg_bench.sources import datikz


def item(number, **changes):
    return {
        "caption": f" Figure {number}. ",
        "code": rf"\documentclass{{standalone}}\begin{{document}}{number}\end{{document}}",
        "image": {"bytes": b"\x89PNG" + bytes([number]), "path": None},
        "pdf": b"%PDF",
        "uri": f"https://arxiv.org/abs/2401.0000{number // 2}",
        "origin": "arxiv",
        "date": datetime(2024, 1, 1 + number),
    } | changes


def write(path, items):
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(items), path)
    return path


def test_a_copy_of_the_dataset_repo_gives_its_test_split(tmp_path):
    write(tmp_path / "data/test-00000-of-00001.parquet", [item(number) for number in range(4)])
    write(tmp_path / "data/train-00000-of-00001.parquet", [item(9)])
    assert datikz.recognises(str(tmp_path))
    rows = [row for split, row in datikz.captions(str(tmp_path), 0) if split == "test"]
    assert len(rows) == 4
    assert rows[2] == {
        "id": rows[2]["id"],
        "cluster": "https://arxiv.org/abs/2401.00001",
        "source": "datikz",
        "license": "as at its origin (see uri)",
        "generator": "",
        "caption": "Figure 2.",
        "code": r"\documentclass{standalone}\begin{document}2\end{document}",
        "uri": "https://arxiv.org/abs/2401.00001",
        "origin": "arxiv",
        "date": "2024-01-03",
        "image": b"\x89PNG\x02",
    }
    assert len({row["id"] for row in rows}) == 4
    assert len({row["cluster"] for row in rows}) == 2
    assert list(datikz.captions(str(tmp_path), 1)) == [("test", row) for row in rows]


def test_a_file_is_read_into_the_split_that_it_names(tmp_path):
    for name, split in (
        ("train-00000-of-00002", "train"),
        ("datikz-test", "test"),
        ("latest", "test"),
        ("mine", "test"),
    ):
        path = write(tmp_path / f"{name}.parquet", [item(1)])
        assert [caption[0] for caption in datikz.captions(str(path), 0)] == [split]


def test_caption_and_code_are_enough(tmp_path):
    path = write(tmp_path / "test.parquet", [{"caption": "A line.", "code": r"\tikz\draw (0,0) -- (1,1);"}])
    [(_, row)] = datikz.captions(str(path), 0)
    assert (row["image"], row["uri"], row["origin"], row["date"]) == (None, "", "", "")
    assert row["cluster"] == row["id"]


def test_rows_without_text_and_repeated_code_are_skipped_with_a_reason(tmp_path):
    items = [
        item(1),
        item(2, caption=" "),
        item(3, code=None),
        item(1, caption="Again."),
        item(4),
        item(5, code="x" * 50_001),
    ]
    read = list(datikz.captions(str(write(tmp_path / "test.parquet", items)), 0))
    assert [entry for entry in read if isinstance(entry, Skipped)] == [
        Skipped("test.parquet, row 2", "caption is ' '; expected text"),
        Skipped("test.parquet, row 3", "code is None; expected text"),
        Skipped("test.parquet, row 4", "its code was read before"),
        Skipped("test.parquet, row 6", "50,001 characters of code; at most 50,000 are compared"),
    ]
    assert sum(isinstance(entry, tuple) and not isinstance(entry, Skipped) for entry in read) == 2


def test_what_is_no_datikz_is_told(tmp_path):
    other = write(tmp_path / "other.parquet", [{"text": "a"}])
    broken = tmp_path / "broken/test.parquet"
    broken.parent.mkdir()
    broken.write_bytes(b"no Parquet")
    for entry in (other, broken, broken.parent, tmp_path / "nowhere"):
        assert not datikz.recognises(str(entry))
    with pytest.raises(UserError, match=r"other\.parquet has no column 'caption'"):
        list(datikz.captions(str(other), 0))
    with pytest.raises(UserError, match="no Parquet file at"):
        list(datikz.captions(str(tmp_path / "nowhere"), 0))


def test_a_damaged_file_is_told(tmp_path):
    path = write(tmp_path / "test.parquet", [item(number, code="x" * 5000 + str(number)) for number in range(9)])
    content = bytearray(path.read_bytes())
    content[8:1200] = b"\xff" * 1192
    path.write_bytes(content)
    with pytest.raises(UserError, match="is damaged"):
        list(datikz.captions(str(path), 0))


def test_elements_are_counted_by_kind_wherever_they_stand():
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><g><line x2="1"/><g><circle r="1"/><line x2="2"/></g></g></svg>'
    empty = '<svg xmlns="http://www.w3.org/2000/svg"><text>line</text></svg>'
    means = element_statistics.mean_elements([drawing, empty])
    assert means == {"line": 1.0, "circle": 0.5}
    assert element_statistics.table({"a": means, "b": {"circle": 2.0}}).splitlines()[2:] == [
        "| line | 1.00 | 0.00 |",
        "| circle | 0.50 | 2.00 |",
    ]


def test_molecules_have_about_as_many_elements_as_the_papers(capsys):
    element_statistics.main(["ssvg-molecule-svg"])
    counted = dict(line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:])
    # Table 2: 32.45 lines and 30.38 circles per molecule.
    assert float(counted["line"]) == pytest.approx(32.45, rel=0.1)
    assert float(counted["circle"]) == pytest.approx(30.38, rel=0.1)
    assert counted.keys() == {"line", "circle"}
