"""The recipe's files: the paper's three settings have its figures, and every mistake in a file is reported with its
position."""

import tomllib
from pathlib import Path

import pytest

from sgpkit.errors import UserError
from sgpkit.training.recipes.sit import settings

FOLDER = Path(settings.__file__).parent

SMALL = """
[model]
name = "a/b"
[adapter]
method = "lora"
[training]
rate = 1e-4
batch = 8
batch_per_device = 2
[[data]]
name = "sit"
source = "rows.jsonl"
"""


@pytest.fixture
def recipe(tmp_path):
    def write(old="", new="", text=SMALL):
        path = tmp_path / "recipe.toml"
        path.write_text(text.replace(old, new) if old else text)
        return path

    return write


# Model, method, rate, rows per device, devices: appendix E.1.
PAPER = {
    "one-gpu.toml": ("meta-llama/Meta-Llama-3-8B-Instruct", "lora", 2e-4, 2, 1),
    "eight-gpus.toml": ("meta-llama/Llama-3.1-8B-Instruct", "oft", 1e-4, 1, 8),
    "open-instruct.toml": ("meta-llama/Llama-3.1-8B", "lora", 1e-4, 1, 8),
}


def test_there_is_a_file_for_each_of_the_papers_settings():
    assert {path.name for path in FOLDER.glob("*.toml")} == set(PAPER)


@pytest.mark.parametrize("name", PAPER)
def test_a_file_holds_the_papers_figures(name):
    model, method, rate, rows, devices = PAPER[name]
    read = settings.read(FOLDER / name)
    assert (read.model.name, read.adapter.method, read.training.rate) == (model, method, rate)
    assert (read.training.batch_per_device, read.training.batch, read.training.epochs) == (rows, rows * devices, 1)
    assert settings.accumulation(read, devices) == 1, "no gradients are accumulated on the paper's machine"
    if devices == 8:
        assert settings.accumulation(read, 2) == 4, "and on a smaller one so many that a step stays the same"


def test_the_third_mixes_open_instruct_with_any_of_the_sit_data():
    path = FOLDER / "open-instruct.toml"
    read = settings.read(path, data=["sit=out:sgp-rev-sit-10k"])
    assert [block.source.partition("@")[0] for block in read.data] == ["VMware/open-instruct", "out:sgp-rev-sit-10k"]
    assert [block.name for block in settings.read(path, without=["sit"]).data] == ["open-instruct"]


def test_one_value_may_be_changed(recipe):
    changes = [
        "model.name=c/d", "adapter.method=oft", "adapter.oft.block_size=16", "training.rate=2e-5", "data.sit.count=3"
    ]  # fmt: skip
    read = settings.read(recipe(), changes)
    assert (read.model.name, read.adapter.method, read.adapter.oft.block_size) == ("c/d", "oft", 16)
    assert (read.training.rate, read.data[0].count) == (2e-5, 3)
    assert settings.read(recipe(), data=["x=1:sgp-sit-10k"]).data[0].source == "x=1:sgp-sit-10k", "a folder named x=1"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rate = 1e-4", "rat = 1e-4", "unknown key 'training.rat'; did you mean 'rate'?"),
        ("rate = 1e-4", "", "'training.rate' is missing; expected a number"),
        ("rate = 1e-4", 'rate = "1e-4"', "training.rate = '1e-4'; expected a number"),
        ("rate = 1e-4", "rate = true", "training.rate = True; expected a number"),
        ("rate = 1e-4", "rate = 0", "training.rate = 0.0; expected more than 0"),
        ("rate = 1e-4", "rate = nan", "training.rate = nan"),
        ("rate = 1e-4", "rate = inf", "training.rate = inf"),
        ("rate = 1e-4", "rate = 1e-4\nschedule = 'cosin'", "training.schedule = 'cosin'; did you mean 'cosine'?"),
        ("rate = 1e-4", "rate = 1e-4\nepochs = 1.5", "training.epochs = 1.5; expected a whole number"),
        ("rate = 1e-4", "rate = 1e-4\nkeep = 0", "training.keep = 0; expected 1 or more"),
        ("batch = 8", "batch = 7", "training.batch = 7 is not a multiple of training.batch_per_device = 2"),
        ('"lora"', '"dora"', "adapter.method = 'dora'; did you mean 'lora'?"),
        ('"lora"', '"lora"\nlora = {rank = 8, dropout = 2.0}', "adapter.lora.dropout = 2.0; expected 0.99 or less"),
        ('"lora"', '"lora"\nlora = 8', "adapter.lora = 8; expected a table"),
        ('"lora"', '"lora"\nmodules = "q_proj"', "adapter.modules = 'q_proj'; expected a list, each item a text"),
        ('"lora"', '"lora"\nmodules = [1]', r"adapter.modules\[0\] = 1; expected a text"),
        ('"lora"', '"lora"\nmodules = []', "adapter.modules is empty"),
        ('"a/b"', '"a/b"\nchat_template = "none.jinja"', "there is no such file next to it"),
        ("[[data]]", "[data]", "data = .* expected a list of tables"),
        ('"rows.jsonl"', '"rows.jsonl"\ncount = 0', r"data\[0\].count = 0; expected 1 or more"),
        ('"rows.jsonl"', '"rows.jsonl"\nshare = 0.5', "the shares add up to 0.5; expected 1"),
        ('"rows.jsonl"', '"rows.jsonl"\nshare = 1.0\ncount = 5', "none may have a count"),
        ('"rows.jsonl"', '"rows.jsonl"\n[[data]]\nname="sit"\nsource="x"', "two data blocks are named 'sit'"),
        ('"rows.jsonl"', '"rows.jsonl"\n[[data]]\nname="b"\nsource="x"\nshare=1.0', "every block needs a share"),
        ("[model]", "[model", "not valid TOML"),
    ],
)
def test_a_mistake_is_told_by_its_place(recipe, old, new, message):
    assert old in SMALL
    with pytest.raises(UserError, match=message):
        settings.read(recipe(old, new))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"changes": ["training.rate"]}, "expected KEY=VALUE"),
        ({"changes": ["training.rate=fast"]}, "training.rate = 'fast'; expected a number"),
        ({"changes": ["data.site.count=1"]}, "no data block 'site'; did you mean 'sit'?"),
        ({"changes": ["data.sit=1"]}, "name the block and its key"),
        ({"changes": ["model.name.x=1"]}, "'name' is a single value"),
        ({"without": ["sitt"]}, "no such data block; did you mean 'sit'?"),
        ({"without": ["sit"]}, "no data"),
    ],
)
def test_a_wrong_change_is_told(recipe, arguments, message):
    with pytest.raises(UserError, match=message.replace("?", r"\?")):
        settings.read(recipe(), **arguments)


@pytest.mark.parametrize("data", ["data = 5", 'data = ["x"]', "data = [{ name = [1], source = 'x' }]"])
def test_a_change_of_data_that_is_no_table_is_told(recipe, data):
    text = f"{data}\n{SMALL[: SMALL.index('[[data]]')]}"
    for arguments in ({"data": ["a=x"]}, {"without": ["a"]}, {"changes": ["data.a.count=3"]}):
        with pytest.raises(UserError):
            settings.read(recipe(text=text), **arguments)


def test_of_several_blocks_one_is_named(recipe):
    two = SMALL + '[[data]]\nname = "other"\nsource = "x"\n'
    with pytest.raises(UserError, match="expected NAME=SOURCE, since the recipe's data blocks are sit, other"):
        settings.read(recipe(text=two), data=["rows.parquet"])


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(
        UserError, match=r"no such file; sgpkit/training/recipes/sit/ has eight-gpus\.toml, one-gpu\.toml"
    ):
        settings.read(tmp_path / "two-gpus.toml")


def test_a_number_of_processes_that_does_not_make_up_the_batch(recipe):
    with pytest.raises(
        UserError, match="3 processes of 2 rows do not make up a batch of 8; expected 1, 2, 4 processes"
    ):
        settings.accumulation(settings.read(recipe()), 3)


def test_what_a_result_depends_on(recipe):
    """Settings of another method and the interval of saving do not affect training; all others do."""
    one = settings.read(recipe())
    same = settings.read(recipe(), ["training.save_every=7", "training.keep=9", "adapter.oft.block_size=8"])
    assert settings.identity(one) == settings.identity(same)
    other = settings.read(recipe(), ["training.seed=1", "model.revision=abc"])
    assert settings.differences(settings.identity(other), settings.identity(one)) == [
        "model.revision: '' there, 'abc' here",
        "training.seed: 0 there, 1 here",
    ]


def test_the_chat_template_of_base_models_is_one_that_the_third_names():
    named = tomllib.loads((FOLDER / "open-instruct.toml").read_text())["model"]["chat_template"]
    assert (FOLDER / named).is_file()
