"""All figures of the damage model's report, from its detections on the validation split."""

import json
from typing import Any

import numpy as np

from ..data.prepare_damage import joined
from ..data.vocabulary import CARDD_TYPES, DAMAGE_TYPES, FIRST_SOURCES, MAIN_TYPES
from .calibration import IDENTITY, MIN_GAIN, calibrated, calibration_error, fit_calibration
from .coco_scores import Scorer
from .detect_all import load_or_detect
from .error_analysis import error_counts
from .false_alarms import above_thresholds, false_alarm_count, recall_by_size
from .inference import Detections
from .matching import Matches, match_detections
from .plots import plot_calibration, plot_precision_recall
from .thresholds import NEVER, fit_thresholds, precision_recall, shown

OUTLINED_TYPES = ("scratch", "dent", "missing_piece", "broken_light", "broken_glass")
INTACT = "whole"
BENCHMARK_SOURCE = "carddval"  # official validation split; nothing is fitted on it, for comparison with papers
PROTOTYPE_CELLS = 192


def evaluate_damage(args: Any) -> None:
    """Calibration and thresholds are fitted on one half of the images; the report gives their figures on the other half."""
    data = joined([json.loads(path.read_text()) for path in args.labels])
    images = [image for image in data["images"] if image["split"] == args.split]
    found = load_or_detect(
        args.out / "detections.pickle",
        onnx=args.onnx,
        images=images,
        pictures=args.pictures,
        cars=args.cars,
        workers=args.workers,
    )
    detections: dict[int, Detections] = found["pictures"]
    labels = labels_by_image(data, images)
    to_choose_on = [image for image in images if image["source"] != BENCHMARK_SOURCE]
    matches = match_detections(to_choose_on, labels, detections, by_place=True)
    chosen_on, told_of = matches.half(even=True), matches.half(even=False)
    calibration = fit_calibration(chosen_on)
    raw_error = calibration_error(told_of.scores, told_of.correct)[0]
    fitted_error = calibration_error(calibrated(told_of.scores, told_of.types, calibration), told_of.correct)[0]
    if fitted_error > raw_error - MIN_GAIN:
        calibration = IDENTITY
    for many in (detections.values(), found["close_ups"]):
        for one in many:
            one.scores = calibrated(one.scores, one.types, calibration)
    matches = match_detections(to_choose_on, labels, detections, by_place=True)
    chosen_on, told_of = matches.half(even=True), matches.half(even=False)
    choice = fit_thresholds(chosen_on, args.precision)
    bins = calibration_error(told_of.scores, told_of.correct)[1]
    others = [image for image in to_choose_on if image["group"] % 2 == 1]
    intact = [detections[image["id"]] for image in images if image["source"] == INTACT]
    benchmark = [image for image in images if image["source"] == BENCHMARK_SOURCE]
    report = {
        "split": args.split,
        "pictures": len(images),
        **average_precisions(Scorer(data, images, detections, PROTOTYPE_CELLS), {image["source"] for image in images}),
        "at_thresholds": {
            "stated_precision": args.precision,
            "chosen_on": {"precision": choice.precision, "recall": choice.recall},
            **at_thresholds(others, labels, detections, choice.thresholds),
            "per_type": per_type(told_of, choice.thresholds),
            "finds_shown": error_counts(others, labels, detections, choice.thresholds),
            "intact_cars": false_alarm_count(intact, choice.thresholds),
            "intact_close_ups": false_alarm_count(found["close_ups"], choice.thresholds),
            "recall_by_size": recall_by_size(others, labels, detections, choice.thresholds),
        },
        "calibration_error": {
            "shipped": min(raw_error, fitted_error) if calibration is not IDENTITY else raw_error,
            "uncalibrated": raw_error,
        },
    }
    if benchmark:
        report["yardstick"] = at_thresholds(benchmark, labels, detections, choice.thresholds)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "report.json").write_text(json.dumps(rounded(report), indent=1) + "\n")
    fit = {"calibration": calibration, "thresholds": choice.thresholds, "never": NEVER}
    (args.out / "fit.json").write_text(json.dumps(fit, indent=1) + "\n")
    plot_precision_recall(told_of, choice.thresholds, args.out / "damage-precision-recall.svg")
    plot_calibration(bins, args.out / "damage-calibration.svg")
    print(json.dumps(rounded({k: v for k, v in report.items() if k not in ("per_type", "by_source")}), indent=1))


def at_thresholds(
    images: list[dict[str, Any]],
    labels: dict[int, dict[str, list[dict[str, Any]]]],
    detections: dict[int, Detections],
    thresholds: dict[str, float],
) -> dict[str, Any]:
    """Precision and recall of the main types, by place, by box and by photo."""
    result = {}
    for name, by_place in (("by_place", True), ("by_box", False)):
        matches = match_detections(images, labels, detections, by_place)
        precision, recall = precision_recall(matches, thresholds, MAIN_TYPES)
        is_shown = shown(matches, thresholds, MAIN_TYPES).any()
        result[name] = {"precision": precision if is_shown else None, "recall": recall}
    return {**result, "by_photo": by_photo(images, labels, detections, thresholds)}


def by_photo(
    images: list[dict[str, Any]],
    labels: dict[int, dict[str, list[dict[str, Any]]]],
    detections: dict[int, Detections],
    thresholds: dict[str, float],
) -> dict[str, float]:
    """Whether a photo shows a type at all."""
    said, true = [], []
    for image in images:
        found = detections[image["id"]]
        types = set(found.types[above_thresholds(found, thresholds)])
        for name in (n for n in MAIN_TYPES if n in image["labelled_types"]):
            said.append(DAMAGE_TYPES.index(name) in types)
            true.append(bool(labels[image["id"]].get(name)))
    both = sum(s and t for s, t in zip(said, true))
    return {"precision": both / max(1, sum(said)), "recall": both / max(1, sum(true))}


def labels_by_image(data: dict[str, Any], images: list[dict[str, Any]]) -> dict[int, dict[str, list[dict[str, Any]]]]:
    names = {category["id"]: category["name"] for category in data["categories"]}
    labels: dict[int, dict[str, list[dict[str, Any]]]] = {image["id"]: {} for image in images}
    for annotation in data["annotations"]:
        if annotation["image_id"] in labels:
            labels[annotation["image_id"]].setdefault(names[annotation["category_id"]], []).append(annotation)
    return labels


def average_precisions(scorer: Scorer, sources: set[str]) -> dict[str, Any]:
    boxes = {name: scorer.score(name) for name in DAMAGE_TYPES}
    outlines = {name: scorer.score(name, FIRST_SOURCES, outlines=True) for name in DAMAGE_TYPES}
    by_source = {s: {name: scorer.score(name, (s,)) for name in DAMAGE_TYPES} for s in sorted(sources - {INTACT})}
    first = {name: scorer.score(name, FIRST_SOURCES) for name in MAIN_TYPES}

    def mean(scores: dict[str, dict[str, float]], names: tuple[str, ...], key: str) -> float:
        return float(np.nanmean([scores[name][key] for name in names]))

    return {
        "main_types": {key: mean(first, MAIN_TYPES, key) for key in ("ap50", "ap")},
        **{
            f"{source}_six": {key: mean(by_source[source], CARDD_TYPES, key) for key in ("ap50", "ap")}
            for source in ("cardd", BENCHMARK_SOURCE)
            if source in by_source
        },
        "outlines_five": {"ap50": mean(outlines, OUTLINED_TYPES, "ap50")},
        "outlines_all": {"ap50": mean(outlines, DAMAGE_TYPES, "ap50")},
        "per_type": {name: {**boxes[name], "outline_ap50": outlines[name]["ap50"]} for name in DAMAGE_TYPES},
        "by_source": by_source,
    }


def per_type(matches: Matches, thresholds: dict[str, float]) -> dict[str, dict[str, Any]]:
    result = {}
    for t, name in enumerate(DAMAGE_TYPES):
        precision, recall = precision_recall(matches, thresholds, (name,))
        used = thresholds[name] < NEVER
        is_shown = shown(matches, thresholds, (name,)).any()
        result[name] = {
            "threshold": thresholds[name] if used else None,
            "precision": precision if is_shown else None,
            "recall": recall,
            "labelled": int(matches.labeled[t]),
        }
    return result


def rounded(value: Any) -> Any:
    """Four digits; NaN becomes null, as JSON has no NaN."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, float):
        return None if np.isnan(value) else round(value, 4)
    return value
