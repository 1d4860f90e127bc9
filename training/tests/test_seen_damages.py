"""What a person saw on parts, as the damage detector learns it."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from test_part_maps import LEFT, RIGHT, batch_of

from walkaround_training.augmentation.part_maps import UNSURE, PartMaps
from walkaround_training.augmentation.seen_damages import (
    GROUPS,
    INTACT,
    OPEN,
    UNBOXED,
    SeenDamages,
    SeenInBatch,
    seen_damages,
    seen_in_batch,
    unboxed_loss,
)
from walkaround_training.data.pack import DamagePack
from walkaround_training.data.vocabulary import DAMAGE_TYPES, NO_BOX
from walkaround_training.nets.detector import anchors

SCRATCH, DENT, BROKEN = GROUPS.index(("scratch",)), GROUPS.index(("dent",)), GROUPS.index(("body_crack", "missing_piece"))


def doors() -> PartMaps:
    """A left door on the left half of one picture, a right door on nothing."""
    maps = torch.full((1, 8, 8), UNSURE, dtype=torch.uint8)
    maps[0, :, :4] = LEFT
    return PartMaps(maps, ["background", "left_door", "right_door"], torch.tensor([0, 2, 1]), torch.tensor([]), torch.tensor([]))


def told(tmp_path: Path, kinds: list[str], box: list[int], box_type: str, split: str = "train") -> torch.Tensor:
    """What the labels tell of the left door of a picture of 64 px with one box."""
    photo = {"file": "a.webp", "parts": {"left_door": kinds}, "split": split}
    (tmp_path / "states.json").write_text(json.dumps({"photos": [photo]}))
    pack = DamagePack(
        meta=[{"file_name": "folder/a.webp"}],
        images=np.zeros((1, 64, 64, 3), np.uint8),
        boxes=np.array([[box]], np.float32),
        labels=np.array([[DAMAGE_TYPES.index(box_type) if box_type else NO_BOX]]),
        **dict.fromkeys(("extent", "outlines", "masks", "known", "car", "stretched", "weight"), np.zeros(1)),
    )
    return seen_damages(tmp_path / "states.json", pack, doors()).told[0, LEFT]


def test_a_damage_without_a_box_on_its_part_is_unboxed(tmp_path: Path) -> None:
    away = [40, 40, 60, 60]
    assert told(tmp_path, ["scratch"], away, "scratch")[[SCRATCH, DENT, BROKEN]].tolist() == [UNBOXED, INTACT, INTACT]


def test_a_box_of_its_type_on_the_part_tells_more(tmp_path: Path) -> None:
    assert told(tmp_path, ["scratch", "dent"], [4, 4, 20, 20], "scratch")[[SCRATCH, DENT]].tolist() == [OPEN, UNBOXED]
    # a smashed spot is no place to look for a dent that nobody boxed
    assert told(tmp_path, ["dent"], [4, 4, 20, 20], "smash")[DENT] == OPEN


def test_photos_held_out_tell_nothing(tmp_path: Path) -> None:
    assert not told(tmp_path, ["scratch"], [0, 0, 0, 0], "", split="val").any()


def left_door_scratched(flip: bool) -> SeenInBatch:
    """A picture that fills the sample, whose left door has a scratch that nobody boxed."""
    part_maps = doors()
    states = torch.zeros(1, 4, len(GROUPS), dtype=torch.uint8)
    states[0, LEFT, SCRATCH] = UNBOXED
    cells = torch.tensor([[32, 0, 32, 0]])
    batch = batch_of(flip)
    batch.pixels, batch.center = torch.zeros(1, 3, 64, 64), torch.full((1, 2), 64.0)
    return seen_in_batch(SeenDamages(states, cells, part_maps), batch, *anchors(64), 64)


@pytest.mark.parametrize("flip", [False, True])
def test_the_part_is_told_where_the_sample_shows_it(flip: bool) -> None:
    seen = left_door_scratched(flip)
    centers, _ = anchors(64)
    on_door = (centers[:, 0] > 32) == flip
    assert (seen.told[0, on_door, DAMAGE_TYPES.index("scratch")] == UNBOXED).all()
    assert (seen.told[0, ~on_door] == OPEN).all()
    assert seen.unboxed.nonzero().tolist() == [[0, RIGHT if flip else LEFT, SCRATCH]]


def test_the_surest_anchor_of_the_part_has_to_see_the_damage() -> None:
    seen = left_door_scratched(flip=False)
    centers, _ = anchors(64)
    logits = torch.full((1, len(centers), len(DAMAGE_TYPES)), -9.0, requires_grad=True)
    loss = unboxed_loss(logits, seen)
    assert loss > 4
    loss.backward()
    with_gradient = logits.grad.abs().sum((0, 2)).nonzero()[:, 0]
    assert len(with_gradient) and (centers[with_gradient, 0] < 32).all()

    sure = logits.detach().clone()
    sure[0, int((centers[:, 0] < 32).nonzero()[0]), DAMAGE_TYPES.index("scratch")] = 1.0
    assert unboxed_loss(sure, seen) == 0
