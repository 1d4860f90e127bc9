"""From trained weights to the candidate: fit on the vehicles kept for it, export, figures on the held-out vehicles."""

import json
from pathlib import Path
from typing import Any

from ..evaluation.calibration import calibrated
from ..evaluation.detect_all import load_or_detect
from ..evaluation.evaluate_damage import INTACT, at_thresholds, labels_by_image, per_type, rounded
from ..evaluation.false_alarms import false_alarm_count
from ..evaluation.inference import Detections
from ..evaluation.matching import match_detections
from ..evaluation.tiers import Tiers
from ..exporters.onnx_file import write_onnx
from ..exporters.trained_nets import exported_net
from ..nets.checkpoint import load_checkpoint
from .own_fit import Calibration, OwnFit, fit_own_tiers, moved, own_calibration, shipped_tiers

ANYWHERE = Path("/")  # file names are whole paths
WORKERS = 2


def exported(members: list[Path], fit: Path, out: Path) -> Path:
    """An export that was there already is of an interrupted run, and whole."""
    if not out.exists():
        runs = [load_checkpoint(path) for path in members]
        net, outputs = exported_net(runs, [], fit)
        unfinished = out.with_suffix(".part.onnx")
        write_onnx(net, runs[0]["size"], outputs, unfinished)
        unfinished.replace(out)
    return out


def detections_of(onnx: Path, images: list[dict[str, Any]], cache: Path) -> dict[int, Detections]:
    work = {"onnx": onnx, "images": images, "pictures": ANYWHERE, "cars": None, "workers": WORKERS}
    return load_or_detect(cache, **work)["pictures"]


def fit_candidate(onnx: Path, data: dict[str, Any], shipped: dict[str, Any], cache: Path) -> OwnFit:
    """On the images of split `val` of what was taught: the vehicles that the net did not see. `onnx` has the shipped calibration."""
    images = [image for image in data["images"] if image["split"] == "val"]
    labels, detections = labels_by_image(data, images), detections_of(onnx, images, cache)
    calibration = own_calibration(match_detections(images, labels, detections, by_place=True))
    for found in detections.values():
        found.scores = calibrated(found.scores, found.types, calibration)
    before = shipped_tiers(shipped)
    before = Tiers(moved(before.findings, calibration), moved(before.suspicions, calibration))
    matches = match_detections(images, labels, detections, by_place=True)
    intact = [detections[image["id"]] for image in images if image["source"] == INTACT]
    fit = fit_own_tiers(matches, intact, before)
    fit.calibration = calibration
    return fit


def figures_of(onnx: Path, data: dict[str, Any], tiers: Tiers, cache: Path) -> dict[str, Any]:
    """By place, of findings and of findings and suspicions together, on the held-out vehicles alone."""
    images = data["images"]
    labels, detections = labels_by_image(data, images), detections_of(onnx, images, cache)
    matches = match_detections(images, labels, detections, by_place=True)
    intact = [detections[image["id"]] for image in images if image["source"] == INTACT]

    def at(thresholds: dict[str, float]) -> dict[str, Any]:
        return {
            **at_thresholds(images, labels, detections, thresholds),
            "intact_photos": false_alarm_count(intact, thresholds),
            "per_type": per_type(matches, thresholds),
        }

    return rounded({"findings": at(tiers.findings), "suspicions": at(tiers.suspicions)})


def put_calibration(calibration: Calibration, out: Path) -> Path:
    out.write_text(json.dumps({"calibration": calibration}, indent=1) + "\n")
    return out
