"""Losses and augmentation of the damage detector."""

from pathlib import Path

import torch

from walkaround_training.augmentation.affine import Placements, transformed_boxes
from walkaround_training.augmentation.batches import Batch
from walkaround_training.data.vocabulary import DAMAGE_TYPES
from walkaround_training.losses.assignment import Assignment
from walkaround_training.losses.detector_loss import type_loss
from walkaround_training.losses.distillation import TeacherAnswers, distillation_loss
from walkaround_training.nets.detector import DISTANCE_BINS, Detector, anchors, boxes_from
from walkaround_training.nets.exported_nets import ExportedDetector, mirrored_anchors
from walkaround_training.trainers.train_damage import load_heads


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


def test_a_network_that_repeats_its_teachers_has_no_loss() -> None:
    centers, strides = anchors(64)
    count, types = len(centers), len(DAMAGE_TYPES)
    logits = torch.full((1, count, types), -9.0)
    logits[0, 5, 0] = 2.0
    distances = torch.zeros(1, count, 4 * DISTANCE_BINS)
    teacher_answers = TeacherAnswers(logits.sigmoid(), boxes_from(distances, centers, strides), list(range(types)))
    assert distillation_loss((logits, distances), teacher_answers, centers, strides).abs() < 1e-3
    assert distillation_loss((-logits, distances), teacher_answers, centers, strides) > 1


def test_every_backbone_looks_at_inputs_that_are_no_square() -> None:
    image = torch.randint(0, 255, (1, 3, 64, 96)).float()
    types = len(DAMAGE_TYPES)
    for backbone in ("lite0", "mobilenet_v2", "tiny_vit"):
        net = Detector(backbone, types).eval()
        exported, mirrored = (ExportedDetector([(net, way)], torch.ones(types), torch.zeros(types)) for way in (False, True))
        with torch.no_grad():
            boxes, scores, _, prototypes = exported(image)
            again, same_scores, _, _ = mirrored(image.flip(3))
        assert boxes.shape[1] == len(anchors(64, 96)[0]) and prototypes.shape[2:] == (16, 24)
        across = mirrored_anchors(64, 96)
        assert torch.allclose(scores[:, across], same_scores, atol=1e-5)
        assert torch.allclose(96 - boxes[:, across, 0], again[..., 2], atol=1e-3)


def test_a_network_takes_over_neck_and_heads_of_another_backbone(tmp_path: Path) -> None:
    types = len(DAMAGE_TYPES)
    taught, fresh = Detector("lite0", types), Detector("tiny_vit", types)
    torch.save({"weights": taught.state_dict()}, tmp_path / "weights.pt")
    load_heads(fresh, tmp_path / "weights.pt")
    assert torch.equal(fresh.to_types[0].weight, taught.to_types[0].weight)
    assert fresh.neck.lateral[0][0].weight.shape != taught.neck.lateral[0][0].weight.shape
