"""Networks restored from the weights.pt of a training run."""

from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from .attributes_net import AttributesNet
from .box_detector import BoxDetector
from .close_up_net import CloseUpNet
from .detector import Detector
from .part_state_net import PartStateNet
from .parts_net import PartsNet
from .second_opinion_net import SecondOpinionNet

Net = TypeVar("Net", bound=nn.Module)


@cache
def load_checkpoint(path: Path) -> dict[str, Any]:
    """Weights are stored in half precision and restored to 32 bits. A file without a key "weights" is returned as it is:
    published ImageNet weights have that form."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    if "weights" in saved:
        saved["weights"] = in_single_precision(saved["weights"])
    return saved


def in_single_precision(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value.float() if value.is_floating_point() else value for name, value in weights.items()}


def restored_detector(saved: dict[str, Any]) -> Detector:
    return with_weights(Detector(saved["model"]["backbone"], len(saved["types"]), saved["model"]["width"]), saved)


def restored_parts_net(saved: dict[str, Any]) -> PartsNet:
    return with_weights(PartsNet(saved["model"]["backbone"], len(saved["names"]), saved["model"]["width"]), saved)


def restored_close_up_net(saved: dict[str, Any]) -> CloseUpNet:
    return with_weights(CloseUpNet(saved["model"]["backbone"], len(saved["parts"])), saved)


def restored_part_state_net(saved: dict[str, Any]) -> PartStateNet:
    return with_weights(PartStateNet(saved["model"]["backbone"], len(saved["kinds"])), saved)


def restored_second_opinion_net(saved: dict[str, Any]) -> SecondOpinionNet:
    return with_weights(SecondOpinionNet(saved["model"]["backbone"], len(saved["types"])), saved)


def restored_box_detector(saved: dict[str, Any]) -> BoxDetector:
    return with_weights(BoxDetector(len(saved["model"]["classes"]), saved["model"]["width"]).shorten(), saved)


def restored_attributes_net(saved: dict[str, Any]) -> AttributesNet:
    heads = {name: len(labels) or 1 for name, labels in saved["attributes"].items()}
    return with_weights(AttributesNet(saved["model"]["backbone"], heads), saved)


def with_weights(net: Net, saved: dict[str, Any]) -> Net:
    """Ready for inference: no gradients, no dropout."""
    net.load_state_dict(saved["weights"])
    return net.eval().requires_grad_(False)
