"""Put an exported model and its figures into the repository's models folder and manifest."""

import argparse
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import onnx

from .exporters.attributes_entry import attributes_entry

LICENCE = (
    "Weights for evaluation and research: the terms of the first training source are not cleared for other use. "
    "Code and pretrained backbone: Apache-2.0."
)
USE = "evaluation_and_research"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.publish", description=__doc__)
    parser.add_argument("--name", choices=("damage", "parts", "wheels", "photo"), required=True)
    parser.add_argument("--version", required=True, help="for example 1.0.0")
    parser.add_argument("--date", required=True, help="day of the training run, YYYY-MM-DD")
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--report", type=Path, required=True, help="report.json of evaluate")
    parser.add_argument("--fit", type=Path, help="damage, wheels, photo: fit.json of evaluate")
    parser.add_argument("--models", type=Path, required=True, help="the models folder")
    given = parser.parse_args()
    report = json.loads(given.report.read_text())
    if given.name in ("damage", "parts"):
        entry = damage_entry(report, given.fit) if given.name == "damage" else parts_entry(report)
    else:
        entry = attributes_entry(report, given.fit, input_contract(given.onnx))
    put_model(given.models, given.name, given.version, given.date, given.onnx, LICENCE, USE, entry)


def put_model(
    models: Path, name: str, version: str, date: str, onnx_file: Path, licence: str, use: str, entry: dict[str, Any]
) -> None:
    """Copy the file, and put its entry into the manifest in one step: a service may be reading it."""
    models.mkdir(parents=True, exist_ok=True)
    file = models / f"{name}.onnx"
    shutil.copyfile(onnx_file, file)
    whole = {
        "name": name,
        "version": version,
        "date": date,
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "bytes": file.stat().st_size,
        "licence": licence,
        "use": use,
        "input": input_contract(file),
        **entry,
    }
    path = models / "manifest.json"
    manifest = json.loads(path.read_text()) if path.exists() else {"models": []}
    others = [model for model in manifest["models"] if model["name"] != name]
    manifest["models"] = sorted([*others, whole], key=lambda model: model["name"])
    written = path.with_suffix(".new")
    written.write_text(json.dumps(manifest, indent=2) + "\n")
    written.replace(path)
    print(f"{file}: {whole['bytes'] / 1e6:.1f} MB, version {version}")


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
        "kind": "detector",
        "outputs": ["boxes", "scores", "coeffs", "protos"],
        "classes": list(fitted["thresholds"]),
        "thresholds": {name: round(value, 4) if value < 1 else None for name, value in fitted["thresholds"].items()},
        "suppression": {"iou": 0.6, "within": "type", "candidates": 400, "most": 100},
        "metrics": {
            "split": report["split"],
            "main_types_ap50": report["main_types"]["ap50"],
            "cardd_six_ap50": report["cardd_six"]["ap50"],
            "outlines_ap50": report["outlines_five"]["ap50"],
            "precision": chosen["by_place"]["precision"],
            "recall": chosen["by_place"]["recall"],
            "intact_cars_with_alarm": chosen["intact_cars"]["with_alarm"],
            "intact_close_ups_alarm_share": chosen["intact_close_ups"]["share"],
            "calibration_error": report["calibration_error"]["shipped"],
        },
    }


def parts_entry(report: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": "segmenter",
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
