"""A small detector of boxes without outlines: a shortened backbone and a narrow neck."""

import math

import torch
from torch import Tensor, nn

from .detector import DISTANCE_BINS, STRIDES, anchors, boxes_from, normalized, two_convs
from .efficientnet_lite import EfficientNetLite
from .neck import Neck

LAST_BLOCK = 12  # of lite0: the later blocks hold half of the weights and mainly serve the ImageNet classes
TAPS, CHANNELS = [2, 4, 10, LAST_BLOCK], (24, 40, 112, 192)


class BoxDetector(nn.Module):
    def __init__(self, types: int, width: int) -> None:
        super().__init__()
        self.backbone = EfficientNetLite("lite0")
        self.neck = Neck(CHANNELS, width)
        self.neck.outline = nn.Identity()  # without outlines its convolutions are not needed
        self.kind = nn.ModuleList([two_convs(width, 64) for _ in STRIDES])
        self.shape = nn.ModuleList([two_convs(width, 64) for _ in STRIDES])
        self.to_types = nn.ModuleList([nn.Conv2d(64, types, 1) for _ in STRIDES])
        self.to_box = nn.ModuleList([nn.Conv2d(64, 4 * DISTANCE_BINS, 1) for _ in STRIDES])
        for conv, stride in zip(self.to_types, STRIDES):
            # start from "nothing here", as about five anchors of a 640 px picture are positive
            nn.init.constant_(conv.bias, math.log(5 / types / (640 / stride) ** 2))
        for conv in self.to_box:
            nn.init.constant_(conv.bias, 1.0)

    def shorten(self) -> "BoxDetector":
        """Call it after loading the pretrained weights, which are published for the whole backbone."""
        self.backbone._blocks = self.backbone._blocks[: LAST_BLOCK + 1]
        self.backbone.taps = TAPS
        return self

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        levels, _ = self.neck(self.backbone(x))
        logits = [to(kind(level)).flatten(2) for to, kind, level in zip(self.to_types, self.kind, levels)]
        distances = [to(shape(level)).flatten(2) for to, shape, level in zip(self.to_box, self.shape, levels)]
        return torch.cat(logits, 2).transpose(1, 2), torch.cat(distances, 2).transpose(1, 2)


class ExportedBoxes(nn.Module):
    """Raw pixels in; corners and scores out."""

    def __init__(self, net: BoxDetector, size: int) -> None:
        super().__init__()
        self.net = net
        centers, strides = anchors(size)
        self.register_buffer("centers", centers)
        self.register_buffer("strides", strides)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        logits, distances = self.net(normalized(image))
        return boxes_from(distances, self.centers, self.strides), logits.sigmoid()
