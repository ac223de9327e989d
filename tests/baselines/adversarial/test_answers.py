"""Adversarial answers: hidden ones contain the whole reference and show none of it, and all are available as
baselines."""

import pytest

from sgpkit.baselines import adversarial
from sgpkit.benchmark import families
from sgpkit.engines import Request, Setup, baseline
from sgpkit.graphics import formats, raster

CONFIGS = {
    "svg": ("ssvg-geometry-svg", "ssvg-molecule-svg", "vgen-svg", "vectorgym-text"),
    "tikz": ("ssvg-geometry-tikz", "ssvg-molecule-tikz", "vgen-tikz"),
    "eps": ("ssvg-geometry-eps", "ssvg-molecule-eps"),
    "dot": ("vgen-graphviz",),
}
WAYS = [(language, way) for language in CONFIGS for way in adversarial.DRAWINGS[language].hidings]


@pytest.fixture(scope="module")
def references():
    """Return a reference of each config, by language."""
    held = {}
    for language, configs in CONFIGS.items():
        held[language] = []
        for config in configs:
            benchmark = families.get(config)
            row = next(row for split, row in benchmark.rows.sources["builtin"].read("", 0) if split == "test")
            row = row if "code" in row else benchmark.rows.finish(row)
            held[language].append(benchmark.evidence.reference(row))
    return held


def ink(language, programs):
    """Return the distance of the darkest pixel of each program from white."""
    converted = formats.get(language).convert_many(programs)
    return [255 - int(raster.render(outcome.svg, 128).min()) for outcome in converted]


@pytest.mark.sandbox
@pytest.mark.parametrize(("language", "way"), WAYS)
def test_what_is_hidden_is_all_there_and_cannot_be_seen(references, language, way):
    codes = references[language]
    hidden = [adversarial.DRAWINGS[language].hidings[way](code) for code in codes]
    assert all(changed != code for changed, code in zip(hidden, codes, strict=True))
    # Ways that do not concern paints and names leave every line of the body unchanged.
    if way not in ("unpainted", "invisible", "faint", "white", "unused", "elsewhere"):
        assert all(
            line in changed for changed, code in zip(hidden, codes, strict=True) for line in code.split("\n")[4:6]
        )
    assert max(ink(language, hidden)) <= 8


@pytest.mark.sandbox
@pytest.mark.parametrize("language", CONFIGS)
def test_plain_answers_are_drawings_in_their_language(language, references):
    drawings = adversarial.DRAWINGS[language]
    text = 'A “red” circle & two <boxes>, a_b {c} 100% (of them) \\ "done" #3; ' * 3
    plain = [drawings.palette, drawings.spray, drawings.words(text)]
    if drawings.bitmap is not None:
        plain.append(drawings.bitmap(raster.render(formats.get(language).to_svg(references[language][0]), 16)))
    assert min(ink(language, plain)) > 15
    assert ink(language, [drawings.blank]) == [0]


@pytest.mark.parametrize("config", ["ssvg-molecule-svg", "vgen-graphviz", "turtle-scratch", "vectorgym-edit"])
def test_they_are_baselines_of_every_config_that_asks_for_drawings(config):
    benchmark = families.get(config)
    names = baseline.names(benchmark)
    assert len(names) == len(set(names))
    assert {"reference", "blank", "hidden", "palette", "spray"} < set(names)
    rows = [row | {"code": "<svg><g/></svg>"} for _, row in zip(range(3), builtin(benchmark), strict=False)]
    engine = baseline.open_engine(Setup("palette", benchmark, rows))
    answers = engine.generate([Request(row, 0, 0, []) for row in rows])
    palette = adversarial.DRAWINGS[benchmark.answer_format].palette
    assert [completion.text for _, completion in answers] == [palette] * 3


def builtin(benchmark):
    return (row for split, row in benchmark.rows.sources["builtin"].read("", 0) if split == "test")


def test_configs_that_ask_for_words_have_none():
    for config in ("vectorgym-caption", "vgqa-svg"):
        assert adversarial.answers(families.get(config)) == {}
        assert not adversarial.draws(families.get(config))


def test_a_rows_material_is_what_its_benchmark_declares():
    answers = adversarial.answers(families.get("vectorgym-edit"))
    row = {
        "id": "a",
        "code": "<svg><circle/></svg>",
        "target": "<svg><rect/></svg>",
        "instruction": "Make it a square.",
    }
    assert answers["unchanged"]([row]) == [row["code"]]
    assert "Make it a square." in answers["words"]([row])[0]
    assert "<rect/>" in answers["hidden-clipped"]([row])[0]
    assert answers["hidden"]([row]) == answers["hidden"]([row]), "the same each time"
    assert "unchanged" not in adversarial.answers(families.get("vectorgym-text"))
