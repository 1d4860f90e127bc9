"""Put an exported model and its figures into the repository's models folder and manifest."""

import argparse
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import onnx

LICENCE = (
    "Weights for evaluation and research: the terms of the first training source are not cleared for other use. "
    "Code and pretrained backbone: Apache-2.0."
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.publish", description=__doc__)
    parser.add_argument("--name", choices=("damage", "parts"), required=True)
    parser.add_argument("--version", required=True, help="for example 1.0.0")
    parser.add_argument("--date", required=True, help="day of the training run, YYYY-MM-DD")
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--report", type=Path, required=True, help="report.json of evaluate")
    parser.add_argument("--fit", type=Path, help="damage: fit.json of evaluate")
    parser.add_argument("--models", type=Path, required=True, help="the models folder")
    given = parser.parse_args()
    file = given.models / f"{given.name}.onnx"
    given.models.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(given.onnx, file)
    report = json.loads(given.report.read_text())
    entry = {
        "name": given.name,
        "version": given.version,
        "date": given.date,
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "bytes": file.stat().st_size,
        "licence": LICENCE,
        "input": input_contract(file),
        **(damage_entry(report, given.fit) if given.name == "damage" else parts_entry(report)),
    }
    path = given.models / "manifest.json"
    manifest = json.loads(path.read_text()) if path.exists() else {"models": []}
    others = [model for model in manifest["models"] if model["name"] != given.name]
    manifest["models"] = sorted([*others, entry], key=lambda model: model["name"])
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    print(f"{file}: {entry['bytes'] / 1e6:.1f} MB, version {given.version}")


def input_contract(file: Path) -> dict[str, Any]:
    shape = [d.dim_value for d in onnx.load(file).graph.input[0].type.tensor_type.shape.dim]
    return {
        "name": "image",
        "shape": shape,
        "type": "float32",
        "layout": "NCHW",
        "channels": "RGB",
        "range": [0, 255],
        "fit": "letterbox-top-left",
        "padding": 114,
    }


def damage_entry(report: dict[str, Any], fit: Path | None) -> dict[str, Any]:
    if fit is None:
        raise SystemExit("The damage model ships with its thresholds: give --fit.")
    fitted = json.loads(fit.read_text())
    chosen = report["at_thresholds"]
    return {
        "outputs": ["boxes", "scores", "coeffs", "protos"],
        "classes": list(fitted["thresholds"]),
        "thresholds": {name: round(value, 4) if value < 1 else None for name, value in fitted["thresholds"].items()},
        "suppression": {"iou": 0.6, "within": "type", "candidates": 400, "most": 100},
        "metrics": {
            "split": report["split"],
            "main_types_ap50": report["main_types"]["ap50"],
            "cardd_six_ap50": report["cardd_six"]["ap50"],
            "outlines_ap50": report["outlines_five"]["ap50"],
            "precision": chosen["precision"],
            "recall": chosen["recall"],
            "intact_cars_with_alarm": chosen["intact_cars"]["with_alarm"],
            "intact_close_ups_alarm_share": chosen["intact_close_ups"]["share"],
            "calibration_error": report["calibration_error"]["shipped"],
        },
    }


def parts_entry(report: dict[str, Any]) -> dict[str, Any]:
    return {
        "outputs": ["logits"],
        "classes": ["background", *report["whole"]["per_part"]],
        "thresholds": {},
        "metrics": {
            "split": report["split"],
            "miou": report["whole"]["miou"],
            "miou_close_crops": report["close"]["miou"],
        },
    }


if __name__ == "__main__":
    main()
