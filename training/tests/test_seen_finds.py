"""What a person saw on parts, as the second opinion learns it."""

import torch
from test_part_maps import LEFT
from test_seen_damages import BROKEN, DENT, SCRATCH, doors

from walkaround_training.augmentation.seen_damages import GROUPS, INTACT, UNBOXED, SeenDamages
from walkaround_training.augmentation.seen_finds import seen_on_finds, taught_by_persons
from walkaround_training.data.find_samples import ANY, TYPES, FindSamples
from walkaround_training.data.vocabulary import DAMAGE_TYPES

FOUND_AS = DAMAGE_TYPES.index("scratch")
ON_DOOR, BESIDE = [8.0, 8, 24, 24], [24.0, 8, 60, 24]  # the left door is the left half of 64 px


def taught(states: dict[int, int], box: list[float], opinion: float, labeled: bool = False) -> dict[int, bool | None]:
    """What a find of a scratch teaches of each type: None is nothing. The labels say that it lies on nothing, or on a scratch."""
    told = torch.zeros(1, 4, len(GROUPS), dtype=torch.uint8)
    for group, value in states.items():
        told[0, LEFT, group] = value
    damaged = torch.zeros(1, TYPES + 1, dtype=torch.bool)
    damaged[0, [FOUND_AS, ANY]] = labeled
    one = torch.zeros(1, dtype=torch.long)
    samples = FindSamples(one, one + FOUND_AS, torch.tensor([box]), torch.ones(1), one, damaged, torch.ones(1, TYPES + 1, dtype=torch.bool))
    seen = seen_on_finds(SeenDamages(told, torch.zeros(1, 4), doors()), samples, 64)
    opinions = torch.zeros(1, TYPES + 1)
    opinions[0, FOUND_AS] = opinion
    samples.known[0, DAMAGE_TYPES.index("dent")] = False  # nobody looked for dents
    taught_by_persons(samples, seen, opinions)
    return {column: bool(samples.damaged[0, column]) if samples.known[0, column] else None for column in (FOUND_AS, DAMAGE_TYPES.index("dent"), ANY)}


def test_a_find_on_an_intact_part_lies_on_nothing() -> None:
    assert list(taught({SCRATCH: INTACT, DENT: INTACT, BROKEN: INTACT}, ON_DOOR, 0.9).values()) == [False, False, False]


def test_a_find_on_a_part_with_a_damage_that_nobody_boxed_may_be_that_damage() -> None:
    assert list(taught({SCRATCH: UNBOXED}, ON_DOOR, 0.4).values()) == [None, None, None]
    assert list(taught({SCRATCH: UNBOXED}, ON_DOOR, 0.6).values()) == [True, None, True]


def test_a_find_beside_the_part_keeps_what_the_labels_say() -> None:
    assert list(taught({SCRATCH: UNBOXED}, BESIDE, 0.9).values()) == [False, None, False]


def test_a_box_of_the_data_set_is_believed_first() -> None:
    assert list(taught({SCRATCH: INTACT, DENT: INTACT, BROKEN: INTACT}, ON_DOOR, 0.1, labeled=True).values()) == [True, False, True]
