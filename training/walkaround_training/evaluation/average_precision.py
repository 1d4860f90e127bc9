"""Average precision by the COCO rule, for figures during training. The command evaluate uses pycocotools."""

import numpy as np


def average_precision(per_picture: list[tuple[np.ndarray, np.ndarray]], min_iou: float = 0.5) -> float:
    """Per picture: scores, and overlaps [found, labeled]. NaN where nothing is labeled."""
    scores, hits, labeled = [np.zeros(0)], [np.zeros(0, bool)], 0
    for score, iou in per_picture:
        labeled += iou.shape[1]
        hit, order = matched(score, iou, min_iou)
        scores.append(score[order])
        hits.append(hit)
    if labeled == 0:
        return float("nan")
    order = np.argsort(-np.concatenate(scores), kind="stable")
    true = np.cumsum(np.concatenate(hits)[order])
    precision = np.maximum.accumulate((true / np.arange(1, len(true) + 1))[::-1])[::-1]
    rows = np.searchsorted(true / labeled, np.linspace(0, 1, 101), "left")
    return float(np.mean([precision[row] if row < len(precision) else 0 for row in rows]))


def matched(scores: np.ndarray, iou: np.ndarray, min_iou: float) -> tuple[np.ndarray, np.ndarray]:
    """Whether each detection, best first, takes a labeled box that is still free; and that order."""
    order = np.argsort(-scores, kind="stable")
    hit, free = np.zeros(len(order), bool), np.ones(iou.shape[1], bool)
    if iou.shape[1]:
        for rank, row in enumerate(order):
            left = np.where(free, iou[row], -1)
            best = left.argmax()
            if left[best] >= min_iou:
                free[best], hit[rank] = False, True
    return hit, order
