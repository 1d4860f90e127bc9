"""The damage model taught on with an operator's own photos."""

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from walkaround_training.data.vocabulary import DAMAGE_TYPES
from walkaround_training.evaluation.calibration import IDENTITY, calibrated
from walkaround_training.evaluation.evaluate_damage import per_type
from walkaround_training.evaluation.inference import Detections
from walkaround_training.evaluation.matching import match_detections
from walkaround_training.evaluation.thresholds import NEVER
from walkaround_training.evaluation.tiers import Tiers
from walkaround_training.own.card import card, percent, plot_curve
from walkaround_training.own.counts import counts_of
from walkaround_training.own.labels import held_out, read_labels, shared_weights, taught, to_learn_from
from walkaround_training.own.own_fit import after, fit_own_tiers, moved, own_calibration, shipped_calibration, shipped_tiers
from walkaround_training.own.run_own import own_version, refuse_other_settings

BOX = np.array([0, 0, 10, 10], float)
CATEGORIES = [{"id": 4, "name": "dent"}, {"id": 13, "name": "scratch"}, {"id": 20, "name": "damage_unspecified"}]


def own_set(vehicles: int = 28) -> dict:
    images = [
        {"id": n, "group": n // 2, "split": "val" if n // 2 % 4 == 3 else "train", "source": "own", "file_name": f"photos/{n}.jpg"}
        for n in range(2 * vehicles)
    ]
    annotations = [{"image_id": n, "category_id": 13, "bbox": [0, 0, 10, 10]} for n in range(2 * vehicles)]
    return {"categories": CATEGORIES, "images": images, "annotations": annotations, "hard_negatives": [{"image_id": 0}]}


def test_no_vehicle_teaches_and_sets_thresholds_or_judges() -> None:
    learned, judged = taught(own_set(), 7), held_out(own_set())
    vehicles = [
        {image["group"] for image in learned["images"] if image["split"] == split} for split in ("train", "val")
    ] + [{image["group"] for image in judged["images"]}]
    assert all(vehicles)
    assert sum(len(part) for part in vehicles) == len(set.union(*vehicles)) == 28
    assert {a["image_id"] for a in judged["annotations"]} == {image["id"] for image in judged["images"]}


def test_file_names_become_whole_paths(tmp_path: Path) -> None:
    (tmp_path / "damage.json").write_text(json.dumps(own_set()))
    assert read_labels(tmp_path)["images"][0]["file_name"] == str(tmp_path / "photos/0.jpg")


def test_of_a_public_set_an_even_sample_teaches_and_none_of_its_validation() -> None:
    sample = to_learn_from(own_set(), 10)
    assert len(sample["images"]) <= 10 and {image["split"] for image in sample["images"]} == {"train"}
    assert [image["id"] for image in sample["images"]][-1] > 40


def test_public_photos_get_their_share_of_the_samples() -> None:
    weight, public = np.array([1, 2, 0, 4, 4], np.float32), np.array([False, False, False, True, True])
    shared = shared_weights(weight, public, 0.25)
    assert shared[public].sum() / shared.sum() == pytest.approx(0.25)
    assert shared[:3].tolist() == [1, 2, 0]
    assert shared_weights(weight, np.zeros(5, bool), 0.5) is weight


def fitted_on(scores: list[float], right: bool):
    """One photo a score, each with one labeled scratch; the detection lies on it or far away."""
    images = [{"id": n, "group": n, "labelled_types": ["scratch"]} for n in range(len(scores))]
    labels = {n: {"scratch": [{"bbox": [0, 0, 10, 10]}]} for n in range(len(scores))}
    place = BOX if right else BOX + 50
    detections = {n: Detections(place[None], np.array([score]), np.array([0])) for n, score in enumerate(scores)}
    return match_detections(images, labels, detections, by_place=True)


SHIPPED = Tiers(
    {name: 0.7 if name in DAMAGE_TYPES[:2] else NEVER for name in DAMAGE_TYPES},
    {name: 0.4 if name in DAMAGE_TYPES[:2] else NEVER for name in DAMAGE_TYPES},
)


def test_where_nothing_is_shown_there_is_no_precision() -> None:
    thresholds = {name: 0.5 if name == "scratch" else NEVER for name in DAMAGE_TYPES}
    assert per_type(fitted_on([0.3, 0.4], right=True), thresholds)["scratch"]["precision"] is None
    assert per_type(fitted_on([0.3, 0.9], right=False), thresholds)["scratch"]["precision"] == 0
    assert percent(None) == "–"


def test_a_type_with_too_few_labels_keeps_the_shipped_thresholds() -> None:
    fit = fit_own_tiers(fitted_on([0.3, 0.5, 0.9] * 10, right=True), [], SHIPPED)
    assert fit.tiers.findings["dent"] == 0.7 and fit.tiers.suspicions["dent"] == 0.4
    assert fit.tiers.suspicions["scratch"] <= 0.5
    assert any("dent" in note and "scratch" not in note for note in fit.notes)


def test_where_no_threshold_is_precise_enough_the_shipped_one_stays_and_it_is_said() -> None:
    fit = fit_own_tiers(fitted_on([0.3, 0.5, 0.9] * 10, right=False), [], SHIPPED)
    assert fit.tiers.findings["scratch"] == 0.7 and fit.tiers.suspicions["scratch"] == 0.4
    assert any("scratch" in note for note in fit.notes)
    assert fit.tiers.findings["smash"] == NEVER


def test_an_alarm_on_an_intact_vehicle_raises_the_threshold_of_its_type() -> None:
    intact = [Detections(BOX[None], np.array([0.8]), np.array([0]))]
    fit = fit_own_tiers(fitted_on([0.3, 0.5, 0.9] * 10, right=True), intact, SHIPPED)
    assert fit.tiers.findings["scratch"] == 0.9


def test_few_detections_are_not_calibrated_and_thresholds_move_with_the_scores() -> None:
    assert own_calibration(fitted_on([0.5] * 20, right=True)) is IDENTITY
    many = fitted_on([0.3, 0.6, 0.9] * 100, right=False)
    lower = own_calibration(many)
    assert lower is not IDENTITY
    after = moved(SHIPPED.findings, lower)
    assert after["scratch"] < 0.7 and after["smash"] == NEVER


def test_what_was_learned_is_shown_and_not_left_to_suspicions() -> None:
    fit = fit_own_tiers(fitted_on([0.3, 0.5, 0.9] * 10, right=True), [], SHIPPED)
    assert fit.tiers.findings["scratch"] == 0.3
    fewer = fit_own_tiers(fitted_on([0.3, 0.5, 0.9] * 9, right=True), [], SHIPPED)
    assert fewer.tiers.findings["scratch"] == 0.7


def test_the_own_calibration_comes_on_top_of_the_one_in_the_shipped_file() -> None:
    """Without it a candidate of few photos had raw scores against thresholds of calibrated ones, and found almost nothing."""
    shipped = shipped_calibration(Path(__file__).parents[2] / "models" / "damage.onnx")
    assert list(shipped) == list(DAMAGE_TYPES) and shipped["scratch"]["offset"] > 1
    assert after(shipped, IDENTITY) == shipped
    own = {name: {"slope": 2.0, "offset": -1.0} for name in DAMAGE_TYPES}
    both = after(shipped, own)["scratch"]
    raw, types = np.array([0.2]), np.array([0])
    assert calibrated(calibrated(raw, types, shipped), types, own) == pytest.approx(calibrated(raw, types, {**IDENTITY, "scratch": both}))


def test_the_shipped_thresholds_are_read_as_the_manifest_has_them() -> None:
    tiers = shipped_tiers({"thresholds": {"scratch": 0.7, "dent": 0.6, "smash": None}, "suspicion_thresholds": {"scratch": 0.3, "dent": None}})
    assert (tiers.findings["scratch"], tiers.suspicions["scratch"], tiers.suspicions["dent"]) == (0.7, 0.3, 0.6)
    assert tiers.findings["smash"] == NEVER


def test_a_run_goes_on_with_the_data_that_it_began_with(tmp_path: Path) -> None:
    refuse_other_settings(tmp_path / "settings.json", {"data": "a", "base": "7b"})
    refuse_other_settings(tmp_path / "settings.json", {"data": "a", "base": "7b"})
    with pytest.raises(SystemExit, match="began with another base"):
        refuse_other_settings(tmp_path / "settings.json", {"data": "a", "base": "both"})


def test_two_runs_of_a_day_have_two_versions(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    versions = [own_version("1.4.0-own.20260101.000000", date(2026, 11, 17), tmp_path / name) for name in "ab"]
    assert versions[0].startswith("1.4.0-own.20261117.") and versions[0] != versions[1]


def test_the_card_tells_the_counts_the_hash_and_the_figures() -> None:
    counts = counts_of(own_set())
    assert counts == {"photos": 56, "vehicles": 28, "intact": 0, "hard_negatives": 1, "damages": {"scratch": 56}}
    kind = {"threshold": 0.7, "precision": 0.9, "recall": 0.5, "labelled": 12}
    tier = {"by_place": {"precision": 0.9, "recall": 0.5}, "intact_photos": {"with_alarm": 1, "pictures": 30}, "per_type": {"scratch": kind}}
    text = card(
        {
            "version": "1.4.0-own.20261117.ab12cd",
            "base": {"version": "1.4.0", "text": "7b (taught on) and 12a (as shipped)"},
            "data": {"exported_at": "2026-11-01", "sha256": {"manifest.json": "f00d"}, "taught": counts, "tuned": counts, "held_out": counts, "public": None},
            "training": {"lines": ["Network 7b: 9 steps."]},
            "held_out": {"findings": tier, "suspicions": tier},
            "notes": ["Too few labels."],
            "licence": "terms",
        }
    )
    for told in ("1.4.0-own.20261117.ab12cd", "`manifest.json` `f00d`", "| scratch | 12 | 0.70 | 90 % | 50 % |", "1 of 30", "7b (taught on)", "- Too few labels."):
        assert told in text


def test_the_curve_is_a_picture_with_the_loss_and_the_figure(tmp_path: Path) -> None:
    lines = [{"step": 1, "type": 2.0, "box": 1.0}, {"step": 2, "type": 1.5}, {"event": "end", "step": 2, "own": 0.4}]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    plot_curve({"7b": tmp_path / "log.jsonl"}, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text()
