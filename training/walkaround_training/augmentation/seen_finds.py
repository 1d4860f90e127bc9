"""What a person saw on the part that a find lies on (labels/part-states.json): where the part is intact nobody doubts that the
find lies on nothing, and where it has a damage that nobody boxed the find may be that damage."""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.find_samples import ANY, TYPES, FindSamples
from ..data.vocabulary import DAMAGE_TYPES
from .seen_damages import GROUPS, INTACT, OPEN, UNBOXED, SeenDamages, group_of_type

LEAST_ON_PART = 0.6  # of a find's cells
KINDS = 3  # scratched, dented, broken: a part that is told to have none of them is whole
SURE = 0.5  # from this probability on a find is the damage that a person saw on the part


@dataclass
class SeenOnFinds:
    told: Tensor  # [s, TYPES] OPEN, INTACT or UNBOXED
    whole: Tensor  # [s] the part has no damage of any kind


def seen_on_finds(seen: SeenDamages, samples: FindSamples, size: int) -> SeenOnFinds:
    maps, told = seen.part_maps.maps.cpu().numpy(), seen.told.cpu().numpy()
    pictures = (told != OPEN).any((1, 2))
    picture, box = samples.picture.cpu().numpy(), samples.box.cpu().numpy() * maps.shape[1] / size
    of_groups = np.zeros((len(picture), len(GROUPS)), np.uint8)
    for row in np.nonzero(pictures[picture])[0]:
        x0, y0, x1, y1 = box[row]
        cells = maps[picture[row], int(y0) : max(int(np.ceil(y1)), int(y0) + 1), int(x0) : max(int(np.ceil(x1)), int(x0) + 1)]
        counts = np.bincount(cells.ravel(), minlength=1)
        part = counts.argmax()
        if counts[part] >= LEAST_ON_PART * cells.size:
            of_groups[row] = told[picture[row], part]
    of_type = [group_of_type(name) for name in DAMAGE_TYPES]
    device = samples.picture.device
    groups = torch.from_numpy(of_groups).to(device)
    return SeenOnFinds(F.pad(groups, (0, 1))[:, of_type], (groups == INTACT).sum(1) >= KINDS)


def taught_by_persons(samples: FindSamples, seen: SeenOnFinds, opinions: Tensor) -> None:
    """Puts into the samples what a person said. A box of the data set is believed before that."""
    unboxed = (seen.told == UNBOXED) & ~samples.damaged[:, :TYPES]
    sure = unboxed & (opinions[:, :TYPES] > SURE)
    samples.damaged[:, :TYPES] |= sure
    samples.damaged[:, ANY] |= sure.any(1)
    samples.known[:, :TYPES] = (samples.known[:, :TYPES] & ~unboxed) | sure | (seen.told == INTACT) | samples.damaged[:, :TYPES]
    samples.known[:, ANY] = (samples.known[:, ANY] & ~unboxed.any(1)) | seen.whole | samples.damaged[:, ANY]
