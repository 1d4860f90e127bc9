"""Random placement of the images of a sample: a single image, a mosaic of four, or a close-up of an intact vehicle."""

import math

import torch
from torch import Tensor

from .affine import Placements, uniform
from .device_set import DeviceSet

CLOSE_UP_SHARE = 0.6
CLOSE_UP_SIDE = (0.22, 0.6)  # of the vehicle's long side


def mosaic_windows(center: Tensor, size: int) -> Tensor:
    """The four windows [batch, 4, 4] around the mosaic's center; a single picture has it at the far corner."""
    x, y = center[:, 0], center[:, 1]
    zero, full = torch.zeros_like(x), torch.full_like(x, float(size))
    corners = [(zero, zero, x, y), (x, zero, full, y), (zero, y, x, full), (x, y, full, full)]
    return torch.stack([torch.stack(window, -1) for window in corners], 1)


def random_placements(
    data: DeviceSet, index: Tensor, windows: Tensor, is_mosaic: Tensor, size: int, light: bool
) -> Placements:
    batch, device = len(index), data.device
    extent = data.extent[index]
    low, high = (0.75, 1.3) if light else (0.6, 1.8)
    single = torch.exp(uniform(math.log(low), math.log(high), batch, 4, device=device))
    small = torch.exp(uniform(math.log(0.4), math.log(1.2), batch, 4, device=device))
    zoom = torch.where(is_mosaic[:, None], small, single) * (size / data.size)
    aspect = torch.exp(uniform(-0.12, 0.12, batch, 4, device=device) * (0.5 if light else 1.0))
    # a source that squashed its pictures to squares gets some of their width back
    widened = torch.exp(uniform(0, 0.14, batch, 4, device=device))
    aspect = torch.where(data.stretched[index], aspect * widened, aspect)
    scale = torch.stack([zoom * aspect, zoom / aspect], -1)
    room = windows[..., 2:] - windows[..., :2] - extent * scale
    shift = windows[..., :2] + room * torch.rand(batch, 4, 2, device=device)
    flip = torch.rand(batch, 4, device=device) < 0.5
    placements = Placements(scale, shift, flip, extent, windows)
    return with_close_ups(data, index, placements)


def with_close_ups(data: DeviceSet, index: Tensor, placements: Placements) -> Placements:
    """Close-ups of intact vehicles: most false alarms of users are on such photos."""
    batch, device = len(index), data.device
    car = data.car[index]
    sides = car[..., 2:] - car[..., :2]
    close = (sides[..., 0] > 0) & (torch.rand(batch, 4, device=device) < CLOSE_UP_SHARE)
    view = sides.amax(-1).clamp(min=1) * uniform(*CLOSE_UP_SIDE, batch, 4, device=device)
    window = placements.window[..., 2:] - placements.window[..., :2]
    scale = (window.amax(-1).clamp(min=1) / view)[..., None].expand(-1, -1, 2)
    middle = car[..., :2] + sides * uniform(0.1, 0.9, batch, 4, 2, device=device)
    mirrored = torch.where(placements.flip, placements.extent[..., 0] - middle[..., 0], middle[..., 0])
    middle = torch.stack([mirrored, middle[..., 1]], -1)
    shift = placements.window[..., :2] + window / 2 - middle * scale
    placements.scale = torch.where(close[..., None], scale, placements.scale)
    placements.shift = torch.where(close[..., None], shift, placements.shift)
    return placements
