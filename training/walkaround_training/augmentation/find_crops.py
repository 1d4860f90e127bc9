"""The two crops that the second opinion sees of a find: a close one, and one with its surroundings."""

import torch
from torch import Tensor

from ..data.images import GRAY
from ..nets.second_opinion_net import SIZE
from .affine import Placements, resampled, uniform
from .device_set import DeviceSet

NEAR, FAR = (1.6, 72.0), (4.0, 320.0)  # side of a crop to the longer side of the box, and the least side in pixels of the pack
LARGEST = 1.1  # side of a crop to the longer side of the picture,
LEAST_AROUND = 1.3  # unless the box would not fit: to its longer side
DIMMED = 0.45  # how much of what lies outside the box turns to gray
GROWN = 1.1  # the box that is not dimmed, to the find's


def find_crops(data: DeviceSet, picture: Tensor, box: Tensor, jitter: float) -> Tensor:
    """[s, 3, SIZE, 2 * SIZE] in 0..255: the close crop beside the wide one. `jitter` moves, scales and mirrors."""
    device, count = data.device, len(picture)
    sides, center = box[:, 2:] - box[:, :2], (box[:, :2] + box[:, 2:]) / 2
    center = center + uniform(-0.12, 0.12, count, 2, device=device) * jitter * sides
    bright = sides * GROWN * uniform(1 - 0.15 * jitter, 1 + 0.25 * jitter, count, 1, device=device)
    stretch = uniform(1 - 0.12 * jitter, 1 + 0.12 * jitter, count, device=device)
    flip = torch.rand(count, device=device) < 0.5 * jitter
    extent = data.extent[picture].float()
    mirrored = torch.stack([extent[:, 0] - center[:, 0], center[:, 1]], 1)
    center = torch.where(flip[:, None], mirrored, center)
    source = data.images[picture].permute(0, 3, 1, 2).float() - GRAY
    window = torch.tensor([0.0, 0, SIZE, SIZE], device=device).expand(count, 4)
    longer = sides.amax(1)
    largest = torch.maximum(extent.amax(1) * LARGEST, longer * LEAST_AROUND)
    crops = []
    for factor, least in (NEAR, FAR):
        side = (longer * factor).clamp(min=least) * uniform(1 - 0.15 * jitter, 1 + 0.2 * jitter, count, device=device)
        side = torch.minimum(side, largest)
        scale = torch.stack([SIZE / side * stretch, SIZE / side / stretch], 1)
        placements = Placements(scale, SIZE / 2 - center * scale, flip, extent, window)
        pixels, _ = resampled(source, float(data.size), placements, SIZE, SIZE)
        crops.append(pixels * (1 - DIMMED * (1 - in_the_middle(bright * scale))) + GRAY)
    return torch.cat(crops, 3)


def in_the_middle(sides: Tensor) -> Tensor:
    """[s, 1, SIZE, SIZE] one inside a box of these sides at the middle of the crop, else zero."""
    away = (torch.arange(SIZE, device=sides.device) + 0.5 - SIZE / 2).abs()
    across, down = away < sides[:, :1] / 2, away < sides[:, 1:] / 2
    return (down[:, :, None] & across[:, None, :])[:, None].float()
