"""The finds of damage networks on a pack, and how well a score tells those on a damage from the others."""

from pathlib import Path

import numpy as np
import torch

from ..augmentation.device_set import DeviceSet
from ..data.find_samples import Boxes
from ..data.vocabulary import DAMAGE_TYPES
from ..nets.checkpoint import load_checkpoint, restored_detector
from ..nets.exported_nets import ExportedDetector
from .validation_figures import detections_on

LEAST_SCORE = 0.04
MOST = 25  # finds of a picture
PRECISION = 0.85


def finds_of(detectors: list[list[Path]], data: DeviceSet) -> Boxes:
    """Each detector is the mean of some networks."""
    rows = []
    for which, weights in enumerate(detectors):
        nets = [restored_detector(load_checkpoint(path)).to(memory_format=torch.channels_last) for path in weights]
        types = len(DAMAGE_TYPES)
        mean = ExportedDetector([(net, False) for net in nets], torch.ones(types), torch.zeros(types)).to(data.device)
        for picture, (boxes, scores, kinds) in enumerate(detections_on(mean, data, np.arange(len(data.images)))):
            best = [row for row in np.argsort(-scores)[:MOST] if scores[row] > LEAST_SCORE]
            rows += [(picture, kinds[row], *boxes[row], scores[row], which) for row in best]
    table = np.array(rows, np.float32).reshape(-1, 8)
    picture, kind, origin = (table[:, column].astype(np.int64) for column in (0, 1, 7))
    return Boxes(picture, kind, table[:, 2:6], table[:, 6], origin)


def find_figures(right: np.ndarray, scores: np.ndarray, opinions: np.ndarray) -> dict[str, object]:
    """Of the damage model's score, the second opinion and both together: area under the curve, recall at a precision of 0.85."""
    told = {"damage_model": scores, "second_opinion": opinions, "both": logits(scores) + logits(opinions)}
    return {
        "finds": len(right),
        "on_damage": int(right.sum()),
        "area_under_curve": {name: area_under_curve(right, score) for name, score in told.items()},
        "recall": {name: recall_at_precision(right, score) for name, score in told.items()},
    }


def logits(shares: np.ndarray) -> np.ndarray:
    shares = shares.clip(1e-4, 1 - 1e-4)
    return np.log(shares / (1 - shares))


def area_under_curve(right: np.ndarray, scores: np.ndarray) -> float | None:
    """How often a find on a damage has a larger score than one on nothing; a tie counts half."""
    hits, misses = scores[right], np.sort(scores[~right])
    if len(hits) == 0 or len(misses) == 0:
        return None
    below = sum(np.searchsorted(misses, hits, side) for side in ("left", "right")) / 2
    return round(float(below.mean() / len(misses)), 4)


def recall_at_precision(right: np.ndarray, scores: np.ndarray) -> float:
    found = right[np.argsort(-scores, kind="stable")].cumsum()
    precision = found / np.arange(1, len(found) + 1)
    return round(float((found / max(1, right.sum()))[precision >= PRECISION].max(initial=0)), 4)
