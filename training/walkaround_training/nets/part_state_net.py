"""Whether a part is scratched, dented or broken, from a crop around it."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .backbone import build_backbone
from .detector import normalized

WIDTH = 128
NEARLY = 0.8  # of the largest value: a cell with so much of it counts as the place of the largest


class PartStateNet(nn.Module):
    def __init__(self, backbone: str, kinds: int, drop: float = 0.0) -> None:
        super().__init__()
        self.backbone = build_backbone(backbone, drop)
        fine, coarse = self.backbone.channels[2:]
        self.fine, self.coarse = nn.Conv2d(fine, WIDTH, 1), nn.Conv2d(coarse, WIDTH, 1)
        self.mix = nn.Conv2d(WIDTH, WIDTH, 3, padding=1)
        self.dropout = nn.Dropout(0.3)
        self.to_kinds = nn.Linear(2 * WIDTH, kinds)

    def forward(self, pixels: Tensor) -> Tensor:
        """Pixels in -1..1 to logits [n, kinds]."""
        return self.judged(self.features(pixels))

    def features(self, pixels: Tensor) -> Tensor:
        lower, upper = self.backbone(pixels)[2:]
        mixed = F.hardswish(self.fine(lower) + F.interpolate(self.coarse(upper), scale_factor=2.0, mode="nearest"))
        return F.hardswish(self.mix(mixed)) + mixed

    def judged(self, features: Tensor) -> Tensor:
        return self.to_kinds(self.dropout(torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)))

    def places(self, features: Tensor) -> Tensor:
        """What each cell adds to the logits, [n, kinds, cells, cells]: where on the crop each kind is seen."""
        by_mean, by_largest = self.to_kinds.weight[..., None, None].chunk(2, 1)
        largest = features * (features >= NEARLY * features.amax((2, 3), keepdim=True))
        return F.conv2d(features, by_mean) + F.conv2d(largest, by_largest)


class ExportedPartStates(nn.Module):
    """Raw pixels in; the probability of each kind out, and where each is seen."""

    def __init__(self, net: PartStateNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        features = self.net.features(normalized(image))
        return (*self.net.judged(features).sigmoid().split(1, 1), self.net.places(features))
