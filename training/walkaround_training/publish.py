"""Put an exported model and its figures into the models folder and its manifest."""

import argparse
import json
from pathlib import Path

from .exporters.manifest import input_contract, put_model
from .exporters.manifest_entries import (
    attributes_entry,
    close_up_entry,
    damage_entry,
    paint_entry,
    part_states_entry,
    parts_entry,
    second_opinion_entry,
    state_entry,
)

LICENSE = (
    "Weights for evaluation and research: the terms of the first training source are not cleared for other use. "
    "Code and pretrained backbone: Apache-2.0."
)
USE = "evaluation_and_research"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.publish", description=__doc__)
    parser.add_argument("--name", choices=("damage", "parts", "wheels", "photo", "state", "close_up_parts", "paint", "part_states", "second_opinion"), required=True)
    parser.add_argument("--version", required=True, help="for example 1.0.0")
    parser.add_argument("--date", required=True, help="day of the training run, YYYY-MM-DD")
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--report", type=Path, required=True, help="report.json of evaluate, or of the training run")
    parser.add_argument("--fit", type=Path, help="damage, wheels, photo: fit.json of evaluate")
    parser.add_argument("--models", type=Path, required=True, help="the models folder")
    args = parser.parse_args()
    report = json.loads(args.report.read_text())
    if args.name in ("damage", "parts"):
        entry = damage_entry(report, args.fit) if args.name == "damage" else parts_entry(report)
    elif args.name == "state":
        entry = state_entry(report)
    elif args.name == "close_up_parts":
        entry = close_up_entry(report)
    elif args.name == "paint":
        entry = paint_entry(report)
    elif args.name == "part_states":
        entry = part_states_entry(report)
    elif args.name == "second_opinion":
        entry = second_opinion_entry(report, input_contract(args.onnx))
    else:
        entry = attributes_entry(report, args.fit, input_contract(args.onnx))
    put_model(args.models, args.name, args.version, args.date, args.onnx, LICENSE, USE, entry)
    print("Now sign the manifest: npm run sign-models -- --key FILE (--new-key FILE makes a key)")


if __name__ == "__main__":
    main()
