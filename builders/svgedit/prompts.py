"""Prompts: the program, the request, and the rule that nothing else may change."""

from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.benchmark import Ask, Messages, Row, Strategy, messages

REQUEST = """\
{instruction}

```svg
{code}
```

{care}Reply with the whole SVG program, from <svg …> to </svg>, and nothing else."""

PLAN = """\
{instruction}

```svg
{code}
```

{care}First say in a few lines which elements this is about and how they change. Then write the whole SVG program, \
from <svg …> to </svg>."""

CARE = "All that this does not name stays as it is: elements, their order, their attributes, the viewBox. "

TEXTS: Mapping[str, str] = MappingProxyType({"request": REQUEST, "plan": PLAN, "care": CARE})


def ask_with(name: str) -> Strategy:
    """Return the strategy that asks with one of the texts."""

    def strategy(row: Row, options: Ask) -> Messages:
        texts = {**TEXTS, **options.texts}
        care = "" if row["task"] == "optimise" else texts["care"]
        return messages(texts[name].format(instruction=row["instruction"], code=row["code"].strip(), care=care))

    return strategy


STRATEGIES: Mapping[str, Strategy] = MappingProxyType({"direct": ask_with("request"), "plan": ask_with("plan")})
