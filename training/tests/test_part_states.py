import numpy as np
import torch

from walkaround_training.augmentation.device_set import DeviceSet
from walkaround_training.augmentation.part_crops import KINDS, SIZE, labeled_by_eye, part_crops, part_samples
from walkaround_training.data.images import GRAY
from walkaround_training.data.onnx_session import session_for
from walkaround_training.data.vocabulary import DAMAGE_TYPES, NO_BOX
from walkaround_training.exporters.manifest_entries import part_states_entry
from walkaround_training.exporters.onnx_file import write_onnx
from walkaround_training.nets.part_state_net import LEVELS, ExportedPartStates, PartStateNet
from walkaround_training.parts.part_state_labels import Seen, read_part_states
from walkaround_training.trainers.train_part_states import level_figures, level_loss, validation_figures

NAMES = ["background", "hood", "front_left_light"]
CELLS, SIDE = 16, 96


def scene(damages: list[tuple[str, list[float]]], labeled: tuple[str, ...]) -> tuple[DeviceSet, torch.Tensor]:
    """A hood in the upper half, a lamp at the lower left, and boxes of damages."""
    part_map = torch.zeros(1, CELLS, CELLS, dtype=torch.uint8)
    part_map[0, :8], part_map[0, 10:14, 2:6] = 2, 3
    boxes = torch.tensor([[box for _, box in damages] or [[0.0] * 4]])
    labels = torch.tensor([[DAMAGE_TYPES.index(name) for name, _ in damages] or [NO_BOX]])
    known = torch.tensor([[name in labeled for name in DAMAGE_TYPES]])
    images = torch.full((1, SIDE, SIDE, 3), 200, dtype=torch.uint8)
    extent = torch.full((1, 2), float(SIDE))
    none = torch.zeros(1)
    data = DeviceSet(
        images, extent, boxes, labels, torch.full(labels.shape, -1), torch.zeros(1, CELLS, CELLS), known,
        torch.zeros(1, 4), none.bool(), none + 1, torch.zeros(0, 2), torch.device("cpu"),
    )
    return data, part_map


def told(damages: list[tuple[str, list[float]]], labeled: tuple[str, ...]) -> list[list[bool | None]]:
    """For the hood and the lamp: each kind, or None where nobody knows."""
    data, part_map = scene(damages, labeled)
    samples = part_samples(data, part_map, NAMES)
    return [
        [bool(value) if known else None for value, known in zip(*rows)]
        for rows in zip(samples.damaged.tolist(), samples.known.tolist())
    ]


ALL = ("scratch", "dent", "missing_piece", "body_crack", "broken_light")


def test_a_damage_is_one_of_the_part_that_it_lies_on():
    assert told([("dent", [20, 10, 60, 30])], ALL)[0] == [None, True, None]
    assert told([("broken_light", [12, 60, 36, 84])], ALL) == [[False, False, False], [None, None, True]]


def test_nobody_knows_what_a_source_does_not_label_or_another_damage_covers():
    assert told([], ("scratch",)) == [[False, None, None], [None, None, None]]
    assert told([("missing_piece", [0, 40, 96, 96])], ALL)[1] == [None, None, None]
    assert told([("scratch", [0, 40, 96, 96])], ALL)[1] == [None, None, False]


def test_a_crop_shows_the_part_and_dims_what_is_around_it():
    data, part_map = scene([], ALL)
    samples = part_samples(data, part_map, NAMES)
    lamp = part_crops(data, part_map, samples, 0.0)[1]
    assert torch.allclose(lamp[:, SIZE // 2, SIZE // 2], torch.tensor(200.0))
    beside = lamp[:, SIZE // 2, SIZE - 2]
    assert (beside > GRAY).all() and (beside < 160).all()


def test_the_file_says_how_likely_each_kind_is_and_where(tmp_path):
    torch.manual_seed(0)
    net = PartStateNet("lite0", len(KINDS)).eval()
    write_onnx(ExportedPartStates(net), SIZE, [*KINDS, *LEVELS, "places"], tmp_path / "part_states.onnx")
    image = np.random.default_rng(0).uniform(0, 255, (1, 3, SIZE, SIZE)).astype(np.float32)
    *answers, places = session_for(tmp_path / "part_states.onnx", 1).run(None, {"image": image})
    assert len(answers) == len(KINDS) + len(LEVELS)
    assert all(0 < answer[0, 0] < 1 for answer in answers)
    assert places.shape == (1, len(KINDS), SIZE // 16, SIZE // 16)


def test_figures_count_only_what_is_known():
    data, part_map = scene([("dent", [20, 10, 60, 30])], ALL)
    samples = part_samples(data, part_map, NAMES)
    figures = validation_figures(samples, np.array([[0.9, 0.9, 0.9], [0.1, 0.1, 0.1]]))
    assert figures["damaged"] == {"scratch": 0, "dent": 1, "broken": 0}
    assert figures["average_precision"]["dent"] == 1


def test_what_a_person_saw_replaces_what_boxes_tell():
    data, part_map = scene([("missing_piece", [0, 40, 96, 96])], ALL)
    samples = part_samples(data, part_map, NAMES)
    seen = {("a.webp", "front_left_light"): Seen(["broken"], 2, True), ("b.webp", "hood"): Seen(["dent"], 1, False)}
    looked_at, held_out = labeled_by_eye(samples, ["a.webp"], NAMES, seen)
    assert looked_at.tolist() == held_out.tolist() == [False, True]
    assert samples.level.tolist() == [0, 2]
    assert samples.damaged[1].tolist() == [0, 0, 1] and samples.known[1].tolist() == [False, False, True]


def test_whoever_said_only_how_bad_a_damage_is_left_its_kinds_to_the_boxes(tmp_path):
    file = tmp_path / "labels.json"
    file.write_text('{"photos": [{"file": "a.webp", "levels": {"hood": 3}}]}')
    data, part_map = scene([("dent", [20, 10, 60, 30])], ALL)
    samples = part_samples(data, part_map, NAMES)
    before = samples.damaged.clone()
    labeled_by_eye(samples, ["a.webp"], NAMES, read_part_states(file))
    assert samples.level.tolist() == [3, 0] and samples.damaged.equal(before)


def test_only_damages_whose_level_somebody_said_teach_it():
    sure = torch.tensor([[9.0, -9.0], [-9.0, 9.0]])
    assert level_loss(sure, torch.tensor([2, 0])) < level_loss(sure, torch.tensor([3, 0]))
    assert level_loss(sure, torch.tensor([2, 0])) < level_loss(sure, torch.tensor([2, 1]))
    assert level_loss(sure, torch.tensor([0, 0])) == 0


def test_a_level_is_right_where_it_is_what_somebody_said():
    scores = np.array([[0.9, 0.2], [0.9, 0.9], [0.1, 0.9], [0.5, 0.5]])
    assert level_figures(np.array([2, 1, 1, 0]), scores) == {"said": 3, "right": 0.6667, "commonest": 0.6667, "two_off": 0.3333}
    assert level_figures(np.array([0, 0, 0, 0]), scores) == {}


def test_the_manifest_names_every_answer_of_the_file() -> None:
    entry = part_states_entry({"average_precision": dict.fromkeys(KINDS, 0.9), "split": "labeled_later"})
    assert entry["outputs"] == [*KINDS, *LEVELS, "places"]
    assert list(entry["attributes"]) == [*KINDS, *LEVELS]
    assert entry["metrics"]["split"] == "labeled_later"
