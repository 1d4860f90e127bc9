"""Train a model from a pack. The same command resumes an interrupted run."""

import argparse
from pathlib import Path

from .data.config import load_config
from .trainers.train_attributes import train_attributes
from .trainers.train_damage import train_damage
from .trainers.train_part_states import train_part_states
from .trainers.train_parts import train_parts
from .trainers.train_second_opinion import train_second_opinion


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="a file of configs/")
    parser.add_argument("--pack", type=Path, required=True, help="folder made by prepare; part states, second opinion: a damage pack")
    parser.add_argument("--weights", type=Path, help="ImageNet weights (.pth), or weights.pt of an earlier run")
    parser.add_argument("--heads", type=Path, help="damage: weights.pt of a run with another backbone, whose neck and heads are taken over")
    parser.add_argument("--parts", type=Path, help="damage, part states, second opinion: weights.pt of a parts run that tells the vehicle's parts")
    parser.add_argument("--teachers", type=Path, nargs="*", default=[], help="damage: weights.pt of runs whose mean the net is to repeat")
    parser.add_argument(
        "--finds-of",
        type=Path,
        nargs="+",
        action="append",
        default=[],
        metavar="WEIGHTS",
        help="second opinion: weights.pt of damage runs whose mean finds what it is to judge; may be given again, the first judges",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the run: log, checkpoint, weights")
    parser.add_argument("--steps", type=int, default=0, help="end after this many steps, for a trial run")
    args = parser.parse_args()
    config = load_config(args.config)
    if config["task"] == "damage":
        return train_damage(
            config, args.pack, args.weights, args.heads, args.parts, args.teachers, args.out, args.steps
        )
    if config["task"] == "part_states":
        if args.weights is None or args.parts is None:
            parser.error("part states need --weights of a damage run (or of an earlier run of part states) and --parts of a parts run.")
        return train_part_states(config, args.pack, args.parts, args.weights, args.out, args.steps)
    if config["task"] == "second_opinion":
        if args.weights is None or not args.finds_of:
            parser.error("a second opinion needs --weights of a damage run and --finds-of damage runs.")
        return train_second_opinion(config, args.pack, args.parts, args.weights, args.finds_of, args.out, args.steps)
    work = {"parts": train_parts, "attributes": train_attributes}[config["task"]]
    work(config, args.pack, args.weights, args.out, args.steps)


if __name__ == "__main__":
    main()
