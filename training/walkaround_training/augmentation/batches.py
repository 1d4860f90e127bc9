"""One augmented batch for the detector, made on the device."""

from dataclasses import dataclass

import torch
from torch import Tensor

from ..data.images import GRAY
from ..data.vocabulary import NO_BOX
from .affine import Placements, resampled, transformed_boxes, uniform
from .color import with_color_jitter
from .copy_paste import paste_placements, pasted
from .device_set import DeviceSet
from .mosaic import mosaic_windows, random_placements


@dataclass
class Batch:
    pixels: Tensor  # [b, 3, size, size] in -1..1
    boxes: Tensor  # [b, m, 4]
    labels: Tensor  # [b, m] type, NO_BOX or IGNORE_BOX
    outlines: Tensor  # [b, m] row of the masks, or -1
    placement: Tensor  # [b, m] which placement a box belongs to
    placements: Placements  # [b, 5]
    known: Tensor  # [b, 4, types] per mosaic quadrant
    center: Tensor  # [b, 2] of the mosaic
    pictures: Tensor  # [b, 4] which picture each quadrant shows


def make_batch(data: DeviceSet, batch: int, size: int, mosaic: float, paste: float, light: bool) -> Batch:
    device = data.device
    mosaics, pastes = round(batch * mosaic), round(batch * paste)
    index = torch.multinomial(data.weight, batch * 4, True).view(batch, 4)
    is_mosaic = torch.arange(batch, device=device) < mosaics
    somewhere = (uniform(0.25, 0.75, batch, 2, device=device) * size).round()
    center = torch.where(is_mosaic[:, None], somewhere, torch.full_like(somewhere, float(size)))
    placements = random_placements(data, index, mosaic_windows(center, size), is_mosaic, size, light)
    pixels = mosaic_pixels(data, index, placements, mosaics, size)

    boxes, labels, outlines = data.boxes[index], data.labels[index].clone(), data.outlines[index]
    labels[mosaics:, 1:] = NO_BOX
    extra = Placements(*(getattr(placements, n)[:, :1].clone() for n in ("scale", "shift", "flip", "extent", "window")))
    most = boxes.shape[2]
    paste_box = boxes.new_zeros(batch, 1, most, 4)
    paste_label, paste_outline = labels.new_full((batch, 1, most), NO_BOX), outlines.new_full((batch, 1, most), -1)
    if pastes and len(data.pastes):
        # the last samples of a batch are single pictures: their hosts take the pastes
        rows = slice(batch - pastes, batch)
        chosen = data.pastes[torch.randint(len(data.pastes), (pastes,), device=device)]
        places, usable = paste_placements(data, index[rows, 0], placements.at(rows, 0), chosen, size)
        pixels[rows] = pasted(data, pixels[rows], chosen, places, usable)
        for name in ("scale", "shift", "flip", "extent", "window"):
            getattr(extra, name)[rows, 0] = getattr(places, name)
        paste_box[rows, 0, 0] = data.boxes[chosen[:, 0], chosen[:, 1]]
        paste_label[rows, 0, 0] = torch.where(usable, data.labels[chosen[:, 0], chosen[:, 1]], NO_BOX)
        paste_outline[rows, 0, 0] = data.outlines[chosen[:, 0], chosen[:, 1]]
    names = ("scale", "shift", "flip", "extent", "window")
    joined = Placements(*(torch.cat([getattr(placements, n), getattr(extra, n)], 1) for n in names))
    targets = clipped(torch.cat([boxes, paste_box], 1), torch.cat([labels, paste_label], 1), joined)
    targets += (torch.cat([outlines, paste_outline], 1),)
    boxes, labels, outlines, placement = packed(*targets)
    pixels = with_color_jitter(pixels / 255, 0.6 if light else 1.0) * 2 - 1
    return Batch(pixels, boxes, labels, outlines, placement, joined, data.known[index], center, index)


def quadrants(batch: Batch, centers: Tensor) -> Tensor:
    """In which image of the mosaic each anchor lies: [b, anchors]."""
    return (centers[None, :, 0] > batch.center[:, :1]).long() + 2 * (centers[None, :, 1] > batch.center[:, 1:]).long()


def mosaic_pixels(data: DeviceSet, index: Tensor, placements: Placements, mosaics: int, size: int) -> Tensor:
    batch = len(index)
    pixels = torch.zeros(batch, 3, size, size, device=data.device)
    for quadrant in range(4):
        rows = slice(0, batch if quadrant == 0 else mosaics)
        if quadrant and not mosaics:
            break
        source = data.images[index[rows, quadrant]].permute(0, 3, 1, 2).float() - GRAY
        seen, window = resampled(source, float(data.size), placements.at(rows, quadrant), size, size)
        pixels[rows] += seen * window
    return pixels + GRAY


def clipped(boxes: Tensor, labels: Tensor, placements: Placements) -> tuple[Tensor, Tensor]:
    """Boxes cut to their windows; those of which too little is left are dropped."""
    moved = transformed_boxes(boxes, placements)
    low, high = placements.window[..., None, [0, 1, 0, 1]], placements.window[..., None, [2, 3, 2, 3]]
    cut = torch.minimum(torch.maximum(moved, low), high)
    whole = (moved[..., 2:] - moved[..., :2]).prod(-1)
    sides = cut[..., 2:] - cut[..., :2]
    left = sides.prod(-1)
    keep = (sides > 3).all(-1) & ((left > 0.15 * whole) | (left > 48 * 48))
    return cut, torch.where(keep, labels, NO_BOX)


def packed(boxes: Tensor, labels: Tensor, outlines: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Boxes of all placements in one list per sample, real ones first, as short as the batch allows."""
    batch, count, most = labels.shape
    placement = torch.arange(count, device=labels.device).view(1, count, 1).expand(batch, count, most).flatten(1)
    real = labels.flatten(1) != NO_BOX
    order = real.float().sort(dim=1, descending=True, stable=True)[1][:, : max(1, int(real.sum(1).max()))]
    box_order = order[..., None].expand(-1, -1, 4)
    flat = [t.flatten(1).gather(1, order) for t in (labels, outlines)]
    return boxes.flatten(1, 2).gather(1, box_order), flat[0], flat[1], placement.gather(1, order)
