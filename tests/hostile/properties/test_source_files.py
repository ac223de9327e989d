"""Source files in published forms: a UserError that names the file, or rows, some skipped with a reason."""

import json

import odd_files
import promises
import pytest
from file_seeds import (
    CAD_QUESTIONS,
    CARD,
    CODE,
    COMPOUND,
    DATIKZ,
    ICONS,
    PUBLISHED,
    QUESTION,
    QUESTIONS,
    TURTLE,
    VECTORGYM,
    VECTORGYM_LISTED,
)
from hypothesis import given
from hypothesis import strategies as st
from odd_files import JSON_WORDS, Reader, documents, first

from sgpkit.data.card import readme
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench.sources import iconify, mnist_files, svg_folder
from sgpkit.families.sgp_bench.sources import published as sgp_published
from sgpkit.families.ssvg_bench.sources import classes as geometry_classes
from sgpkit.families.ssvg_bench.sources import datikz as datikz_source
from sgpkit.families.ssvg_bench.sources import pubchem as pubchem_source
from sgpkit.families.turtlebench.sources import published as turtle_published
from sgpkit.families.vectorgym.sources import vectorgym as vectorgym_source
from sgpkit.families.vgbench.sources import vgbench as vgbench_source

DEEP = "[" * 20_000
FAR_ATOM = {
    "id": {"id": {"cid": 2}},
    "atoms": {"aid": [1, 2], "element": [8, 6]},
    "bonds": {"aid1": [1], "aid2": [2]},
    "props": [{"urn": {"label": "IUPAC Name", "name": "Preferred"}, "value": {"sval": "e"}}],
    "coords": [{"type": [1], "aid": [1, 2], "conformers": [{"x": [2, 6], "y": [954_775_808, 5]}]}],
}
TASK = {"id": 1, "question_number": 1, "query": "", "base_shape": "", "variables": "", "base_shape_code": ""}
NO_DESCRIPTION = {"svg_id": "a", "original_svg": "<svg/>", "text_caption": DEEP}
HUGE_ICON = b'{"prefix":"x","width":%s,"icons":{"a":{"body":"b"}}}' % (b"6" * 400)


@promises.kept(UserError)
def read_published(path):
    for source in (sgp_published.svg_questions, sgp_published.symmetry_questions, sgp_published.digit_questions):
        try:
            first(source(str(path), 0))
        except UserError:
            continue
    sgp_published.perturbed_questions(str(path), 0)


@promises.kept(UserError)
def read_cad_published(path):
    published_cad = pytest.importorskip("sgpkit.families.sgp_cad.sources.published")
    published_cad.recogniser("sgp-cad-3d")(str(path))
    first(published_cad.solid_questions(str(path), 0))


@promises.kept(UserError)
def read_pubchem(path):
    pubchem_source.recognises(str(path))
    first(pubchem_source.molecules(str(path), 0))


@promises.kept(UserError)
def read_vgbench(path):
    folder = str(path.parent)
    vgbench_source.recognises_questions("svg")(folder)
    vgbench_source.recognises_captions("svg")(folder)
    first(vgbench_source.questions("svg")(folder, 0))


@promises.kept(UserError)
def read_vgbench_captions(path):
    vgbench_source.recognises_captions("svg")(str(path))
    first(vgbench_source.captions("svg")(str(path), 0))


@promises.kept(UserError)
def read_turtlebench(path):
    turtle_published.recognises(str(path))
    first(turtle_published.scratch(str(path), 0))
    first(turtle_published.tweak(str(path), 0))


@promises.kept(UserError)
def read_icons(path):
    iconify.recognises(str(path))
    first(iconify.svg_questions(str(path), 0))


@promises.kept(UserError)
def read_digits(path):
    path.with_name("t10k-labels-idx1-ubyte").write_bytes(b"\0\0\x08\x01\0\0\0\x01\x05")
    first(mnist_files.idx_digits(str(path.parent), 0))


@promises.kept(UserError)
def read_archive(path):
    svg_folder.recognises(str(path))
    first(svg_folder.svg_questions(str(path), 0))


@promises.kept(UserError)
def read_geometry_classes(path):
    path.with_suffix(".txt").write_text("a square")
    geometry_classes.recognises(str(path.parent))
    first(geometry_classes.geometry(str(path.parent), 0))


@promises.kept(UserError)
def read_datikz(path):
    datikz_source.recognises(str(path))
    first(datikz_source.captions(str(path), 0))


@promises.kept(UserError)
def read_vectorgym(path):
    vectorgym_source.recognises(str(path))
    for task in vectorgym_source.NEEDED:
        try:
            first(vectorgym_source.source(task)(str(path), 0))
        except UserError:
            continue


@promises.kept(UserError)
def read_card(path):
    for config in readme.open_readme(path.parent).configs:
        readme.open_readme(path.parent).splits(config)


READERS = {
    "published CSV": Reader(
        "semantics.csv", read_published, [QUESTIONS.encode()], '" , Question Answer A <svg> Question: Yes 5'
    ),
    "published CAD": Reader("3d.csv", read_cad_published, [CAD_QUESTIONS.encode()], '" , SOL; EOS Question: CAD code'),
    "PubChem": Reader(
        "r.json",
        read_pubchem,
        documents({"PC_Compounds": [COMPOUND]}, {"PC_Compounds": [COMPOUND, COMPOUND]}),
        JSON_WORDS,
        documents({"PC_Compounds": [FAR_ATOM]}),
    ),
    "VGBench": Reader("svg_color.json", read_vgbench, documents([QUESTION], {"1": QUESTION}), JSON_WORDS),
    "VGBench captions": Reader(
        "svg.json",
        read_vgbench_captions,
        documents([{"code": CODE, "caption": 'a red circle "x"', "idx": 3}]),
        JSON_WORDS,
    ),
    "TurtleBench": Reader(
        "dataset.jsonl",
        read_turtlebench,
        documents(TURTLE),
        JSON_WORDS,
        (json.dumps(TASK | {"id": float("inf")}).encode(), b"\xf5", DEEP.encode()),
    ),
    "Iconify": Reader("x.json", read_icons, documents(ICONS), JSON_WORDS, (HUGE_ICON,)),
    "MNIST": Reader(
        "t10k-images-idx3-ubyte",
        read_digits,
        (b"\0\0\x08\x03\0\0\0\x01\0\0\0\x03\0\0\0\x03" + bytes((0, 9, 255, 255, 255, 0, 0, 200, 0)),),
    ),
    "archive of SVG": Reader("a.zip", read_archive, (odd_files.zipped({"c/a.svg": CODE, "d/b.svg": CODE}),)),
    "geometry classes": Reader(
        "a.svg",
        read_geometry_classes,
        (b"<svg viewBox='0 0 9 9'><g class='output-add'><circle class='output' r='3'/></g></svg>", CODE.encode()),
        "class= <g> </g> id= output",
    ),
    "card": Reader(
        "README.md",
        read_card,
        (CARD.encode(),),
        "--- configs: - config_name: split: path: & * !!python/object: {} [] | > <<:",
        (
            b"---\nconfigs: c\n---\n",
            b"---\nconfigs:\n- config_name\n---\n",
            b"---\nconfigs:\n- config_name: a\ndataset_info:\n- s\n---\n",
        ),
    ),
}
TABLES = {
    "published": ("semantics.parquet", read_published, [PUBLISHED]),
    "DaTikZ": ("test.parquet", read_datikz, [DATIKZ]),
    "VectorGym": (
        "test.parquet",
        read_vectorgym,
        [VECTORGYM, VECTORGYM_LISTED, VECTORGYM | {"sketch_image": {"path": "a.png"}}],
    ),
}


@pytest.mark.parametrize("name", READERS)
def test_source_reader_reads_valid_and_once_fatal_files(name):
    reader = READERS[name]
    for content in (*reader.seeds, *reader.failures):
        reader.try_content(content)


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_source_reader_survives_odd_files(name, data):
    READERS[name].try_content(data.draw(READERS[name].contents()))


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data())
def test_source_reader_survives_odd_tables(name, data):
    file, read, seeds = TABLES[name]
    content = odd_files.parquet_or_nothing(data.draw(odd_files.tables(seeds)))
    if content is not None:
        with odd_files.written(file, content) as path:
            read(path)


def test_vectorgym_reader_refuses_a_deeply_nested_description():
    with odd_files.written("test.parquet", odd_files.parquet([NO_DESCRIPTION])) as path:
        read_vectorgym(path)
