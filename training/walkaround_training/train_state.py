"""Train the network that says how bad the damage of a photo is, and judge it."""

import argparse
import json
from pathlib import Path

import numpy as np

from .data.config import load_config
from .data.states import half_of, images_in, judged_states, learned_states
from .evaluation.state_figures import figures
from .nets.checkpoint import load_checkpoint, restored_state_net
from .trainers.train_state import probabilities, train_state

HALVES = ("chosen_on", "reported")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train_state", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="a file of configs/")
    parser.add_argument("--weights", type=Path, required=True, help="weights.pt of a damage network, whose backbone is the start")
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="COCO files with split, group and source")
    parser.add_argument("--states", type=Path, required=True, help="labels/vehicle-state.json")
    parser.add_argument("--judged", type=Path, required=True, help="labels/damaged-parts.json")
    parser.add_argument("--sure", type=float, default=0.6, help="the probability from which a photo is called severe")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run: log, weights, report")
    parser.add_argument("--steps", type=int, default=0, help="end after this many steps, for a trial run")
    args = parser.parse_args()
    images = images_in(args.labels)
    train_state(load_config(args.config), learned_states(args.states, images), args.pictures, args.weights, args.out, args.steps)
    net = restored_state_net(load_checkpoint(args.out / "weights.pt"))
    judged = judged_states(args.judged, images)
    report: dict = {"sure": args.sure}
    answers = probabilities(net, list(judged), args.pictures)
    np.savez(args.out / "answers.npz", **dict(zip(judged, answers)))
    for half, name in enumerate(HALVES):
        rows = [row for row, file in enumerate(judged) if half_of(images[file]["group"]) == half]
        report[name] = figures(np.array(list(judged.values()))[rows], answers[rows], args.sure)
    (args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
