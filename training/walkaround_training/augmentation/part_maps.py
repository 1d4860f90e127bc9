"""Maps of the vehicle's parts for every image of a pack, predicted by the parts network."""

from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.vocabulary import mirrored_part
from ..nets.checkpoint import load_checkpoint, restored_parts_net
from ..nets.detector import STRIDES, normalized
from .affine import resampled
from .batches import Batch
from .device_set import DeviceSet

SEEN_AT = 512  # the side the parts net was trained at
MIN_CONFIDENCE = 0.6
UNSURE = 0  # value of the maps where the network is not sure; a class is its index plus one


@dataclass
class PartMaps:
    maps: Tensor  # [n, cells, cells] uint8, of every picture of the pack
    names: list[str]  # of the classes
    swapped: Tensor  # [classes] the class on the mirrored image
    glass: Tensor  # map values of glass
    paint: Tensor  # map values of painted panels


@torch.no_grad()
def predicted_part_maps(weights: Path, data: DeviceSet) -> PartMaps:
    saved = load_checkpoint(weights)
    names = saved["names"]
    net = restored_parts_net(saved).to(data.device, memory_format=torch.channels_last)
    maps = []
    for images in data.images.split(32):
        pixels = F.interpolate(images.permute(0, 3, 1, 2).float(), (SEEN_AT, SEEN_AT), mode="area")
        with torch.autocast(data.device.type, torch.bfloat16, enabled=data.device.type == "cuda"):
            logits = net(normalized(pixels).contiguous(memory_format=torch.channels_last))
        sure, part = logits.float().softmax(1).max(1)
        maps.append(torch.where(sure > MIN_CONFIDENCE, part + 1, UNSURE).to(torch.uint8))
    swapped = torch.tensor([names.index(mirrored_part(name)) for name in names], device=data.device)

    def values(*words: str) -> Tensor:
        return torch.tensor([k + 1 for k, n in enumerate(names) if any(w in n for w in words)], device=data.device)

    return PartMaps(torch.cat(maps), names, swapped, values("glass", "window"), values("door", "fender", "hood", "bumper"))


def part_maps_of_batch(part_maps: PartMaps, batch: Batch, cells: int, source_size: int) -> Tensor:
    """The parts of a batch as its images were placed, scaled and mirrored: [b, cells, cells]."""
    mirrored = torch.cat([part_maps.swapped.new_zeros(1), part_maps.swapped + 1])
    wanted = batch.pictures.new_zeros(len(batch.pictures), cells, cells)
    for quadrant in range(4):
        placements = batch.placements.at(slice(None), quadrant)
        source = part_maps.maps[batch.pictures[:, quadrant]][:, None].float()
        seen, window = resampled(source, float(source_size), placements, cells, cells * STRIDES[0], "nearest")
        seen = seen[:, 0].long()
        seen = torch.where(placements.flip[:, None, None], mirrored[seen], seen)
        wanted = torch.where(window[:, 0], seen, wanted)
    return wanted
