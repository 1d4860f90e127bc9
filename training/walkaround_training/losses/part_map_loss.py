"""A second task for the damage detector: the vehicle's parts, as the parts network segments them on every image.

It exists in training only: the exported detector has no output for it.
"""

import torch.nn.functional as F
from torch import Tensor

from ..augmentation.batches import Batch
from ..augmentation.part_maps import UNSURE, PartMaps, part_maps_of_batch


def part_map_loss(part_maps: PartMaps, logits: Tensor, batch: Batch, source_size: int) -> Tensor:
    wanted = part_maps_of_batch(part_maps, batch, logits.shape[-1], source_size)
    sure = wanted != UNSURE
    cross = F.cross_entropy(logits.float(), (wanted - 1).clamp(min=0), reduction="none")
    return (cross * sure).sum() / sure.sum().clamp(min=1)
