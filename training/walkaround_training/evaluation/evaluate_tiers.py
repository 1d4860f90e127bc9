"""Figures of findings and suspicions by place: chosen on one half of the images, told of the other."""

import json
from typing import Any

from ..data.prepare_damage import joined
from ..data.vocabulary import DAMAGE_TYPES
from .detect_all import load_or_detect
from .evaluate_damage import BENCHMARK_SOURCE, INTACT, at_thresholds, labels_by_image, per_type, rounded
from .false_alarms import false_alarm_count
from .inference import Detections
from .matching import match_detections
from .plots import plot_precision_recall
from .thresholds import NEVER
from .tiers import Goals, fit_tiers


def evaluate_tiers(args: Any) -> dict[str, Any]:
    """Only images with detections count: a sample of whole groups does too."""
    data = joined([json.loads(path.read_text()) for path in args.labels])
    entry = next(m for m in json.loads((args.models / "manifest.json").read_text())["models"] if m["name"] == "damage")
    before = {name: entry["thresholds"].get(name) or NEVER for name in DAMAGE_TYPES}
    images = [image for image in data["images"] if image["split"] == args.split and image["source"] != BENCHMARK_SOURCE]
    cache = args.out / "detections.pickle"
    work = {"images": images, "pictures": args.pictures, "cars": args.cars, "workers": args.workers}
    found = load_or_detect(cache, onnx=args.models / entry["file"], **work)
    detections: dict[int, Detections] = found["pictures"]
    images = [image for image in images if image["id"] in detections]
    labels = labels_by_image(data, images)
    matches = match_detections(images, labels, detections, by_place=True)
    halves = {name: [i for i in images if (i["group"] % 2 == 0) == (name == "chosen_on")] for name in ("chosen_on", "told_of")}
    intact = {name: [detections[i["id"]] for i in half if i["source"] == INTACT] for name, half in halves.items()}
    tiers = fit_tiers(matches.half(even=True), intact["chosen_on"], before, Goals())

    def figures(thresholds: dict[str, float]) -> dict[str, Any]:
        return {
            name: {
                **at_thresholds(half, labels, detections, thresholds),
                "intact_cars": false_alarm_count(intact[name], thresholds),
                "per_type": per_type(matches.half(even=name == "chosen_on"), thresholds),
            }
            for name, half in halves.items()
        }

    report = {
        "pictures": {name: len(half) for name, half in halves.items()},
        "before": figures(before),
        "findings": figures(tiers.findings),
        "suspicions": figures(tiers.suspicions),
        "thresholds": {name: round(t, 4) if t < NEVER else None for name, t in tiers.findings.items()},
        "suspicion_thresholds": {
            name: round(t, 4) if t < tiers.findings[name] else None for name, t in tiers.suspicions.items()
        },
    }
    (args.out / "tiers.json").write_text(json.dumps(rounded(report), indent=1) + "\n")
    plot_precision_recall(matches.half(even=False), tiers.findings, args.out / "damage-tiers.svg", tiers.suspicions)
    return report
