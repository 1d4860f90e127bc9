"""Two thresholds per type, fitted by place: from which score a detection is a finding, and from which it is worth a look."""

from dataclasses import dataclass

import numpy as np

from ..data.vocabulary import DAMAGE_TYPES, MAIN_TYPES
from .inference import Detections
from .matching import Matches
from .thresholds import NEVER, at_price, fit_thresholds, precision_recall

MIN_LABELED = 15  # in the half that is chosen on; a type with fewer has no suspicions
MIN_SCORE = 0.1  # the service stores no fainter detection
PRICES = np.exp(np.linspace(np.log(30), np.log(0.2), 80))


@dataclass
class Goals:
    precision: float = 0.85  # of the main types' findings together
    suspicion_precision: float = 0.5
    suspicion_recall: float = 0.75  # the goal is 0.7; the other half has a little less


@dataclass
class Tiers:
    findings: dict[str, float]
    suspicions: dict[str, float]


class Unreachable(SystemExit):
    """No thresholds reach the goals."""


def fit_tiers(matches: Matches, intact: list[Detections], before: dict[str, float], goals: Goals) -> Tiers:
    """`before`: the thresholds that ship."""
    findings = finding_thresholds(matches, intact, before, goals)
    return Tiers(findings, suspicion_thresholds(matches, findings, before, goals))


def finding_thresholds(
    matches: Matches, intact: list[Detections], before: dict[str, float], goals: Goals
) -> dict[str, float]:
    """Findings are never lowered: what they miss is for suspicions to tell."""
    findings = {name: above_alarms(matches, intact, name, before[name]) for name in DAMAGE_TYPES}
    if precision_recall(matches, findings, MAIN_TYPES)[0] < goals.precision:
        findings = fit_thresholds(matches, goals.precision).thresholds
    return findings


def above_alarms(matches: Matches, intact: list[Detections], name: str, before: float) -> float:
    """The lowest score of a detection at which no intact car has an alarm of this type."""
    t = DAMAGE_TYPES.index(name)
    alarms = [float(score) for found in intact for score in found.scores[found.types == t]]
    if max(alarms, default=0) < before:
        return before
    return float(matches.scores[(matches.types == t) & (matches.scores > max(alarms))].min(initial=NEVER))


def suspicion_thresholds(
    matches: Matches, findings: dict[str, float], before: dict[str, float], goals: Goals
) -> dict[str, float]:
    """One cost of a false alarm for all types: the highest at which the main types together reach the recall.

    What was shown before and is no longer a finding stays a suspicion.
    """
    measured = {name: matches.labeled[t] >= MIN_LABELED for t, name in enumerate(DAMAGE_TYPES)}
    for price in PRICES:
        fitted = at_price(matches, float(price)).thresholds
        chosen = {
            name: min(max(fitted[name], MIN_SCORE), before[name], findings[name]) if measured[name] else findings[name]
            for name in DAMAGE_TYPES
        }
        precision, recall = precision_recall(matches, chosen, MAIN_TYPES)
        if recall >= goals.suspicion_recall and precision >= goals.suspicion_precision:
            return chosen
    raise Unreachable("No thresholds reach the recall and the precision of suspicions: train a better model, or lower the goals.")
