"""The damage detector's second task: the vehicle's parts."""

import torch

from walkaround_training.augmentation.affine import Placements
from walkaround_training.augmentation.batches import Batch
from walkaround_training.augmentation.part_maps import UNSURE, PartMaps, part_maps_of_batch
from walkaround_training.losses.part_map_loss import part_map_loss

# background, a left door, a right door
SWAPPED = torch.tensor([0, 2, 1])
LEFT, RIGHT = 2, 3


def batch_of(flip: bool) -> Batch:
    """One picture that fills the sample; the other quadrants are empty."""
    windows = torch.zeros(1, 4, 4)
    windows[0, 0] = torch.tensor([0.0, 0.0, 64.0, 64.0])
    placements = Placements(
        torch.ones(1, 4, 2), torch.zeros(1, 4, 2), torch.full((1, 4), flip), torch.full((1, 4, 2), 64.0), windows
    )
    nothing = torch.zeros(1)
    return Batch(*[nothing] * 5, placements, nothing, nothing, torch.zeros(1, 4).long())


def part_maps() -> PartMaps:
    maps = torch.full((1, 8, 8), UNSURE, dtype=torch.uint8)
    maps[0, :, :4] = LEFT
    return PartMaps(maps, ["background", "left_door", "right_door"], SWAPPED, glass=torch.tensor([]), paint=torch.tensor([]))


def test_the_map_of_a_left_door_stays_in_place() -> None:
    wanted = part_maps_of_batch(part_maps(), batch_of(flip=False), 8, 64)
    assert wanted[0, 0].tolist() == [LEFT] * 4 + [UNSURE] * 4


def test_in_a_mirrored_picture_the_left_door_is_a_right_one_on_the_other_side() -> None:
    wanted = part_maps_of_batch(part_maps(), batch_of(flip=True), 8, 64)
    assert wanted[0, 0].tolist() == [UNSURE] * 4 + [RIGHT] * 4


def test_where_the_parts_network_is_unsure_there_is_no_loss() -> None:
    right_about_the_door = torch.full((1, 3, 8, 8), -9.0)
    right_about_the_door[0, 1, :, :4] = 9.0
    right_about_the_door[0, 2, :, 4:] = 9.0
    assert part_map_loss(part_maps(), right_about_the_door, batch_of(flip=False), 64) < 1e-3
    assert part_map_loss(part_maps(), -right_about_the_door, batch_of(flip=False), 64) > 5
