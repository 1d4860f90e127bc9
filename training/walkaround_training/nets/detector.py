"""The damage detector: a box, a score per type and mask coefficients at every anchor, and shared mask prototypes."""

import math

import torch
from torch import Tensor, nn

from .backbone import build_backbone
from .neck import OUTLINE_CHANNELS, ConvUnit, Neck

STRIDES = (8, 16, 32)
DISTANCE_BINS = 16
PROTOTYPES = 32


def normalized(pixels: Tensor) -> Tensor:
    """RGB 0..255 to what the backbone was trained on."""
    return pixels / 127.5 - 1


class Detector(nn.Module):
    def __init__(self, backbone: str, types: int, width: int = 128, drop: float = 0.0) -> None:
        super().__init__()
        self.backbone = build_backbone(backbone, drop)
        self.neck = Neck(self.backbone.channels, width)
        kind_width, shape_width = 96, 64
        self.kind = nn.ModuleList([two_convs(width, kind_width) for _ in STRIDES])
        self.shape = nn.ModuleList([two_convs(width, shape_width) for _ in STRIDES])
        self.to_types = nn.ModuleList([nn.Conv2d(kind_width, types, 1) for _ in STRIDES])
        self.to_box = nn.ModuleList([nn.Conv2d(shape_width, 4 * DISTANCE_BINS, 1) for _ in STRIDES])
        self.to_coefficients = nn.ModuleList([nn.Conv2d(shape_width, PROTOTYPES, 1) for _ in STRIDES])
        self.to_prototypes = nn.Conv2d(OUTLINE_CHANNELS, PROTOTYPES, 1)
        for conv, stride in zip(self.to_types, STRIDES):
            # start from "nothing here", as about five anchors of a 640 px picture are positive
            nn.init.constant_(conv.bias, math.log(5 / types / (640 / stride) ** 2))
        for conv in self.to_box:
            nn.init.constant_(conv.bias, 1.0)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return self.answers(*self.neck(self.backbone(x)))

    def answers(self, levels: list[Tensor], outline: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        logits, distances, coefficients = [], [], []
        for index, level in enumerate(levels):
            kind, shape = self.kind[index](level), self.shape[index](level)
            logits.append(self.to_types[index](kind).flatten(2))
            distances.append(self.to_box[index](shape).flatten(2))
            coefficients.append(self.to_coefficients[index](shape).flatten(2))
        per_anchor = [torch.cat(maps, 2).transpose(1, 2) for maps in (logits, distances, coefficients)]
        return per_anchor[0], per_anchor[1], per_anchor[2], self.to_prototypes(outline)


def two_convs(ci: int, co: int) -> nn.Sequential:
    return nn.Sequential(ConvUnit(ci, co, 3), ConvUnit(co, co, 3))


def anchors(height: int, width: int | None = None) -> tuple[Tensor, Tensor]:
    """Center (x, y) and stride of every anchor of an input, which is square unless its width is given."""
    width = height if width is None else width
    centers, strides = [], []
    for stride in STRIDES:
        down, across = ((torch.arange(side // stride) + 0.5) * stride for side in (height, width))
        y, x = torch.meshgrid(down, across, indexing="ij")
        centers.append(torch.stack([x, y], -1).view(-1, 2))
        strides.append(torch.full_like(centers[-1][:, 0], float(stride)))
    return torch.cat(centers), torch.cat(strides)


def boxes_from(distances: Tensor, centers: Tensor, strides: Tensor) -> Tensor:
    """Corners in input pixels from the distribution of each side's distance."""
    batch, count, _ = distances.shape
    bins = torch.arange(DISTANCE_BINS, device=distances.device, dtype=distances.dtype)
    sides = (distances.view(batch, count, 4, DISTANCE_BINS).softmax(-1) * bins).sum(-1) * strides[:, None]
    return torch.cat([centers - sides[..., :2], centers + sides[..., 2:]], -1)
