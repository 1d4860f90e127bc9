"""Losses of type, box and mask. Each counts only where the labels are complete."""

import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.affine import resampled
from ..augmentation.batches import Batch, quadrants
from ..augmentation.seen_damages import INTACT, UNBOXED, SeenInBatch, unboxed_loss
from ..data.boxes import box_iou
from ..nets.detector import DISTANCE_BINS, boxes_from
from .assignment import Assignment, assign_anchors

MASKS_PER_PICTURE = 8
WEIGHTS = {"type": 0.5, "unboxed": 1.5, "box": 5.0, "distance": 1.0, "mask": 1.5}


def detector_loss(
    outputs: tuple[Tensor, ...],
    batch: Batch,
    masks: Tensor,
    source_size: int,
    centers: Tensor,
    strides: Tensor,
    seen: SeenInBatch | None = None,
) -> tuple[Tensor, dict[str, Tensor]]:
    logits, distances, coefficients, prototypes = (output.float() for output in outputs)
    found, losses = type_and_box_losses(logits, distances, batch, centers, strides, seen)
    losses["mask"] = mask_loss(coefficients, prototypes, found, batch, masks, source_size)
    return weighted_sum(losses)


def box_detector_loss(
    outputs: tuple[Tensor, Tensor], batch: Batch, centers: Tensor, strides: Tensor
) -> tuple[Tensor, dict[str, Tensor]]:
    logits, distances = (output.float() for output in outputs)
    return weighted_sum(type_and_box_losses(logits, distances, batch, centers, strides)[1])


def type_and_box_losses(
    logits: Tensor,
    distances: Tensor,
    batch: Batch,
    centers: Tensor,
    strides: Tensor,
    seen: SeenInBatch | None = None,
) -> tuple[Assignment, dict[str, Tensor]]:
    """The losses that every detector has, with outlines or without."""
    boxes = boxes_from(distances, centers, strides)
    found = assign_anchors(logits.detach().sigmoid(), boxes.detach(), centers, strides, batch)
    target = torch.zeros_like(logits)
    types = batch.labels.clamp(min=0).gather(1, found.box_row)
    target.scatter_(2, types[..., None], (found.target * found.positive)[..., None])
    total = target.sum().clamp(min=1)
    losses = {"type": type_loss(logits, target, found, batch, centers, seen) / total}
    if seen:
        losses["unboxed"] = unboxed_loss(logits, seen) / total
    if found.positive.any():
        losses |= box_losses(boxes, distances, found, batch, centers, strides, total)
    return found, losses


def weighted_sum(losses: dict[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
    """The total loss, and each loss for the log."""
    return sum(WEIGHTS[name] * loss for name, loss in losses.items()), {n: v.detach() for n, v in losses.items()}


def type_loss(
    logits: Tensor, target: Tensor, found: Assignment, batch: Batch, centers: Tensor, seen: SeenInBatch | None = None
) -> Tensor:
    """A type counts only where the picture's source labels it, quadrant by quadrant, or a person saw that the part is intact;
    not where a person saw a damage that has no box. Positives always count."""
    known = batch.known.gather(1, quadrants(batch, centers)[..., None].expand(-1, -1, logits.shape[2]))
    if seen:
        known = (known | (seen.told == INTACT)) & (seen.told != UNBOXED)
    counts = (known & ~found.ignored[..., None]) | (target > 0)
    return (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * counts).sum()


def box_losses(
    boxes: Tensor, distances: Tensor, found: Assignment, batch: Batch, centers: Tensor, strides: Tensor, total: Tensor
) -> dict[str, Tensor]:
    sample, anchor = found.positive.nonzero(as_tuple=True)
    weight = found.target[sample, anchor]
    wanted = batch.boxes[sample, found.box_row[sample, anchor]]
    box = ((1 - box_iou(boxes[sample, anchor], wanted, True)) * weight).sum() / total
    center, stride = centers[anchor], strides[anchor, None]
    sides = torch.cat([center - wanted[:, :2], wanted[:, 2:] - center], -1) / stride
    sides = sides.clamp(0, DISTANCE_BINS - 1.01)
    low = sides.floor().long()[..., None]
    log_share = distances[sample, anchor].view(-1, 4, DISTANCE_BINS).log_softmax(-1)
    above = sides - low[..., 0]
    cross = -(log_share.gather(2, low)[..., 0] * (1 - above) + log_share.gather(2, low + 1)[..., 0] * above)
    return {"box": box, "distance": (cross.mean(-1) * weight).sum() / total}


def mask_loss(
    coefficients: Tensor, prototypes: Tensor, found: Assignment, batch: Batch, masks: Tensor, source_size: int
) -> Tensor:
    """Cross-entropy and dice inside the box, for some positives per picture that have an outline."""
    outlined = found.positive & (batch.outlines.gather(1, found.box_row) >= 0)
    luck, anchor = (torch.rand_like(found.target) * outlined).topk(MASKS_PER_PICTURE, 1)
    sample, column = (luck > 0).nonzero(as_tuple=True)
    if len(sample) == 0:
        return (coefficients.sum() + prototypes.sum()) * 0
    picked = coefficients.gather(1, anchor[..., None].expand(-1, -1, coefficients.shape[2]))
    cells, size = prototypes.shape[-1], batch.pixels.shape[-1]
    logits = torch.bmm(picked, prototypes.flatten(2)).view(*anchor.shape, cells, cells)[sample, column]
    row = found.box_row[sample, anchor[sample, column]]
    with torch.no_grad():
        source = masks[batch.outlines[sample, row]][:, None].float() / 255
        wanted, window = resampled(
            source, float(source_size), batch.placements.at(sample, batch.placement[sample, row]), cells, size
        )
        wanted = (wanted * window)[:, 0]
        crop = inside_boxes(batch.boxes[sample, row] * (cells / size), cells)
    area = crop.sum((1, 2)).clamp(min=1)
    cross = (F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * crop).sum((1, 2)) / area
    guess, wanted = logits.sigmoid() * crop, wanted * crop
    dice = 1 - (2 * (guess * wanted).sum((1, 2)) + 1) / (guess.sum((1, 2)) + wanted.sum((1, 2)) + 1)
    return (cross + dice).mean()


def inside_boxes(boxes: Tensor, cells: int) -> Tensor:
    along = torch.arange(cells, device=boxes.device) + 0.5
    across = (along > boxes[:, :1]) & (along < boxes[:, 2:3])
    down = (along > boxes[:, 1:2]) & (along < boxes[:, 3:4])
    return down[:, :, None] & across[:, None, :]
