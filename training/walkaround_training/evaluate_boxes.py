"""Evaluate an exported box detector: precision, recall and threshold on labeled images, false alarms on others."""

import argparse
from pathlib import Path

from .evaluation.evaluate_boxes import evaluate_boxes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.evaluate_boxes", description=__doc__)
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--classes", required=True, nargs="+", help="names of the model's classes, in their order")
    parser.add_argument("--judge", required=True, help="the class that the labels box")
    parser.add_argument("--labels", type=Path, required=True, nargs="+", help="COCO files, or files of labels/")
    parser.add_argument("--pictures", type=Path, required=True, nargs="+", help="folders with the unpacked pictures")
    parser.add_argument("--split", nargs="+", default=["val"])
    parser.add_argument(
        "--only-largest", action="store_true", help="the labels box one thing of many: judge the largest"
    )
    parser.add_argument("--empty", type=Path, help="file with names of pictures that hold no such thing, one per line")
    parser.add_argument("--suppression", type=float, default=0.5)
    parser.add_argument("--threshold", type=float, help="judge at this score instead of the one with the best F1")
    parser.add_argument("--out", type=Path, required=True, help="the report (JSON)")
    evaluate_boxes(parser.parse_args())


if __name__ == "__main__":
    main()
