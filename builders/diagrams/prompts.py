"""Prompts: draw a described diagram, translate a program, or repair one."""

from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.benchmark import Ask, Messages, Row, Strategy

from .content.programs import FENCES, LANGUAGES
from .kinds import KINDS

SYSTEM = """\
You draw diagrams by writing programs in {language}. Reply with one complete program in one code block and with \
nothing else.{rule}"""
FREE = " Layout, colors and shapes are yours to choose."
DRAW = "{description}"
TRANSLATE = """\
Write a {language} program that draws the same {kind} as this {shown_language} program, with everything that it \
shows and the same texts.{positions}

```{fence}
{shown}
```"""
POSITIONS = " Keep the picture: each label has the same position in it, whatever its size."
REPAIR = """\
This {language} program has a defect: it does not compile, or it draws something else than it should. Repair it.

```{fence}
{shown}
```

It should draw this:

{description}"""

TEXTS: Mapping[str, str] = MappingProxyType(
    {"system": SYSTEM, "draw": DRAW, "translate": TRANSLATE, "positions": POSITIONS, "repair": REPAIR, "free": FREE}
    | {f"rule of a {kind.name}": kind.rule for kind in KINDS.values()}
)


def rule_of(row: Row, texts: Mapping[str, str]) -> str:
    """Return how a kind is to be drawn; published rows say it themselves."""
    if row["source"] != "builtin":
        return ""
    rule = texts[f"rule of a {KINDS[str(row['kind'])].name}"]
    return f" {rule}{texts['free']}"


def strategies(language: str) -> Mapping[str, Strategy]:
    """Return the strategies of one language."""

    def direct(row: Row, options: Ask) -> Messages:
        texts = {**TEXTS, **options.texts}
        shown = str(row["shown_language"])
        text = texts[str(row["task"])].format(
            language=LANGUAGES[language],
            shown_language=LANGUAGES.get(shown, ""),
            fence=FENCES.get(shown, ""),
            shown=str(row["shown"]).strip(),
            description=row["description"],
            kind=row["kind"],
            positions=texts["positions"] if row["positions"] else "",
        )
        system = texts["system"].format(language=LANGUAGES[language], rule=rule_of(row, texts))
        return [{"role": "system", "content": system}, {"role": "user", "content": text}]

    return MappingProxyType({"direct": direct})
