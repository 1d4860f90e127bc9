"""False alarms on intact vehicles, and recall by the size of the damage, at the fitted thresholds."""

from typing import Any

import numpy as np

from ..data.boxes import iou_matrix
from ..data.vocabulary import DAMAGE_TYPES
from .inference import Detections
from .matching import corners

SIZES = ((0, 24), (24, 48), (48, 96), (96, 192), (192, 9999))  # side in pixels of a 640 px picture


def above_thresholds(detections: Detections, thresholds: dict[str, float]) -> np.ndarray:
    limit = np.array([thresholds[name] for name in DAMAGE_TYPES])
    return detections.scores >= limit[detections.types] - 1e-9


def false_alarm_count(many: list[Detections], thresholds: dict[str, float]) -> dict[str, Any]:
    alarms = [above_thresholds(detections, thresholds) for detections in many]
    by_type: dict[str, int] = {}
    for detections, keep in zip(many, alarms):
        for t in detections.types[keep]:
            by_type[DAMAGE_TYPES[t]] = by_type.get(DAMAGE_TYPES[t], 0) + 1
    count = sum(bool(keep.any()) for keep in alarms)
    return {"pictures": len(many), "with_alarm": count, "share": count / max(1, len(many)), "by_type": by_type}


def recall_by_size(
    images: list[dict[str, Any]],
    labels: dict[int, dict[str, list[dict[str, Any]]]],
    detections: dict[int, Detections],
    thresholds: dict[str, float] | float,
) -> dict[str, dict[str, float]]:
    """Recall of labeled boxes: a detection of any type with an IoU of at least 0.5 counts."""
    tally = {size: [0, 0] for size in SIZES}
    for image in images:
        found = detections[image["id"]]
        keep = found.scores >= thresholds if isinstance(thresholds, float) else above_thresholds(found, thresholds)
        boxes = corners([a for name in DAMAGE_TYPES for a in labels[image["id"]].get(name, [])])
        if not len(boxes):
            continue
        best = iou_matrix(boxes, found.boxes[keep]).max(1, initial=0)
        side = np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(1)) * 640 / max(image["width"], image["height"])
        for size in SIZES:
            mine = (side >= size[0]) & (side < size[1])
            tally[size][0] += int(mine.sum())
            tally[size][1] += int((best[mine] >= 0.5).sum())
    result = {f"{low}-{high}": {"labelled": n, "recall": hit / max(1, n)} for (low, high), (n, hit) in tally.items()}
    n, hit = (sum(tally[size][k] for size in ((48, 96), (96, 192))) for k in (0, 1))
    return {**result, "48-192": {"labelled": n, "recall": hit / max(1, n)}}
