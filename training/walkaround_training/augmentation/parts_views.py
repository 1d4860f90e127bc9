"""Training samples for the parts network."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.images import GRAY
from .affine import uniform
from .color import with_color_jitter


def augmented(
    images: Tensor, classes: Tensor, possible: Tensor, mirrored: Tensor, zoomed_share: float
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Turned, scaled, mirrored and recolored; a share of the batch shows a close crop of the vehicle."""
    n, device = len(images), images.device
    zoom = torch.exp(uniform(math.log(0.55), math.log(1.5), n, device=device))
    close = torch.exp(uniform(math.log(1.5), math.log(4.0), n, device=device))
    zoom = torch.where(torch.rand(n, device=device) < zoomed_share, close, zoom)
    aspect, turn = torch.exp(uniform(-0.2, 0.2, n, device=device)), uniform(-0.2, 0.2, n, device=device)
    flip = torch.rand(n, device=device) < 0.5
    across, down, sign = zoom * aspect, zoom / aspect, 1 - 2 * flip.float()
    # enough play to reach every part of the picture, less where that would show mostly gray
    play = [(1 - 1 / side).abs().clamp(min=0.15) * uniform(-0.9, 0.9, n, device=device) for side in (across, down)]
    first = torch.stack([sign * turn.cos() / across, -sign * turn.sin() / across, play[0]], -1)
    second = torch.stack([turn.sin() / down, turn.cos() / down, play[1]], -1)
    size = images.shape[1]
    grid = F.affine_grid(torch.stack([first, second], 1), [n, 3, size, size], align_corners=False)
    pixels = F.grid_sample(images.permute(0, 3, 1, 2).float() - GRAY, grid, "bilinear", "zeros", False) + GRAY
    wanted = F.grid_sample(classes.float(), grid, "nearest", "zeros", False).round().long()
    near = torch.cat([mirrored, mirrored.new_tensor([len(mirrored)])])
    wanted = torch.where(flip[:, None, None, None], near[wanted], wanted)
    possible = torch.where(flip[:, None, None], possible[:, near][:, :, mirrored], possible)
    return with_color_jitter(pixels / 255, 1.0) * 2 - 1, wanted[:, 0], wanted[:, 1], possible
