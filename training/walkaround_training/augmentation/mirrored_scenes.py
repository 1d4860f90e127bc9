"""Reflections of other scenes in the glass and paint of intact vehicles. Phone photos have many, web photos few."""

import torch
import torch.nn.functional as F
from torch import Tensor

from .affine import uniform
from .batches import Batch
from .device_set import DeviceSet
from .part_maps import PartMaps, part_maps_of_batch

GLASS_STRENGTH = (0.25, 0.8)
PAINT_STRENGTH = (0.05, 0.3)


def with_mirrored_scenes(batch: Batch, data: DeviceSet, part_maps: PartMaps, share: float) -> Tensor:
    """A share of the samples whose pictures are all intact mirror another sample of the batch.

    Pictures with damages are left alone: a mirrored scene could hide a labeled damage.
    """
    pixels, device = batch.pixels, data.device
    count, size = len(pixels), pixels.shape[-1]
    shown = batch.placements.window[:, :4]
    visible = ((shown[..., 2:] - shown[..., :2]) > 0).all(-1)
    intact = (data.car[batch.pictures][..., 2] > 0) | ~visible
    chosen = intact.all(1) & (batch.labels < 0).all(1) & (torch.rand(count, device=device) < share)
    rows = chosen.nonzero()[:, 0]
    if len(rows) == 0:
        return pixels
    maps = part_maps_of_batch(part_maps, batch, size // 8, data.size)[rows]
    one = (len(rows), 1, 1, 1)
    glass = torch.isin(maps, part_maps.glass)[:, None].float() * uniform(*GLASS_STRENGTH, *one, device=device)
    paint = torch.isin(maps, part_maps.paint)[:, None].float() * uniform(*PAINT_STRENGTH, *one, device=device)
    alpha = F.interpolate(glass + paint, (size, size), mode="bilinear")
    scene = pixels[torch.randint(count, (len(rows),), device=device)].flip(3)
    scene = torch.roll(scene, (int(torch.randint(size, ())), int(torch.randint(size, ()))), (2, 3))
    mixed = pixels.clone()
    # a reflection adds light to what is behind the glass
    own = pixels[rows]
    mixed[rows] = (own * (1 - 0.6 * alpha) + (scene + 1) * alpha).clamp(-1, 1)
    return mixed
