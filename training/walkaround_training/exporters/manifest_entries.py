"""The fields of a manifest entry that depend on the kind of model."""

import json
from pathlib import Path
from typing import Any

from ..nets.part_state_net import LEVELS
from ..nets.second_opinion_net import OPINIONS, SIZE
from ..parts.close_up_parts import PARTS


def detector_fields(thresholds: dict[str, float]) -> dict[str, Any]:
    return {
        "kind": "detector",
        "outputs": ["boxes", "scores", "coeffs", "protos"],
        "classes": list(thresholds),
        "thresholds": shown_from(thresholds),
        "suppression": {"iou": 0.6, "within": "type", "candidates": 400, "most": 100},
    }


def shown_from(thresholds: dict[str, float]) -> dict[str, float | None]:
    """A type that is never shown has none."""
    return {name: round(value, 4) if value < 1 else None for name, value in thresholds.items()}


def damage_entry(report: dict[str, Any], fit: Path | None) -> dict[str, Any]:
    if fit is None:
        raise SystemExit("The damage model ships with its thresholds: give --fit.")
    fitted = json.loads(fit.read_text())
    chosen = report["at_thresholds"]
    return {
        **detector_fields(fitted["thresholds"]),
        "metrics": {
            "split": report["split"],
            "main_types_ap50": report["main_types"]["ap50"],
            "cardd_six_ap50": report["cardd_six"]["ap50"],
            "outlines_ap50": report["outlines_five"]["ap50"],
            "precision": chosen["by_place"]["precision"],
            "recall": chosen["by_place"]["recall"],
            "intact_cars_with_alarm": chosen["intact_cars"]["with_alarm"],
            "intact_close_ups_alarm_share": chosen["intact_close_ups"]["share"],
            "calibration_error": report["calibration_error"]["shipped"],
        },
    }


def parts_entry(report: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": "segmenter",
        "outputs": ["logits"],
        "classes": ["background", *report["whole"]["per_part"]],
        "thresholds": {},
        "metrics": {
            "split": report["split"],
            "miou": report["whole"]["miou"],
            "miou_close_crops": report["close"]["miou"],
        },
    }


def attributes_entry(report: dict[str, Any], fit: Path | None, contract: dict[str, Any]) -> dict[str, Any]:
    if fit is None:
        raise SystemExit("The model ships with the confidence below which it does not answer: give --fit.")
    fitted = json.loads(fit.read_text())
    return {
        "kind": "attributes",
        "input": {**contract, "margin": fitted["margin"]},
        "outputs": list(fitted["attributes"]),
        "attributes": fitted["attributes"],
        "abstain_below": fitted["abstain_below"],
        "metrics": {
            "split": report["split"],
            "accuracy": {name: found["accuracy"] for name, found in report["attributes"].items()},
            "score_rank_correlation": {
                name: found["rank_correlation"] for name, found in report.get("scores", {}).items()
            },
        },
    }


def close_up_entry(report: dict[str, Any]) -> dict[str, Any]:
    judged = report["report"]["found_boxes"]
    return {
        "kind": "segmenter",
        "outputs": ["logits"],
        "classes": list(PARTS),
        "thresholds": {},
        "metrics": {"split": "val", "part_right": judged["part"]["right"], "family_right": judged["family"]["right"]},
    }


def state_entry(report: dict[str, Any]) -> dict[str, Any]:
    judged = report["reported"]
    return {
        "kind": "attributes",
        "outputs": ["vehicle_state"],
        "attributes": {"vehicle_state": list(judged["photos"])},
        "abstain_below": {"vehicle_state": 0.5},
        "metrics": {"split": "val", "accuracy": {"vehicle_state": judged["accuracy"]}, "called_severe": judged["called_severe"]},
    }


def paint_entry(report: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": "attributes",
        "outputs": ["paint_color"],
        "attributes": {"paint_color": report["colors"]},
        "abstain_below": {"paint_color": 0.5},
        "metrics": {"split": "val", "accuracy": {"paint_color": report["judged"]["right"]}},
    }


def part_states_entry(report: dict[str, Any]) -> dict[str, Any]:
    answers = [*report["average_precision"], *LEVELS]
    return {
        "kind": "attributes",
        "outputs": [*answers, "places"],
        "attributes": {answer: [] for answer in answers},
        "abstain_below": {},
        "metrics": {"split": report.get("split", "val"), "average_precision": report["average_precision"]},
    }


def second_opinion_entry(report: dict[str, Any], contract: dict[str, Any]) -> dict[str, Any]:
    """Its input is two crops side by side."""
    return {
        "kind": "attributes",
        "input": {**contract, "multiple": SIZE},
        "outputs": list(OPINIONS),
        "attributes": {name: [] for name in OPINIONS},
        "abstain_below": {},
        "metrics": {"split": "val", **report},
    }
