"""Every find of validation, judged right or wrong: the table that thresholds and calibration are fitted on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .average_precision import matched
from .boxes import overlap_table
from .finding import Finds
from .labels import DAMAGE_TYPES


@dataclass
class Judged:
    types: np.ndarray  # of each find
    scores: np.ndarray
    right: np.ndarray
    group: np.ndarray  # of the find's picture, for fair halves
    labelled: np.ndarray  # [types] boxes that could be found


def corners(annotations: list[dict[str, Any]]) -> np.ndarray:
    boxes = np.array([a["bbox"] for a in annotations], float).reshape(-1, 4)
    return np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], 1)


def judge(
    images: list[dict[str, Any]], labels: dict[int, dict[str, list[dict[str, Any]]]], finds: dict[int, Finds]
) -> Judged:
    """A find is right if it overlaps a free labelled box of its type by half; only labelled types are judged."""
    columns: list[list[np.ndarray]] = [[], [], [], []]
    labelled = np.zeros(len(DAMAGE_TYPES), int)
    for image in images:
        found = finds[image["id"]]
        for t, name in enumerate(DAMAGE_TYPES):
            if name not in image["labelled_types"]:
                continue
            boxes = corners(labels[image["id"]].get(name, []))
            labelled[t] += len(boxes)
            mine = found.types == t
            hit, order = matched(found.scores[mine], overlap_table(found.boxes[mine], boxes), 0.5)
            for column, values in zip(
                columns, (found.types[mine], found.scores[mine][order], hit, np.full(len(hit), image["group"]))
            ):
                column.append(values)
    types, scores, right, group = (np.concatenate(column) for column in columns)
    return Judged(types, scores, right, group, labelled)
