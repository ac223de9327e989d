"""The weights of SmolLM2-135M-Instruct, from a package, as Transformers reads them."""

import os
import sys
from pathlib import Path

from tools import HELPERS

QUIET = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_VERBOSITY": "error"}


def unpack(folder: Path) -> Path:
    """Write the model to a folder, and prepare this process for training it on one core."""
    os.environ |= QUIET
    if str(HELPERS) not in sys.path:
        sys.path.insert(0, str(HELPERS))
    import torch
    import torchvision_operators
    import unpacked_gguf

    from sgpkit.engines.local import models

    torch.set_num_threads(1)
    torchvision_operators.declare()
    return unpacked_gguf.unpack(models.find(models.PACKAGED.name).file(), folder)
