"""What a detection that is shown really shows."""

import numpy as np

from walkaround_training.evaluation.inference import Detections
from walkaround_training.data.vocabulary import DAMAGE_TYPES
from walkaround_training.evaluation.error_analysis import error_counts


def test_a_find_is_a_hit_or_loose_or_of_another_type_or_on_nothing() -> None:
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
