import json
from pathlib import Path

import numpy as np
import torch

from walkaround_training.augmentation.device_set import DeviceSet
from walkaround_training.augmentation.find_crops import find_crops
from walkaround_training.data.config import load_config
from walkaround_training.data.find_samples import ANY, ANYWHERE, LABELED, TYPES, FindSamples, judged
from walkaround_training.data.images import GRAY
from walkaround_training.data.onnx_session import session_for
from walkaround_training.data.pack import save_pack
from walkaround_training.data.vocabulary import DAMAGE_TYPES, IGNORE_BOX, NO_BOX
from walkaround_training.evaluation.find_figures import find_figures
from walkaround_training.exporters.manifest import input_contract
from walkaround_training.exporters.manifest_entries import second_opinion_entry
from walkaround_training.exporters.onnx_file import write_onnx
from walkaround_training.exporters.trained_nets import exported_net
from walkaround_training.nets.checkpoint import load_checkpoint
from walkaround_training.nets.detector import Detector, normalized
from walkaround_training.nets.second_opinion_net import OPINIONS, SIZE, ExportedSecondOpinion, SecondOpinionNet
from walkaround_training.trainers.train_second_opinion import draw_weights, groups_of, known_without_doubt, train_second_opinion

CONFIG = Path(__file__).parent.parent / "configs" / "second-opinion" / "19a.toml"
SCRATCH, DENT = DAMAGE_TYPES.index("scratch"), DAMAGE_TYPES.index("dent")
ALL = np.ones(TYPES, bool)


def photo(box: list[int], width: int = 640, height: int = 480, size: int = 640) -> DeviceSet:
    """A light photo with a dark box."""
    images = torch.full((1, size, size, 3), GRAY, dtype=torch.uint8)
    images[0, :height, :width] = 214
    left, top, right, bottom = box
    images[0, top:bottom, left:right] = 14
    none = torch.zeros(1)
    return DeviceSet(
        images, torch.tensor([[width, height]]), none, none, none, none, none, none, none, none, none, torch.device("cpu")
    )


def crops_of(box: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
    both = find_crops(photo(box), torch.tensor([0]), torch.tensor([box]).float(), 0.0)
    assert both.shape == (1, 3, SIZE, 2 * SIZE)
    return both[0, 0, :, :SIZE], both[0, 0, :, SIZE:]


def dark_columns(crop: torch.Tensor) -> tuple[int, int]:
    columns = (crop[SIZE // 2] < GRAY).nonzero()[:, 0]
    return int(columns[0]), int(columns[-1])


def test_both_crops_have_the_find_in_the_middle_the_close_one_larger():
    near, far = crops_of([200, 160, 300, 220])
    for crop, side in ((near, 160), (far, 400)):  # 1.6 and 4 times its longer side
        half = 100 / side * SIZE / 2
        first, last = dark_columns(crop)
        assert abs(first - (SIZE / 2 - half)) <= 1 and abs(last - (SIZE / 2 + half)) <= 1


def test_the_crops_of_a_small_find_show_some_of_the_vehicle():
    near, far = crops_of([300, 240, 318, 258])
    for crop, side in ((near, 72), (far, 320)):
        first, last = dark_columns(crop)
        assert abs(last - first + 1 - 18 / side * SIZE) <= 2


def test_the_crops_of_a_large_find_hardly_leave_the_photo():
    _, far = crops_of([20, 20, 620, 460])
    first, last = dark_columns(far)
    assert abs(last - first + 1 - 600 / (1.3 * 600) * SIZE) <= 2


def test_what_is_around_the_find_is_dimmed():
    near, _ = crops_of([200, 160, 300, 260])
    half = 100 / 160 * SIZE / 2
    middle, beside, outside = (near[SIZE // 2, SIZE // 2 + round(away)] for away in (0, half * 1.05, half * 1.2))
    assert [round(float(value)) for value in (middle, beside, outside)] == [14, 214, round(GRAY + 0.55 * (214 - GRAY))]


def said_of(box: list[float], labels: list[tuple[int, list[float]]], searched: np.ndarray = ALL) -> list[bool | None]:
    """Scratch, dent and any damage: None where the labels do not tell."""
    places = np.array([place for _, place in labels] + [[0.0] * 4])
    damaged, known = judged(np.array([box]), places, np.array([label for label, _ in labels] + [NO_BOX]), searched)
    return [bool(damaged[0, column]) if known[0, column] else None for column in (SCRATCH, DENT, ANY)]


def test_a_find_lies_on_the_damage_that_it_overlaps():
    dent = [(DENT, [100.0, 100, 200, 200])]
    assert said_of([110, 110, 210, 210], dent) == [False, True, True]
    assert said_of([120, 120, 160, 160], dent) == [False, True, True]  # a part of it
    assert said_of([400, 100, 500, 200], dent) == [False, False, False]


def test_nobody_knows_of_a_find_that_only_touches_a_damage_or_is_in_an_area_of_unknown_ones():
    assert said_of([180, 100, 280, 200], [(DENT, [100.0, 100, 200, 200])]) == [False, None, None]
    assert said_of([110, 110, 210, 210], [(IGNORE_BOX, [100.0, 100, 200, 200])]) == [None, None, True]


def test_nobody_knows_of_types_that_the_source_does_not_label():
    only_dents = np.arange(TYPES) == DENT
    assert said_of([400, 100, 500, 200], [], only_dents) == [None, False, None]
    assert judged(np.zeros((0, 4)), np.zeros((1, 4)), np.array([NO_BOX]), ALL)[0].shape == (0, TYPES + 1)


def test_each_group_has_its_share_of_the_draws():
    #            on a damage: found, labeled, rare | beside: sure, unsure | intact | at random | held out
    picture = torch.tensor([0, 0, 0, 0, 0, 1, 1, 2])
    kind = torch.tensor([DENT, DENT, SCRATCH, DENT, DENT, DENT, DENT, DENT])
    origin = torch.tensor([0, LABELED, 1, 0, 1, 0, ANYWHERE, 0])
    score = torch.tensor([0.5, 0, 0.5, 0.64, 0.16, 0.5, 0, 0.5])
    damaged = torch.zeros(8, TYPES + 1, dtype=torch.bool)
    damaged[[0, 1], DENT] = damaged[2, SCRATCH] = True
    samples = FindSamples(picture, kind, torch.zeros(8, 4), score, origin, damaged, torch.ones(8, TYPES + 1, dtype=torch.bool))
    draws = draw_weights(groups_of(samples, picture < 2), [0.4, 0.3, 0.2, 0.1])
    root = 2**0.5
    rare = 0.4 / (1 + root)
    expected = [rare / root, rare / root, rare, 0.2, 0.1, 0.2, 0.1, 0]
    assert torch.allclose(draws, torch.tensor(expected), atol=1e-5)


def test_a_find_that_looks_like_a_damage_without_a_label_is_not_taught_as_intact():
    found = torch.tensor([0, 1])
    damaged, known = torch.zeros(2, 2, TYPES + 1, dtype=torch.bool)
    known[:], damaged[1, DENT] = True, True
    opinions = torch.zeros(2, TYPES + 1)
    opinions[:, DENT], opinions[:, SCRATCH] = 0.61, 0.6
    samples = FindSamples(found, found * 0 + DENT, torch.zeros(2, 4), torch.zeros(2), found, damaged, known)
    doubted = (~known_without_doubt(samples, opinions, 0.6)).nonzero().tolist()
    assert doubted == [[0, DENT]]


def test_figures_compare_the_opinion_with_the_score():
    right = np.array([True, False, True, False])
    figures = find_figures(right, np.array([0.4, 0.5, 0.3, 0.2]), np.array([0.9, 0.2, 0.8, 0.1]))
    assert figures["finds"] == 4 and figures["on_damage"] == 2
    assert figures["area_under_curve"] == {"damage_model": 0.5, "second_opinion": 1, "both": 1}
    assert find_figures(right, np.zeros(4), np.zeros(4))["area_under_curve"]["both"] == 0.5
    assert figures["recall"] == {"damage_model": 0, "second_opinion": 1, "both": 1}


def test_the_file_answers_as_the_net(tmp_path):
    torch.manual_seed(0)
    net = SecondOpinionNet("lite0", TYPES).eval()
    with torch.no_grad():
        net.to_answers.weight *= 30
        net.to_answers.bias += torch.linspace(-8, 8, TYPES + 1)  # some answers are surer than what counts
    types = [DAMAGE_TYPES.index(name) for name in OPINIONS]
    file = tmp_path / "second_opinion.onnx"
    write_onnx(ExportedSecondOpinion(net, types), 2 * SIZE, list(OPINIONS), file)
    image = np.random.default_rng(0).uniform(0, 255, (1, 3, SIZE, 2 * SIZE)).astype(np.float32)
    answers = session_for(file, 1).run(None, {"image": image})
    for kind, answer in zip(types, answers):
        found = torch.eye(TYPES)[[kind]]
        with torch.no_grad():
            sure = net(normalized(torch.from_numpy(image)), found)[0].sigmoid().clamp(0.02, 0.98).logit()
        assert answer.shape == (1, 1)
        assert abs(answer[0, 0] - float(((0.5 * sure[kind] + 0.25 * sure[ANY]) / 0.75).sigmoid())) < 0.01
    assert len({round(float(answer[0, 0]), 2) for answer in answers}) > 1
    entry = second_opinion_entry({"finds": 1}, input_contract(file))
    assert entry["input"]["shape"] == [1, 3, 512, 512] and entry["input"]["multiple"] == 256
    assert entry["outputs"] == list(entry["attributes"]) == list(OPINIONS)


def made_up_pack(folder: Path) -> None:
    count, size = 6, 64
    random = np.random.default_rng(0)
    labels = np.full((count, 2), NO_BOX)
    labels[::2, 0] = DENT
    boxes = np.zeros((count, 2, 4), np.float32)
    boxes[::2, 0] = [16, 16, 48, 48]
    arrays = {
        "images": random.integers(0, 255, (count, size, size, 3), np.uint8),
        "extent": np.full((count, 2), size, np.float32),
        "boxes": boxes,
        "labels": labels,
        "outlines": np.full((count, 2), -1),
        "masks": np.zeros((0, size // 4, size // 4), np.uint8),
        "known": np.ones((count, TYPES), bool),
        "car": np.zeros((count, 4), np.float32),
        "stretched": np.zeros(count, bool),
        "weight": np.ones(count, np.float32),
    }
    meta = [{"split": "val" if n >= 4 else "train", "source": "made-up", "group": n // 2} for n in range(count)]
    save_pack(folder, "damage", {"meta": meta}, arrays)


def eager_detector(path: Path) -> None:
    """It finds a dent everywhere."""
    torch.manual_seed(0)
    net = Detector("lite0", TYPES, 32)
    for conv in net.to_types:
        conv.bias.data = torch.where(torch.arange(TYPES) == DENT, 0.0, -10.0)
    torch.save({"weights": net.state_dict(), "model": {"backbone": "lite0", "width": 32}, "types": list(DAMAGE_TYPES)}, path)


def test_a_short_training_leaves_weights_and_a_report(tmp_path, monkeypatch):
    monkeypatch.setattr("walkaround_training.evaluation.find_figures.MOST", 3)
    made_up_pack(tmp_path / "pack")
    damage, out = tmp_path / "damage.pt", tmp_path / "run"
    eager_detector(damage)
    config = load_config(CONFIG)
    config["train"]["batch"] = 2
    train_second_opinion(config, tmp_path / "pack", None, damage, [[damage, damage], [damage]], out, 2)
    report = json.loads((out / "report.json").read_text())
    assert report["finds"] > 0
    log = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert all(np.isfinite(entry["loss"]) for entry in log if "loss" in entry) and log[-1]["step"] == 2
    net, outputs = exported_net([load_checkpoint(out / "weights.pt")], [], None)
    assert outputs == list(OPINIONS)
    assert all(0 < float(answer) < 1 for answer in net(torch.zeros(1, 3, SIZE, 2 * SIZE)))
