"""The damage pack on the device. Decoded images stay there for the whole run."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ..data.pack import DamagePack
from ..data.vocabulary import DAMAGE_TYPES

# Damages of a surface may be pasted elsewhere; a broken lamp does not belong on a door.
LARGEST_PASTE = 0.3  # of the picture: a pasted bumper is no damage any more
PASTED_TYPES = tuple(DAMAGE_TYPES.index(t) for t in ("scratch", "dent", "body_crack", "paint_peeling"))


@dataclass
class DeviceSet:
    images: Tensor
    extent: Tensor
    boxes: Tensor
    labels: Tensor
    outlines: Tensor
    masks: Tensor
    known: Tensor
    car: Tensor
    stretched: Tensor
    weight: Tensor
    pastes: Tensor  # [k, 2] picture and box of every damage that may be pasted
    device: torch.device

    @property
    def size(self) -> int:
        return self.images.shape[1]


def on_device(pack: DamagePack, device: torch.device) -> DeviceSet:
    def moved(array: np.ndarray) -> Tensor:
        return torch.from_numpy(np.array(array)).to(device)

    pastable = (pack.outlines >= 0) & np.isin(pack.labels, PASTED_TYPES) & (pack.weight > 0)[:, None]
    sides = (pack.boxes[..., 2:] - pack.boxes[..., :2]).max(-1)
    pastable &= sides < LARGEST_PASTE * pack.images.shape[1]
    names = ("images", "extent", "boxes", "labels", "outlines", "masks", "known", "car", "stretched", "weight")
    tensors = {name: moved(getattr(pack, name)) for name in names}
    return DeviceSet(**tensors, pastes=moved(np.argwhere(pastable)), device=device)
