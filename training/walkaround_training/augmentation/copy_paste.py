"""Copy-paste augmentation: an outlined damage of one image is pasted on the vehicle of another."""

import torch
import torch.nn.functional as F
from torch import Tensor

from .affine import Placements, resampled, transformed_boxes, uniform
from .device_set import DeviceSet


def paste_placements(
    data: DeviceSet, hosts: Tensor, host: Placements, chosen: Tensor, size: int
) -> tuple[Placements, Tensor]:
    """Where each chosen damage goes on its host: onto an intact car, or beside a damage, where bodywork is."""
    n, device = len(hosts), data.device
    picture, box_row = chosen[:, 0], chosen[:, 1]
    box = data.boxes[picture, box_row]
    car = transformed_boxes(data.car[hosts][:, None], host)[:, 0]
    is_intact = data.car[hosts][:, 2] > 0
    on_car = car[:, :2] + (car[:, 2:] - car[:, :2]) * uniform(0.15, 0.85, n, 2, device=device)
    labels = data.labels[hosts]
    row = torch.multinomial((labels >= 0).float() + 1e-6, 1)[:, 0]
    damage = transformed_boxes(data.boxes[hosts, row][:, None], host)[:, 0]
    beside = (damage[:, :2] + damage[:, 2:]) / 2 + torch.randn(n, 2, device=device) * (0.15 * size)
    target = torch.where(is_intact[:, None], on_car, beside)
    scale = (uniform(0.6, 1.4, n, device=device) * (size / data.size))[:, None].expand(-1, 2)
    flip = torch.rand(n, device=device) < 0.5
    extent = data.extent[picture]
    center = (box[:, :2] + box[:, 2:]) / 2
    center = torch.stack([torch.where(flip, extent[:, 0] - center[:, 0], center[:, 0]), center[:, 1]], -1)
    window = torch.tensor([0.0, 0.0, size, size], device=device).expand(n, 4)
    usable = is_intact | (labels >= 0).any(1)
    inside = ((target > 0.05 * size) & (target < 0.95 * size)).all(-1)
    return Placements(scale, target - center * scale, flip, extent, window), usable & inside


def pasted(data: DeviceSet, pixels: Tensor, chosen: Tensor, places: Placements, usable: Tensor) -> Tensor:
    """Lay the damages on the pixels (0..255), with soft edges and the brightness of their new place."""
    size = pixels.shape[-1]
    picture, box_row = chosen[:, 0], chosen[:, 1]
    source = data.images[picture].permute(0, 3, 1, 2).float()
    seen, _ = resampled(source, float(data.size), places, size, size)
    mask = data.masks[data.outlines[picture, box_row]][:, None].float() / 255
    alpha, _ = resampled(mask, float(data.size), places, size, size)
    alpha = F.avg_pool2d(F.pad(alpha, (3, 3, 3, 3)), 7, 1)
    ring = F.max_pool2d(alpha, 31, 1, 15) - alpha
    weight = ring / ring.sum((2, 3), keepdim=True).clamp(min=1)
    change = ((pixels - seen) * weight).sum((2, 3), keepdim=True)
    alpha = alpha * usable[:, None, None, None]
    return pixels * (1 - alpha) + (seen + change).clamp(0, 255) * alpha
