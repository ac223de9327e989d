"""The leaderboard as a Gradio Space: the table with filters, and the gallery of every entry."""

import os
from pathlib import Path

import gradio
import polars as pl
import uvicorn
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

HERE = Path(__file__).resolve().parent
FILTERS = {"family": "Family", "config": "Task", "format": "Format", "strategy": "Strategy", "verification": "Checked"}
SHOWN = (
    *("rank", "model", "score", "95 % interval", "n", "config", "strategy", "verification"),
    *("self_reported", "stated_submitter", "stated_date"),
)

TABLE = pl.read_parquet(HERE / "leaderboard.parquet")


def chosen(*values: str) -> list[list[str]]:
    """Return the rows that pass the filters, in the form of the table; "all" passes every row."""
    table = TABLE
    for name, value in zip(FILTERS, values, strict=True):
        table = table if value == "all" else table.filter(pl.col(name) == value)
    return [line(each) for each in table.iter_rows(named=True)]


def values(name: str) -> list[str]:
    return [value for value in TABLE[name].drop_nulls().unique(maintain_order=True) if value]


def line(found: dict) -> list[str]:
    rank = "–" if found["rank"] is None else str(found["rank"])
    if found["rank"] is not None and found["rank"] != found["worst"]:
        rank += f" (to {found['worst']})"
    model = plain(found["model"])
    texts = {
        **{name: plain(found[name]) for name in SHOWN if isinstance(found.get(name), str)},
        "rank": rank,
        "model": f"[{model}]({found['gallery']})" if found["gallery"] else model,
        "score": f"{found['value']:.1%}",
        "95 % interval": "" if found["low"] is None else f"{found['low']:.1%} – {found['high']:.1%}",
        "n": "" if found["n"] is None else f"{found['n']:,}",
    }
    return [texts[name] for name in SHOWN]


def plain(text: str) -> str:
    """Return a name with escaped markup, since names come from submitters."""
    return "".join(f"&#{ord(letter)};" if letter in "<>&\"'[]()`*_\\!|" else letter for letter in text)


def page() -> gradio.Blocks:
    with gradio.Blocks(title="Symbolic graphics programs: leaderboard") as made:
        gradio.Markdown("# Symbolic graphics programs\nEvery submission was scored again from its responses.")
        with gradio.Row():
            menus = [
                gradio.Dropdown(
                    ["all", *TABLE[name].drop_nulls().unique(maintain_order=True)], value="all", label=label
                )
                for name, label in FILTERS.items()
            ]
        start = chosen(*("all" for _ in FILTERS))
        table = gradio.Dataframe(start, headers=list(SHOWN), datatype="markdown", interactive=False, wrap=True)
        for menu in menus:
            menu.change(chosen, menus, table)
    return made


def server() -> FastAPI:
    served = FastAPI()
    if (HERE / "galleries").is_dir():
        served.mount("/galleries", StaticFiles(directory=HERE / "galleries", html=True))
    return gradio.mount_gradio_app(served, page(), path="/")


if __name__ == "__main__":
    uvicorn.run(server(), host="0.0.0.0", port=int(os.environ.get("PORT", "7860")))
