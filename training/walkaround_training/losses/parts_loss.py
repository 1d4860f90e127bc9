"""Loss over parts. Some parts may be unlabeled on an image."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from ..parts.extra_parts import hosts_of

SMOOTHING = 0.02
LABELED_SHARE = 0.5  # weight of the cross-entropy over the labeled parts alone


def possible_classes(unknown: list[bool], names: list[str], damaged: bool = False) -> Tensor:
    """[value of the class map, class]: which classes a pixel may have on a photo where some parts are unknown.

    The last value is background near the vehicle; background elsewhere is background. On a damaged vehicle it says nothing.
    """
    base = len(names) - len(unknown)
    table = torch.zeros(len(names) + 1, len(names), dtype=torch.bool)
    table[:-1].fill_diagonal_(True)
    table[-1, 0] = True
    table[-1] |= damaged
    for index in (base + n for n, missing in enumerate(unknown) if missing):
        for host in hosts_of(names[index]):
            table[names.index(host) or len(names), index] = True
    return table


def parts_loss(logits: Tensor, labeled: Tensor, wanted: Tensor, possible: Tensor, base: int) -> Tensor:
    """Where a pixel may be several classes, only the sum of their probabilities counts, and the Dice loss leaves it out.

    A second cross-entropy over the labeled parts alone keeps the part below an extra part predictable.
    """
    logits = F.interpolate(logits, wanted.shape[1:], mode="bilinear", align_corners=False)
    photo = torch.arange(len(wanted), device=wanted.device)[:, None, None]
    truth = possible[photo, wanted].permute(0, 3, 1, 2)
    log_probabilities = logits.log_softmax(1)
    cross = -log_probabilities.masked_fill(~truth, -math.inf).logsumexp(1)
    cross = (1 - SMOOTHING) * cross.mean() - SMOOTHING * log_probabilities.mean()
    sure = truth.sum(1, keepdim=True) == 1
    truth, share = truth & sure, log_probabilities.exp() * sure
    both = (share * truth).sum((0, 2, 3))
    dice = 1 - (2 * both + 1) / (share.sum((0, 2, 3)) + truth.sum((0, 2, 3)) + 1)
    return cross + dice.mean() + LABELED_SHARE * F.cross_entropy(logits[:, :base], labeled, ignore_index=logits.shape[1])
