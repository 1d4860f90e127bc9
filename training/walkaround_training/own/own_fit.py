"""Calibration and thresholds of a candidate, fitted on the operator's vehicles that were kept for it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

from ..data.vocabulary import DAMAGE_TYPES
from ..evaluation.calibration import IDENTITY, MIN_GAIN, MIN_SCORE, calibrated, calibration_error, fit_calibration
from ..evaluation.inference import Detections
from ..evaluation.matching import Matches
from ..evaluation.thresholds import MIN_LABELED, NEVER, fit_thresholds
from ..evaluation.tiers import Goals, Tiers, Unreachable, above_alarms, finding_thresholds, suspicion_thresholds

MIN_TO_CALIBRATE = 100  # detections in each half; with fewer, a gain is chance
MIN_TO_LOWER = 30  # labels of a type; with fewer, a precision that allows more findings may be chance


Calibration = dict[str, dict[str, float]]


@dataclass
class OwnFit:
    calibration: Calibration  # on top of the shipped one
    tiers: Tiers
    notes: list[str] = field(default_factory=list)  # what this set was too small for, in sentences


def shipped_tiers(entry: dict[str, Any]) -> Tiers:
    """As the manifest has them; a type without suspicions has the threshold of its findings there."""
    findings = {name: entry["thresholds"].get(name) or NEVER for name in DAMAGE_TYPES}
    suspicions = {name: entry["suspicion_thresholds"].get(name) or findings[name] for name in DAMAGE_TYPES}
    return Tiers(findings, suspicions)


def shipped_calibration(model: Path) -> Calibration:
    """Calibration is part of the file: the shipped thresholds mean nothing without it."""
    wanted = {one.name: numpy_helper.to_array(one) for one in onnx.load(model).graph.initializer if one.name in ("slope", "offset")}
    return {name: {key: float(values[t]) for key, values in wanted.items()} for t, name in enumerate(DAMAGE_TYPES)}


def after(first: Calibration, then: Calibration) -> Calibration:
    """Both as one: the slope and the offset of `then` on what `first` made of a score."""
    return {
        name: {
            "slope": then[name]["slope"] * first[name]["slope"],
            "offset": then[name]["slope"] * first[name]["offset"] + then[name]["offset"],
        }
        for name in DAMAGE_TYPES
    }


def own_calibration(matches: Matches) -> Calibration:
    """Fitted on one half of the vehicles, and kept where the scores of the other half are truer with it."""
    fitted_on, judged_on = matches.half(even=True), matches.half(even=False)
    if min((half.scores >= MIN_SCORE).sum() for half in (fitted_on, judged_on)) < MIN_TO_CALIBRATE:
        return IDENTITY
    calibration = fit_calibration(fitted_on)
    raw = calibration_error(judged_on.scores, judged_on.correct)[0]
    fitted = calibration_error(calibrated(judged_on.scores, judged_on.types, calibration), judged_on.correct)[0]
    return calibration if fitted <= raw - MIN_GAIN else IDENTITY


def moved(thresholds: dict[str, float], calibration: Calibration) -> dict[str, float]:
    """The same detections pass after calibration as before it."""
    return {
        name: limit if limit >= NEVER else float(calibrated(np.array([limit]), np.array([t]), calibration)[0])
        for t, (name, limit) in enumerate(thresholds.items())
    }


def fit_own_tiers(matches: Matches, intact: list[Detections], shipped: Tiers) -> OwnFit:
    """Scores are calibrated already. What this set cannot fit keeps the threshold that ships."""
    goals, notes = Goals(), []
    few = [name for t, name in enumerate(DAMAGE_TYPES) if matches.labeled[t] < MIN_LABELED and shipped.findings[name] < NEVER]
    fitted = with_lowered(matches, intact, finding_thresholds(matches, intact, shipped.findings, goals), goals)
    findings = {n: fitted[n] if fitted[n] < NEVER and n not in few else shipped.findings[n] for n in DAMAGE_TYPES}
    if few:
        notes.append(f"Too few labels to fit thresholds, so the shipped ones stay: {', '.join(few)}.")
    unfit = [n for n in DAMAGE_TYPES if n not in few and fitted[n] >= NEVER and shipped.findings[n] < NEVER]
    if unfit:
        notes.append(f"No threshold reaches the precision, so the shipped one stays: {', '.join(unfit)}.")
    try:
        suspicions = suspicion_thresholds(matches, findings, shipped.findings, goals)
        suspicions = {n: min(shipped.suspicions[n], findings[n]) if n in few else suspicions[n] for n in DAMAGE_TYPES}
    except Unreachable:
        suspicions = {n: min(shipped.suspicions[n], findings[n]) for n in DAMAGE_TYPES}
        notes.append("No thresholds reach the recall and precision of suspicions, so the shipped ones stay.")
    return OwnFit(IDENTITY, Tiers(findings, suspicions), notes)


def with_lowered(matches: Matches, intact: list[Detections], strict: dict[str, float], goals: Goals) -> dict[str, float]:
    """A type with enough labels is shown as early as the precision allows: what was learned is not left to suspicions."""
    loose = fit_thresholds(matches, goals.precision).thresholds
    enough = [name for t, name in enumerate(DAMAGE_TYPES) if matches.labeled[t] >= MIN_TO_LOWER]
    return {**strict, **{name: min(strict[name], above_alarms(matches, intact, name, loose[name])) for name in enough}}
