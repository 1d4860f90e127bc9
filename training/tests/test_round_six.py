"""Tiles of large pictures, lessons by trained nets, and detections matches by place."""

import numpy as np
import pytest
import torch

from walkaround_training.losses.distillation import TeacherAnswers, distillation_loss
from walkaround_training.nets.detector import DISTANCE_BINS, anchors, boxes_from
from walkaround_training.evaluation.inference import Detections
from walkaround_training.evaluation.matching import match_detections
from walkaround_training.data.vocabulary import DAMAGE_TYPES
from walkaround_training.data.prepare_damage import joined
from walkaround_training.evaluation.thresholds import precision_recall
from walkaround_training.data.tiles import with_tiles

IGNORED = 20


def scratch_at(x: float, y: float, w: float, h: float) -> dict:
    return {"image_id": 1, "category_id": 13, "bbox": [x, y, w, h], "segmentation": [[x, y, x + w, y, x, y + h]]}


def test_a_large_picture_is_cut_into_tiles_that_cover_it() -> None:
    image = {"id": 1, "width": 1920, "height": 1406, "source": "scanner"}
    rows = with_tiles([image], {1: []}, 768, IGNORED)
    covered = np.zeros((1406, 1920), bool)
    for tile in rows[1:]:
        x1, y1, x2, y2 = tile["window"]
        covered[y1:y2, x1:x2] = True
        assert tile["source"] == "scanner-tile"
    assert covered.all()


def test_a_small_picture_is_not_cut() -> None:
    assert len(with_tiles([{"id": 1, "width": 768, "height": 512, "source": "cardd"}], {1: []}, 768, IGNORED)) == 1


def test_a_damage_keeps_its_place_in_a_tile_and_a_sliver_of_it_is_ignored() -> None:
    by_image = {1: [scratch_at(740, 100, 200, 10)]}
    rows = with_tiles([{"id": 1, "width": 1500, "height": 768, "source": "s"}], by_image, 768, IGNORED)
    first, *_, last = rows[1:]
    assert by_image[first["id"]][0]["category_id"] == IGNORED
    whole = by_image[last["id"]][0]
    assert whole["category_id"] == 13
    assert whole["bbox"][0] == pytest.approx(740 - last["window"][0])
    assert whole["segmentation"][0][:2] == pytest.approx([740 - last["window"][0], 100])


def test_label_files_with_the_same_image_ids_are_refused() -> None:
    file = {"images": [{"id": 1}], "annotations": [], "categories": []}
    with pytest.raises(SystemExit, match="same image ids"):
        joined([file, file])


def test_a_net_that_repeats_its_teachers_has_no_loss() -> None:
    centers, strides = anchors(64)
    count, types = len(centers), len(DAMAGE_TYPES)
    logits = torch.full((1, count, types), -9.0)
    logits[0, 5, 0] = 2.0
    distances = torch.zeros(1, count, 4 * DISTANCE_BINS)
    teacher_answers = TeacherAnswers(logits.sigmoid(), boxes_from(distances, centers, strides), list(range(types)))
    assert distillation_loss((logits, distances), teacher_answers, centers, strides).abs() < 1e-3
    assert distillation_loss((-logits, distances), teacher_answers, centers, strides) > 1


def test_by_place_two_short_finds_on_one_long_scratch_are_right_and_meet_one_label() -> None:
    detections = Detections(np.array([[0, 0, 20, 10], [60, 0, 80, 10], [200, 0, 210, 10]], float), np.array([0.9, 0.8, 0.7]), np.zeros(3, int))
    images = [{"id": 1, "group": 2, "labelled_types": ["scratch"]}]
    labels = {1: {"scratch": [{"bbox": [0, 0, 100, 10]}, {"bbox": [300, 0, 10, 10]}]}}
    thresholds = dict.fromkeys(DAMAGE_TYPES, 0.5)
    assert precision_recall(match_detections(images, labels, {1: detections}, by_place=True), thresholds, ("scratch",)) == (pytest.approx(2 / 3), 0.5)
    assert precision_recall(match_detections(images, labels, {1: detections}), thresholds, ("scratch",)) == (0.0, 0.0)
