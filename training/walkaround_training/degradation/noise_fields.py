"""Random fields that give dirt, snow and water their shape."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.affine import uniform


def clouds(n: int, size: int, coarsest: int, finest: int, device: torch.device, keep: float = 0.6) -> Tensor:
    """Noise of several scales [n, 1, size, size], spread evenly over 0..1: a threshold t covers the share t."""
    total = torch.zeros(n, 1, size, size, device=device)
    cells, weight = coarsest, 1.0
    while cells <= finest:
        layer = torch.randn(n, 1, cells, cells, device=device)
        total += weight * F.interpolate(layer, (size, size), mode="bicubic", align_corners=False)
        cells, weight = cells * 2, weight * keep
    total = total - total.mean((2, 3), keepdim=True)
    return 0.5 * (1 + torch.erf(total / (total.std((2, 3), keepdim=True) * math.sqrt(2) + 1e-6)))


def soft_step(field: Tensor, edge: Tensor | float, softness: float) -> Tensor:
    return ((field - edge) / softness + 0.5).clamp(0, 1)


def blurred(pixels: Tensor, sigma: float) -> Tensor:
    """Gaussian blur, the same for the whole batch."""
    reach = max(1, math.ceil(2.5 * sigma))
    along = torch.arange(-reach, reach + 1, device=pixels.device, dtype=pixels.dtype)
    kernel = torch.exp(-(along**2) / (2 * sigma**2))
    kernel = (kernel / kernel.sum()).repeat(pixels.shape[1], 1, 1, 1)
    padded = F.pad(pixels, (reach, reach, reach, reach), "replicate")
    across = F.conv2d(padded, kernel, groups=pixels.shape[1])
    return F.conv2d(across, kernel.transpose(2, 3), groups=pixels.shape[1])


def drops(n: int, size: int, share: Tensor, radius: float, device: torch.device) -> Tensor:
    """Height 0..1 of round drops: random points (a share of all pixels), each grown to a small dome."""
    points = (torch.rand(n, 1, size, size, device=device) < share.view(-1, 1, 1, 1)).float()
    points = points * uniform(0.6, 1.0, n, 1, size, size, device=device)
    reach = math.ceil(radius)
    grown = F.max_pool2d(points, 2 * reach + 1, 1, reach)
    return blurred(blurred(points, radius) / blurred_peak(radius), 0.5).clamp(0, 1) * (grown > 0)


def blurred_peak(sigma: float) -> float:
    return 1 / (2 * math.pi * sigma**2)


def places(size: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Column and row of every pixel as [1, 1, 1, size] and [1, 1, size, 1], in 0..1."""
    along = (torch.arange(size, device=device) + 0.5) / size
    return along.view(1, 1, 1, -1), along.view(1, 1, -1, 1)


def screened(below: Tensor, light: Tensor) -> Tensor:
    """Light added as a second exposure adds it: bright places stay below white."""
    return 1 - (1 - below) * (1 - light.clamp(0, 1))
