"""Feature pyramid: a top-down path, a bottom-up path, and fine features for outlines."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

OUTLINE_CHANNELS = 64


class ConvUnit(nn.Sequential):
    def __init__(self, ci: int, co: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> None:
        super().__init__(
            nn.Conv2d(ci, co, kernel, stride, kernel // 2, groups=groups, bias=False),
            nn.BatchNorm2d(co, eps=1e-3, momentum=0.03),
            nn.Hardswish(inplace=True),
        )


class SplitBlock(nn.Module):
    """Half of the channels go through two 3x3 convolutions, half skip them."""

    def __init__(self, ci: int, co: int) -> None:
        super().__init__()
        half = co // 2
        self.worked = ConvUnit(ci, half)
        self.around = ConvUnit(ci, half)
        self.work = nn.Sequential(ConvUnit(half, half, 3), ConvUnit(half, half, 3))
        self.join = ConvUnit(2 * half, co)

    def forward(self, x: Tensor) -> Tensor:
        return self.join(torch.cat([self.work(self.worked(x)), self.around(x)], 1))


def doubled(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class Neck(nn.Module):
    """Features at strides 4 to 32 in; three mixed levels (8, 16, 32) and outline features (4) out."""

    def __init__(self, channels: tuple[int, ...], width: int) -> None:
        super().__init__()
        self.lateral = nn.ModuleList([ConvUnit(c, width) for c in channels[1:]])
        self.down16, self.down8 = SplitBlock(2 * width, width), SplitBlock(2 * width, width)
        self.shrink8, self.shrink16 = ConvUnit(width, width, 3, 2), ConvUnit(width, width, 3, 2)
        self.up16, self.up32 = SplitBlock(2 * width, width), SplitBlock(2 * width, width)
        self.fine, self.coarse = ConvUnit(channels[0], OUTLINE_CHANNELS), ConvUnit(width, OUTLINE_CHANNELS)
        self.outline = nn.Sequential(
            ConvUnit(OUTLINE_CHANNELS, OUTLINE_CHANNELS, 3), ConvUnit(OUTLINE_CHANNELS, OUTLINE_CHANNELS, 3)
        )

    def forward(self, features: list[Tensor]) -> tuple[list[Tensor], Tensor]:
        c8, c16, c32 = [lateral(f) for lateral, f in zip(self.lateral, features[1:])]
        p16 = self.down16(torch.cat([doubled(c32), c16], 1))
        p8 = self.down8(torch.cat([doubled(p16), c8], 1))
        n16 = self.up16(torch.cat([self.shrink8(p8), p16], 1))
        n32 = self.up32(torch.cat([self.shrink16(n16), c32], 1))
        return [p8, n16, n32], self.outline(doubled(self.coarse(p8)) + self.fine(features[0]))
