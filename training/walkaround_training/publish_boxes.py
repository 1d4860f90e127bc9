"""Put an exported box detector and its figures into the models folder and its manifest."""

import argparse
import json
from pathlib import Path

from .exporters.manifest import put_model


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.publish_boxes", description=__doc__)
    parser.add_argument("--name", choices=("vehicles", "plates", "faces"), required=True)
    parser.add_argument("--version", required=True, help="for example 1.0.0")
    parser.add_argument("--date", required=True, help="day it was made, YYYY-MM-DD")
    parser.add_argument("--license", required=True, help="license of the weights, in a sentence")
    parser.add_argument("--use", choices=("any", "evaluation_and_research"), required=True, help="the allowed use, for the service")
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--thresholds", required=True, nargs="+", help="class=score for every class, in their order")
    parser.add_argument("--suppression", type=float, required=True, help="IoU of non-maximum suppression")
    parser.add_argument("--report", type=Path, required=True, help="report of evaluate_boxes")
    parser.add_argument("--models", type=Path, required=True, help="the models folder")
    args = parser.parse_args()
    thresholds = {name: float(score) for name, score in (pair.split("=") for pair in args.thresholds)}
    report = json.loads(args.report.read_text())
    if report["threshold"] != thresholds[report["judged"]]:
        raise SystemExit("The report was made at another threshold: repeat evaluate_boxes with --threshold.")
    entry = {
        "kind": "detector",
        "outputs": ["boxes", "scores"],
        "classes": list(thresholds),
        "thresholds": thresholds,
        "suppression": {"iou": args.suppression, "within": "type", "candidates": 400, "most": 100},
        "metrics": {key: value for key, value in report.items() if key != "threshold"},
    }
    put_model(args.models, args.name, args.version, args.date, args.onnx, args.license, args.use, entry)


if __name__ == "__main__":
    main()
