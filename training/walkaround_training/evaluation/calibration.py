"""Scores that mean what they say: slope and offset on the logit, per type."""

import numpy as np

from .matching import Judged
from ..data.vocabulary import DAMAGE_TYPES

FEW = 40  # finds of a type: fewer are calibrated with all types together
LEAST_SCORE = 0.1  # finds below are never shown, and would drown the others
WORTH_IT = 0.005  # a smaller gain is luck: then the scores stay as the net gives them
IDENTITY = {name: {"slope": 1.0, "offset": 0.0} for name in DAMAGE_TYPES}


def logit(score: np.ndarray) -> np.ndarray:
    clipped = np.clip(score, 1e-6, 1 - 1e-6)
    return np.log(clipped / (1 - clipped))


def fitted(scores: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """Logistic regression by Newton's steps, held near the identity where there is little to see."""
    x, y = logit(scores), right.astype(float)
    slope, offset, hold = 1.0, 0.0, 1.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(slope * x + offset)))
        w = p * (1 - p)
        gradient = np.array([((p - y) * x).sum() + hold * (slope - 1), (p - y).sum() + hold * offset])
        curve = np.array([[(w * x * x).sum() + hold, (w * x).sum()], [(w * x).sum(), w.sum() + hold]])
        step = np.linalg.solve(curve, gradient)
        slope, offset = max(0.05, slope - step[0]), offset - step[1]
    return float(slope), float(offset)


def fit_calibration(judged: Judged) -> dict[str, dict[str, float]]:
    rows = judged.scores >= LEAST_SCORE
    together = fitted(judged.scores[rows], judged.right[rows])
    result = {}
    for t, name in enumerate(DAMAGE_TYPES):
        mine = rows & (judged.types == t)
        enough = judged.right[mine].sum() >= FEW / 4 and mine.sum() >= FEW
        slope, offset = fitted(judged.scores[mine], judged.right[mine]) if enough else together
        result[name] = {"slope": slope, "offset": offset}
    return result


def calibrated(scores: np.ndarray, types: np.ndarray, calibration: dict[str, dict[str, float]]) -> np.ndarray:
    slope = np.array([calibration[name]["slope"] for name in DAMAGE_TYPES])
    offset = np.array([calibration[name]["offset"] for name in DAMAGE_TYPES])
    return 1 / (1 + np.exp(-(logit(scores) * slope[types] + offset[types])))


def calibration_error(
    scores: np.ndarray, right: np.ndarray, least: float = LEAST_SCORE
) -> tuple[float, list[tuple[float, float, int]]]:
    """Expected calibration error over finds of at least this score, in ten bins; and the bins."""
    bins, total = [], 0.0
    use = scores >= least
    for low in np.arange(0, 1, 0.1):
        mine = use & (scores >= low) & (scores < low + 0.1 + 1e-9 * (low > 0.85))
        if mine.any():
            bins.append((float(scores[mine].mean()), float(right[mine].mean()), int(mine.sum())))
            total += mine.sum() * abs(bins[-1][0] - bins[-1][1])
    return float(total / max(1, use.sum())), bins
