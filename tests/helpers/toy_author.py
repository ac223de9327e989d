"""Square drawings, each with its own color, and a model that sees them. The color selects the model's behavior.

The model serves OpenAI's API through `openai_server`. Without a picture, it recognises a drawing only by the thing that
a question names.
"""

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

from openai_server import Reply, completion
from PIL import Image

COLORS = {
    "good": "red", "steady": "blue", "repaired": "green", "prosaic": "orange", "wrong": "yellow", "five": "purple",
    "thrice": "pink", "refusing": "brown", "outside": "gray", "twofold": "black", "several": "cyan", "changing": "navy",
    "known": "olive", "telling": "teal", "cut": "maroon", "two": "lime",
}  # fmt: skip
"""By behavior of the model: the color of the square that selects it."""

OFFERED = ("red", "blue", "green", "white")


def code(color: Any, name: Any = "square") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect id="{name}" width="10" height="10" '
        f'fill="white"/><rect x="1" y="1" width="8" height="8" fill="{color}"/></svg>'
    )


def write_drawings(folder: Path, parts: Any = tuple(COLORS)) -> Any:
    """Write a drawing for each behavior, a broken one and a blank one."""
    for part in parts:
        (folder / "squares").mkdir(parents=True, exist_ok=True)
        name = "teal-one" if part == "telling" else "square"
        (folder / "squares" / f"{part}.svg").write_text(code(COLORS[part], name))
    (folder / "other").mkdir()
    (folder / "other" / "blank.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    (folder / "other" / "broken.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><rect</svg>')
    return folder


def question(
    part: Any, wording: Any = "What color is the {} thing?", options: Any = None, answer: Any = None
) -> dict[Any, Any]:
    color = COLORS[part]
    offered = options or [color, *[other for other in OFFERED if other != color][:3]]
    return {"question": wording.format(part), "options": offered, "answer": answer or color}


def asked_of(part: Any) -> Any:
    """Return the replies to a request for questions: the first one, and the one after an error was reported."""
    good = [question(part)]
    color = COLORS[part]
    if part == "repaired":
        return '{"questions": [{"question": "What', good
    if part in ("prosaic", "wrong", "refusing", "cut"):
        replies: str = {
            "prosaic": "What color is it? It may be red, orange, blue or green.",
            "wrong": '{"questions": "none"}',
            "refusing": "I'm sorry, I cannot help with pictures.",
            "cut": '{"questions": [{"question": "What color',
        }[part]
        return replies, replies
    if part == "five":
        good = [question(part, options=[color, "red", "blue", "green", "white"])]
    if part == "thrice":
        wordings = (
            "What color is the {} thing?",
            "What is the color of the {} thing in this picture?",
            "Which color does the {} thing have?",
        )
        good = [question(part, wording) for wording in wordings]
    if part == "outside":
        good = [question(part, options=["red", "blue", "green", "white"])]
    if part == "twofold":
        good = [question(part, options=["Black", "the black", "red", "blue"])]
    if part == "two":
        good = [question(part), question(part, "How many {} things are there?", ["1", "2", "3", "four"], "1")]
    return good, good


class Eyes:
    """A model that sees the drawings. `asked` lists its requests as (kind, behavior). Requests with a behavior in
    `fails` get an error."""

    def __init__(self, fails: Any = (), delay: Any = 0.0) -> None:
        self.fails, self.delay, self.asked = set(fails), delay, list[Any]()

    def __call__(self, body: Any, number: Any) -> Any:
        text, pictures = content(body)
        part = seen(pictures[0]) if pictures else named(r"the (\w+) thing", text)
        kind = kind_of(text, pictures)
        self.asked.append((kind, part))
        if part in self.fails:
            return Reply(status=500, body={"error": {"message": "out of order"}})
        finish = {"finish_reason": "length"} if part == "cut" and kind in ("ask", "again") else {}
        return Reply(body=completion(self.reply(kind, part, text), **finish), delay=self.delay)

    def reply(self, kind: Any, part: Any, text: Any) -> Any:
        if kind in ("ask", "again"):
            questions = asked_of(part)[kind == "again"]
            return questions if isinstance(questions, str) else json.dumps({"questions": questions})
        if kind == "caption":
            return json.dumps({"caption": f"A square that is {COLORS[part]} stands alone on a white ground."})
        if kind == "fits":
            return json.dumps({"reason": "so it is", "answer": "no" if part == "changing" else "yes"})
        right = letter_of("1" if "How many" in text else COLORS[part], text)
        if kind == "blind":
            return json.dumps({"answer": right if part == "known" else "A"})
        if part == "several":
            return json.dumps({"answer": "several"})
        if part == "changing":
            return json.dumps({"answer": "ABCD"[("ABCD".index(right) + 1) % 4]})
        return f"It is clear.\nAnswer: {right}" if part == "steady" else json.dumps({"answer": right})


def content(body: Any) -> tuple[str, list[bytes]]:
    """Return all words of a request, and its pictures."""
    words, pictures = [], []
    for message in body["messages"]:
        given = message["content"]
        parts: list[Any] = [{"type": "text", "text": given}] if isinstance(given, str) else given
        for part in parts:
            if part["type"] == "text":
                words.append(part["text"])
            else:
                pictures.append(base64.b64decode(part["image_url"]["url"].partition("base64,")[2]))
    return "\n".join(words), pictures


def seen(png: Any) -> Any:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    assert image.size == (512, 512)
    assert image.getpixel((2, 2)) == (255, 255, 255)
    middle = image.getpixel((256, 256))
    from PIL import ImageColor

    return next(part for part, color in COLORS.items() if ImageColor.getrgb(color) == middle)


def kind_of(text: Any, pictures: Any) -> Any:
    if not pictures:
        return "blind"
    if "could not be used" in text:
        return "again"
    if '{"questions"' in text:
        return "ask"
    if '{"caption"' in text:
        return "caption"
    return "fits" if "yes or no" in text else "check"


def letter_of(option: Any, text: Any) -> Any:
    return named(rf"(?im)^([A-D])\) {option}$", text)


def named(pattern: str, text: str) -> str:
    """Return the first group of a pattern that the text must match."""
    match = re.search(pattern, text)
    assert match is not None
    return match[1]


def author(source: Any, out: Any, url: Any, **options: Any) -> Any:
    """Author with concurrency 1, so that at most one request is in flight when the process is killed."""
    from sgpkit.studies.authoring import authoring

    given: dict[str, Any] = {"types": ["color"], "captions": True} | options
    engine_options = {"base_url": url, "concurrency": 1, "retries": 0} | given.pop("engine_options", {})
    return authoring.author(
        Path(out),
        authoring.Options(
            str(source),
            "svg",
            "endpoint",
            "toy-model",
            engine_options=engine_options,
            **given,
        ),
    )
