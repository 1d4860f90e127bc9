"""Find the vehicle on photos of intact vehicles, so that training can cut close-ups of undamaged panels from them."""

import argparse
from pathlib import Path

from .data.find_cars import find_cars, names_of


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.find_cars", description=__doc__)
    parser.add_argument("--labels", type=Path, help="damage.json: its pictures of --source are searched; else all of the folder")
    parser.add_argument("--source", default="whole", help="name of the source with intact vehicles")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--detector", type=Path, required=True, help="a YOLOX ONNX of 416 px (Apache-2.0)")
    parser.add_argument("--out", type=Path, required=True, help="JSON file: picture name to [x1, y1, x2, y2]")
    args = parser.parse_args()
    names = names_of(args.labels, args.source) if args.labels else sorted(p.name for p in args.pictures.iterdir())
    find_cars(args.detector, args.pictures, names, args.out)


if __name__ == "__main__":
    main()
