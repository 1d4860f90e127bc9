"""Accuracy of an attribute, and the confidence below which the network should not answer."""

from typing import Any

import numpy as np

MIN_COVERAGE = 0.5  # a network must answer on at least half of the images


def figures(answers: np.ndarray, wanted: np.ndarray, labels: list[str], abstain_below: float) -> dict[str, Any]:
    """Answers [n, labels] are probabilities; wanted [n] holds an index or -1 for not known."""
    answers, wanted = answers[wanted >= 0], wanted[wanted >= 0]
    if not len(wanted):
        return {"pictures": 0}
    said, sure = answers.argmax(1), answers.max(1)
    table = np.bincount(wanted * len(labels) + said, minlength=len(labels) ** 2).reshape(len(labels), -1)
    per_label = table.diagonal() / np.maximum(1, table.sum(1))
    present = table.sum(1) > 0
    kept = sure >= abstain_below
    right = said == wanted
    return {
        "pictures": len(wanted),
        "accuracy": rounded(right.mean()),
        "mean_of_labels": rounded(per_label[present].mean()),
        "commonest_label": rounded(table.sum(1).max() / len(wanted)),
        "per_label": {
            label: {"pictures": int(n), "right": rounded(share)}
            for label, n, share in zip(labels, table.sum(1), per_label)
        },
        "confusion": {label: dict(zip(labels, map(int, line))) for label, line in zip(labels, table) if line.sum()},
        "abstaining": {
            "below": rounded(abstain_below),
            "answered": rounded(kept.mean()),
            "accuracy": rounded(right[kept].mean()) if kept.any() else None,
        },
    }


def fitted_abstention(answers: np.ndarray, wanted: np.ndarray, target: float) -> float:
    """The lowest confidence from which on the answers reach the target; else the best that keeps half of them."""
    answers, wanted = answers[wanted >= 0], wanted[wanted >= 0]
    if not len(wanted):
        return 0.0
    sure, right = answers.max(1), answers.argmax(1) == wanted
    order = np.argsort(-sure)
    accuracy = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.arange(1, len(order) + 1) >= MIN_COVERAGE * len(order)
    good = np.nonzero(enough & (accuracy >= target))[0]
    last = int(good[-1]) if len(good) else int(np.argmax(np.where(enough, accuracy, -1)))
    return 0.0 if last == len(order) - 1 else float(sure[order][last])


def rank_correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Spearman's rank correlation."""
    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def ranks(values: np.ndarray) -> np.ndarray:
    """Equal values share their mean rank."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[place]


def area_under_curve(scores: np.ndarray, positive: np.ndarray) -> float:
    """Area under the ROC curve: how often a degraded image scores above a good one."""
    order = ranks(scores)
    above = order[positive].sum() - positive.sum() * (positive.sum() + 1) / 2
    return float(above / (positive.sum() * (~positive).sum()))


def rounded(value: float) -> float:
    return round(float(value), 4)
