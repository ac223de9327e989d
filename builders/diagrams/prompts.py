"""Prompts: draw what is described, translate a program, or repair one."""

from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.benchmark import Ask, Messages, Row, Strategy

from .content.programs import FENCES, LANGUAGES

SYSTEM = """\
You draw diagrams by writing programs in {language}. Reply with one complete program in one code block and with \
nothing else. Every box has its label inside, every connection runs from box to box, and no other text is drawn. \
Layout, colors and shapes are yours to choose."""
DRAW = "{description}"
TRANSLATE = """\
Write a {language} program that draws the same diagram as this {shown_language} program: the same boxes, the same \
connections with their directions, and the same labels.

```{fence}
{shown}
```"""
REPAIR = """\
This {language} program has a defect: it does not compile, or it draws something else than it should. Repair it.

```{fence}
{shown}
```

It should draw this:

{description}"""

TEXTS: Mapping[str, str] = MappingProxyType({"system": SYSTEM, "draw": DRAW, "translate": TRANSLATE, "repair": REPAIR})


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
        )
        system = texts["system"].format(language=LANGUAGES[language])
        return [{"role": "system", "content": system}, {"role": "user", "content": text}]

    return MappingProxyType({"direct": direct})
