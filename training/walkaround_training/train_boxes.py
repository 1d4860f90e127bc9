"""Train a box detector from a pack of prepare_boxes. The same command resumes an interrupted run."""

import argparse
import tomllib
from pathlib import Path

from .trainers.train_boxes import train_boxes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train_boxes", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="for example configs/plates.toml")
    parser.add_argument("--pack", type=Path, required=True, help="folder made by prepare_boxes")
    parser.add_argument("--weights", type=Path, required=True, help="ImageNet weights of EfficientNet-Lite0 (.pth)")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run: log, checkpoint, weights")
    parser.add_argument("--steps", type=int, default=0, help="end after this many steps, for a trial run")
    args = parser.parse_args()
    train_boxes(tomllib.loads(args.config.read_text()), args.pack, args.weights, args.out, args.steps)


if __name__ == "__main__":
    main()
