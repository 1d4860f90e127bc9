"""Intersection over union (IoU) and non-maximum suppression."""

import numpy as np
import torch
from torch import Tensor


def box_iou(a: Tensor, b: Tensor, generalized: bool = False) -> Tensor:
    """IoU (or generalized IoU) of boxes that broadcast against each other."""
    top = torch.maximum(a[..., :2], b[..., :2])
    bottom = torch.minimum(a[..., 2:], b[..., 2:])
    both = (bottom - top).clamp(min=0).prod(-1)
    either = (a[..., 2:] - a[..., :2]).clamp(min=0).prod(-1) + (b[..., 2:] - b[..., :2]).clamp(min=0).prod(-1) - both
    iou = both / either.clamp(min=1e-6)
    if not generalized:
        return iou
    hull = (torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2])).clamp(min=0).prod(-1)
    return iou - (hull - either) / hull.clamp(min=1e-6)


def intersections(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """[a, b] the area that each box shares with each."""
    top = np.maximum(a[:, None, :2], b[None, :, :2])
    bottom = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.clip(bottom - top, 0, None).prod(-1)


def iou_matrix(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    both = intersections(a, b)
    areas = (a[:, 2:] - a[:, :2]).prod(-1)[:, None] + (b[:, 2:] - b[:, :2]).prod(-1)[None]
    return both / np.maximum(areas - both, 1e-9)


def non_maximum_suppression(
    boxes: np.ndarray, scores: np.ndarray, groups: np.ndarray, limit: float, most: int
) -> np.ndarray:
    """Rows kept by greedy suppression within each group, best first."""
    order = np.argsort(-scores, kind="stable")
    apart = boxes[order] + groups[order, None] * 8192.0
    close = np.triu(iou_matrix(apart, apart) > limit, 1)
    alive = np.ones(len(order), bool)
    for row in range(len(order)):
        if alive[row]:
            alive[close[row]] = False
    return order[alive][:most]
