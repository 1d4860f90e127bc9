"""Every find of validation, judged right or wrong: the table that thresholds and calibration are fitted on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..data.boxes import overlap_table
from .inference import Finds
from ..data.vocabulary import DAMAGE_TYPES


# By place: the find lies on the labelled damage, however differently the two boxes are drawn.
LEAST_OVERLAP = 0.1
LEAST_INSIDE = 0.5  # of the find inside the label: a short find on a long scratch


@dataclass
class Judged:
    types: np.ndarray  # of each find
    scores: np.ndarray
    right: np.ndarray
    group: np.ndarray  # of the find's picture, for fair halves
    label_types: np.ndarray  # of each labelled box that could be found
    label_scores: np.ndarray  # the best score of a find that is right about it, 0 without one
    label_group: np.ndarray

    @property
    def labelled(self) -> np.ndarray:
        return np.bincount(self.label_types, minlength=len(DAMAGE_TYPES))

    def half(self, even: bool) -> "Judged":
        """Of the pictures whose group is even or odd: thresholds are chosen on one half and reported on the other."""
        finds, labels = (self.group % 2 == 0) == even, (self.label_group % 2 == 0) == even
        return Judged(
            *(column[finds] for column in (self.types, self.scores, self.right, self.group)),
            *(column[labels] for column in (self.label_types, self.label_scores, self.label_group)),
        )


def corners(annotations: list[dict[str, Any]]) -> np.ndarray:
    boxes = np.array([a["bbox"] for a in annotations], float).reshape(-1, 4)
    return np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], 1)


def judge(
    images: list[dict[str, Any]],
    labels: dict[int, dict[str, list[dict[str, Any]]]],
    finds: dict[int, Finds],
    by_place: bool = False,
) -> Judged:
    """A find is right if it overlaps a free labelled box of its type by half, or by place: if it lies on one.

    Only labelled types are judged.
    """
    rows: list[list[np.ndarray]] = [[np.zeros(0, kind)] for kind in (int, float, bool, int, int, float, int)]
    for image in images:
        found = finds[image["id"]]
        for t, name in enumerate(DAMAGE_TYPES):
            if name not in image["labelled_types"]:
                continue
            boxes = corners(labels[image["id"]].get(name, []))
            mine = found.types == t
            scores = found.scores[mine]
            pairs = (on_place if by_place else one_to_one)(found.boxes[mine], scores, boxes)
            best = (pairs * scores[:, None]).max(0, initial=0)
            group = image["group"]
            values = (np.full(len(scores), t), scores, pairs.any(1), np.full(len(scores), group))
            values += (np.full(len(boxes), t), best, np.full(len(boxes), group))
            for column, value in zip(rows, values):
                column.append(value)
    return Judged(*(np.concatenate(column) for column in rows))


def one_to_one(found: np.ndarray, scores: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Which find takes which label, each at most once, best first: [finds, labels]."""
    pairs = np.zeros((len(found), len(boxes)), bool)
    iou = overlap_table(found, boxes)
    free = np.ones(len(boxes), bool)
    for row in np.argsort(-scores, kind="stable"):
        left = np.where(free, iou[row], -1)
        if len(boxes) and left.max() >= 0.5:
            pairs[row, left.argmax()] = True
            free[left.argmax()] = False
    return pairs


def on_place(found: np.ndarray, scores: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    iou = overlap_table(found, boxes)
    areas = (found[:, 2:] - found[:, :2]).prod(-1)[:, None] + (boxes[:, 2:] - boxes[:, :2]).prod(-1)[None]
    both = iou * areas / (1 + iou)
    own = np.maximum((found[:, 2:] - found[:, :2]).prod(-1), 1e-9)[:, None]
    return (iou >= LEAST_OVERLAP) | (both / own >= LEAST_INSIDE)
