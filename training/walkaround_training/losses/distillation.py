"""Distillation: the network learns to repeat the mean of several trained networks."""

from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.boxes import box_iou
from ..data.vocabulary import DAMAGE_TYPES
from ..nets.checkpoint import load_checkpoint, restored_detector
from ..nets.detector import anchors, boxes_from

MIN_SCORE = 0.05  # boxes of the teachers count from this score on
BOX_SHARE = 2.5
TYPE_SHARE = 0.5


@dataclass
class TeacherAnswers:
    scores: Tensor  # [b, anchors, the teachers' types]
    boxes: Tensor  # [b, anchors, 4]
    types: list[int]  # of DAMAGE_TYPES


class Teacher:
    """The mean of several nets, of the types that all of them know."""

    def __init__(self, weights: list[Path], device: torch.device) -> None:
        saved = [load_checkpoint(path) for path in weights]
        known = min((run["types"] for run in saved), key=len)
        if any(run["types"][: len(known)] != known for run in saved):
            raise SystemExit("The teachers list their types in different orders: they cannot be averaged.")
        self.types = [DAMAGE_TYPES.index(name) for name in known]
        self.nets = [restored_detector(run).to(device, memory_format=torch.channels_last) for run in saved]
        self.device = device

    @torch.no_grad()
    def answers(self, pixels: Tensor) -> TeacherAnswers:
        answers = [net(pixels) for net in self.nets]
        scores = torch.stack([logits[..., : len(self.types)].float().sigmoid() for logits, _, _, _ in answers]).mean(0)
        centers, strides = (t.to(self.device) for t in anchors(pixels.shape[-1]))
        boxes = torch.stack([boxes_from(distances.float(), centers, strides) for _, distances, _, _ in answers])
        return TeacherAnswers(scores, boxes.mean(0), self.types)


def distillation_loss(
    outputs: tuple[Tensor, ...], teacher: TeacherAnswers, centers: Tensor, strides: Tensor, missed: Tensor | None = None
) -> Tensor:
    """Scores count at every anchor and type that the teachers know, boxes where a teacher detects something. `missed` [b, anchors,
    all types]: a damage is there, whatever the teachers say."""
    logits, distances = outputs[0].float()[..., teacher.types], outputs[1].float()
    total = teacher.scores.sum().clamp(min=1)
    # minus the entropy of the teachers' scores, so that a perfect student has no loss
    types = F.binary_cross_entropy_with_logits(logits, teacher.scores, reduction="none") - entropy(teacher.scores)
    types = (types if missed is None else types * ~missed[..., teacher.types]).sum()
    best = teacher.scores.amax(-1)
    sample, anchor = (best > MIN_SCORE).nonzero(as_tuple=True)
    if len(sample) == 0:
        return TYPE_SHARE * types / total
    weight = best[sample, anchor]
    mine = boxes_from(distances[sample, anchor][None], centers[anchor], strides[anchor])[0]
    boxes = ((1 - box_iou(mine, teacher.boxes[sample, anchor], True)) * weight).sum() / weight.sum()
    return TYPE_SHARE * types / total + BOX_SHARE * boxes


def entropy(scores: Tensor) -> Tensor:
    return F.binary_cross_entropy(scores.clamp(1e-6, 1 - 1e-6), scores.clamp(1e-6, 1 - 1e-6), reduction="none")
