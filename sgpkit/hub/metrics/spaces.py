"""Each metric's folder as a Space: its page, its demo and their requirements, from the metric and its `example.toml`.

    python -m sgpkit.hub.metrics.spaces        writes README.md, app.py and the rest into every folder

What is in a README's head: https://huggingface.co/docs/hub/spaces-config-reference. A Space's `packages.txt` names what
apt installs.
"""

import inspect
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from sgpkit import __version__, formats
from sgpkit.hub import metrics as evaluate_metrics
from sgpkit.space import example
from sgpkit.space.example import NAMED, Case, Example, value_of

HERE = evaluate_metrics.FOLDER
GRADIO = "6.31.0"
PYTHON = "3.11"
"""The Python of the Spaces; they run 3.10 by default."""

SANDBOX_PACKAGES = ("bubblewrap", "fontconfig", "fonts-dejavu-core", "libcairo2", "util-linux")
"""Debian's packages for a sandbox that draws; formats add theirs. `tools/system-packages.txt` says what each is for."""

WRITTEN = ("README.md", "app.py", "requirements.txt", "packages.txt")
LOADED = 'metric = evaluate.load("{name}")'
INSTALLED = "  # after: sgpkit metrics install"

APP = '''\
"""The demo of the metric {name}, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "{name}")

if __name__ == "__main__":
    demo.launch()
'''

README = """\
---
{head}---

# {title}

{description}

## Use

```sh
pip install '{requirement}'
```

```python
{code}
```

{sandbox}## Inputs and outputs

```text
{inputs}
```

## Source

{citation}

The metric is a part of sgpkit, which scores whole runs with it; `app.py` is its demo, on the cases of `example.toml`.
"""

SANDBOX = """\
Programs are drawn in a sandbox of bubblewrap. On a machine that has none, or whose kernel grants it no namespaces, the
metric says so and judges nothing.

"""


def files(name: str, org: str | None = None) -> dict[str, bytes]:
    """Return the files of the metric's Space; in that of an organisation, the example loads the metric from there."""
    folder = HERE / name
    paths = sorted((*WRITTEN, example.NAME, f"{name}.py"))
    held = {path: (folder / path).read_bytes() for path in paths if (folder / path).is_file()}
    if org is not None:
        before, after = LOADED.format(name=name) + INSTALLED, LOADED.format(name=f"{org}/{name}")
        held["README.md"] = held["README.md"].replace(before.encode(), after.encode())
    return held


def written(name: str) -> dict[str, str]:
    """Return the files that the generator writes into the metric's folder."""
    import evaluate

    folder = HERE / name
    shown = example.read(folder)
    info = evaluate.load(str(folder / f"{name}.py"), keep_in_memory=True)
    packages = apt(shown)
    texts = {
        "README.md": readme(name, shown, info),
        "app.py": APP.format(name=name),
        "requirements.txt": f"{requirement(shown)}\ngradio=={GRADIO}\n",
    }
    return texts | ({"packages.txt": "".join(f"{package}\n" for package in packages)} if packages else {})


def apt(shown: Example) -> list[str]:
    """Return what apt installs for the metric: a sandbox, and the compilers of its formats."""
    wanted = shown.formats()
    if not wanted:
        return []
    compiled = {"tikz" if name == "any-language" else name for name in wanted}
    packages = (formats.get(name).packages for name in compiled if formats.has(name))
    return sorted({*SANDBOX_PACKAGES, *itertools.chain.from_iterable(packages)})


def requirement(shown: Example) -> str:
    """Return what pip installs for the metric."""
    return f"sgpkit[{shown.extra}]=={__version__}" if shown.extra else f"sgpkit=={__version__}"


def readme(name: str, shown: Example, info: Any) -> str:
    """Return the metric's page."""
    head = {
        "title": shown.title,
        "emoji": "📐",
        "colorFrom": "blue",
        "colorTo": "gray",
        "sdk": "gradio",
        "sdk_version": GRADIO,
        "python_version": PYTHON,
        "app_file": "app.py",
        "pinned": False,
        "license": "apache-2.0",
        "short_description": shown.summary,
        "tags": ["evaluate", "metric"],
        "description": " ".join(info.description.split()),
    }
    return README.format(
        head=yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=100),
        title=shown.title,
        description=info.description.strip(),
        requirement=requirement(shown),
        code=code(name, shown),
        sandbox=SANDBOX if shown.drawn else "",
        inputs=inspect.cleandoc(info.inputs_description),
        citation=info.citation.strip(),
    )


def code(name: str, shown: Example) -> str:
    """Return the example as Python, with what it prints."""
    cases = shortened(shown)
    given = []
    for field in shown.fields:
        values = [value_of(field, case.fields.get(field, ""), shown.aligned) for case in cases]
        given.append((NAMED.get(field, field), listed(values)))
    given += [(option, literal(setting.value)) for option, setting in shown.options.items()]
    scores = [case.score for case in cases]
    statuses = [case.status for case in cases]
    shows = "" if None in scores else f"{scores} "
    return "\n".join(
        [
            "import evaluate",
            "",
            LOADED.format(name=name) + INSTALLED,
            "result = metric.compute(",
            *(f"    {argument}={value}," for argument, value in given),
            ")",
            'print(result["statuses"])' if None in scores else 'print(result["scores"], result["statuses"])',
            f"# {shows}{statuses}",
        ]
    )


def shortened(shown: Example) -> Sequence[Case]:
    """Return all cases, or the first and the last where they are programs of many lines."""
    long = any("\n" in text for case in shown.cases for name, text in case.fields.items() if name not in shown.aligned)
    return (shown.cases[0], shown.cases[-1]) if long else shown.cases


def listed(values: Sequence[Any]) -> str:
    """Return a list, a line an item."""
    return f"[\n{''.join(f'        {literal(value)},{chr(10)}' for value in values)}    ]"


def literal(value: Any) -> str:
    """Return a value as the project's formatter writes it, which formats READMEs too."""
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # Python too: nothing here is true, false or null
    if "\n" in value and '"""' not in value and "\\" not in value and value[-1] != '"':
        return f'"""{value}"""'
    return repr(value) if '"' in value else json.dumps(value, ensure_ascii=False)


def write() -> list[Path]:
    """Bring every folder up to date; return the paths that were changed."""
    changed = []
    for name in evaluate_metrics.names():
        texts = written(name)
        for written_file in WRITTEN:
            path, text = HERE / name / written_file, texts.get(written_file)
            if text is None:
                if path.exists():
                    path.unlink()
                    changed.append(path)
            elif not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed.append(path)
    return changed


def main() -> None:
    """Bring every folder up to date, and print the paths that were changed."""
    for path in write():
        print(path)


if __name__ == "__main__":
    main()
