"""Valid rows, records and documents of the files that sgpkit reads."""

from typing import Any

from sgpkit.runs import folder as run_folder
from sgpkit.submissions import manifest

CODE = "<svg viewBox='0 0 9 9'><rect width='3' height='4'/></svg>"
CAD_CODE = "SOL;Circle:(176,128,48);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
QUESTIONS = f'Question,A,B,C,D,Answer,Subject\n"{CODE} Question: what?",a,b,c,d,B,color\n'
CAD_QUESTIONS = f'Question,A,B,C,D,Answer\n"CAD code:\n{CAD_CODE}\nQuestion: what?",a,b,c,d,A\n'
COMPOUND: dict[str, Any] = {
    "id": {"id": {"cid": 702}},
    "atoms": {"aid": [1, 2, 3], "element": [8, 6, 1]},
    "bonds": {"aid1": [1, 1], "aid2": [2, 3], "order": [1, 1]},
    "coords": [{"type": [1, 5], "aid": [1, 2, 3], "conformers": [{"x": [2, 2.866, 1.4], "y": [0, 0.5, 0]}]}],
    "props": [
        {"urn": {"label": "IUPAC Name", "name": "Preferred"}, "value": {"sval": "methanol"}},
        {"urn": {"label": "SMILES", "name": "Absolute"}, "value": {"sval": "CO"}},
    ],
}
ICONS: dict[str, Any] = {
    "prefix": "x",
    "width": 16,
    "icons": {"a": {"body": "<path d='M0 0h9v9z'/>", "rotate": 1}},
    "aliases": {"b": {"parent": "a", "hFlip": True}},
}
TURTLE: dict[str, Any] = {
    "id": 1,
    "question_number": 1,
    "query": "q",
    "base_shape": "x.jpg",
    "variables": "a = 1",
    "base_shape_code": "t.fd(1)",
}
QUESTION: dict[str, Any] = {"idx": 1, "code": CODE, "q": "what?", "o": ["A: a", "B: b", "C: c", "D: d"], "a": "B"}
RESPONSE: dict[str, Any] = {"id": "a", "sample": 0, "completion": "B", "finish_reason": "stop", "turns": ["x"]}
RUN: dict[str, dict[str, object]] = {name: {} for name in run_folder.METADATA}
CARD = (
    "---\nconfigs:\n- config_name: a\n  data_files:\n  - split: test\n    path: a/test.parquet\n"
    "dataset_info:\n- config_name: a\n  splits: []\n---\n# x\n"
)
COUNTED: dict[str, Any] = {
    "id": "a",
    "sample": 0,
    "completion": "B",
    "finish_reason": "stop",
    "turns": ["x"],
    "thinking": "",
    "prompt_tokens": 1,
    "completion_tokens": 1,
    "cached_tokens": None,
    "latency": 0.5,
    "error": "",
    "keys": ["k", "l"],
    "counted": True,
    "attempts": 1,
    "earlier": "[{}]",
}
PUBLISHED: dict[str, Any] = {
    "Question": f"{CODE} Question: x",
    "A": "a",
    "B": "b",
    "C": "c",
    "D": "d",
    "Answer": "B",
    "Subject": "x",
}
DATIKZ: dict[str, Any] = {
    "caption": "x",
    "code": "\\draw",
    "uri": "u",
    "origin": "o",
    "date": "2020",
    "image": {"bytes": b"x"},
}
LOGGED: dict[str, Any] = {
    "key": "k",
    "id": "a",
    "sample": 0,
    "turn": 0,
    "final": True,
    "completion": {"text": "x", "turns": []},
    "attempt": 0,
}
VECTORGYM: dict[str, Any] = {
    "svg_id": "icon 1",
    "original_svg": CODE,
    "split": "test",
    "text_caption": "A red (#FF0000) house",
    "editing_prompt": "Make it blue.",
    "editing_target_svg": CODE,
    "editing_annotation_index": 1,
    "is_chart": False,
}
VECTORGYM_LISTED: dict[str, Any] = VECTORGYM | {"text_caption": '["red (#F00)", {"a": "a red house"}]', "split": "val"}
ROUND: dict[str, Any] = {
    "name": "spring_2027",
    "configs": ["sgp-svg"],
    "limit": 3,
    "sgpkit": "1",
    "commitment": "c" * 64,
    "seed": 1 << 41,
    "salt": "00",
}
ERRATA = "- {config: a, id: b, since: v1.1.0, kind: flagged, reason: Two are right.}\n"
CHANGES = "# Changelog\n\n## v1.1.0\n\n### `toy`\n\n1 row added (`question` in 2 rows).\n\n## v1.0.0\n\nNo row.\n"
TOML = 'date = "2026-01-31"\ncurrency = "USD"\n[models."m"]\ninput = 0.5\ncached_input = 1\noutput = 1.5\n'
CSV = "model,input,output,date,currency\nm,0.5,1.5,2026-01-31,USD\n"
HASH = "0" * 64
MANIFEST: dict[str, Any] = {
    "format": manifest.FORMAT,
    "model": {
        "id": "org/m",
        "commit": "c" * 40,
        "tokenizer": None,
        "chat_template": None,
        "dtype": "bfloat16",
        "quantization": None,
        "adapter": None,
    },
    "engine": {"name": "vllm", "version": "1", "parallelism": 2, "context": 4096, "identity": {"model": "org/m"}},
    "dataset": {
        "repo": "org/sgp-bench",
        "commit": "d" * 40,
        "config": "sgp-svg",
        "split": "test",
        "sha256": HASH,
        "rows": 2,
        "limit": None,
        "lite": None,
        "examples_from": "train",
    },
    "prompt": {"strategy": "zero-shot", "mode": "text", "setting": "", "texts": {}, "sha256": HASH},
    "sampling": {"parameters": {"temperature": 0.0}, "seed": 0, "n": 1, "resample": 1},
    "toolkit": {"sgpkit": "1", "python": "3", "packages": {"polars": "1"}, "sandbox": "bubblewrap", "renderer": None},
    "score": {
        "name": "accuracy",
        "value": 0.5,
        "standard_error": 0.1,
        "low": 0.4,
        "high": 0.6,
        "method": "wilson",
        "n": 2,
        "clusters": 2,
    },
    "statuses": {"ok": 2},
    "usage": {
        "prompt_tokens": 1,
        "completion_tokens": 1,
        "thinking_tokens": 0,
        "cached_tokens": 0,
        "attempts": 2,
        "latency_p50": 0.5,
        "latency_p95": 1.0,
        "requests": 2,
        "seconds": 3.5,
        "gpu_hours": None,
        "cost": 0.5,
        "currency": "USD",
    },
    "judges": [{"folder": "judged/a", "id": "a", "engine": "endpoint", "identity": {}}],
    "files": {"responses.parquet": HASH, "scores.json": HASH},
    "submitter": "somebody",
    "date": "2026-01-31",
    "verification": "self-reported",
    "unrankable": ["a reason"],
}
RESULTS = """\
- dataset:
    id: org/sgp-bench
    task_id: sgp-svg
    revision: dddd
  value: 0.5
  date: '2026-01-31'
  source: {url: https://example.org, name: a}
  notes: accuracy; n = 1
"""
