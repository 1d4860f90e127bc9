"""Loss over attributes. An attribute that is unknown on an image does not count there."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.attributes_pack import UNKNOWN


@dataclass
class Balance:
    """Rare labels weigh more in the loss and are drawn more often."""

    weights: list[Tensor]  # per attribute, per label
    rows: Tensor  # [n] how often each picture is drawn


def balance(labels: Tensor, counts: list[int], most: float) -> Balance:
    weights, per_row = [], []
    for column, count in enumerate(counts):
        known = labels[:, column][labels[:, column] >= 0]
        seen = torch.bincount(known, minlength=count).float()
        rarity = (seen.sum() / (count * seen.clamp(min=1))).sqrt().clamp(1 / most, most)
        weights.append(rarity)
        picked = rarity[labels[:, column].clamp(min=0)]
        per_row.append(torch.where(labels[:, column] >= 0, picked, torch.full_like(picked, 0.5)))
    return Balance(weights, torch.stack(per_row).amax(0))


def attributes_loss(
    logits: list[Tensor], labels: Tensor, scores: Tensor, weights: list[Tensor], score_weight: float
) -> Tensor:
    """Logits of the attributes with labels first, then of the scores, in the order of the pack."""
    total = scores.new_zeros(())
    for column, weight in enumerate(weights):
        if (labels[:, column] >= 0).any():
            total = total + F.cross_entropy(
                logits[column].float(), labels[:, column], weight, ignore_index=UNKNOWN, label_smoothing=0.05
            )
    total = total / max(1, len(weights))
    if scores.shape[1]:
        said = torch.cat([value.float() for value in logits[len(weights) :]], 1)
        known = ~scores.isnan()
        wanted = torch.where(known, scores, torch.zeros_like(scores))
        each = F.binary_cross_entropy_with_logits(said, wanted, reduction="none")
        total = total + score_weight * (each * known).sum() / known.sum().clamp(min=1)
    return total
