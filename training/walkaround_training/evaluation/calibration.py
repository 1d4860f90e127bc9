"""Calibration: slope and offset on the logit per type, so that a score equals the share of correct detections."""

import numpy as np

from ..data.vocabulary import DAMAGE_TYPES
from .matching import Matches

MIN_DETECTIONS = 40  # of a type; with fewer, it gets the calibration of all types together
MIN_SCORE = 0.1  # detections below are never shown, and there are too many of them
MIN_GAIN = 0.005  # a smaller gain is noise: the scores then stay uncalibrated
IDENTITY = {name: {"slope": 1.0, "offset": 0.0} for name in DAMAGE_TYPES}


def logit(score: np.ndarray) -> np.ndarray:
    clipped = np.clip(score, 1e-6, 1 - 1e-6)
    return np.log(clipped / (1 - clipped))


def fitted(scores: np.ndarray, correct: np.ndarray) -> tuple[float, float]:
    """Logistic regression by Newton's method, with a prior on the identity."""
    x, y = logit(scores), correct.astype(float)
    slope, offset, hold = 1.0, 0.0, 1.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(slope * x + offset)))
        w = p * (1 - p)
        gradient = np.array([((p - y) * x).sum() + hold * (slope - 1), (p - y).sum() + hold * offset])
        curve = np.array([[(w * x * x).sum() + hold, (w * x).sum()], [(w * x).sum(), w.sum() + hold]])
        step = np.linalg.solve(curve, gradient)
        slope, offset = max(0.05, slope - step[0]), offset - step[1]
    return float(slope), float(offset)


def fit_calibration(matches: Matches) -> dict[str, dict[str, float]]:
    rows = matches.scores >= MIN_SCORE
    together = fitted(matches.scores[rows], matches.correct[rows])
    result = {}
    for t, name in enumerate(DAMAGE_TYPES):
        mine = rows & (matches.types == t)
        enough = matches.correct[mine].sum() >= MIN_DETECTIONS / 4 and mine.sum() >= MIN_DETECTIONS
        slope, offset = fitted(matches.scores[mine], matches.correct[mine]) if enough else together
        result[name] = {"slope": slope, "offset": offset}
    return result


def calibrated(scores: np.ndarray, types: np.ndarray, calibration: dict[str, dict[str, float]]) -> np.ndarray:
    slope = np.array([calibration[name]["slope"] for name in DAMAGE_TYPES])
    offset = np.array([calibration[name]["offset"] for name in DAMAGE_TYPES])
    return 1 / (1 + np.exp(-(logit(scores) * slope[types] + offset[types])))


def calibration_error(
    scores: np.ndarray, correct: np.ndarray, least: float = MIN_SCORE
) -> tuple[float, list[tuple[float, float, int]]]:
    """Expected calibration error over detections of at least this score, in ten bins; and the bins."""
    bins, total = [], 0.0
    use = scores >= least
    for low in np.arange(0, 1, 0.1):
        mine = use & (scores >= low) & (scores < low + 0.1 + 1e-9 * (low > 0.85))
        if mine.any():
            bins.append((float(scores[mine].mean()), float(correct[mine].mean()), int(mine.sum())))
            total += mine.sum() * abs(bins[-1][0] - bins[-1][1])
    return float(total / max(1, use.sum())), bins
