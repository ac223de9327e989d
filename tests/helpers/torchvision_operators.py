"""torchvision with a CPU-only PyTorch.

PyPI's torchvision for Linux holds its own operators (`nms`, `roi_align`, …) as a library linked to CUDA. Without CUDA
that library is passed over, and then torchvision does not import, for it says of each operator what shapes it gives.
None of them is used by the networks and transforms that LPIPS and DreamSim want, so it is enough that they are declared.
"""

import importlib.util
from pathlib import Path
from typing import Any

OPERATORS = (
    *("nms", "qnms", "roi_align", "qroi_align", "_roi_align_backward", "roi_pool", "_roi_pool_backward"),
    *("ps_roi_align", "_ps_roi_align_backward", "ps_roi_pool", "_ps_roi_pool_backward"),
    *("deform_conv2d", "_deform_conv2d_backward"),
)

held: list[Any] = []
"""Library objects, which are kept because declarations last only as long as they do."""


def declare() -> bool:
    """Return whether torchvision is installed and can be imported."""
    import torch

    if held:
        return True
    spec = importlib.util.find_spec("torchvision")
    if spec is None or not spec.submodule_search_locations:
        return False
    for path in Path(spec.submodule_search_locations[0]).glob("_C*.so"):
        try:
            torch.ops.load_library(path)
            return True
        except OSError:
            continue
    library = torch.library.Library("torchvision", "DEF")
    for name in OPERATORS:
        library.define(f"{name}(Tensor input) -> Tensor")
    held.append(library)
    return True
