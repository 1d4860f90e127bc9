"""How often the state of a photo is right, and which photos are called severe."""

import numpy as np

from ..data.states import STATES


def figures(labels: np.ndarray, answers: np.ndarray, sure: float) -> dict:
    """`called_severe`: how many of each state reach the probability `sure`."""
    heavy = answers[:, 3]
    predicted = answers.argmax(1)
    confusion = [[int(((labels == a) & (predicted == b)).sum()) for b in range(4)] for a in range(4)]
    count = np.bincount(labels, minlength=4)
    return {
        "photos": dict(zip(STATES, count.tolist(), strict=True)),
        "confusion_rows_are_truth": confusion,
        "accuracy": round(float((predicted == labels).mean()), 4),
        "severe_auc": round(area_under_curve(labels == 3, heavy), 4),
        "called_severe": {
            state: int(((labels == index) & (heavy >= sure)).sum()) for index, state in enumerate(STATES)
        },
        "heavy_calibration": [
            {"from": low, "photos": int(inside.sum()), "said": round(float(heavy[inside].mean()), 3),
             "true": round(float((labels[inside] == 3).mean()), 3)}
            for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
            if (inside := (heavy >= low) & (heavy < high)).any()
        ],
    }


def area_under_curve(is_true: np.ndarray, scores: np.ndarray) -> float:
    """The share of pairs of a true and a false one that the scores put into order."""
    return float(np.mean(scores[is_true][:, None] > scores[~is_true][None]))
