"""Segmentation of the vehicle's parts: one class per pixel at a quarter of the input size."""

import torch.nn.functional as F
from torch import Tensor, nn

from .backbone import build_backbone
from .neck import OUTLINE_CHANNELS, ConvUnit, Neck


class PartsNet(nn.Module):
    def __init__(self, backbone: str, classes: int, width: int = 128) -> None:
        super().__init__()
        self.backbone = build_backbone(backbone)
        self.neck = Neck(self.backbone.channels, width)
        self.context = ConvUnit(width, OUTLINE_CHANNELS)
        self.mid = ConvUnit(width, OUTLINE_CHANNELS)
        self.dropout = nn.Dropout2d(0.1)
        self.to_classes = nn.Sequential(
            ConvUnit(OUTLINE_CHANNELS, OUTLINE_CHANNELS, 3), nn.Conv2d(OUTLINE_CHANNELS, classes, 1)
        )

    def forward(self, x: Tensor) -> Tensor:
        (_, mid, coarse), fine = self.neck(self.backbone(x))
        context = F.interpolate(self.context(coarse), scale_factor=8.0, mode="bilinear", align_corners=False)
        context = context + F.interpolate(self.mid(mid), scale_factor=4.0, mode="bilinear", align_corners=False)
        return self.to_classes(self.dropout(fine + context))
