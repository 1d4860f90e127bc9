"""Train the close-up network from the views that prepare_close_ups made. The same command resumes an interrupted run."""

import argparse
from pathlib import Path

import torch

from .data.config import load_config
from .trainers.train_close_ups import train_close_ups


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train_close_ups", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="a file of configs/")
    parser.add_argument("--pack", type=Path, required=True, help="folder made by prepare_close_ups")
    parser.add_argument("--weights", type=Path, required=True, help="weights.pt of the parts network, or of an earlier run of this command")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run: log, checkpoint, weights")
    parser.add_argument("--steps", type=int, default=0, help="end after this many steps, for a trial run")
    args = parser.parse_args()
    torch.set_num_threads(1)
    train_close_ups(load_config(args.config), args.pack, args.weights, args.out, args.steps)


if __name__ == "__main__":
    main()
