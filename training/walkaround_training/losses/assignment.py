"""Task-aligned assignment: each labeled box gets the anchors whose score and box fit it best."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.batches import Batch
from ..data.boxes import box_iou
from ..data.vocabulary import IGNORE_BOX

ANCHORS_PER_BOX = 10


@dataclass
class Assignment:
    positive: Tensor  # [b, a]
    box_row: Tensor  # [b, a] the box a positive anchor answers for
    target: Tensor  # [b, a] the score it should give
    ignored: Tensor  # [b, a] inside a box whose type nobody named


@torch.no_grad()
def assign_anchors(scores: Tensor, predicted: Tensor, centers: Tensor, strides: Tensor, batch: Batch) -> Assignment:
    real = batch.labels >= 0
    middle, half = (batch.boxes[..., :2] + batch.boxes[..., 2:]) / 2, (batch.boxes[..., 2:] - batch.boxes[..., :2]) / 2
    away = (centers[None, None] - middle[:, :, None]).abs()
    # a thin box would hold no anchor: each side reaches at least one stride
    within = (away < torch.maximum(half[:, :, None], strides[None, None, :, None])).all(-1)
    ignored = (within & (batch.labels == IGNORE_BOX)[..., None]).any(1)
    within &= real[..., None]
    iou = box_iou(batch.boxes[:, :, None], predicted[:, None]).masked_fill(~within, 0)
    types = batch.labels.clamp(min=0)
    score = scores.transpose(1, 2).gather(1, types[..., None].expand(-1, -1, len(centers)))
    fit = score.sqrt() * iou.pow(6) * within + within * 1e-9
    best, rows = fit.topk(ANCHORS_PER_BOX, -1)
    chosen = torch.zeros_like(within).scatter_(2, rows, best > 0) & within
    contested = (chosen.sum(1) > 1)[:, None]
    closest = F.one_hot((iou + within * 1e-6).argmax(1), real.shape[1]).transpose(1, 2).bool()
    chosen = torch.where(contested, closest & chosen.any(1, keepdim=True) & within, chosen)
    fit, iou = fit * chosen, iou * chosen
    target = fit / fit.amax(-1, keepdim=True).clamp(min=1e-9) * iou.amax(-1, keepdim=True)
    return Assignment(chosen.any(1), chosen.float().argmax(1), target.amax(1), ignored)
