"""Learning to draw in miniature, on a tiny Llama of random weights."""

import json

import pytest
import tiny_llama
import unpacked_gguf

from tools.learning import grpo, grpo_table

pytestmark = [pytest.mark.perceptual, pytest.mark.sandbox]


def test_a_whole_run_writes_record_and_page(tmp_path, monkeypatch):
    page, record = tmp_path / "page.md", tmp_path / "record.json"
    page.write_text(f"above\n{grpo_table.BEGIN}\n{grpo_table.END}\nbelow\n")
    monkeypatch.setattr(grpo_table, "PAGE", page)
    monkeypatch.setattr(grpo_table, "RECORD", record)
    monkeypatch.setattr(unpacked_gguf, "unpack", lambda path, folder: tiny_llama.save_llama(folder))
    monkeypatch.setattr(grpo, "UNSEEN", 3)
    monkeypatch.setattr(grpo, "REQUESTS", 4)
    grpo.main(["--minutes", "0.01", "--keep", str(tmp_path / "kept")])
    written = json.loads(record.read_text())
    assert len(written["steps"]) == 1 and written["tokens"] > 8
    assert written["ends"]["last"]["completions"] == 8 and written["ends"]["last"]["requests"] == 2
    assert written["unseen"]["before"]["requests"] == written["unseen"]["after"]["requests"] == 3
    kept = [json.loads(line) for line in (tmp_path / "kept" / "training.jsonl").read_text().splitlines()]
    assert len(kept) == 8 and all(one["text"] for one in kept)
    assert (tmp_path / "kept" / "adapter" / "adapter_config.json").is_file()
    assert page.read_text() == grpo_table.page(page.read_text(), written)
    assert page.read_text().startswith("above\n") and page.read_text().endswith("below\n")
