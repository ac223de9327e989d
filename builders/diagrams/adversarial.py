"""Adversarial Typst and Mermaid: programs that show nothing, or something that no row asks for."""

import re

from sgpkit.baselines.adversarial.drawings import Drawings, around, lines_of, swatches

_TYPST_COLOR = re.compile(r"\b(stroke: 1pt|fill: black)\b")


def typst_palette() -> str:
    """Return twelve swatches."""
    squares = (
        f'#place(dx: {column * 50}pt, dy: {row * 50}pt, rect(width: 40pt, height: 40pt, fill: rgb("{color}")))'
        for color, column, row in swatches()
    )
    return "\n".join(["#set page(width: 200pt, height: 150pt, margin: 0pt)", *squares])


def typst_spray() -> str:
    """Return lines all over the page."""
    lines = (f"#place(line(start: ({x}pt, 0pt), end: ({200 - x}pt, 200pt)))" for x in range(0, 201, 10))
    return "\n".join(["#set page(width: 200pt, height: 200pt, margin: 0pt)", *lines])


def typst_words(text: str) -> str:
    """Return a page with a text on it."""
    lines = " \\\n".join(f"#text({_quoted(line)})" for line in lines_of(text))
    return f"#set page(width: 300pt, height: auto, margin: 10pt)\n{lines}"


def _quoted(line: str) -> str:
    return '"' + line.replace("\\", "/").replace('"', "'") + '"'


def typst_white(code: str) -> str:
    """Return a program that paints everything white."""
    code = _TYPST_COLOR.sub(lambda match: "fill: white" if "fill" in match[0] else "stroke: white", code)
    return f"#set text(fill: white)\n{code}"


def typst_outside(code: str) -> str:
    """Return a program that moves everything off the page."""
    head, _, body = code.partition("\n")
    return f"{head}\n#place(dx: 10000pt, [\n{body}\n])"


def typst_hidden(code: str) -> str:
    """Return a program inside `hide`."""
    head, _, body = code.partition("\n")
    return f"{head}\n#hide[\n{body}\n]"


def typst_comment(code: str) -> str:
    """Return a page with the program in a comment."""
    return "#set page(width: 200pt, height: 200pt)\n" + "\n".join(f"// {line}" for line in code.splitlines())


TYPST = Drawings(
    "#set page(width: 200pt, height: 200pt)\n#v(0pt)",
    typst_palette(),
    typst_spray(),
    typst_words,
    {"white": typst_white, "outside": typst_outside, "hide": typst_hidden, "unused": typst_comment},
)


def mermaid_words(text: str) -> str:
    """Return a diagram whose only box holds a text."""
    lines = "<br>".join(re.sub(r"[\"<>\[\](){}|;#&]", " ", line) for line in lines_of(text))
    return f'flowchart TD\n    A["{lines}"]'


def mermaid_spray() -> str:
    """Return a diagram in which everything is joined to everything."""
    edges = (f"    N{one} --> N{other}" for one in range(8) for other in range(8) if one != other)
    return "\n".join(["flowchart TD", *edges])


def mermaid_unused(code: str) -> str:
    """Return a diagram that contains only the program in comments."""
    return "flowchart TD\n" + "\n".join(f"    %% {line}" for line in code.splitlines())


def mermaid_white(code: str) -> str:
    """Return a program that paints boxes, lines and texts white."""
    if not code.startswith("flowchart"):
        return mermaid_unused(code)
    names = re.findall(r"^    (\w+)\[", code, re.MULTILINE)
    links = len(re.findall(r"(?:-->|---)", code))
    styles = [f"    style {name} fill:#ffffff,stroke:#ffffff,color:#ffffff" for name in names]
    styles += [f"    linkStyle {index} stroke:#ffffff,color:#ffffff" for index in range(links)]
    return around(code, 0, len(code), "", "\n" + "\n".join(styles))


MERMAID = Drawings(
    "flowchart TD",
    "flowchart TD\n"
    + "\n".join(f"    N{at}[ ]\n    style N{at} fill:{color}" for at, (color, _, _) in enumerate(swatches())),
    mermaid_spray(),
    mermaid_words,
    {"unused": mermaid_unused, "white": mermaid_white},
)
