"""The command line. Each command imports what it needs when it is called, so that `sgpkit list` answers at once."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import sgpkit
from sgpkit import families
from sgpkit.cli import annotate, author, copies, hub, metrics, review, run_options
from sgpkit.cli.run_options import DATA, INCOMPLETE, positive
from sgpkit.errors import UserError, nearest


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 2 for what the user can mend, 3 where rows are left, 130 when
    interrupted."""
    options = parser().parse_args(arguments)
    try:
        check_settings()
        command: Command = options.command
        return command(options) or 0
    except UserError as error:
        print(f"sgpkit: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("sgpkit: interrupted; the same command goes on where it stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output left (`sgpkit list | head`); what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # A full disk, a folder that may not be written, a file where a folder should be.
        place = error.filename2 or error.filename or "the output"
        print(f"sgpkit: {place}: {error.strerror or error}\nMend that, or choose another --out.", file=sys.stderr)
        return 2


def check_settings() -> None:
    """What the user has set of the sandbox's limits, before anything begins."""
    if any(name.startswith("SGPKIT_") for name in os.environ):
        from sgpkit.graphics.workers import pool

        try:
            pool.check_settings()
        except ValueError as mistake:
            raise UserError(str(mistake)) from None


def entry() -> None:
    """The installed command. Leaves at once, since threads of the libraries below may outlive an early error."""
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


class Parser(argparse.ArgumentParser):
    """argparse, with the nearest command for a mistyped one, in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        found = re.match(r"argument COMMAND: invalid choice: '([^']*)'", message)
        if found:
            message = f"unknown command {found[1]!r}{nearest(found[1], COMMANDS)}"
        print(f"sgpkit: {message}\nTry: {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="sgpkit", description=sgpkit.__doc__)
    top.add_argument("--version", action="version", version=f"sgpkit {sgpkit.__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, (command, add_arguments) in COMMANDS.items():
        help_text = (command.__doc__ or "").strip()
        sub = commands.add_parser(name, help=help_text, description=help_text)
        add_arguments(sub)
        sub.set_defaults(command=command)
    return top


def list_command(options: argparse.Namespace) -> None:
    """Configs with their rows, strategies and modes, the metrics, and what each needs installed."""
    import importlib.util

    from sgpkit import engines
    from sgpkit.engines import baseline
    from sgpkit.hub import metrics as evaluate_metrics
    from sgpkit.hub import source as hub_source

    for family in families.families():
        print(family)
        published = hub_source.published(family)
        for benchmark in families.benchmarks(family):
            rows = ", ".join(f"{count:,} {split}" for split, count in benchmark.rows.items())
            print(f"  {benchmark.config:<24}{benchmark.title} ({rows or 'rows as its source has them'})")
            on_hub = [f"hub ({published[benchmark.config].repo})"] if benchmark.config in published else []
            print(f"    sources     {', '.join([*benchmark.sources, *on_hub])}")
            if benchmark.score is None:
                continue
            print(f"    strategies  {', '.join(benchmark.strategies)}")
            print(f"    modes       {', '.join(benchmark.modes)}")
            if benchmark.settings != ("",):
                print(f"    settings    {', '.join(benchmark.settings)}")
            print(f"    baselines   {', '.join((*baseline.GENERAL, *benchmark.baselines))}")
            if benchmark.judges:
                print(f"    judges      {', '.join(benchmark.judges)}")
            if benchmark.learned:
                print(f"    measures    {', '.join(benchmark.learned)}")
            missing = [extra for extra in benchmark.needs if importlib.util.find_spec(extra) is None]
            if missing:
                print(f"    needs       pip install 'sgpkit[{','.join(missing)}]'")
    print(f"metrics  {', '.join(evaluate_metrics.names())}")
    print(f"engines  {', '.join(engines.names())}")


def list_arguments(sub: argparse.ArgumentParser) -> None:
    """None."""


def build_command(options: argparse.Namespace) -> None:
    """Build configs into a dataset repo folder, from the builtin source or from published data."""
    if options.all and options.configs:
        raise UserError("give configs or --all, not both")
    if not options.all and not options.configs:
        raise UserError(f"which config? One or more of {', '.join(families.names())}, or --all")
    chosen = [families.get(config) for config in options.configs]
    if options.all:
        chosen = [benchmark for benchmark in families.all_benchmarks() if benchmark.in_all]

    from sgpkit.dataset import build
    from sgpkit.hub import source as hub_source

    for benchmark in chosen:
        origin: Mapping[str, object] = {}
        if hub_source.is_on_hub(options.source):
            source, path, origin, told = hub_source.find(benchmark, options.source)
            print(told)
        else:
            source, path = build.choose_source(benchmark, options.source)
        report = build.build(
            benchmark, options.out, source, path, options.seed, options.limit, options.workers, options.ray, origin
        )
        rows = ", ".join(f"{count:,} {split}" for split, count in report.rows.items())
        log = f", {report.skipped:,} skipped (see {report.folder}/build-log.jsonl)" if report.skipped else ""
        print(f"{report.config}: {rows}{log} in {report.folder}. Its card: sgpkit card {options.out}")
        if options.arrow:
            print(f"{report.config}: Arrow in {build.save_arrow(options.out, benchmark.config)}")


def build_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("configs", nargs="*", metavar="CONFIG")
    sub.add_argument("--all", action="store_true", help="every benchmark config")
    sub.add_argument(
        "--source",
        metavar="[NAME=]PATH|hub|[NAME=]ORG/REPO@REVISION",
        help="published data to read instead of the builtin source; hub: as its authors have them on the Hub",
    )
    sub.add_argument("--out", type=Path, default=Path(DATA), metavar="FOLDER", help=f"default: {DATA}")
    sub.add_argument("--seed", type=int, default=0, help="of the builtin source; 0 gives the standard rows")
    sub.add_argument("--limit", type=positive, metavar="N", help="at most N rows of each split")
    sub.add_argument("--workers", type=positive, default=os.cpu_count() or 1, metavar="N")
    run_options.add_ray(sub)
    sub.add_argument("--arrow", action="store_true", help="also the save_to_disk form, in FOLDER-arrow")


def card_command(options: argparse.Namespace) -> None:
    """Write the dataset card (README.md) of a built folder."""
    from sgpkit.dataset.card import render

    print(render.render(options.folder))


def card_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("folder", type=Path, nargs="?", default=Path(DATA))


def show_command(options: argparse.Namespace) -> None:
    """One row: prompt, picture, and with --run the completion and its verdict."""
    families.get(options.config)

    from sgpkit.reporting import show

    out = options.out or Path("out") / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', options.id)}.png"
    print(show.show(options.config, options.id, options.data, options.run, options.strategy, out))


def show_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("config", metavar="CONFIG")
    sub.add_argument("id", metavar="ID")
    sub.add_argument("--run", type=Path, metavar="RUN")
    sub.add_argument("--data", default=DATA, metavar="FOLDER|ORG/NAME[@REVISION]")
    sub.add_argument("--strategy", metavar="S")
    sub.add_argument("--out", type=Path, metavar="FILE.png", help="default: out/ID.png")


def run_command(options: argparse.Namespace) -> int:
    """Ask an engine every row of a config; the same command again asks for what is missing."""
    benchmark = families.get(options.config)

    from sgpkit import engines, interrupts
    from sgpkit.runs import estimate, plan, progress, run

    interrupts.as_by_ctrl_c()
    asked = plan.Options(
        options.engine,
        options.model,
        strategy=options.strategy,
        mode=options.mode,
        setting=options.setting,
        n=options.n,
        temperature=options.temperature,
        limit=options.limit,
        lite=options.lite,
        resample=options.resample,
        prompts=options.prompts,
        share=options.share,
        sampling=run_options.sampling(options),
        engine_options=run_options.engine_options(options),
    )
    strategy = options.strategy or next(iter(benchmark.strategies))
    engine = engines.answering(options.engine, asked.engine_options)
    label = f"{options.config}-{engine}-{Path(options.model).stem}-{strategy}"
    out = options.out or Path("runs") / re.sub(r"[^A-Za-z0-9._-]+", "-", label)
    if options.estimate:
        print(estimate.as_text(estimate.estimate(plan.plan(benchmark, options.data, asked), out)))
        return 0
    facts = run.run(benchmark, options.data, out, asked)
    if told := progress.summary(facts["session"]):
        print(told)
    print(run.outcome(out, facts))
    return INCOMPLETE if facts["failed"] or facts["unasked"] else 0


def score_command(options: argparse.Namespace) -> None:
    """Score a run: scores.parquet, scores.json, and a table here. Asks no engine."""
    import json

    from sgpkit.reporting import terminal
    from sgpkit.scoring import score

    figures = score.score(options.run, options.data, options.ray)
    print(json.dumps(figures, indent=1, ensure_ascii=False) if options.json else terminal.scores(figures))


def score_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("run", type=Path, metavar="RUN")
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are now, if they moved")
    run_options.add_ray(sub)
    sub.add_argument("--json", action="store_true", help="print scores.json instead of the table")


def report_command(options: argparse.Namespace) -> None:
    """One self-contained page: accuracy with its interval, statuses, and a gallery of every response."""
    from sgpkit import reporting as report

    print(report.write(options.runs, options.out))


def report_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    sub.add_argument("--out", type=Path, default=Path("out/report.html"), metavar="FILE.html")


def compare_command(options: argparse.Namespace) -> None:
    """Runs against the first one: the paired difference with its interval, and a page of the rows that flipped."""
    import json

    from sgpkit import reporting as report
    from sgpkit.scoring import compare

    pairs = compare.compare(options.runs, options.force)
    print(json.dumps(compare.as_facts(pairs), indent=1, ensure_ascii=False) if options.json else compare.as_text(pairs))
    if options.out:
        print(report.write_comparison(pairs, options.out), file=sys.stderr if options.json else sys.stdout)


def compare_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    sub.add_argument("--out", type=Path, metavar="FILE.html", help="also a page, with the pictures of what flipped")
    sub.add_argument("--force", action="store_true", help="compare what was asked other data or prompts, and say so")
    sub.add_argument("--json", action="store_true", help="print the figures as JSON")


def contamination_command(options: argparse.Namespace) -> None:
    """The same model on published rows and on fresh ones, or on drawings as they were and moved, side by side."""
    import json

    from sgpkit.scoring import contamination

    found = contamination.read(options.runs)
    facts = contamination.as_facts(found)
    print(json.dumps(facts, indent=1, ensure_ascii=False) if options.json else contamination.as_text(found))


def contamination_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    sub.add_argument("--json", action="store_true", help="print the figures as JSON")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "list": (list_command, list_arguments),
    "build": (build_command, build_arguments),
    "card": (card_command, card_arguments),
    "show": (show_command, show_arguments),
    "run": (run_command, run_options.add),
    "score": (score_command, score_arguments),
    "report": (report_command, report_arguments),
    "compare": (compare_command, compare_arguments),
    "contamination": (contamination_command, contamination_arguments),
    **annotate.COMMANDS,
    **author.COMMANDS,
    **review.COMMANDS,
    **copies.COMMANDS,
    **metrics.COMMANDS,
    **hub.COMMANDS,
}
