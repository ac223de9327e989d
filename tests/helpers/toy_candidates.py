"""A folder of candidates as `sgpkit author` writes it: coloured squares, and questions about them."""

import io
import json
from pathlib import Path

import polars as pl
from PIL import Image

COLORS = ("red", "green", "blue", "orange")
TYPES = ("color", "shape", "count")


def folder(path: Path, drawings: int = 4, captions: bool = True) -> Path:
    """Write a folder of drawings, each with a question of each type, of which the last is dropped, and a caption."""
    (path / "pictures").mkdir(parents=True)
    rows = []
    for number in range(drawings):
        item, color = f"toys/square-{number}", COLORS[number % len(COLORS)]
        name = f"square-{number}.png"
        (path / "pictures" / name).write_bytes(square(color))
        rows += [question(item, name, color, type) for type in TYPES]
        if captions:
            caption = {"kind": "caption", "type": "caption", "caption": f"A {color} square on white."}
            rows.append(question(item, name, color, "color") | caption | {"id": f"{item}:caption"} | NO_QUESTION)
    pl.DataFrame(rows, schema=SCHEMA).write_parquet(path / "candidates.parquet")
    (path / "author.json").write_text(json.dumps({"model": "toy-vision", "format": "svg", "complete": True}))
    return path


def question(item: str, picture: str, color: str, type: str) -> dict[str, object]:
    texts = {
        "color": ("What colour is the square?", list(COLORS), COLORS.index(color)),
        "shape": ("What shape is shown?", ["circle", "square", "triangle", "star"], 1),
        "count": ("How many squares are there?", ["two", "three", "one", "five"], 2),
    }
    asked, options, right = texts[type]
    return {
        "id": f"{item}:{type}:1",
        "item": item,
        "kind": "question",
        "type": type,
        "format": "svg",
        "code": f'<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="{color}"/></svg>',
        "category": "toys",
        "question": asked,
        "options": options,
        "answer": "ABCD"[right],
        "caption": "",
        "pictures": [picture],
        "kept": type != "count",
        "reason": "" if type != "count" else "right without the picture three times of three",
        "checks": json.dumps({"second asking": "the same answer", "without the picture": [True, True, False]}),
        "model": "toy-vision",
        "source": "toys",
        "license": "CC0-1.0",
        "dialect": "",
    }


NO_QUESTION = {"question": "", "options": [], "answer": "", "kept": True, "reason": ""}

LISTS = ("options", "pictures")
SCHEMA = {
    name: pl.List(pl.String) if name in LISTS else pl.Boolean if name == "kept" else pl.String
    for name in question("", "", "red", "color")
}


def square(color: str) -> bytes:
    picture = Image.new("RGB", (512, 512), "white")
    picture.paste(color, (96, 96, 416, 416))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
