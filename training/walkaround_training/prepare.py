"""Turn labeled photos into a pack: the arrays that training loads."""

import argparse
from pathlib import Path

from .data.config import load_config
from .data.prepare_attributes import prepare_attributes
from .data.prepare_damage import prepare_damage
from .parts.prepare_parts import prepare_parts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.prepare", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="a file of configs/")
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="COCO file (damage: or several; parts), or a file of labels/")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures; attributes: of such folders")
    parser.add_argument("--cars", type=Path, nargs="+", help="damage: boxes of the vehicles on the intact pictures (find_cars)")
    parser.add_argument("--intact", type=Path, help="damage: a folder with more pictures of intact vehicles, to train on")
    parser.add_argument("--damaged", type=Path, help="parts: the folder with the photos of the configuration's damaged_labels")
    parser.add_argument("--parts-model", type=Path, help="attributes: parts.onnx, to degrade vehicles and not the sky")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pack")
    parser.add_argument("--limit", type=int, default=0, help="take about this many pictures, for a trial run")
    args = parser.parse_args()
    config = load_config(args.config)
    if config["task"] != "damage" and len(args.labels) > 1:
        parser.error("only a damage pack takes several --labels.")
    if config["task"] == "parts":
        prepare_parts(config["data"], args.labels[0], args.pictures, args.damaged, args.out, args.limit)
    elif config["task"] == "attributes":
        cars = args.cars[0] if args.cars else None
        prepare_attributes(config, args.labels[0], args.pictures, cars, args.parts_model, args.out, args.limit)
    elif args.cars is None:
        parser.error("a damage pack needs --cars: make the file with python -m walkaround_training.find_cars.")
    else:
        prepare_damage(config["data"], args.labels, args.pictures, args.cars, args.intact, args.out, args.limit)


if __name__ == "__main__":
    main()
