"""Run with `python -m pytest` from the training folder."""

import numpy as np
import pytest
import torch

from walkaround_training.losses.assignment import Assignment
from walkaround_training.evaluation.average_precision import average_precision
from walkaround_training.augmentation.batches import Batch
from walkaround_training.data.boxes import iou_matrix, non_maximum_suppression
from walkaround_training.evaluation.calibration import calibration_error, fitted
from walkaround_training.nets.detector import anchors
from walkaround_training.losses.detector_loss import type_loss
from walkaround_training.data.vocabulary import DAMAGE_TYPES, mirrored_part
from walkaround_training.data.prepare_damage import refuse_split_groups
from walkaround_training.augmentation.affine import Placements, transformed_boxes


def test_finding_every_box_and_nothing_else_scores_one() -> None:
    boxes = np.array([[0, 0, 10, 10], [20, 20, 40, 40]], float)
    assert average_precision([(np.array([0.9, 0.8]), iou_matrix(boxes, boxes))]) == pytest.approx(1.0)


def test_a_second_find_of_the_same_box_counts_as_wrong() -> None:
    box = np.array([[0, 0, 10, 10]], float)
    twice = iou_matrix(np.concatenate([box, box, box + 30]), np.concatenate([box, box + 30]))
    assert average_precision([(np.array([0.9, 0.8, 0.7]), twice)]) < 1


def test_suppression_keeps_two_types_on_one_spot_but_not_the_same_type_twice() -> None:
    boxes = np.array([[0, 0, 10, 10]] * 3, float)
    kept = non_maximum_suppression(boxes, np.array([0.5, 0.9, 0.7]), np.array([0, 0, 1]), 0.6, 100)
    assert kept.tolist() == [1, 2]


def test_a_type_that_the_source_does_not_label_is_not_punished() -> None:
    centers, _ = anchors(64)
    count, types = len(centers), len(DAMAGE_TYPES)
    nothing = torch.zeros(1, count)
    found = Assignment(nothing.bool(), nothing.long(), nothing, nothing.bool())
    known = torch.zeros(1, 4, types, dtype=torch.bool)
    known[:, :, 0] = True
    batch = Batch(*[torch.zeros(1)] * 5, None, known, torch.full((1, 2), 64.0), torch.zeros(1, 4).long())
    loud = torch.full((1, count, types), -20.0)
    loud[..., 1] = 5.0
    assert type_loss(loud, torch.zeros_like(loud), found, batch, centers) < 1e-3
    loud[..., 0] = 5.0
    assert type_loss(loud, torch.zeros_like(loud), found, batch, centers) > 1


def test_a_mirrored_picture_mirrors_its_boxes() -> None:
    one = torch.ones(1, 1)
    placements = Placements(
        one[..., None].expand(1, 1, 2),
        torch.zeros(1, 1, 2),
        one.bool(),
        torch.tensor([[[100.0, 50.0]]]),
        torch.zeros(1, 1, 4),
    )
    assert transformed_boxes(torch.tensor([[[[10.0, 5.0, 30.0, 20.0]]]]), placements)[0, 0, 0].tolist() == [70, 5, 90, 20]


def test_left_and_right_change_places_in_a_mirror_and_the_hood_does_not() -> None:
    assert mirrored_part("front_left_door") == "front_right_door"
    assert mirrored_part("hood") == "hood"


def test_a_group_in_two_splits_is_refused() -> None:
    with pytest.raises(SystemExit, match="groups"):
        refuse_split_groups([{"group": 7, "split": "train"}, {"group": 7, "split": "val"}])


def test_calibration_brings_boastful_scores_down() -> None:
    rng = np.random.default_rng(0)
    scores = rng.uniform(0.05, 0.95, 4000)
    right = rng.uniform(size=4000) < scores * 0.5
    slope, offset = fitted(scores, right)
    honest = 1 / (1 + np.exp(-(slope * np.log(scores / (1 - scores)) + offset)))
    assert calibration_error(honest, right)[0] < 0.5 * calibration_error(scores, right)[0]
