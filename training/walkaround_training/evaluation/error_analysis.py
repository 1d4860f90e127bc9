"""Sorts the detections above the threshold: correct, loose box, other type, or nothing labeled there."""

from typing import Any

import numpy as np

from ..data.boxes import iou_matrix
from ..data.vocabulary import DAMAGE_TYPES, IGNORE_LABEL, MAIN_TYPES
from .average_precision import matched
from .false_alarms import above_thresholds
from .inference import Detections
from .matching import corners

HIT = 0.5
TOUCHED = 0.1  # the detection lies on the labeled damage, but the two boxes differ
OTHER_TYPE = 0.3


def error_counts(
    images: list[dict[str, Any]],
    labels: dict[int, dict[str, list[dict[str, Any]]]],
    detections: dict[int, Detections],
    thresholds: dict[str, float],
) -> dict[str, int]:
    """Counts over the main types, each on the images whose source labels it."""
    counts = {"hit": 0, "loose": 0, "other_type": 0, "nothing_labelled": 0}
    for image in images:
        found, there = detections[image["id"]], labels[image["id"]]
        keep = above_thresholds(found, thresholds)
        for name in (n for n in MAIN_TYPES if n in image["labelled_types"]):
            mine = keep & (found.types == DAMAGE_TYPES.index(name))
            own = iou_matrix(found.boxes[mine], corners(there.get(name, [])))
            others = [a for n in (*DAMAGE_TYPES, IGNORE_LABEL) if n != name for a in there.get(n, [])]
            other = iou_matrix(found.boxes[mine], corners(others))
            hit, order = matched(found.scores[mine], own, HIT)
            for is_hit, row in zip(hit, order):
                counts["hit" if is_hit else error_kind(own[row], other[row])] += 1
    return counts


def error_kind(own: np.ndarray, other: np.ndarray) -> str:
    """A second detection of one label counts as loose too."""
    if own.max(initial=0) >= TOUCHED:
        return "loose"
    return "other_type" if other.max(initial=0) >= OTHER_TYPE else "nothing_labelled"
