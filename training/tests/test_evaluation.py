"""Figures of the reports."""

import numpy as np
import pytest

from walkaround_training.data.boxes import iou_matrix, non_maximum_suppression
from walkaround_training.data.vocabulary import DAMAGE_TYPES
from walkaround_training.evaluation.average_precision import average_precision
from walkaround_training.evaluation.calibration import calibration_error, fitted
from walkaround_training.evaluation.error_analysis import error_counts
from walkaround_training.evaluation.inference import Detections
from walkaround_training.evaluation.matching import match_detections
from walkaround_training.evaluation.thresholds import NEVER, precision_recall
from walkaround_training.evaluation.tiers import Goals, fit_tiers


def test_finding_every_box_and_nothing_else_scores_one() -> None:
    boxes = np.array([[0, 0, 10, 10], [20, 20, 40, 40]], float)
    assert average_precision([(np.array([0.9, 0.8]), iou_matrix(boxes, boxes))]) == pytest.approx(1.0)


def test_a_second_detection_of_the_same_box_counts_as_wrong() -> None:
    box = np.array([[0, 0, 10, 10]], float)
    twice = iou_matrix(np.concatenate([box, box, box + 30]), np.concatenate([box, box + 30]))
    assert average_precision([(np.array([0.9, 0.8, 0.7]), twice)]) < 1


def test_suppression_keeps_two_types_on_one_spot_but_not_the_same_type_twice() -> None:
    boxes = np.array([[0, 0, 10, 10]] * 3, float)
    kept = non_maximum_suppression(boxes, np.array([0.5, 0.9, 0.7]), np.array([0, 0, 1]), 0.6, 100)
    assert kept.tolist() == [1, 2]


def test_calibration_lowers_scores_that_are_too_high() -> None:
    rng = np.random.default_rng(0)
    scores = rng.uniform(0.05, 0.95, 4000)
    right = rng.uniform(size=4000) < scores * 0.5
    slope, offset = fitted(scores, right)
    honest = 1 / (1 + np.exp(-(slope * np.log(scores / (1 - scores)) + offset)))
    assert calibration_error(honest, right)[0] < 0.5 * calibration_error(scores, right)[0]


def test_by_place_two_short_detections_on_one_long_scratch_are_correct_and_match_one_label() -> None:
    detections = Detections(np.array([[0, 0, 20, 10], [60, 0, 80, 10], [200, 0, 210, 10]], float), np.array([0.9, 0.8, 0.7]), np.zeros(3, int))
    images = [{"id": 1, "group": 2, "labelled_types": ["scratch"]}]
    labels = {1: {"scratch": [{"bbox": [0, 0, 100, 10]}, {"bbox": [300, 0, 10, 10]}]}}
    thresholds = dict.fromkeys(DAMAGE_TYPES, 0.5)
    assert precision_recall(match_detections(images, labels, {1: detections}, by_place=True), thresholds, ("scratch",)) == (pytest.approx(2 / 3), 0.5)
    assert precision_recall(match_detections(images, labels, {1: detections}), thresholds, ("scratch",)) == (0.0, 0.0)


def test_a_detection_is_a_hit_or_loose_or_of_another_type_or_on_nothing() -> None:
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 9], [30, 0, 50, 20], [100, 0, 110, 10], [200, 0, 210, 10]], float)
    detections = Detections(boxes, np.array([0.9, 0.8, 0.7, 0.6, 0.55]), np.zeros(5, int))
    labels = {
        "scratch": [{"bbox": [0, 0, 10, 10]}, {"bbox": [30, 0, 10, 10]}],
        "dent": [{"bbox": [100, 0, 10, 10]}],
    }
    images = [{"id": 1, "labelled_types": ["scratch"]}]
    thresholds = dict.fromkeys(DAMAGE_TYPES, 0.5)
    assert error_counts(images, {1: labels}, {1: detections}, thresholds) == {
        "hit": 1,
        "loose": 2,
        "other_type": 1,
        "nothing_labelled": 1,
    }
    assert sum(error_counts(images, {1: labels}, {1: detections}, dict.fromkeys(DAMAGE_TYPES, 0.65)).values()) == 3


def test_suspicions_reach_below_findings_and_no_intact_car_has_a_finding() -> None:
    rng = np.random.default_rng(1)
    images = [{"id": n, "group": n, "labelled_types": DAMAGE_TYPES[:6]} for n in range(60)]
    box = np.array([0, 0, 10, 10], float)
    labels = {n: {name: [{"bbox": [0, 0, 10, 10]}] for name in DAMAGE_TYPES[:6]} for n in range(60)}
    detections = {
        n: Detections(np.stack([box] * 6 + [box + 50]), np.append(rng.uniform(0.1, 0.9, 6), 0.15), np.array([*range(6), 0]))
        for n in range(60)
    }
    intact = [Detections(box[None], np.array([0.6]), np.array([4]))]
    before = {name: 0.5 if name in DAMAGE_TYPES[:6] else NEVER for name in DAMAGE_TYPES}
    matches = match_detections(images, labels, detections, by_place=True)
    tiers = fit_tiers(matches, intact, before, Goals())
    assert tiers.findings["broken_glass"] > 0.6
    assert tiers.findings["scratch"] == 0.5
    assert all(tiers.suspicions[name] < tiers.findings[name] for name in DAMAGE_TYPES[:6])
    assert tiers.findings["smash"] == tiers.suspicions["smash"] == NEVER
    precision, recall = precision_recall(matches, tiers.suspicions, DAMAGE_TYPES[:6])
    assert precision >= 0.5 and recall >= 0.75
