import json
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from walkaround_training.data.box_labels import read_box_labels
from walkaround_training.data.rotation import rotated
from walkaround_training.evaluation.box_inference import detect_boxes
from walkaround_training.evaluation.evaluate_boxes import best_f1, match_boxes
from walkaround_training.losses.detector_loss import box_detector_loss
from walkaround_training.nets.box_detector import BoxDetector, ExportedBoxes


def test_a_turned_picture_takes_its_boxes_along() -> None:
    pixels = np.zeros((80, 120, 3), np.uint8)
    pixels[20:40, 30:90] = 255
    for degrees in (90.0, 180.0, 270.0, 17.0):
        picture, boxes = rotated(Image.fromarray(pixels), np.array([[30.0, 20.0, 90.0, 40.0]]), degrees)
        rows, columns = np.nonzero(np.asarray(picture)[..., 0] > 200)
        seen = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        assert np.abs(boxes[0] - seen).max() < 2.5, degrees


def test_labels_of_our_own_and_coco_read_alike(tmp_path: Path) -> None:
    ours, coco = tmp_path / "ours.json", tmp_path / "coco.json"
    ours.write_text(json.dumps({"a.webp": {"split": "val", "boxes": [[1, 2, 11, 22]]}}))
    coco.write_text(
        json.dumps(
            {
                "images": [{"id": 7, "file_name": "a.webp", "split": "val"}],
                "annotations": [{"image_id": 7, "bbox": [1, 2, 10, 20]}],
            }
        )
    )
    assert read_box_labels(ours) == read_box_labels(coco)


def test_a_detection_on_something_unclear_is_neither_correct_nor_wrong() -> None:
    boxes = np.array([[0.0, 0, 10, 10], [50, 50, 60, 60], [80, 80, 90, 90]])
    scores, hits, _ = match_boxes(boxes, np.array([0.9, 0.8, 0.7]), boxes[:1], boxes[1:2], None)
    assert scores.tolist() == [0.9, 0.7] and hits.tolist() == [True, False]


def test_the_threshold_with_the_best_f1_leaves_out_the_false_tail() -> None:
    assert best_f1(np.array([0.9, 0.8, 0.3, 0.2]), np.array([True, True, False, False]), 2) == 0.8


def test_a_square_and_a_strip_give_boxes_inside_the_picture() -> None:
    class Session:
        """Answers as a detector does that sees one thing, half outside of its square."""

        def get_inputs(self):
            return [type("Input", (), {"shape": [1, 3, 64, 64]})]

        def run(self, _, __):
            return [np.array([[[-8.0, 4, 16, 12]]], np.float32), np.array([[[0.9]]], np.float32)]

    boxes, scores = detect_boxes(Session(), Image.new("RGB", (640, 20)), 0, 0.5)
    assert boxes.tolist() == [[0, 20, 160, 20]] and len(scores) == 1


def test_the_box_detector_learns_one_box_and_is_exported() -> None:
    from walkaround_training.augmentation.batches import Batch
    from walkaround_training.nets.detector import anchors
    from walkaround_training.augmentation.affine import Placements

    torch.manual_seed(0)
    net = BoxDetector(1, 32).shorten().train()
    size, box = 64, torch.tensor([[[8.0, 16.0, 40.0, 32.0]]])
    pixels = torch.zeros(1, 3, size, size) - 1
    pixels[:, :, 16:32, 8:40] = 1
    none = torch.zeros(1, 1, 2)
    placements = Placements(none, none, none[..., 0], none, torch.zeros(1, 1, 4))
    zero = torch.zeros(1, 1, dtype=torch.long)
    batch = Batch(pixels, box, zero, zero - 1, zero, placements, torch.ones(1, 4, 1).bool(), torch.full((1, 2), 64.0), zero)
    grid = anchors(size)
    steps = torch.optim.AdamW(net.parameters(), lr=3e-3)
    losses = []
    for _ in range(12):
        loss, _ = box_detector_loss(net(pixels), batch, *grid)
        steps.zero_grad()
        loss.backward()
        steps.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.7 * losses[0]
    with torch.no_grad():
        boxes, scores = ExportedBoxes(net.eval(), size)((pixels + 1) * 127.5)
    assert boxes.shape == (1, 84, 4) and scores.shape == (1, 84, 1)
    assert bool(((scores >= 0) & (scores <= 1)).all())
