"""Every figure of the damage model's card, from its finds on validation."""

import json
from typing import Any

import numpy as np

from .alarms import alarm_count, recall_by_size
from .calibration import IDENTITY, WORTH_IT, calibrated, calibration_error, fit_calibration, held_out_error
from .coco_scores import Scorer
from .find_all import load_or_find
from .finding import Finds
from .judged import Judged, judge
from .labels import CARDD_TYPES, DAMAGE_TYPES, MAIN_TYPES
from .mistakes import mistakes
from .plots import plot_calibration, plot_precision_recall
from .thresholds import NEVER, fit_thresholds, precision_recall

OUTLINED_TYPES = ("scratch", "dent", "missing_piece", "broken_light", "broken_glass")
INTACT = "whole"
PROTOTYPE_CELLS = 192


def evaluate_damage(given: Any) -> None:
    data = json.loads(given.labels.read_text())
    images = [image for image in data["images"] if image["split"] == given.split]
    found = load_or_find(
        given.out / "finds.pickle",
        onnx=given.onnx,
        labels=given.labels,
        pictures=given.pictures,
        cars=given.cars,
        workers=given.workers,
        split=given.split,
    )
    finds: dict[int, Finds] = found["pictures"]
    labels = labels_by_image(data, images)
    judged = judge(images, labels, finds)
    raw_error, fitted_error = calibration_error(judged.scores, judged.right)[0], held_out_error(judged)
    calibration = fit_calibration(judged) if fitted_error < raw_error - WORTH_IT else IDENTITY
    for many in (finds.values(), found["close_ups"]):
        for one in many:
            one.scores = calibrated(one.scores, one.types, calibration)
    judged.scores = calibrated(judged.scores, judged.types, calibration)
    choice = fit_thresholds(judged, given.precision)
    bins = calibration_error(judged.scores, judged.right)[1]
    honest_error = raw_error if calibration is IDENTITY else fitted_error
    intact = [finds[image["id"]] for image in images if image["source"] == INTACT]
    report = {
        "split": given.split,
        "pictures": len(images),
        **average_precisions(Scorer(data, images, finds, PROTOTYPE_CELLS), {image["source"] for image in images}),
        "at_thresholds": {
            "stated_precision": given.precision,
            "precision": choice.precision,
            "recall": choice.recall,
            "per_type": per_type(judged, choice.thresholds),
            "finds_shown": mistakes(images, labels, finds, choice.thresholds),
            "intact_cars": alarm_count(intact, choice.thresholds),
            "intact_close_ups": alarm_count(found["close_ups"], choice.thresholds),
            "recall_by_size": recall_by_size(images, labels, finds, choice.thresholds),
        },
        "calibration_error": {
            "shipped": honest_error,
            "uncalibrated": raw_error,
            "fitted_on_the_other_half": fitted_error,
        },
    }
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "report.json").write_text(json.dumps(rounded(report), indent=1) + "\n")
    fit = {"calibration": calibration, "thresholds": choice.thresholds, "never": NEVER}
    (given.out / "fit.json").write_text(json.dumps(fit, indent=1) + "\n")
    plot_precision_recall(judged, choice.thresholds, given.out / "damage-precision-recall.svg")
    plot_calibration(bins, given.out / "damage-calibration.svg")
    print(json.dumps(rounded({k: v for k, v in report.items() if k not in ("per_type", "by_source")}), indent=1))


def labels_by_image(data: dict[str, Any], images: list[dict[str, Any]]) -> dict[int, dict[str, list[dict[str, Any]]]]:
    names = {category["id"]: category["name"] for category in data["categories"]}
    labels: dict[int, dict[str, list[dict[str, Any]]]] = {image["id"]: {} for image in images}
    for annotation in data["annotations"]:
        if annotation["image_id"] in labels:
            labels[annotation["image_id"]].setdefault(names[annotation["category_id"]], []).append(annotation)
    return labels


def average_precisions(scorer: Scorer, sources: set[str]) -> dict[str, Any]:
    boxes = {name: scorer.score(name) for name in DAMAGE_TYPES}
    outlines = {name: scorer.score(name, outlines=True) for name in DAMAGE_TYPES}
    by_source = {s: {name: scorer.score(name, s) for name in DAMAGE_TYPES} for s in sorted(sources - {INTACT})}

    def mean(scores: dict[str, dict[str, float]], names: tuple[str, ...], key: str) -> float:
        return float(np.nanmean([scores[name][key] for name in names]))

    return {
        "main_types": {"ap50": mean(boxes, MAIN_TYPES, "ap50"), "ap": mean(boxes, MAIN_TYPES, "ap")},
        "cardd_six": {key: mean(by_source["cardd"], CARDD_TYPES, key) for key in ("ap50", "ap")},
        "outlines_five": {"ap50": mean(outlines, OUTLINED_TYPES, "ap50")},
        "outlines_all": {"ap50": mean(outlines, DAMAGE_TYPES, "ap50")},
        "per_type": {name: {**boxes[name], "outline_ap50": outlines[name]["ap50"]} for name in DAMAGE_TYPES},
        "by_source": by_source,
    }


def per_type(judged: Judged, thresholds: dict[str, float]) -> dict[str, dict[str, Any]]:
    result = {}
    for t, name in enumerate(DAMAGE_TYPES):
        precision, recall = precision_recall(judged, thresholds, (name,))
        shown = thresholds[name] < NEVER
        result[name] = {
            "threshold": thresholds[name] if shown else None,
            "precision": precision if shown else None,
            "recall": recall,
            "labelled": int(judged.labelled[t]),
        }
    return result


def rounded(value: Any) -> Any:
    """Four digits; what cannot be said is null, as JSON has no NaN."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, float):
        return None if np.isnan(value) else round(value, 4)
    return value
