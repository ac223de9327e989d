"""Pictures reach a vision model, next to requests without a picture or with a broken one."""

import io

import pytest
import tiny_models
import toy
from PIL import Image

from sgpkit.benchmark import messages
from sgpkit.engines import Request, Setup, measure, open_engine

pytestmark = pytest.mark.vllm

ARGS = {"dtype": "float32", "enforce_eager": True, "max_model_len": 512, "max_num_seqs": 8}


def png(colour, mode: str = "RGB", size: tuple[int, int] = (48, 40)) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, size, colour).save(buffer, "PNG")
    return buffer.getvalue()


def ask_of(image: bytes):
    parts = [{"type": "text", "text": "What is this? "}, {"type": "image", "image": image}]
    return [{"role": "user", "content": parts}]


def test_pictures_are_seen(tmp_path):
    folder = tiny_models.save_seeing_model(tmp_path / "seeing")
    setup = Setup(
        str(folder), toy.PLAIN, sampling={"temperature": 0.0, "max_tokens": 16}, options={"engine_args": ARGS}
    )
    measured = measure("vllm", setup)
    assert measured.images is True and measured.exact
    asked = [ask_of(png("red")), ask_of(png("blue")), messages("No picture."), ask_of(b"no png at all")]
    asked += [ask_of(png((255, 255, 255, 0), "RGBA")), ask_of(png("white"))]
    engine = open_engine("vllm", setup)
    try:
        answers = dict(engine.generate([Request({"id": str(item)}, 0, 0, one) for item, one in enumerate(asked)]))
        from vllm import LLM, SamplingParams

        image = {"type": "image_pil", "image_pil": Image.open(io.BytesIO(png("red")))}
        chat = [{"role": "user", "content": [{"type": "text", "text": "What is this? "}, image]}]
        direct = LLM(str(folder), **ARGS).chat(chat, SamplingParams(temperature=0.0, max_tokens=16), use_tqdm=False)[0]
        counted = [measured.count(one) for item, one in enumerate(asked) if item != 3]
    finally:
        engine.close()
    assert answers[0].text == direct.outputs[0].text
    assert answers[0].text != answers[1].text, "another colour, another answer"
    assert answers[3].finish_reason == "error" and "not asked" in answers[3].error
    assert answers[4].text == answers[5].text, "what is transparent is white"
    assert counted == [answers[item].prompt_tokens for item in (0, 1, 2, 4, 5)]
