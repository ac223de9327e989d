"""Write a skeleton of a family: a working config with questions about drawings, to be changed file by file."""

from pathlib import Path
from string import Template

from sgpkit.errors import UserError

TEMPLATES = Path(__file__).with_name("new_family")
"""The files of a new family, each with `.txt` after its name."""


def write(name: str, folder: Path) -> Path:
    """Write a new family called `name` into `folder`; returns the family's folder."""
    if not name.isidentifier() or name != name.lower():
        raise UserError(f"{name!r}: expected a Python identifier in lower case, such as my_family")
    target = folder / name
    if target.exists():
        raise UserError(f"{target} exists already; choose another name or another --out")
    words = {"title": name.replace("_", " ").capitalize(), "config": f"{name.replace('_', '-')}-count"}
    for template in sorted(TEMPLATES.rglob("*.txt")):
        path = target / template.relative_to(TEMPLATES).with_suffix("")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(template.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
    return target
