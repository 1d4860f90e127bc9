"""Fit the two thresholds per type of the published damage model, by place, and write them into the manifest."""

import argparse
import json
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.fit_tiers", description=__doc__)
    parser.add_argument("--models", type=Path, required=True, help="the models folder: the file, and the thresholds before")
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="COCO files")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--cars", type=Path, required=True, help="boxes of the vehicles on the intact pictures (find_cars)")
    parser.add_argument("--split", default="val")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, required=True, help="folder for the report; detections are kept there too")
    args = parser.parse_args()
    from .evaluation.evaluate_tiers import evaluate_tiers
    from .exporters.manifest import put_tiers

    report = evaluate_tiers(args)
    put_tiers(args.models, "damage", report["thresholds"], report["suspicion_thresholds"])
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
