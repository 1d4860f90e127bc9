"""How bad the damage on a photo is: a backbone, and a linear head on the mean and the maximum of its coarsest features."""

from typing import Any

import torch
from torch import Tensor, nn

from .backbone import build_backbone
from .detector import normalized


class StateNet(nn.Module):
    def __init__(self, backbone: str, classes: int, drop: float = 0.0) -> None:
        super().__init__()
        self.backbone = build_backbone(backbone, drop)
        self.norm = nn.BatchNorm1d(2 * self.backbone.channels[-1])
        self.dropout = nn.Dropout(0.3)
        self.to_classes = nn.Linear(2 * self.backbone.channels[-1], classes)

    def forward(self, pixels: Tensor) -> Tensor:
        """Pixels in -1..1 to [n, classes]."""
        coarse = self.backbone(pixels)[-1].float()
        return self.to_classes(self.dropout(self.norm(torch.cat([coarse.mean((2, 3)), coarse.amax((2, 3))], 1))))


def with_backbone_of(net: StateNet, saved: dict[str, Any]) -> StateNet:
    own = "backbone."
    net.backbone.load_state_dict({k[len(own) :]: v for k, v in saved["weights"].items() if k.startswith(own)})
    return net


class ExportedState(nn.Module):
    """Raw pixels in, probabilities out."""

    def __init__(self, net: StateNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> Tensor:
        return self.net(normalized(image)).softmax(-1)
