"""Judge the close-up network, and fit the temperature that makes its probabilities true."""

import argparse
import json
from pathlib import Path

import torch

from .evaluation.evaluate_close_ups import evaluate_close_ups

LABELS = Path(__file__).parents[1] / "labels"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.evaluate_close_ups", description=__doc__)
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="weights.pt of train_close_ups, or of several: their mean")
    parser.add_argument("--pack", type=Path, required=True, help="folder made by prepare_close_ups")
    parser.add_argument("--pictures", type=Path, required=True, help="folder of the damage set's pictures")
    parser.add_argument("--damage", type=Path, required=True, help="the damage set's COCO file")
    parser.add_argument("--findings", type=Path, required=True, help="written by npm run bench -- findings --out")
    parser.add_argument("--out", type=Path, required=True, help="folder for report.json and fit.json")
    args = parser.parse_args()
    torch.set_num_threads(1)
    judged = LABELS / "damaged-parts.json"
    report = evaluate_close_ups(args.weights, args.pack / "judged", args.pictures, judged, args.damage, args.findings)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    (args.out / "fit.json").write_text(json.dumps({"temperature": report["temperature"]}) + "\n")


if __name__ == "__main__":
    main()
