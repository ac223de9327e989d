"""Load the models of learned metrics from a Hub id and revision or from a folder, on an available device.

Only the checkpoints' usual libraries download files, and no code in a checkpoint is run. `identity` describes a loaded
model: the name, the revision that the Hub resolved it to, and a digest of the weights, which is equal for two copies of
one model and differs for a changed one.
"""

import hashlib
import importlib
import importlib.util
import json
import pickle
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from sgpkit.errors import NotInstalled, UserError, first_line

INSTALL = "pip install 'sgpkit[perceptual]'"
LIBRARIES = ("torch", "transformers")


@dataclass(frozen=True)
class Checkpoint:
    """A model to load, and how to run it. `name` is a Hub id, a folder, or a name in the metric's library."""

    name: str
    revision: str | None = None
    device: str = "auto"
    batch_size: int = 32
    shown: str = ""
    """The name in results, if different from `name`."""


def checkpoint(text: str, device: str = "auto", batch_size: int = 32) -> Checkpoint:
    """Return the checkpoint of `ORG/NAME`, `ORG/NAME@REVISION`, a path (which may contain an @), `KIND:PATH`, or
    `package:NAME` for a folder with a model in an installed package."""
    if batch_size < 1:
        raise UserError(f"batch size {batch_size}: expected a number above 0")
    if text.startswith(PACKAGE):
        return packaged(text, device, batch_size)
    kind, colon, path = text.partition(":")
    if text and Path(text).expanduser().exists():
        return Checkpoint(str(Path(text).expanduser()), None, device, batch_size)
    if colon and Path(path).expanduser().exists():  # a model's name in the library, and its weights
        return Checkpoint(f"{kind}:{Path(path).expanduser()}", None, device, batch_size)
    name, at, revision = text.partition("@")
    if not name or (at and not revision):
        raise UserError(f"model {text!r}: expected ORG/NAME, ORG/NAME@REVISION or a path")
    if name.startswith((".", "/", "~")):
        raise UserError(f"model {text!r}: there is no such file or folder")
    return Checkpoint(name, revision or None, device, batch_size)


PACKAGE = "package:"
CONFIG = "config.json"


def packaged(text: str, device: str, batch_size: int) -> Checkpoint:
    """Return the checkpoint of `package:NAME`: the one folder of the package that has a `config.json`. Nothing of the
    package is imported."""
    name = text.removeprefix(PACKAGE)
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise UserError(
            f"model {text!r}: no package {name!r} is installed; expected the name under which it is imported"
        )
    folders = [path.parent for root in spec.submodule_search_locations for path in sorted(Path(root).rglob(CONFIG))]
    folders = [folder for folder in folders if any(folder.glob("*.safetensors"))]
    if len(folders) != 1:
        raise UserError(f"model {text!r}: {len(folders)} folders with {CONFIG} and weights in the package; give a path")
    distribution = next(iter(metadata.packages_distributions().get(name, ())), "")
    version = metadata.version(distribution) if distribution else ""
    return Checkpoint(str(folders[0]), None, device, batch_size, f"{text}@{version}".rstrip("@"))


def need(package: str, measure: str, install: str = INSTALL) -> Any:
    """Import the library `package`. Raises NotInstalled with installation advice if it is missing, and UserError if it
    was built for another version of PyTorch, so that the import fails."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise NotInstalled(f"{measure} needs {error.name or package}, which is not installed\n{install}") from None
    except (RuntimeError, OSError) as error:
        raise UserError(
            f"{measure} needs {package}, which fails to load ({first_line(error):.160})\n"
            "Most often torchvision was built for another version of PyTorch than the installed one; "
            "https://pytorch.org/get-started/locally lists compatible builds."
        ) from None


def device(wanted: str, measure: str) -> str:
    """Return the device; for `auto`, CUDA if available, then Apple's GPU, then the CPU."""
    torch = need("torch", measure)
    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if wanted == "auto":
        return next(name for name, is_there in there.items() if is_there)
    kind, _, number = wanted.partition(":")
    if kind not in there or (number and not (kind == "cuda" and number.isdigit())):
        raise UserError(f"unknown device {wanted!r}; expected auto, {', '.join(there)} or cuda:N")
    if not there[kind] or (number and int(number) >= torch.cuda.device_count()):
        available = ", ".join(name for name, is_there in there.items() if is_there)
        raise UserError(f"device {wanted!r}: PyTorch {torch.__version__} finds none here; available: {available}")
    return wanted


def processor(wanted: str, measure: str) -> str:
    """Return the device of a metric that runs on processors only."""
    if wanted not in ("auto", "cpu"):
        raise UserError(f"device {wanted!r}: {measure} needs none but the processor; expected auto or cpu")
    return "cpu"


def transformers_library(measure: str) -> Any:
    """Import transformers, after torchvision, whose failure transformers would hide."""
    if importlib.util.find_spec("torchvision") is not None:
        need("torchvision", measure)
    return need("transformers", measure)


# --- transformers -----------------------------------------------------------------------------------------------------


def transformers_model(wanted: Checkpoint, measure: str, unused: tuple[str, ...] = ()) -> Any:
    """Load a checkpoint as the class it was saved from, in single precision.

    Raises UserError if weights are missing, which the library would replace by random ones, except in layers whose
    names start with one of `unused`.
    """
    transformers = transformers_library(measure)
    torch = need("torch", measure)
    on = device(wanted.device, measure)
    with user_errors(wanted, measure), quiet():
        model, report = transformers.AutoModel.from_pretrained(
            wanted.name,
            revision=wanted.revision,
            dtype=torch.float32,
            trust_remote_code=False,
            output_loading_info=True,
        )
    missing = sorted(name for name in report["missing_keys"] if not name.startswith(unused))
    if missing:
        raise UserError(
            f"{measure}: {wanted.name} has no weights for {len(missing)} of its layers, such as {missing[0]}\n"
            "Name a complete checkpoint."
        )
    return model.to(on).eval().requires_grad_(False)


def tokenizer(wanted: Checkpoint, measure: str) -> Any:
    """Load the tokenizer of a checkpoint."""
    transformers = transformers_library(measure)
    with user_errors(wanted, measure), quiet():
        return transformers.AutoTokenizer.from_pretrained(
            wanted.name, revision=wanted.revision, trust_remote_code=False
        )


def image_processor(wanted: Checkpoint, measure: str) -> Any:
    """Load the image processor of a checkpoint, with Pillow, so that the pixels do not depend on torchvision."""
    transformers = transformers_library(measure)
    with user_errors(wanted, measure), quiet():
        return transformers.AutoImageProcessor.from_pretrained(
            wanted.name, revision=wanted.revision, backend="pil", trust_remote_code=False
        )


def extra_file(wanted: Checkpoint, name: str) -> Mapping[str, Any] | None:
    """Return a JSON file of the checkpoint, if it has one."""
    path = cached_path(wanted, name)
    if path is None:
        return None
    with user_errors(wanted, name):
        return dict(json.loads(path.read_text(encoding="utf-8")))


def cached_path(wanted: Checkpoint, name: str) -> Path | None:
    """Return the path of a checkpoint's file, if it has one."""
    from transformers.utils import cached_file

    with user_errors(wanted, name):
        path = cached_file(
            wanted.name,
            name,
            revision=wanted.revision,
            _raise_exceptions_for_missing_entries=False,
            _raise_exceptions_for_connection_errors=False,
        )
    return None if path is None else Path(path)


def commit(wanted: Checkpoint) -> str | None:
    """Return the commit of a checkpoint, from the path of its folder in the Hub's cache."""
    path = None if Path(wanted.name).is_dir() else cached_path(wanted, "config.json")
    match = None if path is None else re.search(r"/snapshots/([0-9a-f]{40})/", path.as_posix())
    return match[1] if match else wanted.revision


CHECKPOINT = "the id of a model on the Hub, or a folder that save_pretrained wrote"


@contextmanager
def user_errors(wanted: Checkpoint, measure: str, expected: str = CHECKPOINT) -> Iterator[None]:
    """Convert errors in loading a checkpoint that the user can fix (name, network, files) to UserError."""
    try:
        yield
    except (OSError, ValueError, RuntimeError, KeyError, ImportError, EOFError, pickle.PickleError) as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
        at = f"@{wanted.revision}" if wanted.revision else ""
        raise UserError(
            f"{measure}: {wanted.name}{at} cannot be loaded ({' '.join(lines)[:300]})\nExpected {expected}."
        ) from None


@contextmanager
def quiet() -> Iterator[None]:
    """Hide the progress bars and warnings of transformers; missing weights are checked here."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


# --- identity ---------------------------------------------------------------------------------------------------------


def identity(wanted: Checkpoint, module: Any, *parts: Any, **settings: Any) -> dict[str, Any]:
    """Return everything that the values of a transformers checkpoint depend on. `parts` are processors and tokenizers,
    `settings` those of the metric."""
    return {
        **bare_identity(wanted.shown or wanted.name, module, **settings),
        "revision": commit(wanted),
        "preparation": preparation_digest(*parts),
    }


def bare_identity(name: str, module: Any, **settings: Any) -> dict[str, Any]:
    """Return the same for a model of another library."""
    model = Path(name).name if Path(name).exists() else name
    return {"model": model, "revision": None, "weights": weights_digest(module), **settings}


def libraries(*names: str) -> dict[str, str]:
    """Return the versions of the libraries that compute the values."""
    return {name: metadata.version(name) for name in names}


def weights_digest(module: Any) -> str:
    """Return a digest of all parameters and buffers by name, independent of folder and file format. Tensors in plain
    attributes of modules (DreamSim's projections) count too."""
    digest = hashlib.blake2b(digest_size=16)
    tensors = dict(module.state_dict())
    for path, part in module.named_modules():
        held = {name: value for name, value in vars(part).items() if hasattr(value, "detach")}
        tensors |= {f"{path}.{name}": value for name, value in held.items()}
    for name, tensor in sorted(tensors.items()):
        values = tensor.detach().cpu().contiguous().numpy()
        digest.update(f"{name} {values.dtype} {values.shape}\n".encode())
        digest.update(values.data if values.ndim else values.tobytes())
    return digest.hexdigest()


def preparation_digest(*parts: Any) -> str:
    """Return a digest of the settings of processors and the complete tables of tokenizers."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        backend = getattr(part, "backend_tokenizer", None)
        settings = backend.to_str() if backend is not None else json.dumps(plain(part), sort_keys=True, default=str)
        digest.update(settings.encode() + b"\n")
    return digest.hexdigest()


def plain(part: Any) -> Any:
    """Return the settings of a processor without its class name, which differs between versions of the library."""
    if not hasattr(part, "to_dict"):
        return sorted(part.get_vocab().items()) if hasattr(part, "get_vocab") else str(part)
    names_of_classes = ("image_processor_type", "processor_class", "_processor_class")
    return {name: value for name, value in part.to_dict().items() if name not in names_of_classes}
