"""Remove the self-descriptions of an SVG program: title, description, comments, class of the root."""

import re

from sgpkit.graphics import svg
from sgpkit.status import Rejected

_OPENING = re.compile(r"<!--|<(title|desc|metadata)\b[^<>]*>")
_CLOSING = {name: re.compile(rf"</{name}\s*>") for name in ("title", "desc", "metadata")} | {None: re.compile("-->")}
_ROOT = re.compile(r"<svg\b[^<>]*>")
_ROOT_WORDS = re.compile(r"\s(?:class|aria-[\w-]+|data-[\w-]+|role)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_NAMING = re.compile(r"(?:^|:)(?:id|class|label|name|title)$|^(?:aria|data)-", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{3,}")


def without_annotations(code: str, name: str) -> str:
    """Return the program without its annotations; Raises ValueError if it cannot be read, or if an attribute contains
    its name.
    """
    bare = without_marked(code)
    root = _ROOT.search(bare)
    if root is not None and "<style" not in bare:
        bare = bare[: root.start()] + _ROOT_WORDS.sub("", root[0]) + bare[root.end() :]
    try:
        document = svg.parse(bare.strip())
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    words = {word.lower() for word in _WORD.findall(name)}
    for element in document.root.subtree():
        for attribute, value in element.attributes.items():
            if _NAMING.search(attribute) and words & {word.lower() for word in _WORD.findall(value)}:
                raise ValueError(f"the program contains its name: {attribute}={value[:60]!r} at {element.location}")
    return bare.strip()


def without_marked(code: str) -> str:
    """Return the program without comments and descriptive elements. Comments and elements without an end stay. Each
    kind of end is searched for once if it is missing; a single regular expression would search for it again at every
    opening.
    """
    kept, end = [], 0
    unclosed: set[str | None] = set()
    for opening in _OPENING.finditer(code):
        name, is_empty = opening[1], opening[0].endswith("/>")
        if opening.start() < end or (name in unclosed and not is_empty):
            continue
        closing = opening if is_empty else _CLOSING[name].search(code, opening.end())
        if closing is None:
            unclosed.add(name)
        else:
            kept.append(code[end : opening.start()])
            end = closing.end()
    return "".join(kept) + code[end:]
