"""A Qwen2 of a third of a million random weights, with a tokenizer of bytes, as `save_pretrained` writes it."""

import itertools
import json
from pathlib import Path

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if enable_thinking is defined and enable_thinking %}<think>\n{% endif %}{% endif %}"
)
SEEING_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def save_model(
    folder: Path, template: str | None = TEMPLATE, context: int = 1024, seed: int = 0, layers: int = 2
) -> Path:
    import torch
    from transformers import Qwen2Config, Qwen2ForCausalLM

    save_tokenizer(folder, template)
    torch.manual_seed(seed)
    config = Qwen2Config(
        vocab_size=272,
        hidden_size=128,
        intermediate_size=256,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=context,
        eos_token_id=258,
        bos_token_id=256,
        initializer_range=0.2,
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
    (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": 258, "repetition_penalty": 1.05}))
    return folder


def save_speaking_model(folder: Path, tokens: tuple[str, ...], thinking: tuple[str, str]) -> Path:
    """Write a Qwen2 that generates these tokens after the end of a line, and then stops. Each token follows from the
    previous one alone: embeddings are distinct, layers add nothing, and no token may repeat. `thinking` are the tokens
    that open and close reasoning."""
    import torch
    from transformers import AutoTokenizer, Qwen2Config, Qwen2ForCausalLM

    save_tokenizer(folder, TEMPLATE, plain=thinking)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    known, size = 272, 320
    config = Qwen2Config(
        vocab_size=known,
        hidden_size=size,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=10,
        num_key_value_heads=2,
        max_position_embeddings=1024,
        eos_token_id=258,
        bos_token_id=256,
        tie_word_embeddings=False,
    )
    model = Qwen2ForCausalLM(config)
    with torch.no_grad():
        model.model.embed_tokens.weight.copy_(torch.eye(known, size))
        model.model.layers[0].self_attn.o_proj.weight.zero_()
        model.model.layers[0].mlp.down_proj.weight.zero_()
        model.lm_head.weight.zero_()
        messages = [tokenizer.encode(token)[-1] for token in ("\n", *tokens, SPECIAL[2])]
        for one, following in itertools.pairwise(messages):
            model.lm_head.weight[following, one] = 1.0
    model.save_pretrained(folder)
    return folder


def save_seeing_model(folder: Path) -> Path:
    """Write an Idefics3 that reads pictures of 32 × 32 pixels as 4 tokens each. Its code needs no torchvision."""
    import torch
    from transformers import AutoTokenizer, Idefics3Config, Idefics3ForConditionalGeneration, Idefics3Processor
    from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil

    special = (*SPECIAL, "<image>", "<fake_token_around_image>", "<global-img>", "<end_of_utterance>")
    save_tokenizer(folder, SEEING_TEMPLATE, special)
    pictures = Idefics3ImageProcessorPil(
        size={"longest_edge": 32}, max_image_size={"longest_edge": 32}, do_image_splitting=False
    )
    tokenizer = AutoTokenizer.from_pretrained(folder)
    Idefics3Processor(pictures, tokenizer, image_seq_len=4, chat_template=SEEING_TEMPLATE).save_pretrained(folder)
    torch.manual_seed(0)
    config = Idefics3Config(
        image_token_id=259,
        pad_token_id=256,
        scale_factor=2,
        vision_config={
            "hidden_size": 64,
            "intermediate_size": 64,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "image_size": 32,
            "patch_size": 8,
        },
        text_config={
            "model_type": "llama",
            "vocab_size": 272,
            "hidden_size": 128,
            "intermediate_size": 128,
            "num_hidden_layers": 1,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "max_position_embeddings": 1024,
            "eos_token_id": 258,
            "bos_token_id": 256,
            "pad_token_id": 256,
            "initializer_range": 0.2,
        },
        architectures=["Idefics3ForConditionalGeneration"],
        initializer_range=0.2,
    )
    Idefics3ForConditionalGeneration(config).save_pretrained(folder)
    return folder


def save_tokenizer(
    folder: Path, template: str | None, special: tuple[str, ...] = SPECIAL, plain: tuple[str, ...] = ()
) -> None:
    """Write a tokenizer of bytes. Special tokens do not appear in generated text; `plain` ones do."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in special])
    tokenizer.add_tokens([AddedToken(token, special=False) for token in plain])
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=SPECIAL[0],
        eos_token=SPECIAL[2],
        pad_token=SPECIAL[0],
        chat_template=template,
    )
    fast.save_pretrained(folder)


def save_adapter(folder: Path, rank: int = 4, layers: int = 2, width: int = 128) -> Path:
    """Write a LoRA adapter with large random weights for the queries of `save_model`'s layers, as PEFT saves it."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True)
    torch.manual_seed(1)
    weights = {}
    for layer in range(layers):
        prefix = f"base_model.model.model.layers.{layer}.self_attn.q_proj"
        weights[f"{prefix}.lora_A.weight"] = torch.randn(rank, width)
        weights[f"{prefix}.lora_B.weight"] = torch.randn(width, rank)
    save_file(weights, folder / "adapter_model.safetensors")
    config = {"peft_type": "LORA", "r": rank, "lora_alpha": 8, "target_modules": ["q_proj"], "bias": "none"}
    (folder / "adapter_config.json").write_text(json.dumps(config))
    return folder
