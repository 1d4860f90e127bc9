"""Extra parts: unlabeled is not background, and the figures of the labeled parts stay comparable."""

from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from walkaround_training.evaluation.evaluate_parts import DamagedCounts, PixelCounts
from walkaround_training.losses.parts_loss import parts_loss, possible_classes
from walkaround_training.nets.exported_nets import ExportedParts
from walkaround_training.parts.damaged_parts import drawn_damaged
from walkaround_training.parts.extra_parts import merged_into_hosts
from walkaround_training.parts.hull import hull
from walkaround_training.trainers.train_parts import grow_head

NAMES = ["background", "front_left_door", "front_right_door", "window_front_left", "window_front_right", "roof"]
DOOR, WINDOW, ROOF, NEAR = 1, 3, 5, len(NAMES)

Drawn = tuple[np.ndarray, np.ndarray, np.ndarray]


def logits_for(classes: list[int]) -> torch.Tensor:
    """One row of pixels that says these classes with near certainty."""
    return torch.nn.functional.one_hot(torch.tensor(classes), len(NAMES)).T[None, :, None].float() * 20


def loss(said: int, wanted: int, unknown: list[bool]) -> float:
    possible = possible_classes(unknown, NAMES)[None]
    labeled = torch.zeros(1, 1, 1, dtype=torch.long)
    return float(parts_loss(logits_for([said]), labeled, torch.tensor([[[wanted]]]), possible, 1))


def test_a_window_is_no_mistake_on_a_door_whose_window_nobody_labeled() -> None:
    assert loss(WINDOW, DOOR, [True, True, True]) < 1 < loss(WINDOW, DOOR, [False, False, False])


def test_a_roof_is_no_mistake_near_the_vehicle_unless_it_was_labeled_and_never_far_from_it() -> None:
    assert loss(ROOF, NEAR, [True, True, True]) < 1 < loss(ROOF, NEAR, [True, True, False])
    assert loss(ROOF, 0, [True, True, True]) > 1


def test_a_new_part_starts_as_what_it_lies_on_and_leaves_the_old_answers_as_they_were() -> None:
    state = {"to_classes.1.weight": torch.randn(3, 4, 1, 1), "to_classes.1.bias": torch.randn(3)}
    old = state["to_classes.1.weight"].clone()
    grow_head(state, NAMES[:3], NAMES)
    assert torch.equal(state["to_classes.1.weight"][:3], old)
    assert torch.equal(state["to_classes.1.weight"][WINDOW], old[DOOR])
    assert state["to_classes.1.bias"][WINDOW] < state["to_classes.1.bias"][DOOR]


def test_figures_of_the_labeled_parts_read_a_window_as_its_door() -> None:
    logits = logits_for([DOOR, WINDOW, ROOF])[0].numpy()
    assert merged_into_hosts(logits, logits.argmax(0), NAMES, 3).tolist() == [[DOOR, DOOR, 0]]


def test_an_extra_part_is_judged_only_where_it_is_known() -> None:
    tables = PixelCounts(NAMES, 3)
    logits, truth = logits_for([WINDOW, WINDOW])[0].numpy(), np.array([[WINDOW, DOOR]])
    tables.add(logits, np.array([[DOOR, DOOR]]), truth, [True, True, True])
    assert tables.figures()["miou_extra"] is None
    tables.add(logits, np.array([[DOOR, DOOR]]), truth, [False, True, True])
    figure = tables.figures()["extra"]["window_front_left"]
    assert (figure["iou"], figure["precision"], figure["coverage"], figure["found"]) == (0.5, 0.5, 1.0, 1)


def test_the_hull_takes_in_every_outlined_point() -> None:
    corners = np.array(hull([(0, 0), (10, 0), (10, 10), (0, 10), (5, 5), (5, 0)], 1.1))
    assert len(corners) == 4 and corners.min() < 0 and corners.max() > 10


class AlwaysSays(torch.nn.Module):
    """Stands in for a trained network, whose answer nobody could foretell."""

    def __init__(self, classes: list[int]) -> None:
        super().__init__()
        self.classes = classes

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return logits_for(self.classes)


def test_the_mean_of_two_networks_swaps_the_sides_of_the_one_that_saw_the_mirrored_picture() -> None:
    plain, mirrored = AlwaysSays([DOOR, DOOR]), AlwaysSays([ROOF, DOOR])
    share = ExportedParts([(plain, False), (mirrored, True)], NAMES)(torch.zeros(1, 3, 4, 4)).exp()[0, :, 0]
    assert share[DOOR].tolist() == pytest.approx([0.5, 0.5], abs=1e-3)
    assert share[NAMES.index("front_right_door"), 0] == pytest.approx(0.5, abs=1e-3)
    assert share[ROOF, 1] == pytest.approx(0.5, abs=1e-3)


@pytest.fixture
def damaged_photo(tmp_path: Path) -> Drawn:
    """A door with a window in it, and a heap of metal that nobody could name, on a photo of 40 × 20."""
    Image.new("RGB", (40, 20)).save(tmp_path / "photo.png")
    door, window, heap = [4, 4, 15, 4, 15, 15, 4, 15], [6, 6, 9, 6, 9, 9, 6, 9], [30, 2, 38, 2, 38, 8, 30, 8]
    photo = {"split": "train", "outlines": {"window_front_left": [window], "front_left_door": [door]}, "open": [heap]}
    return drawn_damaged(tmp_path, "photo.png", {"photo.png": photo}, NAMES, 3, 40)


def test_a_window_lies_on_the_door_of_a_damaged_vehicle_in_whatever_order_they_were_drawn(damaged_photo: Drawn) -> None:
    pixels, lower, every = damaged_photo
    assert (lower[7, 7], every[7, 7]) == (DOOR, WINDOW)
    assert (lower[12, 12], every[12, 12]) == (DOOR, DOOR)
    assert pixels.shape == (40, 40, 3)


def test_what_nobody_could_name_on_a_damaged_vehicle_teaches_nothing(damaged_photo: Drawn) -> None:
    _, lower, every = damaged_photo
    assert (lower[5, 34], every[5, 34]) == (NEAR, NEAR)
    assert (lower[18, 20], every[18, 20]) == (0, 0), "away from the vehicle is background"
    assert possible_classes([False] * 3, NAMES, damaged=True)[NEAR].all()
    assert damaged_loss(ROOF) == pytest.approx(damaged_loss(DOOR), abs=0.05)
    assert damaged_loss(DOOR) < 1


def damaged_loss(said: int) -> float:
    """Of an open pixel."""
    possible = possible_classes([False] * 3, NAMES, damaged=True)[None]
    open_pixel = torch.tensor([[[NEAR]]])
    both = torch.cat([open_pixel, torch.tensor([[[0]]])], 2)  # beside background, since a mean needs one known pixel
    return float(parts_loss(logits_for([said, 0]), both, both, possible, 3))


def test_damaged_vehicles_are_judged_where_the_truth_is_known() -> None:
    counts = DamagedCounts(NAMES)
    counts.add(logits_for([DOOR, ROOF, WINDOW, 0])[0].numpy(), np.array([[DOOR, NEAR, DOOR, DOOR]]))
    figures = counts.figures()
    assert figures["per_part"] == {"front_left_door": {"iou": 0.333, "precision": 1.0, "coverage": 0.333}}
    assert (figures["vehicle_coverage"], figures["right_of_vehicle"]) == (0.6667, 0.3333)
