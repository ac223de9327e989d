"""Reading PubChem records: from files, and from a server with the usual failures."""

import json
import threading
from collections.abc import Callable, Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.families.ssvg_bench.sources import pubchem, pubchem_download
from sgpkit.graphics import molecule


def record(cid: int = 702, **changes: Any) -> dict[str, Any]:
    """Return ethanol in PubChem's form, with one of its hydrogens."""
    whole = {
        "id": {"id": {"cid": cid}},
        "atoms": {"aid": [1, 2, 3, 4], "element": [8, 6, 6, 1]},
        "bonds": {"aid1": [1, 1, 2], "aid2": [2, 4, 3], "order": [1, 1, 1]},
        "coords": [
            {
                "type": [1, 5, 255],
                "aid": [1, 2, 3, 4],
                "conformers": [{"x": [2, 2.866, 3.732, 1.4], "y": [0, 0.5, 0, 0]}],
            }
        ],
        "props": [
            {"urn": {"label": "IUPAC Name", "name": "Traditional"}, "value": {"sval": "alcohol"}},
            {"urn": {"label": "IUPAC Name", "name": "Preferred"}, "value": {"sval": "ethanol"}},
            {"urn": {"label": "SMILES", "name": "Connectivity"}, "value": {"sval": "OCC"}},
            {"urn": {"label": "SMILES", "name": "Absolute"}, "value": {"sval": "CCO"}},
            {"urn": {"label": "Mass"}, "value": {"fval": 46.07}},
        ],
    }
    return whole | changes


def document(*records: dict[str, Any]) -> bytes:
    return json.dumps({"PC_Compounds": records}).encode()


def read(path: object) -> list[Any]:
    """Return the part of a prompt after the worked example."""
    first, *others = pubchem.molecules(str(path), 0)
    assert first[0] == "train" and first[1]["cid"] == 7964
    return [other if isinstance(other, Skipped) else other[1] for other in others]


def test_a_record_becomes_a_row_with_its_own_coordinates(tmp_path: Path) -> None:
    (tmp_path / "ethanol.json").write_bytes(document(record()))
    (row,) = read(tmp_path)
    code = row.pop("code")
    assert row == {
        "id": "molecule-702",
        "cluster": "cid-702",
        "source": "pubchem",
        "license": "public domain (PubChem)",
        "generator": "",
        "cid": 702,
        "name": "ethanol",
        "smiles": "CCO",
        "size": 5,
        "band": "1-20",
    }
    assert '<circle cx="28.66" cy="-5" r="1.5" fill="#274A4A"/>' in code
    assert molecule.same(molecule.from_drawing(code), molecule.structure("CCO").graph())


@pytest.mark.realdata
def test_published_records_are_read(fixtures_path: Path) -> None:
    folder = fixtures_path / "pubchem"
    assert pubchem.recognises(str(folder))
    result = {row["cid"]: row for row in read(folder)}
    assert {cid: row["name"] for cid, row in result.items()} == {
        4: "1-aminopropan-2-ol",
        241: "benzene",
        7840: "1-bromopropane",
    }
    for row in result.values():
        assert molecule.same(molecule.from_drawing(row["code"]), molecule.structure(row["smiles"]).graph())


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in record().items() if name != key}


def coordinates(**changes: Any) -> list[dict[str, Any]]:
    return [record()["coords"][0] | changes]


BAD_RECORDS = {
    "no id": (without("id"), "no whole PubChem record: KeyError 'id'"),
    "no coordinates": (record(coords=[]), "3-D coordinates only"),
    "coordinates in space": (record(coords=coordinates(type=[2, 5])), "3-D coordinates only"),
    "coordinates of fewer atoms": (record(coords=coordinates(aid=[1, 2, 3])), "longer|shorter"),
    "no number": (record(coords=coordinates(conformers=[{"x": [float("nan")] * 4, "y": [0] * 4}])), "lies at nan"),
    "text for a number": (record(coords=coordinates(conformers=[{"x": ["a"] * 4, "y": [0] * 4}])), "no whole"),
    "no name": (record(props=[]), "CID 702 has no preferred IUPAC name"),
    "an element without colour": (record(atoms={"aid": [1, 2, 3, 4], "element": [26, 6, 6, 1]}), "element 'Fe'"),
    "no element": (record(atoms={"aid": [1, 2, 3, 4], "element": [255, 6, 6, 1]}), "element number 255"),
    "hydrogens only": (record(atoms={"aid": [1, 2, 3, 4], "element": [1] * 4}), "has 0 atoms beside hydrogen"),
    "a bond to nothing": (record(bonds={"aid1": [1], "aid2": [9]}), "bond to atom 9"),
    "a bond to itself": (record(bonds={"aid1": [1], "aid2": [1]}), "to itself"),
    "atoms on each other": (
        record(coords=coordinates(conformers=[{"x": [2, 2.01, 3, 9], "y": [0] * 4}])),
        "nearer than 0.3",
    ),
    "a list": ([], "no whole PubChem record"),
    "the worked example": (record(cid=7964), "worked example"),
}


@pytest.mark.parametrize(("bad", "reason"), BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_bad_record_is_skipped_with_its_reason_and_the_others_read(bad: Any, reason: str, tmp_path: Path) -> None:
    (tmp_path / "many.json").write_bytes(document(record(1), bad, record(2)))
    first, skipped, last = read(tmp_path / "many.json")
    assert (first["cid"], last["cid"]) == (1, 2)
    assert skipped.name == "many.json[1]"
    assert any(part in skipped.reason for part in reason.split("|"))


BAD_FILES = {
    "truncated": (document(record())[:200], "no JSON"),
    "a fault": (b'{"Fault": {"Code": "PUGREST.NotFound"}}', "found an object with 'Fault'"),
    "a list": (b"[]", "found a list"),
    "a number": (b"7", "found 7"),
    "no records": (b'{"PC_Compounds": []}', "found an object with 'PC_Compounds'"),
    "not UTF-8": (b"\xff\xfe\x00", "no JSON"),
    "deep": (b"[" * 100_000, "no JSON"),
}


@pytest.mark.parametrize(("content", "reason"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_bad_file_is_skipped_with_what_was_found(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(content)
    (tmp_path / "b.json").write_bytes(document(record()))
    skipped, row = read(tmp_path)
    assert skipped.name == "a.json" and reason in skipped.reason
    assert row["cid"] == 702


def test_a_compound_is_read_once(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.json").write_bytes(document(record()))
    row, skipped = read(tmp_path)
    assert row["cid"] == 702
    assert skipped == Skipped("b.json", "CID 702 was read already, from a.json")


RECOGNISED = {
    "records.json": (document(record()), True),
    "other.json": (b'{"rows": []}', False),
    "cids.txt": (b"# two of them\n241\n7840, 702\n", True),
    "prose.txt": (b"241 bottles", False),
    "empty.txt": (b"", False),
    "numbers.dat": (b"241", False),
}


@pytest.mark.parametrize("name", RECOGNISED)
def test_what_is_recognised(name: str, tmp_path: Path) -> None:
    content, expected = RECOGNISED[name]
    (tmp_path / name).write_bytes(content)
    assert pubchem.recognises(str(tmp_path / name)) is expected
    assert pubchem.recognises(str(tmp_path)) is (name == "records.json")


def test_names_of_nothing_are_refused(tmp_path: Path) -> None:
    assert pubchem.recognises("cid:241,7840")
    assert not pubchem.recognises(str(tmp_path / "none"))
    with pytest.raises(UserError, match="no file or folder"):
        read(tmp_path / "none")
    with pytest.raises(UserError, match=r"no \*\.json below"):
        read(tmp_path)
    with pytest.raises(UserError, match="'x' in 'cid:1,x' is not a CID"):
        read("cid:1,x")


# Fetching


Answer = tuple[int, dict[str, str], bytes]


class Server:
    """A PUG REST server. A list for each CID gives its answers, the last of which it repeats."""

    def __init__(self) -> None:
        self.answers: dict[int, list[Answer | Callable[[], Answer]]] = {}
        self.asked: list[int] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                cid = int(self.path.split("/")[-2])
                outer.asked.append(cid)
                waiting = outer.answers[cid]
                answer = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                code, headers, body = answer() if callable(answer) else answer
                self.send_response(code)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                del format, args  # keep the log out of the test's output

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/rest/pug"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    made = Server()
    monkeypatch.setenv("SGPKIT_PUBCHEM_URL", made.url)
    monkeypatch.setenv("SGPKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    serving = threading.Thread(target=made.http.serve_forever, args=(0.01,))
    serving.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    serving.join()


GOOD: Answer = (200, {}, document(record()))


def fetch(*cids: int, **options: Any) -> tuple[list[Any], list[float]]:
    waits: list[float] = []
    return list(pubchem_download.fetch(cids, sleep=waits.append, **options)), waits


def test_records_are_fetched_once_and_kept(server: Server, tmp_path: Path) -> None:
    server.answers = {702: [GOOD]}
    (row,) = read("cid:702,702")
    assert row["name"] == "ethanol"
    listed = tmp_path / "cids.txt"
    listed.write_text("702\n")
    assert read(listed) == [row]
    assert server.asked == [702]
    assert [file.name for file in (tmp_path / "cache" / "pubchem").iterdir()] == ["702.json"]


def test_a_damaged_or_foreign_file_in_the_cache_is_fetched_again(server: Server, tmp_path: Path) -> None:
    server.answers = {702: [GOOD]}
    kept = tmp_path / "cache" / "pubchem" / "702.json"
    kept.parent.mkdir(parents=True)
    for content in (b'{"PC_Comp', document(record(cid=1)), b"[]"):
        kept.write_bytes(content)
        assert fetch(702)[0][0][0] == 702
        assert json.loads(kept.read_bytes()) == json.loads(GOOD[2])
    assert server.asked == [702] * 3


def test_a_compound_that_pubchem_has_not_is_skipped(server: Server) -> None:
    server.answers = {5: [(404, {}, b'{"Fault": {}}')], 702: [GOOD]}
    skipped, row = read("cid:5,702")
    assert skipped == Skipped("CID 5", "PubChem answers 404 Not Found")
    assert row["cid"] == 702
    assert server.asked == [5, 702]


BUSY = (503, {"Retry-After": "7"}, b"busy")

FAILURES: dict[str, tuple[Answer, float]] = {
    "busy, with the seconds to wait": (BUSY, 7),
    "busy, with more than we would ever wait": ((503, {"Retry-After": "86400"}, b""), pubchem_download.MAX_WAIT),
    "busy, with a moment that is past": ((503, {"Retry-After": formatdate(0, usegmt=True)}, b""), 0.2),
    "busy, with nonsense": ((429, {"Retry-After": "soon"}, b""), 0.4),
    "an error": ((500, {}, b""), 0.4),
    "busy by its throttling header": (
        (503, {"X-Throttling-Control": "Request Count status: Red (90%), Service status: Green (5%)"}, b""),
        10,
    ),
    "a page instead of a record": ((200, {"Content-Type": "text/html"}, b"<html>Sign in to the network</html>"), 0.4),
    "truncated JSON": ((200, {}, document(record())[:150]), 0.4),
    "a cut connection": ((200, {"Content-Length": "99999"}, b'{"PC_'), 0.4),
    "the record of another compound": ((200, {}, document(record(cid=9))), 0.4),
    "a fault that says 200": ((200, {}, b'{"Fault": {}}'), 0.4),
}


@pytest.mark.parametrize(("failure", "wait"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_is_tried_again_after_the_wait_that_it_asks_for(failure: Answer, wait: float, server: Server) -> None:
    server.answers = {702: [failure, GOOD]}
    result, waits = fetch(702, timeout=0.5)
    assert [cid for cid, _ in result] == [702]
    assert waits == [pytest.approx(wait)]
    assert server.asked == [702, 702]


def test_a_slow_server_is_given_up_and_asked_again(server: Server) -> None:
    released = threading.Event()

    def slow() -> Answer:
        released.wait(5)
        return GOOD

    server.answers = {702: [slow, GOOD]}
    try:
        result, _ = fetch(702, timeout=0.2)
    finally:
        released.set()
    assert [cid for cid, _ in result] == [702]


def test_attempts_are_bounded_and_what_was_fetched_is_kept(server: Server, tmp_path: Path) -> None:
    server.answers = {702: [GOOD], 8: [(503, {}, b"")]}
    with pytest.raises(UserError, match=r"CID 8 in 6 attempts, the last: 503.*run the same command again"):
        fetch(702, 8)
    assert server.asked == [702] + [8] * pubchem_download.ATTEMPTS
    assert [file.name for file in (tmp_path / "cache" / "pubchem").iterdir()] == ["702.json"]


def test_waits_grow_between_attempts(server: Server) -> None:
    server.answers = {702: [*[(503, {}, b"")] * 4, GOOD]}
    assert fetch(702)[1] == pytest.approx([0.4, 0.8, 1.6, 3.2])


def test_requests_are_spaced_out_and_more_so_for_a_busy_server(server: Server) -> None:
    busy = {"X-Throttling-Control": "Request Count status: Green (0%), Service status: Yellow (60%)"}
    server.answers = {1: [(200, {}, document(record(1)))], 2: [(200, busy, document(record(2)))], 3: [(404, {}, b"")]}
    _, waits = fetch(1, 2, 3)
    assert waits[0] == pytest.approx(pubchem_download.INTERVAL, abs=0.1)
    assert waits[1] == pytest.approx(pubchem_download.INTERVAL + 1, abs=0.1)


def test_no_connection_is_the_users_to_mend(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="refused"):
        fetch(702, base_url="http://127.0.0.1:9", cache=tmp_path)


def test_only_addresses_of_the_web_are_asked(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not an address of PUG REST"):
        fetch(702, base_url=f"file://{tmp_path}")
