"""A threshold per type: the most finds for a stated precision, fitted on validation only."""

from dataclasses import dataclass

import numpy as np

from .matching import Judged
from ..data.vocabulary import DAMAGE_TYPES, MAIN_TYPES

NEVER = 1.01
LEAST_TYPE_PRECISION = 0.5
LEAST_FINDS = 3  # a threshold above the best few finds of a type would be luck
LEAST_LABELLED = 10  # a precision measured on fewer says nothing: such a type is never shown


@dataclass
class Choice:
    thresholds: dict[str, float]
    precision: float
    recall: float


def fit_thresholds(judged: Judged, precision: float) -> Choice:
    """One price for a false alarm in all types: the lowest at which the main types together reach the precision.

    Prices leave gaps; they are filled type by type, as far as the precision holds.
    """
    before = None
    for price in np.exp(np.linspace(np.log(0.2), np.log(30), 80)):
        choice = at_price(judged, float(price))
        if choice.precision >= precision:
            return choice if before is None else relaxed(judged, choice, before, precision)
        before = choice
    return choice


def relaxed(judged: Judged, strict: Choice, loose: Choice, precision: float) -> Choice:
    best = strict
    for t, name in enumerate(DAMAGE_TYPES):
        scores = judged.scores[
            (judged.types == t) & (judged.scores >= loose.thresholds[name]) & (judged.scores < best.thresholds[name])
        ]
        for score in np.sort(scores):
            thresholds = {**best.thresholds, name: float(score)}
            reached = precision_recall(judged, thresholds, MAIN_TYPES)
            own, _ = precision_recall(judged, thresholds, (name,))
            if reached[0] >= precision and own >= LEAST_TYPE_PRECISION:
                best = Choice(thresholds, *reached)
                break
    return best


def at_price(judged: Judged, price: float) -> Choice:
    thresholds = {}
    for t, name in enumerate(DAMAGE_TYPES):
        mine = judged.types == t
        order = np.argsort(-judged.scores[mine])
        scores, right = judged.scores[mine][order], judged.right[mine][order]
        true, wrong = np.cumsum(right), np.cumsum(~right)
        gain = true - price * wrong
        gain[true < LEAST_TYPE_PRECISION * (true + wrong)] = -np.inf
        gain[: LEAST_FINDS - 1] = -np.inf
        best = int(gain.argmax()) if len(gain) else 0
        measured = judged.labelled[t] >= LEAST_LABELLED and len(gain) and gain[best] > 0
        thresholds[name] = float(scores[best]) if measured else NEVER
    return Choice(thresholds, *precision_recall(judged, thresholds, MAIN_TYPES))


def precision_recall(judged: Judged, thresholds: dict[str, float], names: tuple[str, ...]) -> tuple[float, float]:
    limit = np.array([thresholds[name] for name in DAMAGE_TYPES]) - 1e-9
    wanted = [DAMAGE_TYPES.index(name) for name in names]
    kept = np.isin(judged.types, wanted) & (judged.scores >= limit[judged.types])
    asked = np.isin(judged.label_types, wanted)
    met = asked & (judged.label_scores >= limit[judged.label_types])
    return float(judged.right[kept].mean()) if kept.any() else 0.0, int(met.sum()) / max(1, int(asked.sum()))
