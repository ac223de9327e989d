"""Parts of the documentation that come from the program: the commands, the galleries, and the adversarial table."""

import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from sgpkit.cli.main import PROGRAM

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
OUTWARD = re.compile(r"\[([^\]]+)\]\((\.\./[^)#]+)[^)]*\)")
"""A link that leads up from its page."""

PICTURE = re.compile(r"\]\(\.\./\.\./builders/(\w+)/(gallery\.\w+)\)")
"""A link to the gallery of a family, as it works in the repository."""

ADAPTERS = "In other frameworks"
TABLE = "<!-- adversarial table -->"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List every page about another framework, under its own title."""
    for section in config.nav or ():
        if ADAPTERS in section:
            section[ADAPTERS] = [{title(path): f"adapters/{path.name}"} for path in sorted(adapters())]
    return config


def adapters() -> Iterator[Path]:
    """Return the pages about other frameworks."""
    return (DOCS / "adapters").glob("*.md")


def title(path: Path) -> str:
    """Return the first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), path.stem)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page of the commands, and the galleries of the families."""
    files.append(File.generated(config, "reference/commands.md", content=commands()))
    for path in sorted((ROOT / "builders").glob("*/gallery.*")):
        files.append(File.generated(config, gallery(path.parent.name, path.name), abs_src_path=str(path)))
    return files


def gallery(family: str, name: str) -> str:
    """Return the path of a family's gallery in the site."""
    return f"galleries/{family}-{name}"


def on_page_markdown(markdown: str, page: Page, **context: Any) -> str:
    """Insert the adversarial table and the galleries, and replace links to files outside the site by their paths."""
    folder = (DOCS / page.file.src_uri).parent

    def named(match: re.Match[str]) -> str:
        outside = not (folder / match[2]).resolve().is_relative_to(DOCS)
        return f"{match[1]} (`{(folder / match[2]).resolve().relative_to(ROOT)}`)" if outside else match[0]

    text = markdown.replace(TABLE, adversarial()) if TABLE in markdown else markdown
    text = PICTURE.sub(lambda match: f"](../{gallery(match[1], match[2])})", text)
    return OUTWARD.sub(named, text)


def commands() -> str:
    """Return the page about all commands, from the parser that reads them."""
    text = "# Commands\n\nThis page is generated from the parser. `sgpkit COMMAND --help` prints the same text.\n"
    context = click.Context(PROGRAM, info_name="sgpkit")
    return text + completion() + "".join(described(PROGRAM, context, 2))


def completion() -> str:
    """Return the section about completion in shells, which Click generates."""
    lines = [
        "\n## Shell completion\n",
        "The Tab key completes commands and options after one line in the shell's own file:\n",
    ]
    for shell, path in (("bash", "~/.bashrc"), ("zsh", "~/.zshrc")):
        line = f'eval "$(_SGPKIT_COMPLETE={shell}_source sgpkit)"'
        lines += ["```bash", f"echo '{line}' >> {path}", "```", ""]
    fish = "_SGPKIT_COMPLETE=fish_source sgpkit > ~/.config/fish/completions/sgpkit.fish"
    return "\n".join([*lines, "```bash", fish, "```", ""])


def described(group: click.Group, context: click.Context, level: int) -> list[str]:
    """Return the sections of a group's commands."""
    parts = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inside = click.Context(command, info_name=name, parent=context)
        parts.append(section(command, inside, level))
        if isinstance(command, click.Group):
            parts += described(command, inside, level + 1)
    return parts


def section(command: click.Command, context: click.Context, level: int) -> str:
    """Return the section of one command: its text, an example, and its options."""
    example = getattr(command, "example", "")
    lines = [f"\n{'#' * level} `{context.command_path}`\n", escaped(inspect.cleandoc(command.help or "")), ""]
    if example:
        lines += ["```bash", example, "```", ""]
    if not isinstance(command, click.Group):
        usage = " ".join(piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]")
        lines += [f"Usage: `{context.command_path} [OPTIONS] {usage}`".replace(" `", "`"), ""]
        lines += options(command)
    return "\n".join(lines) + "\n"


def options(command: click.Command) -> list[str]:
    """Return the options of a command as tables, one per heading of its help page."""
    by_heading: dict[str, list[click.Option]] = {}
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name != "family_paths" and not parameter.hidden:
            by_heading.setdefault(getattr(parameter, "heading", "Options"), []).append(parameter)
    lines = []
    for heading, items in by_heading.items():
        lines += [f"**{escaped(heading)}**", "", "| option | description |", "| --- | --- |"]
        for item in items:
            names = ", ".join([*item.opts, *item.secondary_opts])
            value = "" if item.is_flag else f" {item.metavar or (item.name or '').upper()}"
            code = f"{names}{value}"
            lines.append(f"| `{code}` | {cell(item)} |")
        lines.append("")
    return lines


def cell(option: click.Option) -> str:
    """Return what an option does, as a cell of a table."""
    return escaped(option.help or "").replace("\n", " ") or ("required" if option.required else "")


def escaped(text: str) -> str:
    """Return a text with its markup escaped."""
    for sign in ("\\", "|", "<", ">", "*", "_", "[", "]"):
        text = text.replace(sign, f"\\{sign}" if sign not in "<>" else {"<": "&lt;", ">": "&gt;"}[sign])
    return text


def adversarial() -> str:
    """Return the table of the adversarial answers that may score in each metric of drawings."""
    lines = ["| metric | answers that may score, and why |", "| --- | --- |"]
    for path in sorted((ROOT / "evaluate_metrics").glob("*/adversarial.toml")):
        declared = tomllib.loads(path.read_text(encoding="utf-8"))
        allowed = [f"`{name}`: {reason}" for name, reason in declared.get("allowed", {}).items()]
        if "exempt" in declared:
            allowed = [f"not tried: {declared['exempt']}"]
        lines.append(f"| `{path.parent.name}` | {'; '.join(allowed) or 'none'} |")
    return "\n".join(lines)
