"""Color jitter, noise and blur on pixels in 0..1."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from .affine import uniform


def color_matrix(n: int, strength: float, device: torch.device) -> Tensor:
    """Saturation, hue, contrast, white balance and brightness as one 3x4 matrix per picture."""
    k = strength
    luminance = torch.tensor([0.299, 0.587, 0.114], device=device).expand(3, 3)
    gray = torch.rand(n, device=device) < 0.05 * k
    saturation = uniform(1 - 0.5 * k, 1 + 0.5 * k, n, device=device).masked_fill(gray, 0)[:, None, None]
    matrix = torch.eye(3, device=device) * saturation + luminance * (1 - saturation)
    angle = uniform(-0.2 * k, 0.2 * k, n, device=device)
    c, q, z = angle.cos(), (1 - angle.cos()) / 3, angle.sin() / math.sqrt(3)
    hue = torch.stack([c + q, q - z, q + z, q + z, c + q, q - z, q - z, q + z, c + q], -1).view(n, 3, 3)
    contrast = uniform(1 - 0.35 * k, 1 + 0.35 * k, n, device=device)[:, None, None]
    balance = uniform(1 - 0.12 * k, 1 + 0.12 * k, n, 3, 1, device=device)
    offset = uniform(-0.15 * k, 0.15 * k, n, device=device)[:, None, None] + 0.45 * (1 - contrast)
    return torch.cat([hue @ matrix * contrast * balance, offset.expand(n, 3, 1)], -1)


def with_color_jitter(pixels: Tensor, strength: float) -> Tensor:
    """Every picture gets its own colors; a quarter gets noise, another quarter blur."""
    n, _, height, width = pixels.shape
    matrix = color_matrix(n, strength, pixels.device)
    pixels = torch.baddbmm(matrix[..., 3:], matrix[..., :3], pixels.flatten(2)).view(n, 3, height, width)
    order = torch.randperm(n, device=pixels.device)
    noisy, blurred = order[: n // 4], order[n // 4 : n // 2]
    strength_of_noise = uniform(0, 0.05, len(noisy), 1, 1, 1, device=pixels.device)
    pixels[noisy] += torch.randn_like(pixels[noisy]) * strength_of_noise
    soft = F.avg_pool2d(F.pad(pixels[blurred], (1, 1, 1, 1), "reflect"), 3, 1)
    pixels[blurred] = torch.lerp(pixels[blurred], soft, uniform(0, 1, len(blurred), 1, 1, 1, device=pixels.device))
    return pixels.clamp_(0, 1)
