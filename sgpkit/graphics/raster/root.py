"""Read the attributes of a drawing's root, including the CSS that sets its size."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

_SIZES = frozenset(("width", "height"))
_SIZED = re.compile(r"(?<![\w-])(?:width|height)\s*:", re.IGNORECASE)


def attributes(tree: ElementTree.Element) -> Mapping[str, str]:
    """Return the root's attributes, with `width` and `height` overridden by style sheets and its `style` attribute."""
    own = tree.get("style", "")
    sheets = [
        sheet for element in tree.iter() if element.tag.endswith("style") and (sheet := "".join(element.itertext()))
    ]
    if not any(map(_SIZED.search, (own, *sheets))):
        return tree.attrib
    ordered = [*_matched(tree, sheets), *_declarations(own)]
    sizes: dict[str, str] = {}
    for is_important in (False, True):
        sizes |= {name: text for name, text, important in ordered if important == is_important}
    return {**tree.attrib, **sizes}


def _declarations(text: str | list[object]) -> list[tuple[str, str, bool]]:
    import tinycss2

    nodes = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return [
        (node.lower_name, tinycss2.serialize(node.value).strip(), bool(node.important))
        for node in nodes
        if node.type == "declaration" and node.lower_name in _SIZES
    ]


def _matched(tree: ElementTree.Element, sheets: list[str]) -> list[tuple[str, str, bool]]:
    """Return the declarations of the rules that match the root, by increasing precedence."""
    import cssselect2
    import tinycss2

    matcher = cssselect2.Matcher()
    for sheet in sheets:
        for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            declared = _declarations(rule.content)
            if declared:
                try:
                    selectors = cssselect2.compile_selector_list(rule.prelude)
                except cssselect2.SelectorError:
                    continue
                for selector in selectors:
                    matcher.add_selector(selector, declared)
    matches = matcher.match(cssselect2.ElementWrapper.from_xml_root(tree))
    return [declaration for match in matches if match[2] is None for declaration in match[3]]
