"""Options on the command line: types, reasons of refusals, and passing on only given options."""

import command_line
import pytest

from sgpkit import engines
from sgpkit.api.options import ENGINE_OPTIONS, SAMPLING
from sgpkit.cli import main
from sgpkit.cli.base import engine_options, values
from sgpkit.engines import Setup
from sgpkit.errors import UserError
from sgpkit.runs import plan

LINE = ["run", "toy", "--engine", "vllm", "--model", "m"]


def parsed(*more):
    return command_line.parsed([*LINE, *more])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", 4), ("0.9", 0.9), ("true", True), ("True", True), ("null", None), ("None", None), ("auto", "auto"),
        ("[1, 2]", [1, 2]), ('{"a": 1}', {"a": 1}), ("{'a': True}", {"a": True}), ('"4"', "4"), ("", ""),
        ("fp8", "fp8"), ("1e-5", 1e-5), ("NaN", "NaN"), ("Infinity", "Infinity"), ("a=b", "a=b"), ("(1, 2)", "(1, 2)"),
        ("open('x')", "open('x')"), ("[" * 500, "[" * 500),
    ],
)  # fmt: skip
def test_values_are_typed_by_how_they_are_written(text, value):
    result = values.typed(text)
    assert (result, type(result)) == (value, type(value))


def test_only_what_was_given_is_handed_on():
    assert engine_options.engine_options(parsed()) == {}
    assert engine_options.sampling(parsed()) == {}
    given = parsed(
        "--engine-arg", "tensor-parallel-size=2", "--engine-arg", "quantization=fp8", "--sampling-arg", "min_p=0.05",
        "--chat-template-arg", "enable_thinking=false", "--choice", "--lora", "here", "--gpus", "4", "--max-cost", "1.5",
        "--base-url", "http://localhost/v1", "--retries", "0",
    )  # fmt: skip
    assert engine_options.engine_options(given) == {
        "engine_args": {"tensor_parallel_size": 2, "quantization": "fp8"},
        "sampling_args": {"min_p": 0.05},
        "chat_template_args": {"enable_thinking": False},
        "choice": True,
        "lora": "here",
        "gpus": 4,
        "max_cost": 1.5,
        "base_url": "http://localhost/v1",
        "retries": 0,
    }
    sampled = parsed("--max-tokens", "99", "--top-p", "0.9", "--stop", "a", "--stop", "b", "--seed", "0")
    assert engine_options.sampling(sampled) == {"max_tokens": 99, "top_p": 0.9, "stop": ["a", "b"], "seed": 0}


def test_every_engine_option_is_on_the_command_line():
    assert {*ENGINE_OPTIONS, *SAMPLING} <= parsed().keys()
    extracting = command_line.parsed(["annotate", "extract", "run", "--engine", "replay", "--model", "m"])
    assert {*ENGINE_OPTIONS, *SAMPLING} <= extracting.keys()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--engine-arg", "seven"], "expected NAME=VALUE, got 'seven'"),
        (["--engine-arg", "=7"], "expected NAME=VALUE"),
        (["--engine-arg", "a=1", "--engine-arg", "a=2"], "--engine-arg: a is given twice"),
        (["--top-p", "0"], "above 0 and at most 1, got '0'"),
        (["--top-p", "1.5"], "above 0 and at most 1"),
        (["--max-cost", "-1"], "a number of at least 0, got '-1'"),
        (["--max-cost", "nan"], "a number of at least 0"),
        (["--max-tokens", "0"], "a whole number of at least 1"),
        (["--seed", "x"], "a whole number of at least 0"),
        (["--share", "3/2"], "expected a share such as 1/4"),
        (["--limit", "3", "--lite"], "--limit cannot be combined with"),
    ],
)
def test_a_slip_is_told(capsys, more, message):
    assert main.main([*LINE, *more]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", ["baseline", "replay"])
def test_an_option_that_would_do_nothing_is_refused(name):
    setup = Setup("m", benchmark=None, options={"engine_args": {"a": 1}})
    for use in (engines.open_engine, engines.measure):
        with pytest.raises(UserError, match=f"engine {name} has no option --engine-arg"):
            use(name, setup)


def test_the_command_line_overrides_the_published_protocol(tmp_path):
    import toy

    from sgpkit.data import build

    build.build(toy.PLAIN, tmp_path / "data", workers=1)
    options = plan.Options("baseline", "empty", sampling={"max_tokens": 9, "stop": ["x"]}, n=3, temperature=0.5)
    planned = plan.plan(toy.PLAIN, str(tmp_path / "data"), options)
    assert planned.setup.sampling == {"temperature": 0.5, "max_tokens": 9, "stop": ["x"]}
    assert (planned.samples, planned.metadata()["sampling"]["max_tokens"]) == (3, 9)
