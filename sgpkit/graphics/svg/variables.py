"""Resolve CSS custom properties and `var()`, which few SVG readers support.

https://www.w3.org/TR/css-variables-1/. Custom properties are inherited, so they are resolved from the root down. As in
browsers, a property with an unresolvable reference is unset.
"""

import re
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

from sgpkit.graphics.guard.values import refuse_deep_nesting
from sgpkit.graphics.svg import document, style
from sgpkit.graphics.svg.document import TAG_NAME, Document, Element

MAX_LENGTH = 10_000
"""Maximum length of a resolved value, which chains of references could double at each step; longer ones are unset."""

INHERITED = frozenset(
    (
        *("fill", "stroke", "color", "visibility", "font-size", "fill-opacity", "stroke-opacity", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule", "font-family", "text-anchor"),
    )
)
REFERENCE = re.compile(r"(?<![\w-])var\(", re.IGNORECASE)
# The lookbehind comes after the dashes because searching for a literal prefix is fast.
_DECLARATION = re.compile(r"--(?<![\w!-]--)[\w-]+\s*:[^;{}]*;?")
_SHEET = re.compile(r"<(?:[\w.-]+:)?style\b.*?</(?:[\w.-]+:)?style\s*>", re.DOTALL)

WORDS = frozenset(("initial", "inherit", "unset", "revert", "revert-layer"))
"""Values that all properties have."""

Values = Mapping[str, str]


def resolve(code: str) -> str:
    """Return a drawing without custom properties and `var()`, unchanged if it has none. Raises Rejected if it cannot be
    parsed."""
    if not has_variables(code):
        return code
    tree = document.parse(code)
    rules = style.sheet(tree)
    edits: list[tuple[int, int, str]] = []
    inherited: dict[int, Values] = {}
    for element in tree.root.subtree():
        above = inherited[id(element.parent)] if element.parent is not None else {}
        declared = style.declared(element, rules)
        own = {name: text for name, text in declared.items() if name.startswith("--")}
        values = compute(own, above) if own else above
        inherited[id(element)] = values
        edits += _edits(tree, element, declared, values)
    for start, end, text in sorted(edits, reverse=True):
        code = code[:start] + text + code[end:]
    # The remaining references are in style sheets and are overridden on each element.
    return _SHEET.sub(lambda sheet: REFERENCE.sub("unset(", _DECLARATION.sub("", sheet[0])), code)


def has_variables(code: str) -> bool:
    """Return whether a drawing may have custom properties."""
    return "--" in code and (
        _DECLARATION.search(code) is not None or ("var(" in code.lower() and REFERENCE.search(code) is not None)
    )


def compute(own: Values, above: Values) -> dict[str, str]:
    """Return the resolved values of an element's custom properties, declared or inherited, without those that refer to
    themselves or to an undefined property."""
    done = {name: text for name, text in above.items() if name not in own}
    waiting: dict[str, str] = {}
    for name, text in own.items():
        word = text.strip().lower()
        if word not in WORDS:
            waiting[name] = text
        elif word != "initial" and name in above:
            done[name] = above[name]
    for _ in own:  # each pass resolves at least one, if possible
        for name, text in list(waiting.items()):
            if not waiting.keys() & set(re.findall(r"--[\w-]+", text)):
                value = substitute(text, done)
                del waiting[name]
                if value is not None:
                    done[name] = value
        if not waiting:
            break
    return done


def substitute(text: str, values: Values) -> str | None:
    """Return a value with every `var()` replaced, or None if one has neither a value nor a fallback."""
    import tinycss2

    if not REFERENCE.search(text):
        return text
    refuse_deep_nesting(text, style.MAX_NESTING)
    return _serialize(tinycss2.parse_component_value_list(text), values)


def _serialize(tokens: list[object], values: Values) -> str | None:
    import tinycss2

    parts: list[str] = []
    for token in tokens:
        if getattr(token, "type", "") != "function":
            parts.append(tinycss2.serialize([token]))
            continue
        inside: list[object] = token.arguments  # type: ignore[attr-defined]
        if token.lower_name != "var":  # type: ignore[attr-defined]
            text = _serialize(inside, values)
            part = None if text is None else f"{token.name}({text})"  # type: ignore[attr-defined]
        else:
            comma = next((at for at, one in enumerate(inside) if getattr(one, "value", "") == ","), len(inside))
            part = values.get(tinycss2.serialize(inside[:comma]).strip())
            if part is None and comma < len(inside):
                part = _serialize(inside[comma + 1 :], values)
        if part is None or sum(map(len, parts)) + len(part) > MAX_LENGTH:
            return None
        parts.append(part)
    return "".join(parts).strip()


def _edits(tree: Document, element: Element, declared: Values, values: Values) -> list[tuple[int, int, str]]:
    """Return the text edits that resolve the references in one element's properties."""
    referring = {name: text for name, text in declared.items() if name[:2] != "--" and REFERENCE.search(text)}
    own_style = element.attributes.get("style", "")
    is_rewritten = REFERENCE.search(own_style) is not None or _DECLARATION.search(own_style) is not None
    if not referring and not is_rewritten:
        return []
    spans = tree.attribute_spans(element)
    edits: list[tuple[int, int, str]] = []
    added: list[str] = []
    for name, text in referring.items():
        value = substitute(text, values)
        if value is None:
            value = "inherit" if name in INHERITED else ""
        if element.attributes.get(name) == text and name in spans:
            edits.append((*spans[name], quoteattr(value, {'"': "&quot;"})[1:-1]))
        elif value:
            added.append(f"{name}:{value}!important")
    if added or is_rewritten:
        written = quoteattr(";".join([*style.plain_declarations(own_style), *added]), {'"': "&quot;"})
        if "style" in spans:
            edits.append((*spans["style"], written[1:-1]))
        else:
            start = element.byte if tree.code.isascii() else len(tree.code.encode()[: element.byte].decode())
            name_end = TAG_NAME.match(tree.code, start)
            assert name_end is not None
            edits.append((name_end.end(), name_end.end(), f" style={written}"))
    return edits
