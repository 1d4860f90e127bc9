"""Evaluate an exported model on a split: report.json, fit.json (thresholds, calibration) and plots."""

import argparse
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.evaluate", description=__doc__)
    parser.add_argument("--task", choices=("damage", "parts", "attributes"), required=True)
    parser.add_argument("--onnx", type=Path, required=True, help="damage: exported without --fit")
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="COCO file (damage: or several; parts), or a file of labels/")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--cars", type=Path, help="damage: boxes of the vehicles on the intact pictures (find_cars)")
    parser.add_argument("--damaged", type=Path, help="parts: the folder with the photos of the configuration's damaged_labels")
    parser.add_argument("--config", type=Path, help="attributes, parts: the file of configs/ that it was trained with")
    parser.add_argument("--pack", type=Path, help="attributes: its pack, to degrade the clean pictures of the split")
    parser.add_argument("--folds", type=Path, help="attributes: folds.json of the run, to fit when not to answer")
    parser.add_argument("--trusted", type=float, default=0.95, help="attributes: share of answers that must be right")
    parser.add_argument("--split", default="val")
    parser.add_argument("--precision", type=float, default=0.88, help="damage: what the main types together must reach by place")
    parser.add_argument("--workers", type=int, default=2, help="processes (damage) or threads (parts)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the report; detections are kept there too")
    args = parser.parse_args()
    if args.task == "parts":
        from .evaluation.evaluate_parts import evaluate_parts

        return evaluate_parts(args)
    if args.task == "attributes":
        if args.config is None:
            parser.error("attributes need --config: the file of configs/ that the net was trained with.")
        from .evaluation.evaluate_attributes import evaluate_attributes

        return evaluate_attributes(args)
    if args.cars is None:
        parser.error("damage needs --cars: make the file with python -m walkaround_training.find_cars.")
    from .evaluation.evaluate_damage import evaluate_damage

    evaluate_damage(args)


if __name__ == "__main__":
    main()
