"""Turn images with boxes into a pack for train_boxes. Every training image with a box is also stored rotated."""

import argparse
import tomllib
from pathlib import Path

from .data.prepare_boxes import prepare_boxes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.prepare_boxes", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="for example configs/plates.toml")
    parser.add_argument("--labels", type=Path, required=True, nargs="+", help="COCO files, or files of labels/")
    parser.add_argument("--pictures", type=Path, required=True, nargs="+", help="folders with the unpacked pictures")
    parser.add_argument("--cars", type=Path, help="vehicles (find_cars): those without a box are also shown close up")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pack")
    args = parser.parse_args()
    settings = tomllib.loads(args.config.read_text())["data"]
    prepare_boxes(settings, args.labels, args.pictures, args.cars, args.out)


if __name__ == "__main__":
    main()
