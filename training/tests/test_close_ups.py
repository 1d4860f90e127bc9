"""The network that says which part a damage on a close-up lies on."""

import json

import numpy as np
import pytest
import torch
from PIL import Image

from walkaround_training.augmentation.close_up_samples import mapped_view, prepare_scenes
from walkaround_training.augmentation.close_up_views import View
from walkaround_training.evaluation.close_up_figures import answers, coverage_at
from walkaround_training.label_close_ups import chances_on, label_of, unlabeled
from walkaround_training.nets.close_up_net import ExportedCloseUps, inside
from walkaround_training.parts.close_up_parts import MIRRORED, PARTS, meant_by, possible_from
from walkaround_training.parts.close_up_scenes import UNKNOWN, Scene, damaged
from walkaround_training.trainers.train_close_ups import load_views, unsaid


def names(meant: np.ndarray) -> list[str]:
    return [part for part, is_meant in zip(PARTS, meant) if is_meant]


def test_a_label_without_side_or_end_means_every_such_part() -> None:
    assert names(meant_by("bumper")) == ["bumper_front", "bumper_back"]
    assert names(meant_by("door_left")) == ["door_front_left", "door_back_left"]
    assert names(meant_by("bumper_front+grill")) == ["bumper_front", "grill"]
    assert names(meant_by("back_left_light")) == ["tail_light_left"]
    assert names(meant_by("no such part")) == []


def test_from_the_front_left_neither_the_rear_nor_the_right_doors_are_seen() -> None:
    seen = names(possible_from("front_left"))
    assert "bumper_front" in seen and "door_back_left" in seen and "head_light_right" in seen
    assert not {"bumper_back", "door_front_right", "tail_light_left"} & set(seen)


def test_a_mirrored_view_moves_a_box_to_the_other_side_of_the_picture() -> None:
    boxes = np.array([[10.0, 20, 30, 40]])
    plain, mirrored = (View((50, 50), (100, 100), 0.0, flip, 200).boxes(boxes) for flip in (False, True))
    assert plain.tolist() == [[20, 40, 60, 80]]
    assert mirrored.tolist() == [[140, 40, 180, 80]]


def test_the_picture_of_a_view_shows_what_its_boxes_enclose() -> None:
    picture = Image.new("RGB", (400, 300))
    picture.paste((255, 255, 255), (100, 80, 140, 120))
    for flip in (False, True):
        view = View((150, 120), (200, 150), 0.1, flip, 256)
        x1, y1, x2, y2 = view.boxes(np.array([[100.0, 80, 140, 120]]))[0].round().astype(int)
        drawn = view.drawn(picture, Image.Resampling.BILINEAR, 0)
        assert drawn[y1:y2, x1:x2].mean() > 200 > 20 > drawn.mean()


def test_a_label_that_leaves_something_open_asks_for_the_sum() -> None:
    logits = torch.zeros(1, 3, len(PARTS))
    meant = torch.from_numpy(np.stack([meant_by("door"), meant_by("hood"), meant_by("nothing")]))[None]
    expected = (-np.log(4 / len(PARTS)) - np.log(1 / len(PARTS))) / 2
    assert abs(float(unsaid(logits, meant)) - expected) < 1e-5
    assert float(unsaid(logits, torch.zeros_like(meant))) == 0


def test_a_box_is_answered_by_the_cells_under_it() -> None:
    logits = torch.zeros(1, 2, 4, 4)
    logits[0, 1, :, 2:] = 8
    boxes = torch.tensor([[[0.0, 0, 2, 4], [2, 0, 4, 4], [1, 1, 3, 2]]])
    assert torch.allclose(inside(logits, boxes)[0, :, 1], torch.tensor([0.0, 8, 4]), atol=1e-3)


def test_views_of_a_photo_are_kept_once_and_mirror_their_parts(tmp_path) -> None:
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (240, 320, 3), dtype=np.uint8)).save(tmp_path / "a.png")
    meant = np.stack([meant_by("door_front_left"), meant_by("door_front_right")])
    boxed = Scene(tmp_path / "a.png", np.array([[60.0, 60, 160, 140]]), meant[:1])
    assert prepare_scenes([boxed], 3, tmp_path / "pack", 1) > 0
    assert prepare_scenes([boxed], 3, tmp_path / "pack", 1) == 0
    pixels, boxes, kept = load_views(tmp_path / "pack")
    assert pixels.shape[1:] == (3, 320, 320) and boxes.shape[1:] == (6, 4)
    assert set(map(tuple, kept[:, 0].tolist())) <= set(map(tuple, meant.tolist()))

    classes = np.full((240, 320), UNKNOWN, np.uint8)
    classes[40:200, 40:280] = 0
    sample = mapped_view(Scene(boxed.path, meant=meant, classes=classes), Image.open(boxed.path), np.random.default_rng(1))
    assert sample is not None and len(sample[1]) == len(sample[2]) > 0


def test_only_a_part_that_can_have_the_damage_is_answered() -> None:
    chances = np.zeros((2, len(PARTS)))
    chances[:, PARTS.index("bumper_front")], chances[:, PARTS.index("head_light_left")] = 0.7, 0.3
    lamp, scratch = answers(chances, ["broken_light", "scratch"], ["head_light_left", "bumper"])
    assert (lamp["part"], lamp["side"], lamp["part_right"], lamp["side_right"]) == ("head_light", "left", True, True)
    assert scratch["part"] == "bumper_front" and scratch["part_right"] and scratch["side_right"] is None


def test_the_coverage_is_the_largest_share_that_is_right_often_enough() -> None:
    told = coverage_at(np.array([1, 1, 0, 1, 0]), np.array([0.9, 0.8, 0.7, 0.6, 0.5]), 0.75)
    assert told == {"named": 0.8, "right": 0.75, "from": 0.6}


def test_mirroring_twice_gives_the_part_itself() -> None:
    assert [MIRRORED[index] for index in MIRRORED] == list(range(len(PARTS)))


class Halves(torch.nn.Module):
    """Calls what lies left in the picture one part and what lies right another, whatever it shows."""

    def __init__(self, left: str, right: str, surely: float = 12.0) -> None:
        super().__init__()
        self.parts, self.surely = (PARTS.index(left), PARTS.index(right)), surely

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        cells = pixels.shape[-1] // 16
        logits = torch.zeros(len(pixels), len(PARTS), cells, cells)
        logits[:, self.parts[0], :, : cells // 2] = self.surely
        logits[:, self.parts[1], :, cells // 2 :] = self.surely
        return logits


def test_networks_label_a_photo_together_with_its_mirrored_copy() -> None:
    picture = Image.new("RGB", (320, 320), (90, 90, 90))
    boxes = np.array([[0.0, 0, 150, 300], [170, 0, 320, 300]])
    net = Halves("door_front_left", "door_front_right")
    left, right = chances_on([net, net], picture, boxes, torch.device("cpu"))
    assert label_of(left) == "door_front_left" and label_of(right) == "door_front_right"  # mirrored it says the same
    torn = chances_on([Halves("hood", "hood"), Halves("roof", "roof")], picture, boxes[:1], torch.device("cpu"))[0]
    assert set((label_of(torn) or "").split("+")) == {"hood", "roof"}
    assert label_of(np.full(len(PARTS), 1 / len(PARTS))) is None


def test_only_close_training_photos_without_a_label_by_eye_are_labeled() -> None:
    def photo(number: int, split: str, side: float) -> tuple[dict, dict]:
        image = {"id": number, "file_name": f"new_{number}.webp", "split": split, "width": 640, "height": 480}
        return image, {"image_id": number, "bbox": [0, 0, side, 20]}

    images, annotations = zip(photo(1, "train", 300), photo(2, "train", 60), photo(3, "val", 300))
    assert unlabeled({"images": images, "annotations": annotations}) == [("new_1.webp", [[0, 0, 300, 20]])]


def test_the_exported_file_of_two_networks_gives_the_mean_of_their_logits() -> None:
    pixels = torch.zeros(1, 3, 320, 320)
    pair = ExportedCloseUps([Halves("hood", "hood", 8.0), Halves("roof", "roof", 4.0)], temperature=2.0)
    answer = pair(pixels)
    assert answer[0, PARTS.index("hood"), 0, 0] == 2 and answer[0, PARTS.index("roof"), 0, 0] == 1


def test_a_wheel_of_a_damaged_vehicle_is_on_the_side_that_is_seen(tmp_path) -> None:
    Image.new("RGB", (80, 60)).save(tmp_path / "a.png")
    wheel, heap = [10, 10, 40, 10, 40, 50, 10, 50], [60, 10, 75, 10, 75, 30, 60, 30]
    photo = {"split": "train", "view": "front_left", "outlines": {"wheel": [wheel]}, "open": [heap]}
    (tmp_path / "labels.json").write_text(json.dumps({"photos": {"a.png": photo, "b.png": photo | {"split": "val"}}}))
    [scene] = damaged(tmp_path / "labels.json", ["background", "hood", "wheel"], tmp_path)
    assert names(scene.meant[scene.classes[30, 20]]) == ["wheel_front_left", "wheel_back_left"]
    assert scene.classes[20, 70] == UNKNOWN == scene.classes[58, 5]
    assert mapped_view(scene, Image.open(tmp_path / "a.png"), np.random.default_rng(0)) is not None


def test_views_that_were_not_prepared_are_named_with_the_cure(tmp_path) -> None:
    with pytest.raises(SystemExit, match="prepare_close_ups --only of_sources"):
        load_views(tmp_path / "of_sources")
