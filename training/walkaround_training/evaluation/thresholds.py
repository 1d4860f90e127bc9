"""One threshold per type: the highest recall at a required precision, fitted on the validation split only."""

from dataclasses import dataclass

import numpy as np

from ..data.vocabulary import DAMAGE_TYPES, MAIN_TYPES
from .matching import Matches

NEVER = 1.01
MIN_TYPE_PRECISION = 0.5
MIN_DETECTIONS = 3  # a threshold from fewer detections would be noise
MIN_LABELED = 10  # too few to measure a precision: such a type is never shown


@dataclass
class Choice:
    thresholds: dict[str, float]
    precision: float
    recall: float


def fit_thresholds(matches: Matches, precision: float) -> Choice:
    """One cost of a false alarm for all types: the lowest at which the main types together reach the precision.

    Prices leave gaps; they are filled type by type, as far as the precision holds.
    """
    before = None
    for price in np.exp(np.linspace(np.log(0.2), np.log(30), 80)):
        choice = at_price(matches, float(price))
        if choice.precision >= precision:
            return choice if before is None else relaxed(matches, choice, before, precision)
        before = choice
    return choice


def relaxed(matches: Matches, strict: Choice, loose: Choice, precision: float) -> Choice:
    best = strict
    for t, name in enumerate(DAMAGE_TYPES):
        scores = matches.scores[
            (matches.types == t) & (matches.scores >= loose.thresholds[name]) & (matches.scores < best.thresholds[name])
        ]
        for score in np.sort(scores):
            thresholds = {**best.thresholds, name: float(score)}
            reached = precision_recall(matches, thresholds, MAIN_TYPES)
            own, _ = precision_recall(matches, thresholds, (name,))
            if reached[0] >= precision and own >= MIN_TYPE_PRECISION:
                best = Choice(thresholds, *reached)
                break
    return best


def at_price(matches: Matches, price: float) -> Choice:
    thresholds = {}
    for t, name in enumerate(DAMAGE_TYPES):
        mine = matches.types == t
        order = np.argsort(-matches.scores[mine])
        scores, correct = matches.scores[mine][order], matches.correct[mine][order]
        true, wrong = np.cumsum(correct), np.cumsum(~correct)
        gain = true - price * wrong
        gain[true < MIN_TYPE_PRECISION * (true + wrong)] = -np.inf
        gain[: MIN_DETECTIONS - 1] = -np.inf
        best = int(gain.argmax()) if len(gain) else 0
        measured = matches.labeled[t] >= MIN_LABELED and len(gain) and gain[best] > 0
        thresholds[name] = float(scores[best]) if measured else NEVER
    return Choice(thresholds, *precision_recall(matches, thresholds, MAIN_TYPES))


def precision_recall(matches: Matches, thresholds: dict[str, float], names: tuple[str, ...]) -> tuple[float, float]:
    """Where nothing is shown the precision counts as 0, so that no fit chooses that."""
    kept = shown(matches, thresholds, names)
    asked = np.isin(matches.label_types, [DAMAGE_TYPES.index(name) for name in names])
    met = asked & (matches.label_scores >= limits(thresholds)[matches.label_types])
    return float(matches.correct[kept].mean()) if kept.any() else 0.0, int(met.sum()) / max(1, int(asked.sum()))


def limits(thresholds: dict[str, float]) -> np.ndarray:
    return np.array([thresholds[name] for name in DAMAGE_TYPES]) - 1e-9


def shown(matches: Matches, thresholds: dict[str, float], names: tuple[str, ...]) -> np.ndarray:
    """Which detections are of these types and pass."""
    wanted = np.isin(matches.types, [DAMAGE_TYPES.index(name) for name in names])
    return wanted & (matches.scores >= limits(thresholds)[matches.types])
