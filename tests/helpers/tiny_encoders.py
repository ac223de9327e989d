"""Encoders of pictures and texts with some thousand random weights each, as `save_pretrained` writes them."""

import json
from pathlib import Path
from typing import Any

ALPHABET_START, ALPHABET_END = 0, 1
"""The first tokens; the letters come after them."""

IMAGE = {"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
STRONG = {"initializer_range": 0.5}
"""A large range, so that different inputs give different embeddings."""


def save_clip(folder: Path, positions: int = 77, seed: int = 0, limit: int | None = None) -> Path:
    """Write a CLIP, or with 248 positions a Long-CLIP. `limit` is the limit of its tokenizer, if it differs."""
    import torch
    from transformers import CLIPConfig, CLIPModel
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    save_tokenizer(folder, ("<|startoftext|>", "<|endoftext|>"), pad="<|endoftext|>", limit=limit or positions)
    CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32}).save_pretrained(folder)
    torch.manual_seed(seed)
    text = {**IMAGE, **STRONG, "vocab_size": 260, "max_position_embeddings": positions}
    text |= {"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 1}
    vision = {**IMAGE, **STRONG, "image_size": 32, "patch_size": 8}
    config = CLIPConfig(text_config=text, vision_config=vision, projection_dim=16, initializer_factor=3.0)
    CLIPModel(config).save_pretrained(folder)
    return folder


def save_dino(folder: Path, seed: int = 0) -> Path:
    """Write a DINOv2. Its processor scales to 36 pixels and crops to the central 28, like the published one with 256
    and 224."""
    import torch
    from transformers import Dinov2Config, Dinov2Model
    from transformers.models.bit.image_processing_pil_bit import BitImageProcessorPil

    BitImageProcessorPil(size={"shortest_edge": 36}, crop_size={"height": 28, "width": 28}).save_pretrained(folder)
    torch.manual_seed(seed)
    sizes = {key: IMAGE[key] for key in ("hidden_size", "num_hidden_layers", "num_attention_heads")}
    Dinov2Model(Dinov2Config(**sizes, **STRONG, mlp_ratio=1, image_size=28, patch_size=7)).save_pretrained(folder)
    return folder


def save_vit(folder: Path, seed: int = 0) -> Path:
    import torch
    from transformers import ViTConfig, ViTModel
    from transformers.models.vit.image_processing_pil_vit import ViTImageProcessorPil

    ViTImageProcessorPil(size={"height": 32, "width": 32}).save_pretrained(folder)
    torch.manual_seed(seed)
    ViTModel(ViTConfig(**IMAGE, **STRONG, image_size=32, patch_size=8)).save_pretrained(folder)
    return folder


def save_bert(folder: Path, seed: int = 0) -> Path:
    import torch
    from transformers import BertConfig, BertModel

    save_tokenizer(folder, ("[CLS]", "[SEP]", "[PAD]"), pad="[PAD]", limit=64)
    torch.manual_seed(seed)
    sizes = {**IMAGE, **STRONG, "num_hidden_layers": 3}
    config = BertConfig(**sizes, vocab_size=260, max_position_embeddings=64, pad_token_id=2)
    BertModel(config).save_pretrained(folder)
    return folder


def save_roberta(folder: Path, seed: int = 0) -> Path:
    import torch
    from transformers import RobertaConfig, RobertaModel

    save_tokenizer(folder, ("<s>", "</s>", "<pad>"), pad="<pad>", limit=64)
    torch.manual_seed(seed)
    config = RobertaConfig(**IMAGE, **STRONG, vocab_size=260, max_position_embeddings=67, pad_token_id=2)
    RobertaModel(config).save_pretrained(folder)
    return folder


def save_sentence_encoder(folder: Path, pooling: str | None = None, seed: int = 0) -> Path:
    """Write an XLM-RoBERTa, as BGE-M3 is one. `pooling` is "cls" or "mean", stored in the form of
    sentence-transformers."""
    import torch
    from transformers import XLMRobertaConfig, XLMRobertaModel

    save_tokenizer(folder, ("<s>", "</s>", "<pad>"), pad="<pad>", limit=128)
    torch.manual_seed(seed)
    config = XLMRobertaConfig(**IMAGE, **STRONG, vocab_size=260, max_position_embeddings=131, pad_token_id=2)
    XLMRobertaModel(config).save_pretrained(folder)
    if pooling:
        modes = {f"pooling_mode_{name}": name == f"{pooling}_token{'s' * (pooling == 'mean')}" for name in POOLING}
        (folder / "1_Pooling").mkdir()
        (folder / "1_Pooling" / "config.json").write_text(json.dumps({"word_embedding_dimension": 32, **modes}))
    return folder


POOLING = ("cls_token", "mean_tokens", "max_tokens")


def save_tokenizer(folder: Path, special: tuple[str, ...], pad: str, limit: int) -> None:
    """Write a tokenizer with one token per byte, between the first two special tokens."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate((*special, *alphabet))}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    first, last = special[:2]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {last}", special_tokens=[(first, 0), (last, 1)]
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=first,
        eos_token=last,
        cls_token=first,
        sep_token=last,
        pad_token=pad,
        model_max_length=limit,
        model_input_names=["input_ids", "attention_mask"],
    ).save_pretrained(folder)


def save_lpips_trunk(path: Path, net: str, seed: int = 0) -> Path:
    """Write the weights of one of torchvision's networks in their published form."""
    import torch
    from torchvision import models

    torch.manual_seed(seed)
    made = {"alex": models.alexnet, "squeeze": models.squeezenet1_1, "vgg": models.vgg16}[net]
    weights = made(weights=None).state_dict()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({name: tensor for name, tensor in weights.items() if name.startswith("features.")}, path)
    return path


def save_dreamsim(folder: Path, seed: int = 0) -> Path:
    """Write the trunk and the adapter of `clip_vitb32` as the package unpacks them: 88 million weights, since the
    package has no smaller network."""
    import peft
    import torch
    from dreamsim.feature_extraction.vision_transformer import vit_base
    from dreamsim.model import PerceptualModel

    folder.mkdir(parents=True)
    torch.manual_seed(seed)
    trunk = vit_base(patch_size=32)
    trunk.pos_drop = torch.nn.LayerNorm(trunk.embed_dim)
    weights = {**trunk.state_dict(), "proj": torch.randn(trunk.embed_dim, 512)}
    torch.save({"state_dict": weights}, folder / "clip_vitb32_pretrain.pth.tar")
    model = PerceptualModel("clip_vitb32", "embedding", "32", lora=True, load_dir=str(folder), device="cpu")
    adapter = peft.LoraConfig(r=2, lora_alpha=1.0, target_modules=["qkv"], init_lora_weights=False)
    peft.get_peft_model(model, adapter).save_pretrained(folder / "clip_vitb32_single_lora")
    return folder


def save_inception(path: Path, seed: int = 0) -> Path:
    """Write weights of the FID paper's network in the form of `torch-fidelity`."""
    import torch
    from torch_fidelity import feature_extractor_inceptionv3 as inception

    class Bare(inception.FeatureExtractorInceptionV3):  # type: ignore[misc]
        def load_state_dict(self, *arguments: Any, **options: Any) -> None:
            """Keep the initial weights."""

    torch.manual_seed(seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({}, path)
    network = Bare("inception-v3-compat", ["2048"], feature_extractor_weights_path=path)
    for tensor in network.parameters():
        if tensor.dim() == 4:
            torch.nn.init.kaiming_normal_(tensor)  # so that the signal does not vanish in deep layers
    torch.save(network.state_dict(), path)
    return path
