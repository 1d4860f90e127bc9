"""A second lesson for the damage detector: the vehicle's parts, as the parts net sees them on every picture.

It is taught in training only: what ships has no answer for it.
"""

from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..augmentation.batches import Batch
from ..nets.detector import STRIDES, Detector, normalised
from ..augmentation.device_set import DeviceSet
from ..data.vocabulary import mirrored_part
from ..nets.parts_net import PartsNet
from ..augmentation.affine import warped

SEEN_AT = 512  # the side the parts net was trained at
SURE = 0.6
UNSURE = 0  # on the lesson's maps, where a class is its number plus one


@dataclass
class Lesson:
    maps: Tensor  # [n, cells, cells] uint8, of every picture of the pack
    swapped: Tensor  # [classes] the class that a mirror makes of a class
    glass: Tensor  # values of the maps that are panes,
    paint: Tensor  # and painted panels


class Taught(nn.Module):
    """The detector, and a head that tells the part at each cell of its finest level."""

    def __init__(self, detector: Detector, classes: int) -> None:
        super().__init__()
        self.detector = detector
        self.to_parts = nn.Conv2d(detector.neck.shrink8[0].in_channels, classes, 1) if classes else None

    def forward(self, x: Tensor) -> tuple[tuple[Tensor, ...], Tensor | None]:
        levels, outline = self.detector.neck(self.detector.backbone(x))
        parts = self.to_parts(levels[0]) if self.to_parts else None
        return self.detector.answers(levels, outline), parts


@torch.no_grad()
def parts_lesson(weights: Path, data: DeviceSet) -> Lesson:
    saved = torch.load(weights, map_location="cpu", weights_only=True)
    names, shape = saved["names"], saved["model"]
    net = PartsNet(shape["backbone"], len(names), shape["width"]).eval()
    net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in saved["weights"].items()})
    net = net.to(data.device, memory_format=torch.channels_last)
    maps = []
    for images in data.images.split(32):
        pixels = F.interpolate(images.permute(0, 3, 1, 2).float(), (SEEN_AT, SEEN_AT), mode="area")
        with torch.autocast(data.device.type, torch.bfloat16, enabled=data.device.type == "cuda"):
            logits = net(normalised(pixels).contiguous(memory_format=torch.channels_last))
        sure, part = logits.float().softmax(1).max(1)
        maps.append(torch.where(sure > SURE, part + 1, UNSURE).to(torch.uint8))
    swapped = torch.tensor([names.index(mirrored_part(name)) for name in names], device=data.device)

    def values(*words: str) -> Tensor:
        return torch.tensor([k + 1 for k, n in enumerate(names) if any(w in n for w in words)], device=data.device)

    return Lesson(torch.cat(maps), swapped, values("glass", "window"), values("door", "fender", "hood", "bumper"))


def lesson_loss(lesson: Lesson, logits: Tensor, batch: Batch, source_size: int) -> Tensor:
    wanted = lesson_maps(lesson, batch, logits.shape[-1], source_size)
    sure = wanted != UNSURE
    cross = F.cross_entropy(logits.float(), (wanted - 1).clamp(min=0), reduction="none")
    return (cross * sure).sum() / sure.sum().clamp(min=1)


def lesson_maps(lesson: Lesson, batch: Batch, cells: int, source_size: int) -> Tensor:
    """The parts of a batch as its pictures were placed, scaled and mirrored: [b, cells, cells]."""
    mirrored = torch.cat([lesson.swapped.new_zeros(1), lesson.swapped + 1])
    wanted = batch.pictures.new_zeros(len(batch.pictures), cells, cells)
    for quadrant in range(4):
        pieces = batch.pieces.at(slice(None), quadrant)
        source = lesson.maps[batch.pictures[:, quadrant]][:, None].float()
        seen, window = warped(source, float(source_size), pieces, cells, cells * STRIDES[0], "nearest")
        seen = seen[:, 0].long()
        seen = torch.where(pieces.flip[:, None, None], mirrored[seen], seen)
        wanted = torch.where(window[:, 0], seen, wanted)
    return wanted
