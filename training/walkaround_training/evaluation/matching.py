"""Matches every detection with the labels: the table that thresholds and calibration are fitted on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..data.boxes import iou_matrix
from ..data.vocabulary import DAMAGE_TYPES
from .inference import Detections


# By place: the detection lies on the labeled damage. The two boxes may be drawn differently.
MIN_OVERLAP = 0.1
MIN_INSIDE = 0.5  # of the detection inside the label: a short detection on a long scratch


@dataclass
class Matches:
    types: np.ndarray  # of each detection
    scores: np.ndarray
    correct: np.ndarray
    group: np.ndarray  # of the detection's picture, so that near-duplicates stay in one half
    label_types: np.ndarray  # of each labeled box that could be found
    label_scores: np.ndarray  # the best score of a detection that matches it, 0 without one
    label_group: np.ndarray

    @property
    def labeled(self) -> np.ndarray:
        return np.bincount(self.label_types, minlength=len(DAMAGE_TYPES))

    def half(self, even: bool) -> "Judged":
        """Of the pictures whose group is even or odd: thresholds are chosen on one half and reported on the other."""
        detections, labels = (self.group % 2 == 0) == even, (self.label_group % 2 == 0) == even
        return Matches(
            *(column[detections] for column in (self.types, self.scores, self.correct, self.group)),
            *(column[labels] for column in (self.label_types, self.label_scores, self.label_group)),
        )


def corners(annotations: list[dict[str, Any]]) -> np.ndarray:
    boxes = np.array([a["bbox"] for a in annotations], float).reshape(-1, 4)
    return np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], 1)


def match_detections(
    images: list[dict[str, Any]],
    labels: dict[int, dict[str, list[dict[str, Any]]]],
    detections: dict[int, Detections],
    by_place: bool = False,
) -> Matches:
    """A detection is correct if its IoU with an unmatched labeled box of its type is at least 0.5; by place: if it lies on one.

    Types that the source does not label are left out.
    """
    rows: list[list[np.ndarray]] = [[np.zeros(0, kind)] for kind in (int, float, bool, int, int, float, int)]
    for image in images:
        found = detections[image["id"]]
        for t, name in enumerate(DAMAGE_TYPES):
            if name not in image["labelled_types"]:
                continue
            boxes = corners(labels[image["id"]].get(name, []))
            mine = found.types == t
            scores = found.scores[mine]
            pairs = (match_by_place if by_place else match_by_iou)(found.boxes[mine], scores, boxes)
            best = (pairs * scores[:, None]).max(0, initial=0)
            group = image["group"]
            values = (np.full(len(scores), t), scores, pairs.any(1), np.full(len(scores), group))
            values += (np.full(len(boxes), t), best, np.full(len(boxes), group))
            for column, value in zip(rows, values):
                column.append(value)
    return Matches(*(np.concatenate(column) for column in rows))


def match_by_iou(found: np.ndarray, scores: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Which detection matches which label, each at most once, best first: [detections, labels]."""
    pairs = np.zeros((len(found), len(boxes)), bool)
    iou = iou_matrix(found, boxes)
    free = np.ones(len(boxes), bool)
    for row in np.argsort(-scores, kind="stable"):
        left = np.where(free, iou[row], -1)
        if len(boxes) and left.max() >= 0.5:
            pairs[row, left.argmax()] = True
            free[left.argmax()] = False
    return pairs


def match_by_place(found: np.ndarray, scores: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    iou = iou_matrix(found, boxes)
    areas = (found[:, 2:] - found[:, :2]).prod(-1)[:, None] + (boxes[:, 2:] - boxes[:, :2]).prod(-1)[None]
    both = iou * areas / (1 + iou)
    own = np.maximum((found[:, 2:] - found[:, :2]).prod(-1), 1e-9)[:, None]
    return (iou >= MIN_OVERLAP) | (both / own >= MIN_INSIDE)
