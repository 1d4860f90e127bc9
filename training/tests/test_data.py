"""Packs: what prepare makes of the label files."""

from pathlib import Path

import numpy as np
import pytest

from walkaround_training.data.hard_negatives import note_hard_negatives, shows_hard_negative
from walkaround_training.data.prepare_damage import draw_weights, joined, may_teach, refuse_split_groups
from walkaround_training.data.tiles import with_tiles
from walkaround_training.data.vocabulary import mirrored_part

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


def test_only_the_named_sources_teach_without_the_pictures_left_out_and_every_source_judges(tmp_path: Path) -> None:
    left_out = tmp_path / "copies.txt"
    left_out.write_text("copy.webp\n")
    settings = {"train_sources": ["open"], "left_out_pictures": str(left_out)}
    pictures = [("a.webp", "open", "train"), ("copy.webp", "open", "train"), ("b.webp", "closed", "train"), ("c.webp", "closed", "val")]
    images = [{"file_name": name, "source": source, "split": split} for name, source, split in pictures]
    assert [i["file_name"] for i in images if may_teach(i, settings)] == ["a.webp", "c.webp"]
    assert all(may_teach(i, {}) for i in images)


def test_left_and_right_change_places_in_a_mirror_and_the_hood_does_not() -> None:
    assert mirrored_part("front_left_door") == "front_right_door"
    assert mirrored_part("hood") == "hood"


def test_a_group_in_two_splits_is_refused() -> None:
    with pytest.raises(SystemExit, match="groups"):
        refuse_split_groups([{"group": 7, "split": "train"}, {"group": 7, "split": "val"}])


def test_a_picture_and_a_tile_with_a_dismissed_find_are_drawn_more_often() -> None:
    entry = {"width": 1500, "height": 768, "source": "own", "split": "train", "weak": False}
    images = [{"id": 1, **entry}, {"id": 2, **entry}]
    file = {"images": images, "annotations": [], "categories": [], "hard_negatives": [{"image_id": 1, "bbox": [10, 10, 50, 50]}]}
    note_hard_negatives(images, joined([file])["hard_negatives"])
    rows = with_tiles(images, {1: [], 2: []}, 768, IGNORED)
    assert [shows_hard_negative(row) for row in rows] == [True, False, True, False, False, False, False, False]
    settings = {"common_share": 0.15, "most_repeats": 3.0, "weak_weight": 0.5, "intact_weight": 1.8, "intact_source": "whole"}
    weights = draw_weights(rows, np.full((len(rows), 1), -1), settings)
    assert weights[0] == 2 * weights[1]
    assert weights[2] == 2 * weights[3]
