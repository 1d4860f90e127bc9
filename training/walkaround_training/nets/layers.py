"""Layers that both backbones are built from."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class SamePadConv(nn.Conv2d):
    """TensorFlow's SAME padding, which the weights were trained with: uneven at stride 2."""

    def forward(self, x: Tensor) -> Tensor:
        if self.stride[0] == 1:
            return super().forward(x)
        total = self.kernel_size[0] - 2
        before = total // 2
        return super().forward(F.pad(x, (before, total - before, before, total - before)))


def same_pad_conv(ci: int, co: int, kernel: int, stride: int = 1, groups: int = 1) -> SamePadConv:
    return SamePadConv(ci, co, kernel, stride, kernel // 2 if stride == 1 else 0, groups=groups, bias=False)


def norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=1e-3, momentum=0.03)


def stochastic_depth(y: Tensor, drop: float, training: bool) -> Tensor:
    """Stochastic depth: during training a block is skipped for a share of the samples."""
    if not training or drop == 0:
        return y
    kept = torch.rand(len(y), 1, 1, 1, device=y.device) >= drop
    return y * (kept / (1 - drop)).to(y.dtype)
