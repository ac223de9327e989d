"""`croissant.json`: the files and columns of a dataset in Croissant (https://docs.mlcommons.org/croissant/docs/croissant-
spec.html, 1.0), which search engines and loaders of other frameworks read."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Benchmark, ColumnType
from sgpkit.data.card import licence_names, readme
from sgpkit.files import file_digest, write_atomically

NAME = "croissant.json"
CONFORMS = "http://mlcommons.org/croissant/1.0"
PARQUET = "application/x-parquet"

CR = "http://mlcommons.org/croissant/"
TERMS = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileProperty", "fileObject", "fileSet", "format",
    "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex",
    "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform",
)  # fmt: skip
CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": CR,
    "rai": f"{CR}RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in TERMS},
}

TYPES = {"string": "sc:Text", "bool": "sc:Boolean", "image": "sc:ImageObject", "messages": "sc:Text"}


def write(
    folder: Path,
    name: str,
    benchmarks: Sequence[Benchmark],
    licences: Iterable[str],
    meanings: Mapping[str, Mapping[str, str]],
) -> Path:
    """Write the file for a built folder; `name` is the repo's or the folder's, `meanings` has the descriptions of
    columns by config and column.
    """
    files = [file for benchmark in benchmarks for file in file_objects(folder, benchmark.config)]
    addresses = [licence_names.address(licence) or licence for licence in licences]
    card = readme.open_readme(folder)
    content = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS,
        "name": name.rpartition("/")[2],
        "description": "Symbolic graphics programs: how well language models understand and write them. "
        + "; ".join(f"{benchmark.config}: {benchmark.title}" for benchmark in benchmarks),
        "license": addresses if len(addresses) != 1 else addresses[0],
        **({"url": f"https://huggingface.co/datasets/{name}"} if "/" in name else {}),
        "citeAs": "; ".join(dict.fromkeys(benchmark.paper for benchmark in benchmarks)),
        "distribution": files,
        "recordSet": [
            record_set(folder, benchmark, split, meanings.get(benchmark.config, {}))
            for benchmark in benchmarks
            for split in card.splits(benchmark.config)
        ],
    }
    path = folder / NAME
    write_atomically(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return path


def file_objects(folder: Path, config: str) -> list[dict[str, Any]]:
    """Return the Parquet files of a config, each with its hash, and a set of files for each split that has several."""
    paths = sorted((folder / config).glob("*.parquet"))
    objects: list[dict[str, Any]] = []
    for path in paths:
        digest = file_digest(path)
        name = path.relative_to(folder).as_posix()
        objects.append(
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": name,
                "contentSize": f"{path.stat().st_size} B",
                "encodingFormat": PARQUET,
                "sha256": digest,
            }
        )
    shards = Counter(path.name.partition("-")[0] for path in paths)
    return objects + [
        {
            "@type": "cr:FileSet",
            "@id": f"{config}-{split}",
            "name": f"{config}-{split}",
            "encodingFormat": PARQUET,
            "includes": f"{config}/{split}-*.parquet",
        }
        for split, number in shards.items()
        if number > 1
    ]


def record_set(folder: Path, benchmark: Benchmark, split: str, meanings: Mapping[str, str]) -> dict[str, Any]:
    """Return the rows of a split as a set of records, with a field for each column."""
    name = f"{benchmark.config}/{split}"
    shards = sorted((folder / benchmark.config).glob(f"{split}-*.parquet"))
    source = {"fileObject": {"@id": shards[0].relative_to(folder).as_posix()}}
    if len(shards) > 1:
        source = {"fileSet": {"@id": f"{benchmark.config}-{split}"}}
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{benchmark.title}: the rows of the split {split}",
        "field": [
            field(f"{name}/{column}", column, kind, meanings.get(column, ""), source)
            for column, kind in benchmark.rows.columns.items()
        ],
    }


def field(
    name: str, column: str, kind: ColumnType, meaning: str, source: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    """Return the field of a column; a picture column is represented by its bytes."""
    repeated = isinstance(kind, str) and (kind.startswith("list[") or kind == "messages")
    plain = kind.removeprefix("list[").removesuffix("]") if isinstance(kind, str) else "int64"
    extracted: dict[str, Any] = {**source, "extract": {"column": column}}
    if plain == "image":
        extracted["transform"] = {"jsonPath": "bytes"}
    return {
        "@type": "cr:Field",
        "@id": name,
        "name": column,
        **({"description": meaning} if meaning else {}),
        "dataType": data_type(plain),
        **({"repeated": True} if repeated else {}),
        "source": extracted,
    }


def data_type(plain: str) -> str:
    """Return Croissant's name of a type of `datasets`."""
    if plain in TYPES:
        return TYPES[plain]
    return "sc:Float" if plain.startswith("float") else "sc:Integer"
