"""Whether a part is scratched, dented or broken and how badly, from a crop around it."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .crop_net import WIDTH, CropNet, pooled
from .detector import normalized

LEVELS = ("moderate", "severe")  # that a damage is at least so bad
NEARLY = 0.8  # of the largest value: a cell with so much of it counts as the place of the largest


class PartStateNet(CropNet):
    def __init__(self, backbone: str, kinds: int, drop: float = 0.0) -> None:
        super().__init__(backbone, drop)
        self.to_kinds = nn.Linear(2 * WIDTH, kinds)
        self.to_levels = nn.Linear(2 * WIDTH, len(LEVELS))

    def forward(self, pixels: Tensor) -> Tensor:
        """Pixels in -1..1 to logits [n, kinds + levels]."""
        return self.judged(self.features(pixels))

    def judged(self, features: Tensor) -> Tensor:
        seen = self.dropout(pooled(features))
        return torch.cat([self.to_kinds(seen), self.to_levels(seen)], 1)

    def places(self, features: Tensor) -> Tensor:
        """What each cell adds to the logits, [n, kinds, cells, cells]: where on the crop each kind is seen."""
        by_mean, by_largest = self.to_kinds.weight[..., None, None].chunk(2, 1)
        largest = features * (features >= NEARLY * features.amax((2, 3), keepdim=True))
        return F.conv2d(features, by_mean) + F.conv2d(largest, by_largest)


class ExportedPartStates(nn.Module):
    """Raw pixels in; the probability of each kind and level out, and where each kind is seen."""

    def __init__(self, net: PartStateNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        features = self.net.features(normalized(image))
        return (*self.net.judged(features).sigmoid().split(1, 1), self.net.places(features))
