"""What the networks that judge a crop have in common: a pretrained backbone and the mix of its two coarsest levels."""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .backbone import build_backbone

WIDTH = 128


class CropNet(nn.Module):
    def __init__(self, backbone: str, drop: float = 0.0) -> None:
        super().__init__()
        self.backbone = build_backbone(backbone, drop)
        fine, coarse = self.backbone.channels[2:]
        self.fine, self.coarse = nn.Conv2d(fine, WIDTH, 1), nn.Conv2d(coarse, WIDTH, 1)
        self.mix = nn.Conv2d(WIDTH, WIDTH, 3, padding=1)
        self.dropout = nn.Dropout(0.3)

    def features(self, pixels: Tensor) -> Tensor:
        lower, upper = self.backbone(pixels)[2:]
        mixed = F.hardswish(self.fine(lower) + F.interpolate(self.coarse(upper), scale_factor=2.0, mode="nearest"))
        return F.hardswish(self.mix(mixed)) + mixed

    def start_from(self, saved: dict[str, Any]) -> None:
        """Take over the backbone of another run."""
        own = "backbone."
        self.backbone.load_state_dict({k[len(own) :]: v for k, v in saved["weights"].items() if k.startswith(own)})

    def freeze_statistics(self) -> None:
        """Those of the backbone come from many more photos."""
        for module in self.backbone.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eval()


def pooled(features: Tensor) -> Tensor:
    return torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
