"""Properties of a model that are known before its weights are loaded: context, template, defaults, revision. Runs where
vLLM is.

Reads configuration and tokenizer only, so it works on a machine without a GPU too.
"""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Messages
from sgpkit.engines import IMAGE_TOKENS
from sgpkit.engines.vllm.arguments import SPEED_ONLY, engine_arguments, sampling_arguments
from sgpkit.engines.vllm.effort import parameters_of
from sgpkit.engines.vllm.failures import explained_failures, informative_line
from sgpkit.engines.vllm.settings import Properties, Settings
from sgpkit.engines.vllm.template import chat_template, rendered_digest, with_pinned_clock
from sgpkit.errors import UserError

PARAMETERS_LEFT_OUT = {"output_kind", "skip_clone", "extra_args", "n", "seed"}


@dataclass(frozen=True)
class Model:
    """A model as vLLM reads it: its configuration, its tokenizer, and the form of its prompts. `template` is None for
    plain completion, or if vLLM renders chats in code (`renderer` names it).
    """

    settings: Settings
    engine_args: Mapping[str, Any]
    sampling: Mapping[str, Any]
    config: Any
    tokenizer: Any
    renderer: str
    template: str | None
    adapter: Path | None
    pictures_counted: dict[tuple[int, int], int | None] = field(default_factory=dict, compare=False)

    def properties(self) -> Properties:
        import vllm
        from vllm.platforms import current_platform

        device = current_platform.device_type or ""
        devices = 0
        if device == "cuda":
            import torch

            devices = torch.cuda.device_count()
            device = device if devices else ""
        exact = not self.images or self.picture_tokens(256, 256) is not None
        notes = [] if device else ["vLLM finds no GPU on this machine, so only estimates are possible here"]
        notes += [] if exact else [f"assumed tokens per picture: {IMAGE_TOKENS}"]
        parameters = parameters_of(self.settings.model, self.settings.revision)
        notes += ["GPU hours are a rough estimate for an H100, within a factor of two or three"] if parameters else []
        return Properties(
            version=vllm.__version__,
            device=device,
            devices=devices,
            context=self.config.max_model_len,
            images=self.images,
            exact=exact,
            identity=self.identity(),
            parameters=parameters,
            notes=tuple(notes),
        )

    @property
    def images(self) -> bool:
        return bool(self.config.is_multimodal_model) and not self.settings.complete

    def identity(self) -> Mapping[str, Any]:
        settings = self.settings
        local = Path(settings.model).is_dir()
        sampled = self.parameters().get("temperature", 1.0) > 0
        stated_already = SPEED_ONLY | {"dtype", "max_model_len", "quantization"}
        changing = {name: value for name, value in settings.engine_args.items() if name not in stated_already}
        return {
            "model": Path(settings.model).name if local else settings.model,
            "revision": fingerprint(Path(settings.model)) if local else self.commit(),
            "dtype": str(self.config.dtype).removeprefix("torch."),
            "quantization": self.config.quantization,
            "context": self.config.max_model_len,
            "template": hashlib.sha256(self.template.encode()).hexdigest() if self.template else self.renderer,
            "template_args": dict(settings.chat_template_args),
            "rendered": self.rendered,
            "complete": settings.complete,
            "parameters": self.parameters(),
            "seed": settings.seed if sampled and not settings.unseeded else None,
            **({"unseeded": True} if sampled and settings.unseeded else {}),
            "engine_args": changing,
            "adapter": fingerprint(self.adapter) if self.adapter else None,
            **({"structured": dict(settings.structured)} if settings.structured else {}),
        }

    @cached_property
    def rendered(self) -> str | None:
        """The hash of prompts as the template makes them; None if it makes none."""
        if not self.template:
            return None
        return rendered_digest(
            lambda messages: self.tokenizer.apply_chat_template(
                [dict(message) for message in messages],
                tokenize=False,
                add_generation_prompt=True,
                chat_template=with_pinned_clock(self.template),
                **self.settings.chat_template_args,
            ),
            self.settings.model,
        )

    def commit(self) -> str | None:
        commit = getattr(self.config.hf_config, "_commit_hash", None)
        return commit if isinstance(commit, str) else self.settings.revision

    def parameters(self) -> dict[str, Any]:
        """Return all sampling parameters that differ from vLLM's neutral ones, from any source."""
        import msgspec

        built = msgspec.to_builtins(
            self.sampling_params(), enc_hook=lambda value: getattr(value, "__dict__", str(value))
        )
        named = {name: value for name, value in built.items() if name not in PARAMETERS_LEFT_OUT and name[0] != "_"}
        named = {name: value for name, value in named.items() if not (value is None or value is False or value == [])}
        return named | {"max_tokens": self.arguments().get("max_tokens")}

    def arguments(self) -> dict[str, Any]:
        """The settings of protocol and user override the model's generation_config.json.

        A model is thus asked with the parameters that `vllm serve` would use for the same request. Without a limit, a
        completion may fill the context, since vLLM's default of 16 tokens is too short for benchmarks.
        """
        return {"max_tokens": None, **self.config.get_diff_sampling_param(), **self.sampling}

    def sampling_params(self, **more: Any) -> Any:
        from vllm import SamplingParams

        return SamplingParams.from_optional(**self.arguments() | more)

    def count(self, messages: Messages) -> int:
        """Return the prompt's tokens by the model's template and tokenizer, each picture as its processor counts it."""
        if self.settings.complete:
            return len(self.tokenizer.encode(joined(messages)))
        shown = [{**message, "content": self.shown(message)} for message in messages]
        template = {"chat_template": with_pinned_clock(self.template)} if self.template else {}
        tokens = self.tokenizer.apply_chat_template(
            shown, tokenize=True, add_generation_prompt=True, **template, **self.settings.chat_template_args
        )
        text = len(tokens if isinstance(tokens, list) else tokens["input_ids"])
        sizes = [picture_size(part["image"]) for message in messages for part in pictures(message)]
        # The template has one token for each picture, which is replaced by the picture's own tokens.
        return text + sum((self.picture_tokens(*size) or IMAGE_TOKENS) - 1 for size in sizes)

    def shown(self, message: Mapping[str, Any]) -> Any:
        """Return the content in the form of chat templates: parts if there are pictures, else one text."""
        if not pictures(message):
            return joined([dict(message)])
        return [part if part["type"] == "text" else {"type": "image"} for part in parts(message)]

    @cached_property
    def processor(self) -> Any:
        from transformers import AutoProcessor

        try:
            return AutoProcessor.from_pretrained(
                self.settings.model,
                revision=self.settings.revision,
                trust_remote_code=bool(self.engine_args.get("trust_remote_code")),
            )
        except (OSError, ValueError, ImportError):
            return None

    def picture_tokens(self, width: int, height: int) -> int | None:
        """Return the tokens of a picture of this size, or None if the model's processor does not know."""
        if (width, height) not in self.pictures_counted:
            tokens = None
            if hasattr(self.processor, "_get_num_multimodal_tokens"):
                counted = self.processor._get_num_multimodal_tokens(image_sizes=[(height, width)])
                tokens = int(counted.num_image_tokens[0])
            self.pictures_counted[width, height] = tokens
        return self.pictures_counted[width, height]


def read_model(settings: Settings) -> Model:
    """Read configuration and tokenizer. Raise UserError for every mistake that can be known by now."""
    engine_args = engine_arguments(settings.engine_args)
    sampling = sampling_arguments(settings.sampling)
    if Path(settings.model).is_dir() and not (Path(settings.model) / "config.json").is_file():
        raise UserError(f"{settings.model} has no config.json; expected a model folder written by save_pretrained")
    adapters = {name: find_adapter(name) for name in settings.adapters}
    adapter = adapters[settings.lora] if settings.lora else None
    if adapters:
        engine_args = {"enable_lora": True, "max_lora_rank": max(map(adapter_rank, adapters.values()))} | engine_args
    with explained_failures(settings):
        from vllm.engine.arg_utils import EngineArgs
        from vllm.tokenizers.registry import cached_tokenizer_from_config, tokenizer_args_from_config

        arguments = EngineArgs(model=settings.model, revision=settings.revision, **engine_args)
        config = arguments.create_model_config()
        tokenizer = cached_tokenizer_from_config(config)
        renderer = tokenizer_args_from_config(config)[0]
    template = None
    if renderer == "hf" and not settings.complete:
        template = chat_template(settings, config, tokenizer)
    model = Model(settings, engine_args, sampling, config, tokenizer, renderer, template, adapter)
    with explained_failures(settings):
        model.sampling_params()
    limit = model.arguments().get("max_tokens")
    if limit is not None and limit >= config.max_model_len:
        raise UserError(
            f"{limit:,} completion tokens leave no space for a prompt in a context of {config.max_model_len:,} tokens; "
            "give a smaller --max-tokens, or a larger --context if the model supports it"
        )
    return model


def find_adapter(name: str) -> Path:
    """Return the folder of a LoRA adapter: a local one, or ORG/NAME[@REVISION] fetched from the Hub. Raises UserError
    if there is none."""
    folder = Path(name)
    if not folder.is_dir():
        if name.count("/") != 1 or name.startswith((".", "/", "~")):
            raise UserError(f"--lora {name}: no such folder; expected one with adapter_config.json, or ORG/NAME")
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

        repo, _, revision = name.partition("@")
        try:
            folder = Path(snapshot_download(repo, revision=revision or None))
        except (HfHubHTTPError, LocalEntryNotFoundError) as error:
            raise UserError(
                f"--lora {name}: not found on the Hub, or the Hub is not reachable ({informative_line(error)})"
            ) from None
    if not (folder / "adapter_config.json").is_file():
        raise UserError(f"--lora {name}: adapter_config.json is missing; expected an adapter saved by PEFT")
    return folder


# The ranks that vLLM has kernels for: https://docs.vllm.ai/en/latest/api/vllm/config/lora/
RANKS = (1, 8, 16, 32, 64, 128, 256, 320, 512)


def adapter_rank(folder: Path) -> int:
    """Return the smallest rank that vLLM supports and that holds a LoRA adapter. Raises UserError for other adapters
    and larger ranks."""
    config = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    if (kind := config.get("peft_type", "LORA")) != "LORA":
        raise UserError(
            f"--lora {folder}: vLLM does not support adapters of type {kind!s:.40}, only LoRA; merge it into its model "
            "and give the result as --model: python -m sgpkit.training.recipes.sit merge"
        )
    rank = config.get("r")
    if not isinstance(rank, int) or not 1 <= rank <= RANKS[-1]:
        raise UserError(f"--lora {folder}: adapter_config.json says r = {rank!r}; expected a rank of 1 to {RANKS[-1]}")
    return next(known for known in RANKS if known >= rank)


def picture_size(image: bytes) -> tuple[int, int]:
    """Return width and height of an encoded image in pixels."""
    from PIL import Image

    return Image.open(io.BytesIO(image)).size


def parts(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the content of a message as a list of parts; a plain text becomes one text part."""
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def pictures(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the image parts of a message."""
    return [part for part in parts(message) if part["type"] == "image"]


def joined(messages: Messages) -> str:
    """Return messages as one plain text, for models that complete and do not chat."""
    texts = ["\n".join(part["text"] for part in parts(message) if part["type"] == "text") for message in messages]
    return "\n\n".join(texts)


def fingerprint(folder: Path) -> str:
    """Return a digest of a local checkpoint without reading all of it: every small file whole, and of each
    file of weights its size and both its ends (every training step changes all of them)."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")):
        size = path.stat().st_size
        digest.update(f"{path.name}:{size}\n".encode())
        with path.open("rb") as file:
            if size <= 1 << 24:
                digest.update(file.read())
                continue
            digest.update(file.read(1 << 16))
            file.seek(-(1 << 16), 2)
            digest.update(file.read())
    return digest.hexdigest()
