import json
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from walkaround_training.appearance_effects import EFFECTS
from walkaround_training.appearance_labels import KINDS, Appearances, read_appearances
from walkaround_training.appearance_rows import Host, Row, beside_damage, looked_at, made_up_rows
from walkaround_training.box_detector import BoxDetector
from walkaround_training.device_set import on_device
from walkaround_training.evaluate_appearances import figures
from walkaround_training.labels import IGNORE_BOX
from walkaround_training.pack import load_damage
from walkaround_training.prepare_appearances import weights, write
from walkaround_training.synth_appearances import made_up
from walkaround_training.train_boxes import validated


class PaintEverywhere:
    def of(self, canvas: np.ndarray) -> np.ndarray:
        return np.ones(canvas.shape[:2], bool)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_made_up_lies_on_the_paint_and_inside_its_box(kind: str) -> None:
    torch.manual_seed(3)
    grey = torch.full((1, 3, 256, 256), 0.5)
    paint = torch.zeros(1, 1, 256, 256)
    paint[..., 60:220, 30:230] = 1
    after, boxes = made_up(grey, paint, torch.rand(1, 3, 128, 128), [kind])
    change = (after - grey).abs().amax(1)[0]
    assert [name for name, _ in boxes] == [kind]
    left, top, right, bottom = (round(v) for v in boxes[0][1])
    assert float(change[:60].max()) == 0 and float(change[:, :30].max()) == 0
    assert float(change[top:bottom, left:right].sum()) > 0.5 * float(change.sum())


def test_every_kind_can_be_made_up() -> None:
    assert set(EFFECTS) == set(KINDS)


def test_without_paint_the_picture_stays_as_it_is() -> None:
    grey = torch.full((1, 3, 128, 128), 0.5)
    after, boxes = made_up(grey, torch.zeros(1, 1, 128, 128), grey, list(KINDS))
    assert boxes == [] and torch.equal(after, grey)


def test_a_kind_that_nobody_was_sure_of_is_unknown_but_its_boxes_count(tmp_path: Path) -> None:
    labels = tmp_path / "labels.json"
    entry = {"split": "train", "unsure": ["light_reflection"], "light_reflection": [[1, 2, 30, 40]]}
    labels.write_text(json.dumps({"a.png": entry}))
    picture = read_appearances(labels)[0]
    assert picture.known == [True, False, True, True] and picture.boxes == [(1, [1, 2, 30, 40])]


def test_an_intact_host_teaches_its_surroundings_on_every_second_copy(tmp_path: Path) -> None:
    Image.new("RGB", (320, 200), (120, 130, 140)).save(tmp_path / "a.png")
    host = Host("a.png", "a.png", [20.0, 20, 300, 180], [], 2, 5)
    plain, around = made_up_rows(host, tmp_path, PaintEverywhere(), 160)
    assert plain.known == [True, False, True, False] and around.known == [True] * 4
    assert IGNORE_BOX not in [kind for kind, _ in plain.boxes]
    assert (plain.canvas[101:] == 114).all()  # nothing below the picture
    assert (IGNORE_BOX, [10.0, 10.0, 150.0, 90.0]) in around.boxes


def test_nothing_is_made_up_on_a_damage(tmp_path: Path) -> None:
    Image.new("RGB", (160, 160), (120, 130, 140)).save(tmp_path / "a.png")
    host = Host("a.png", "a.png", None, [[0.0, 0, 80, 160]], 3, 5)
    for row in made_up_rows(host, tmp_path, PaintEverywhere(), 160):
        assert (row.canvas[:, :79] == (120, 130, 140)).all()


def test_each_origin_is_drawn_by_its_share() -> None:
    rows = [Row("", split, origin, np.zeros(1), (1, 1), []) for split, origin in
            [("train", "looked_at"), ("train", "made_up"), ("train", "made_up"), ("val", "looked_at")]]  # fmt: skip
    assert weights(rows, {"looked_at": 0.5, "made_up": 0.5}).tolist() == [0.5, 0.25, 0.25, 0]


def test_a_pack_of_all_origins_can_be_validated_kind_by_kind(tmp_path: Path) -> None:
    Image.new("RGB", (128, 96), (120, 130, 140)).save(tmp_path / "a.png")
    labels = tmp_path / "labels.json"
    labels.write_text(json.dumps({"a.png": {"split": "val", "unsure": ["shadow"], "dirt": [[10, 10, 60, 50]]}}))
    rows = [
        looked_at(read_appearances(labels)[0], tmp_path, 128),
        beside_damage("a.png", [5, 5, 40, 40], tmp_path, 128),
    ]
    write(rows, {"size": 128, "shares": {"damage": 1.0}}, tmp_path / "pack")
    pack = load_damage(tmp_path / "pack")
    assert pack.weight.tolist() == [0, 1] and pack.labels.tolist() == [[0], [-1]]
    torch.manual_seed(0)
    ap = validated(BoxDetector(4, 32).shorten().eval(), on_device(pack, torch.device("cpu")), pack)
    assert len(ap) == 4 and ap[0] >= 0 and np.isnan(ap[1:]).all()


def test_the_threshold_is_the_lowest_at_which_half_of_the_judged_finds_are_right() -> None:
    verdicts = ["right"] * 6 + ["wrong"] * 4 + ["unclear"] * 3
    judged = [{"score": f"{0.9 - n / 100:.2f}", "verdict": verdict} for n, verdict in enumerate(verdicts)]
    box = np.array([[0.0, 0, 10, 10], [50, 50, 60, 60]])
    finds = {"a.png": [(box, np.array([0.9, 0.55]))]}
    labelled = [Appearances("a.png", "val", [(0, [0, 0, 10, 10]), (0, [50, 50, 60, 60])], [False] * 4)]
    report = figures(judged, finds, 0, labelled)
    assert report["threshold"] == 0.79 and report["precision"] == 0.5 and report["finds"] == 12
    assert report["labelled"] == 2 and report["recall"] == 0.5


def test_a_kind_that_is_mostly_wrong_or_hardly_found_gets_no_threshold() -> None:
    for verdict, count in (("wrong", 20), ("right", 3)):
        assert figures([{"score": "0.9", "verdict": verdict}] * count, {}, 0, [])["threshold"] is None
