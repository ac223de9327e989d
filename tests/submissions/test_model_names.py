"""Names of models: one form, and no name that looks like another."""

import pytest

from sgpkit.submissions.results import model_names
from sgpkit.submissions.results.model_names import Named, look_alikes, problem, skeleton

GOOD = [
    *("gpt-4o", "openai/gpt-4o-2024-08-06", "Qwen/Qwen2.5-VL-72B-Instruct", "guesser-7b", "a", ""),
    *(
        "meta-llama/Llama-3.1-8B (4 bit)",
        "reference",
        "modèle-fort",
        "通义千问",
        "Qwen-通义",
        "모델-7B",
        "モデルの名",
        "Яндекс",
        "Việt-ơ-7B",
        "نموذج-7",
        "โมเดล",
    ),
]


@pytest.mark.parametrize("name", GOOD)
def test_good_names_have_no_problem(name):
    assert problem(name) == ""


@pytest.mark.parametrize(
    "name, why",
    [
        ("gpt-4\u043e", "mixes scripts: 'о' is Cyrillic, 'g' is Latin"),
        ("gpt\u03bf-4", "mixes scripts"),
        ("gpt\u200b-4o", "U+200B ZERO WIDTH SPACE"),
        ("gpt-4o\u202eo4-tpg", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("gpt-4o\u00ad", "U+00AD SOFT HYPHEN"),
        ("gpt-4o\ufe0f", "U+FE0F"),
        ("gpt-4o\u3164", "U+3164 HANGUL FILLER"),
        ("gpt-4o\u2060", "U+2060"),
        ("gpt-4o\n", "not visible"),
        ("gpt-4o ", "blanks at an end"),
        (" gpt-4o", "blanks at an end"),
        ("gpt  4o", "several in a row"),
        ("gpt\u00a04o", "blanks"),
        ("ｇｐｔ-4o", "normal form (NFKC), 'gpt-4o'"),
        ("gpt-4o\u0301", "normal form (NFKC), 'gpt-4ó'"),
        ("gpt-4o\u0332", "COMBINING LOW LINE"),
        ("openai\u2044gpt-4o", "U+2044 FRACTION SLASH; expected letters of usual alphabets"),
        ("openai\u2215gpt-4o", "U+2215 DIVISION SLASH"),
        ("gpt\u20434o", "U+2043 HYPHEN BULLET"),
        ("\u0262pt-4o", "U+0262 LATIN LETTER SMALL CAPITAL G"),
        ("gpt-4\ua74b", "U+A74B"),
        ("gpt-\u0664o", "U+0664 ARABIC-INDIC DIGIT FOUR"),
        ("\u13c0\u13e2\u13a2-4", "U+13C0 CHEROKEE LETTER NAH; expected letters of usual alphabets"),
        ("\ua4d6\ua4d1\ua4d4-4", "LISU LETTER"),
        ("\u2c9f1", "COPTIC"),
        ("\u0585-1", "ARMENIAN"),
        ("mode\u1175", "U+1175 HANGUL JUNGSEONG I"),
        ("x" * 201, "201 characters"),
    ],
)
def test_odd_names_are_refused_with_the_reason(name, why):
    assert why in problem(name)


@pytest.mark.parametrize(
    "name, other",
    [
        ("gpt-4o", "gpt-4\u043e"),
        ("gpt-4o", "GPT-4O"),
        ("gpt-4o", "gpt-4o "),
        ("gpt-4o", "gpt\u200b-4o"),
        ("gpt-4o", "gpt-4ó"),
        ("gpt-4o", "gpt-40"),
        ("gpt-4o", "gpt‑4o"),
        ("model-l", "model-1"),
        ("model-l", "model-I"),
        ("ape", "аре"),
        ("scope", "ѕсоре"),
        ("nova", "ηονα"),
        ("MAX", "\u039c\u0391\u03a7"),
        ("HEX-2", "\u0397\u0395\u03a7-2"),
        ("max", "\u039c\u0391\u03a7"),
        ("model", "mode|"),
        ("YAGO", "\u04ae\u0410\u050cO"),
        ("Org/Model", "org/model"),
        ("google/gemma-3", "google/gernma-3"),
        ("Qwen/Qwen3-8B", "Qvven/Qvven3-8B"),
        ("gpt-4o", "gpt_4o"),
        ("Qwen-7B", "Qwen一7B"),
        ("Qwen-7B", "Qwenー7B"),
        ("model", "mode丨"),
        ("GPT-4", "GPㄒ-4"),
        ("Yi-34B", "ㄚi-34B"),
        ("org/model", "orgノmodel"),
        ("工卜", "エト"),
        ("エド", "工卜"),
        ("strabe", "straße"),
        ("nemo", "ŋemo"),
        ("kimi", "ĸimi"),
        ("o3", "σЗ"),
        ("no", "по"),
        ("gpt-4", "gpt--4"),
        ("gpt-4", "gpt 4"),
        ("gpt-4", "gpt_4"),
        ("gpt-4", "gpt4"),
        ("gpt-4", "-gpt - 4-"),
        ("llama-3-8b", "Llama_3 8b"),
        ("model-1-2", "model-l--2"),
        ("org/model", "org / model"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name, other):
    assert name != other
    assert skeleton(name) == skeleton(other)


def test_names_of_real_models_are_told_apart():
    names = [
        *("qwen2.5", "qwen25", "qwen2-5", "llama-38b", "gpt-4.1", "gpt-41", "gpt-4-1"),
        *("Qwen2.5-7B", "Qwen2.5-72B", "Qwen2-7B", "Qwen2.5-7B-Instruct", "o1", "o3", "o1-mini", "gpt-4", "gpt-4o"),
        *("Llama-3.1-8B", "Llama-3.1-80B", "Llama-3-8B", "claude-3-opus", "claude-3.5-opus", "phi-2", "phi-3", "phi-4"),
        *(
            "gemma-2-2b",
            "gemma-2-27b",
            "gemini-1.5-pro",
            "gemini-2.0-pro",
            "yi-34b",
            "mistral-7b-v0.1",
            "mistral-7b-v0.2",
        ),
    ]
    assert len({skeleton(name) for name in names}) == len(names)
    assert list(look_alikes(Named(name, name) for name in names)) == []


def test_a_look_alike_is_named_with_the_name_that_most_have():
    rows = [Named("gpt-4o", "a"), Named("gpt-4o", "b"), Named("GPT-4o", "c"), Named("other", "d")]
    assert list(look_alikes(rows)) == [(Named("GPT-4o", "c"), Named("gpt-4o", "a"))]
    assert list(look_alikes([Named("gpt-4\u043e", "a"), Named("gpt-4o", "b")])) == [
        (Named("gpt-4\u043e", "a"), Named("gpt-4o", "b"))
    ]


def test_of_equally_frequent_look_alikes_none_stays():
    """A name could sort first, and win, by a capital letter."""
    honest, imitation = Named("lab/gpt-4o", "b"), Named("Lab/gpt-4o", "a")
    for rows in ([honest, imitation], [imitation, honest]):
        assert list(look_alikes(rows)) == [(imitation, honest), (honest, imitation)]
    odd = Named("lab/gpt-4\u043e", "c")
    refused = dict(look_alikes([odd, odd._replace(location="d"), honest, imitation._replace(location="e")]))
    assert refused == {honest: odd, imitation._replace(location="e"): odd}, "the name that most have stays"
    three = [Named(name, name) for name in ("ABC-1", "Abc-1", "abc-1")]
    assert list(look_alikes(three)) == [(three[0], three[1]), (three[1], three[0]), (three[2], three[0])]


def test_a_known_name_comes_first_whatever_others_have():
    known = [Named("Gpt-4o", "main")]
    rows = [Named("gpt-4o", "a"), Named("gpt-4o", "b"), Named("Gpt-4o", "c")]
    assert [item.location for item, _ in look_alikes(rows, known)] == ["a", "b"]
    assert {other for _, other in look_alikes(rows, known)} == set(known)


def test_the_table_maps_to_plain_letters():
    for letter, looks in model_names.LOOKS_LATIN.items():
        assert letter == letter.casefold(), "names are compared without case"
        assert looks.isascii() and looks.isalnum()
