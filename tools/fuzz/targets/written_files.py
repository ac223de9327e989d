"""Files that came from elsewhere: published data, records of molecules, response logs, run folders, cards.

These promise a UserError, which names the file, or a row that is skipped with its reason.
"""

import io
import json
import zipfile
from typing import Any

import polars as pl

from sgpkit.benchmark import Completion
from sgpkit.dataset.card import readme
from sgpkit.engines import replay
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench.cad.sources import published as published_cad
from sgpkit.families.sgp_bench.sources import iconify, mnist_files, svg_folder
from sgpkit.families.sgp_bench.sources import published as sgp_published
from sgpkit.families.ssvg_bench.sources import classes as geometry_classes
from sgpkit.families.ssvg_bench.sources import datikz as datikz_source
from sgpkit.families.ssvg_bench.sources import pubchem as pubchem_source
from sgpkit.families.turtlebench.sources import published as turtle_published
from sgpkit.families.vgbench.sources import vgbench as read_vgbench
from sgpkit.runs import folder as run_folder
from sgpkit.runs import responses
from sgpkit.scoring.agreement import people
from sgpkit.untrusted.json_values import is_shallow
from tools.fuzz.target import Broken, Target, drained, of_file, seeds, words

CODE = "<svg viewBox='0 0 9 9'><rect width='3' height='4'/></svg>"
CAD_CODE = "SOL;Circle:(176,128,48);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
QUESTIONS = f'Question,A,B,C,D,Answer,Subject\n"{CODE} Question: what?",a,b,c,d,B,color\n'
CAD_QUESTIONS = f'Question,A,B,C,D,Answer\n"CAD code:\n{CAD_CODE}\nQuestion: what?",a,b,c,d,A\n'
RECORD = {
    "id": {"id": {"cid": 702}},
    "atoms": {"aid": [1, 2, 3], "element": [8, 6, 1]},
    "bonds": {"aid1": [1, 1], "aid2": [2, 3], "order": [1, 1]},
    "coords": [{"type": [1, 5], "aid": [1, 2, 3], "conformers": [{"x": [2, 2.866, 1.4], "y": [0, 0.5, 0]}]}],
    "props": [
        {"urn": {"label": "IUPAC Name", "name": "Preferred"}, "value": {"sval": "methanol"}},
        {"urn": {"label": "SMILES", "name": "Absolute"}, "value": {"sval": "CO"}},
    ],
}
ICONS = {
    "prefix": "x",
    "width": 16,
    "icons": {"a": {"body": "<path d='M0 0h9v9z'/>", "rotate": 1}},
    "aliases": {"b": {"parent": "a", "hFlip": True}},
}
TURTLE = {
    "id": 1,
    "question_number": 1,
    "query": "q",
    "base_shape": "x.jpg",
    "variables": "a = 1",
    "base_shape_code": "t.fd(1)",
}
QUESTION = {"idx": 1, "code": CODE, "q": "what?", "o": ["A: a", "B: b", "C: c", "D: d"], "a": "B"}
RESPONSE = {"id": "a", "sample": 0, "completion": "B", "finish_reason": "stop", "turns": ["x"]}
FACTS: dict[str, dict[str, object]] = {name: {} for name in run_folder.METADATA}
CARD = (
    "---\nconfigs:\n- config_name: a\n  data_files:\n  - split: test\n    path: a/test.parquet\n"
    "dataset_info:\n- config_name: a\n  splits: []\n---\n# x\n"
)


def published(path: Any) -> None:
    for source in (sgp_published.svg_questions, sgp_published.symmetry_questions, sgp_published.digit_questions):
        try:
            drained(source(str(path), 0))
        except UserError:
            continue
    sgp_published.perturbed_questions(str(path), 0)


def cad_published(path: Any) -> None:
    published_cad.recogniser("sgp-cad-3d")(str(path))
    drained(published_cad.solid_questions(str(path), 0))


def pubchem(path: Any) -> None:
    pubchem_source.recognises(str(path))
    drained(pubchem_source.molecules(str(path), 0))


def vgbench(path: Any) -> None:
    folder = str(path.parent)
    read_vgbench.recognises_questions("svg")(folder)
    read_vgbench.recognises_captions("svg")(folder)
    drained(read_vgbench.questions("svg")(folder, 0))


def captions(path: Any) -> None:
    read_vgbench.recognises_captions("svg")(str(path))
    drained(read_vgbench.captions("svg")(str(path), 0))


def turtle_tasks(path: Any) -> None:
    turtle_published.recognises(str(path))
    drained(turtle_published.scratch(str(path), 0))
    drained(turtle_published.tweak(str(path), 0))


def icons(path: Any) -> None:
    iconify.recognises(str(path))
    drained(iconify.svg_questions(str(path), 0))


def digits(path: Any) -> None:
    path.with_name("t10k-labels-idx1-ubyte").write_bytes(b"\0\0\x08\x01\0\0\0\x01\x05")
    drained(mnist_files.idx_digits(str(path.parent), 0))


def archive(path: Any) -> None:
    svg_folder.recognises(str(path))
    drained(svg_folder.svg_questions(str(path), 0))


def classes(path: Any) -> None:
    path.with_suffix(".txt").write_text("a square")
    geometry_classes.recognises(str(path.parent))
    drained(geometry_classes.geometry(str(path.parent), 0))


def datikz(path: Any) -> None:
    datikz_source.recognises(str(path))
    drained(datikz_source.captions(str(path), 0))


def replayed(path: Any) -> None:
    for _place, item in replay.read(path):
        if "completion" in item and not isinstance(replay.completion(item), Completion):
            raise Broken("no completion")


def log(path: Any) -> None:
    """Check that a log reads the same the second time, and that a torn end is cut off once."""
    responses_read, _torn = responses.read_log(path, True)
    again, torn = responses.read_log(path, True)
    if again != responses_read and not any(response != response for response in responses_read):
        raise Broken("a log reads differently the second time")
    if torn is not None and torn.tail:
        raise Broken("a torn line was left")


def compacted(path: Any) -> None:
    responses.load(path.parent)
    responses.read_counted(path.parent)


def run_file(path: Any) -> None:
    run_folder.read_metadata(path.parent)


def card(path: Any) -> None:
    for config in readme.configs(path.parent):
        readme.splits(path.parent, config)


def judgements(path: Any) -> None:
    people.read_judgements(path, "verdict", {("a", 0): (1.0, "ok")})


def parquet(rows: list[dict[str, object]]) -> bytes:
    stream = io.BytesIO()
    pl.DataFrame(rows).write_parquet(stream)
    return stream.getvalue()


def zipped(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def of_rows(name: str, read: Any) -> Any:
    """A Parquet file of whatever rows the input, as JSON, says: whole files with columns of the wrong kinds."""

    def check(data: bytes) -> object:
        try:
            document = json.loads(data)
            if not is_shallow(document, 30):  # making such a table takes Polars gigabytes
                return None
            table = pl.DataFrame(document, strict=False, nan_to_null=False)
            stream = io.BytesIO()
            table.write_parquet(stream)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) or type(error).__name__ == "Overtime":
                raise
            return None
        return of_file(name, read)(stream.getvalue())

    return check


JSON_WORDS = words(
    'null true [] {} "" "id" "completion" 1e999 -1 NaN [[]] {"a":1} "A" "code" "key" "turns" "\\ud800" "\\u0000"'
)
FILES = (UserError,)
COUNTED = {
    "id": "a",
    "sample": 0,
    "completion": "B",
    "finish_reason": "stop",
    "turns": ["x"],
    "thinking": "",
    "prompt_tokens": 1,
    "completion_tokens": 1,
    "cached_tokens": None,
    "latency": 0.5,
    "error": "",
    "keys": ["k", "l"],
    "counted": True,
    "attempts": 1,
    "earlier": "[{}]",
}


def dumped(*items: object) -> tuple[bytes, ...]:
    return tuple(json.dumps(item).encode() for item in items)


TARGETS = (
    Target(
        "published-csv",
        of_file("p/semantics.csv", published),
        seeds(QUESTIONS),
        words('" , Question Answer A <svg> Question: Yes 5'),
        FILES,
    ),
    Target(
        "published-rows",
        of_rows("q/semantics.parquet", published),
        dumped(
            [{"Question": f"{CODE} Question: x", "A": "a", "B": "b", "C": "c", "D": "d", "Answer": "B", "Subject": "x"}]
        ),
        JSON_WORDS,
        FILES,
    ),
    Target(
        "cad-published",
        of_file("c/3d.csv", cad_published),
        seeds(CAD_QUESTIONS),
        words('" , SOL; EOS Question: CAD code'),
        FILES,
    ),
    Target(
        "pubchem",
        of_file("m/r.json", pubchem),
        dumped({"PC_Compounds": [RECORD]}, {"PC_Compounds": [RECORD, RECORD]}),
        JSON_WORDS,
        FILES,
    ),
    Target("vgbench", of_file("v/svg_color.json", vgbench), dumped([QUESTION], {"1": QUESTION}), JSON_WORDS, FILES),
    Target(
        "vgbench-captions",
        of_file("w/svg.json", captions),
        dumped([{"code": CODE, "caption": 'a red circle "x"', "idx": 3}]),
        JSON_WORDS,
        FILES,
    ),
    Target("turtlebench", of_file("t/dataset.jsonl", turtle_tasks), dumped(TURTLE), JSON_WORDS, FILES),
    Target("iconify", of_file("i/x.json", icons), dumped(ICONS), JSON_WORDS, FILES),
    Target(
        "mnist",
        of_file("d/t10k-images-idx3-ubyte", digits),
        (b"\0\0\x08\x03\0\0\0\x01\0\0\0\x03\0\0\0\x03" + bytes((0, 9, 255, 255, 255, 0, 0, 200, 0)),),
        (),
        FILES,
    ),
    Target("svg-archive", of_file("z/a.zip", archive), (zipped({"c/a.svg": CODE, "d/b.svg": CODE}),), (), FILES),
    Target(
        "classes",
        of_file("k/a.svg", classes),
        seeds("<svg viewBox='0 0 9 9'><g class='output-add'><circle class='output' r='3'/></g></svg>", CODE),
        words("class= <g> </g> id= output"),
        FILES,
    ),
    Target(
        "datikz",
        of_rows("k2/test.parquet", datikz),
        dumped(
            [{"caption": "x", "code": "\\draw", "uri": "u", "origin": "o", "date": "2020", "image": {"bytes": "x"}}]
        ),
        JSON_WORDS,
        FILES,
    ),
    Target("replay", of_file("r/a.jsonl", replayed), dumped(RESPONSE), JSON_WORDS, FILES),
    Target("replay-rows", of_rows("r/a.parquet", replayed), dumped([RESPONSE]), JSON_WORDS, FILES),
    Target("replay-parquet", of_file("r2/a.parquet", replayed), (parquet([RESPONSE]),), (), FILES),
    Target(
        "response-log",
        of_file("l/responses.jsonl", log),
        tuple(
            line + b"\n"
            for line in dumped(
                {
                    "key": "k",
                    "id": "a",
                    "sample": 0,
                    "turn": 0,
                    "final": True,
                    "completion": {"text": "x", "turns": []},
                    "attempt": 0,
                }
            )
        ),
        JSON_WORDS,
        FILES,
    ),
    Target("response-rows", of_rows("s/responses.parquet", compacted), dumped([COUNTED]), JSON_WORDS, FILES),
    Target("response-parquet", of_file("s2/responses.parquet", compacted), (parquet([COUNTED]),), (), FILES),
    Target("run-facts", of_file("f/run.json", run_file), dumped(FACTS), JSON_WORDS, FILES),
    Target(
        "card",
        of_file("h/README.md", card),
        seeds(CARD),
        words("--- configs: - config_name: split: path: & * !!python/object: {} [] | > <<:"),
        FILES,
    ),
    Target(
        "judgements",
        of_file("j/a.csv", judgements),
        seeds("id,sample,verdict\na,0,1\n", "id,verdict\na,yes\n"),
        words('id sample verdict , " yes no 1'),
        FILES,
    ),
)
