"""All figures of an attributes model's report, on images labeled by eye and on degraded images."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch

from ..augmentation.attribute_views import on_device, whole_views
from ..data.attribute_labels import Row
from ..data.attributes_pack import UNKNOWN, AttributesPack, load_attributes
from ..data.config import load_config
from ..data.images import GRAY, letterboxed
from ..data.onnx_session import session_for
from ..data.prepare_attributes import attributes_of, index_of, rows_of
from ..degradation.degrade import degraded, random_strengths
from .attribute_figures import area_under_curve, figures, fitted_abstention, rank_correlation, rounded

CLEARLY_DEGRADED = 0.3
MIN_MEAN = 0.7  # mean accuracy per label
REPEATS = 4  # each clean picture is degraded so often


def evaluate_attributes(args: Any) -> None:
    config = load_config(args.config)
    attributes = attributes_of(config)
    rows = rows_of(config, args.labels[0], args.pictures)
    session = session_for(args.onnx, args.workers)
    fit = fitted(args.folds, rows, attributes, config, args.trusted) if args.folds else {}
    asked = [row for row in rows if row.split == args.split and row.labels]
    answers = answers_on(session, asked, config["data"].get("margin", 0.0))
    report: dict[str, Any] = {"split": args.split, "attributes": {}}
    for name, labels in attributes.items():
        if labels:
            wanted = np.array([index_of(row, name, labels, config["data"]) for row in asked])
            report["attributes"][name] = figures(answers[name], wanted, labels, fit.get(name, 0.0))
            among = config.get("among", {}).get(name)
            if among:
                report["attributes"][f"{name}_among_{len(among)}"] = narrowed(answers[name], wanted, labels, among)
    judged = [row for row in rows if row.split == args.split and row.scores]
    if judged:
        report["scores_on_real_photos"] = judged_figures(judged, answers_on(session, judged, 0.0))
    if args.pack:
        report["scores"] = degraded_figures(session, load_attributes(args.pack), config, args.split)
    told = {name: labels for name, labels in attributes.items() if not labels or is_learned(report["attributes"][name])}
    report["not_told"] = [name for name in attributes if name not in told]
    kept = {
        "attributes": told,
        "abstain_below": {name: value for name, value in fit.items() if name in told},
        "margin": config["data"].get("seen_around", 0.0),
    }
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    (args.out / "fit.json").write_text(json.dumps(kept, indent=1) + "\n")
    print(json.dumps(report, indent=1))


def is_learned(found: dict[str, Any]) -> bool:
    """An attribute whose rare labels are not found is not guessed either, even if the common label is accurate."""
    return found.get("mean_of_labels", 0.0) >= MIN_MEAN


def answers_on(session: onnxruntime.InferenceSession, rows: list[Row], margin: float) -> dict[str, np.ndarray]:
    size = session.get_inputs()[0].shape[2]
    names = [output.name for output in session.get_outputs()]
    told = []
    for row in rows:
        canvas, _ = letterboxed(row.picture(margin), size)
        told.append(session.run(None, {"image": canvas.transpose(2, 0, 1)[None].astype(np.float32)}))
    return {name: np.concatenate([answer[place] for answer in told]) for place, name in enumerate(names)}


def fitted(
    folds: Path, rows: list[Row], attributes: dict[str, list[str]], config: dict[str, Any], target: float
) -> dict[str, float]:
    """The confidence below which the network does not answer, fitted on out-of-fold answers."""
    kept = json.loads(folds.read_text())
    known = {row.file: row for row in rows}
    result = {}
    for name, answers in kept["answers"].items():
        wanted = [index_of(known[file], name, attributes[name], config["data"]) for file in kept["files"]]
        sure = np.array([not known[file].unsure for file in kept["files"]])
        result[name] = rounded(fitted_abstention(np.array(answers), np.where(sure, wanted, UNKNOWN), target))
    return result


def narrowed(answers: np.ndarray, wanted: np.ndarray, labels: list[str], among: list[str]) -> dict[str, Any]:
    """Figures restricted to these labels."""
    columns = [labels.index(label) for label in among]
    place = {column: index for index, column in enumerate(columns)}
    return figures(answers[:, columns], np.array([place.get(int(w), -1) for w in wanted]), among, 0.0)


def judged_figures(rows: list[Row], answers: dict[str, np.ndarray]) -> dict[str, Any]:
    """Real photos that the eye found to have a fault, against those it found free of it."""
    result = {}
    for name in sorted({name for row in rows for name in row.scores}):
        seen = np.array([name in row.scores for row in rows])
        fault = np.array([row.scores.get(name, 0) > 0 for row in rows])
        told = answers[name][:, 0]
        result[name] = {"with": int(fault.sum()), "without": int((seen & ~fault).sum())}
        if fault.any():
            result[name]["auc"] = rounded(area_under_curve(told[seen], fault[seen]))
    return result


def degraded_figures(
    session: onnxruntime.InferenceSession, pack: AttributesPack, config: dict[str, Any], split: str
) -> dict[str, Any]:
    """Clean pictures of the split, degraded at random with a fixed seed."""
    torch.manual_seed(config["seed"])
    size, names = config["model"]["size"], pack.scored
    data = on_device(pack, config["data"]["stored"], torch.device("cpu"))
    clean = [n for n, m in enumerate(pack.meta) if m["split"] == split and pack.clean[n]]
    strengths, said = [], []
    for rows in torch.tensor(clean * REPEATS).split(16):
        views = whole_views(data, rows, size)
        drawn = random_strengths(len(rows), names, config["train"]["untouched"], data.device)
        pixels = torch.where(views.inside, degraded(views, drawn, names, data.close[rows]) * 255, GRAY)
        strengths.append(drawn.numpy())
        said += [np.concatenate(session.run(names, {"image": picture[None].numpy()}), 1) for picture in pixels]
    wanted, told = np.concatenate(strengths), np.concatenate(said)
    result = {}
    for column, name in enumerate(names):
        far = (wanted[:, column] == 0) | (wanted[:, column] >= CLEARLY_DEGRADED)
        result[name] = {
            "pictures": len(wanted),
            "rank_correlation": rounded(rank_correlation(told[:, column], wanted[:, column])),
            "rank_correlation_where_spoilt": rounded(within(told[:, column], wanted[:, column])),
            "auc": rounded(area_under_curve(told[far, column], wanted[far, column] > 0)),
        }
    return result


def within(told: np.ndarray, wanted: np.ndarray) -> float:
    there = wanted > 0
    return rank_correlation(told[there], wanted[there])
