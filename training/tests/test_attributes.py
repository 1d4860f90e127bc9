"""Run with `python -m pytest` from the training folder."""

import io

import numpy as np
import pytest
import torch
from PIL import Image

from walkaround_training.augmentation.attribute_views import cropped_views, on_device, on_gray, whole_views
from walkaround_training.data.attribute_labels import Row
from walkaround_training.data.attributes_pack import BODY, CELLS, Entry, load_attributes, save_attributes
from walkaround_training.data.images import GRAY, letterboxed
from walkaround_training.data.prepare_attributes import index_of, vehicle_box
from walkaround_training.degradation.degrade import ORDER, degraded, random_strengths
from walkaround_training.evaluation.attribute_figures import area_under_curve, figures, fitted_abstention, rank_correlation
from walkaround_training.evaluation.evaluate_attributes import is_learned
from walkaround_training.losses.attributes_loss import attributes_loss
from walkaround_training.nets.attributes_net import AttributesNet, ExportedAttributes

VIEWS = {"viewpoint": ["front", "left", "right"], "whole": ["no", "yes"], **{name: [] for name in ORDER}}


def picture(width: int, height: int) -> Image.Image:
    """Half red, half blue, with a pattern that blur would take away."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 2, 0] = 200
    pixels[:, width // 2 :, 2] = 200
    pixels[::4, ::4] = 90
    return Image.fromarray(pixels)


def packed(tmp_path, box=(0.25, 0.25, 0.75, 0.75)):
    stored = io.BytesIO()
    picture(120, 80).save(stored, "webp", lossless=True)
    body = np.full((CELLS, CELLS), BODY, np.uint8)
    entry = Entry("a.webp", "train", "a", stored.getvalue(), [1, 1], [0.0] * len(ORDER), True, True, box, body)
    save_attributes(tmp_path, VIEWS, [entry, entry])
    return load_attributes(tmp_path)


def test_a_pack_gives_back_what_went_in(tmp_path) -> None:
    pack = packed(tmp_path)
    assert [m["file"] for m in pack.meta] == ["a.webp", "a.webp"]
    assert pack.classified == ["viewpoint", "whole"] and pack.scored == list(ORDER)
    assert np.array_equal(pack.decoded(120)[0][1], letterboxed(picture(120, 80), 120)[0])


def test_an_empty_folder_says_how_to_make_a_pack(tmp_path) -> None:
    with pytest.raises(SystemExit, match="prepare"):
        load_attributes(tmp_path)


def test_the_whole_view_is_what_the_service_shows_the_net(tmp_path) -> None:
    data = on_device(packed(tmp_path), 120, torch.device("cpu"))
    seen = (on_gray(whole_views(data, torch.tensor([0]), 120)) + 1) * 127.5
    assert np.abs(seen[0].permute(1, 2, 0).numpy() - letterboxed(picture(120, 80), 120)[0]).max() < 1
    assert (seen[0, :, 80:] == GRAY).all()


def test_mirroring_swaps_the_sides_and_the_pixels(tmp_path) -> None:
    data = on_device(packed(tmp_path), 120, torch.device("cpu"))
    full, still = torch.tensor([[0.0, 0.0, 1.0, 1.0]]), torch.zeros(1)
    views = cropped_views(data, torch.tensor([0]), full, still, torch.tensor([True]), 120)
    assert VIEWS["viewpoint"][views.labels[0, 0]] == "right"
    assert views.pixels[0, 2, 41, 5] > 0.5 and views.pixels[0, 0, 41, 100] > 0.5


@pytest.mark.parametrize(("left", "expected"), [(0.2, 1), (0.27, -1), (0.32, 0)])
def test_a_crop_into_the_vehicle_is_not_whole_and_a_graze_is_not_asked(tmp_path, left: float, expected: int) -> None:
    data = on_device(packed(tmp_path), 120, torch.device("cpu"))
    crop, still = torch.tensor([[left, 0.0, 1.0, 1.0]]), torch.zeros(1)
    assert cropped_views(data, torch.tensor([0]), crop, still, still.bool(), 120).labels[0, 1] == expected


def test_the_viewpoint_of_a_vehicle_mostly_cut_away_is_not_asked(tmp_path) -> None:
    data = on_device(packed(tmp_path), 120, torch.device("cpu"))
    still = torch.zeros(1)
    views = cropped_views(data, torch.tensor([0]), torch.tensor([[0.6, 0.0, 1.0, 1.0]]), still, still.bool(), 120)
    assert views.labels[0, 0] == -1


def test_an_unknown_label_costs_nothing() -> None:
    loud = [torch.tensor([[9.0, -9.0]]), torch.tensor([[9.0]])]
    unknown = attributes_loss(loud, torch.tensor([[-1]]), torch.tensor([[torch.nan]]), [torch.ones(2)], 1.0)
    known = attributes_loss(loud, torch.tensor([[1]]), torch.tensor([[0.0]]), [torch.ones(2)], 1.0)
    assert unknown == 0 and known > 5


@pytest.mark.parametrize("name", ORDER)
def test_every_fault_changes_the_photo_more_when_stronger(tmp_path, name: str) -> None:
    data = on_device(packed(tmp_path), 120, torch.device("cpu"))
    views = whole_views(data, torch.tensor([0, 1]), 120)
    changes = []
    for strength in (0.35, 1.0):
        torch.manual_seed(0)
        strengths = torch.zeros(2, len(ORDER))
        strengths[0, ORDER.index(name)] = strength
        pixels = degraded(views, strengths, list(ORDER), data.close)
        assert torch.equal(pixels[1], views.pixels[1].clamp(0, 1)) and pixels.isfinite().all()
        changes.append(float((pixels[0] - views.pixels[0])[:, :80].abs().mean()))
    assert 0.001 < changes[0] < changes[1]


def test_no_photo_is_too_bright_and_too_dark_at_once() -> None:
    torch.manual_seed(0)
    strengths = random_strengths(4000, list(ORDER), 0.2, torch.device("cpu"))
    bright, dark = (strengths[:, ORDER.index(name)] > 0 for name in ("overexposure", "underexposure"))
    assert not (bright & dark).any() and bright.any() and dark.any()
    assert 0.15 < float((strengths.sum(1) == 0).float().mean()) < 0.25


def test_the_exported_network_answers_with_shares_and_scores() -> None:
    net = ExportedAttributes(AttributesNet("lite0", {"tyre": 2, "dirtiness": 1}).eval())
    with torch.no_grad():
        tyre, dirtiness = net(torch.full((1, 3, 64, 64), 114.0))
    assert tyre.shape == (1, 2) and float(tyre.sum()) == pytest.approx(1, abs=1e-5)
    assert dirtiness.shape == (1, 1) and 0 <= float(dirtiness) <= 1


def test_a_label_the_configuration_does_not_know_is_refused() -> None:
    row = Row("a.jpg", None, "train", {"tyre": "SQUARE"})
    with pytest.raises(SystemExit, match="SQUARE"):
        index_of(row, "tyre", ["FLAT", "INFLATED"], {"masked": ["UNKNOWN"]})


@pytest.mark.parametrize(("split", "expected"), [("train", 0), ("val", -1)])
def test_what_the_eye_was_not_sure_of_is_learned_but_not_judged(split: str, expected: int) -> None:
    row = Row("a.jpg", None, split, {"tyre": "FLAT"}, unsure=True)
    assert index_of(row, "tyre", ["FLAT", "INFLATED"], {"masked": ["UNKNOWN"]}) == expected


def test_an_attribute_that_only_ever_gets_the_common_label_is_not_told() -> None:
    always_first = np.tile([0.9, 0.1], (20, 1))
    found = figures(always_first, np.array([0] * 18 + [1] * 2), ["NOT_DAMAGED", "DAMAGED"], 0.0)
    assert found["accuracy"] == 0.9 and not is_learned(found)


def test_the_box_of_a_vehicle_is_a_share_of_its_picture() -> None:
    seen = np.zeros((CELLS, CELLS), np.uint8)
    seen[10:30, 20:60] = BODY  # on the square around a picture twice as wide as high
    assert vehicle_box(picture(160, 80), None, seen) == pytest.approx((0.25, 0.25, 0.75, 0.75))


def test_abstaining_keeps_the_answers_that_are_right_often_enough() -> None:
    answers = np.array([[0.9, 0.1], [0.8, 0.2], [0.6, 0.4], [0.55, 0.45]])
    wanted = np.array([0, 0, 1, 0])
    assert fitted_abstention(answers, wanted, 0.95) == 0.8
    told = figures(answers, wanted, ["a", "b"], 0.8)
    assert told["accuracy"] == 0.75 and told["abstaining"] == {"below": 0.8, "answered": 0.5, "accuracy": 1.0}


def test_a_score_that_orders_images_correctly_has_a_correlation_and_auc_of_one() -> None:
    strength = np.array([0.0, 0.0, 0.4, 0.9])
    assert rank_correlation(strength * 2, strength) == pytest.approx(1)
    assert area_under_curve(np.array([0.1, 0.2, 0.6, 0.5]), strength > 0) == 1
    assert area_under_curve(np.array([0.6, 0.5, 0.1, 0.2]), strength > 0) == 0
