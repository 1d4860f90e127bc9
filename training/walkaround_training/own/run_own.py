"""One run from a data set to a candidate, in stages. Each stage leaves a file behind, so an interrupted run goes on."""

import hashlib
import json
import shutil
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ..data.prepare_damage import joined, prepare_damage
from ..evaluation.calibration import IDENTITY
from ..exporters.manifest import put_model
from ..exporters.manifest_entries import detector_fields, shown_from
from ..nets.checkpoint import load_checkpoint
from ..trainers.train_damage import train_damage
from .candidate import ANYWHERE, exported, figures_of, fit_candidate, put_calibration
from .card import card, plot_curve
from .counts import counts_of
from .labels import CARS, LABELS, fingerprint, held_out, read_cars, read_labels, shared_weights, taught, to_learn_from
from .own_fit import after, shipped_calibration

WORK = "work"  # holds decoded photos, so it goes as soon as the run is complete
NETS = ("7b", "16a")  # the shipped model is their mean


@dataclass
class Wish:
    data: Path
    out: Path
    base: str
    public: Path | None
    public_share: float
    minutes: float
    steps: int
    checkpoints: Path
    models: Path

    @property
    def taught_nets(self) -> tuple[str, ...]:
        return NETS if self.base == "both" else (self.base,)

    def settings(self) -> dict[str, Any]:
        """What a resumed run must have in common with its beginning."""
        public = fingerprint(self.public) if self.public else None
        return {"data": fingerprint(self.data), "base": self.base, "public": public, "share": self.public_share}


def tell(stage: str) -> None:
    print(json.dumps({"stage": stage}), flush=True)


def shipped_entry(models: Path) -> dict[str, Any]:
    return next(m for m in json.loads((models / "manifest.json").read_text())["models"] if m["name"] == "damage")


def run_own(config: dict[str, Any], wish: Wish) -> None:
    work = wish.out / WORK
    work.mkdir(parents=True, exist_ok=True)
    refuse_other_settings(work / "settings.json", wish.settings())
    own = read_labels(wish.data)
    learned, judged = taught(own, config["own"]["tune_every"]), held_out(own)
    public = to_learn_from(read_labels(wish.public), config["own"]["most_public"]) if wish.public else None
    prepare(config, wish, learned, public, work)
    took = {name: trained(config, wish, name, work) for name in wish.taught_nets}
    members = [work / name / "weights.pt" if name in took else wish.checkpoints / f"damage-{name}.pt" for name in NETS]
    tell("Exporting the networks")
    shipped = shipped_calibration(wish.models / "damage.onnx")
    uncorrected = exported(members, put_calibration(shipped, work / "shipped-calibration.json"), work / "uncorrected.onnx")
    tell("Fitting calibration and thresholds on the vehicles that were kept for them")
    entry = shipped_entry(wish.models)
    fit = fit_candidate(uncorrected, learned, entry, work / "tune.pickle")
    # Scores that stay as they are need no other file.
    onnx = uncorrected
    if fit.calibration != IDENTITY:
        onnx = exported(members, put_calibration(after(shipped, fit.calibration), work / "calibration.json"), work / "damage.onnx")
    tell("Measuring on the held-out vehicles")
    figures = figures_of(onnx, judged, fit.tiers, work / "held-out.pickle")
    today = date.today()
    report = {
        "format": 1,
        "version": own_version(entry["version"], today, onnx),
        "base": {"version": entry["version"], "text": told_nets(wish.taught_nets)},
        "data": {
            "exported_at": exported_at(wish.data),
            "sha256": fingerprint(wish.data),
            "taught": counts_of(learned, "train"),
            "tuned": counts_of(learned, "val"),
            "held_out": counts_of(judged),
            "public": counts_of(public) if public else None,
        },
        "training": {"nets": took, "lines": told_training(wish, config, took)},
        "held_out": figures,
        "notes": fit.notes,
        "licence": f"{entry['licence']} Taught on with photos of your own.",
    }
    suspicions = {n: t if t < fit.tiers.findings[n] else 2.0 for n, t in fit.tiers.suspicions.items()}
    place = figures["findings"]["by_place"]
    fields = {
        **detector_fields(fit.tiers.findings),
        "metrics": {
            "split": "held-out vehicles of the operator",
            "precision": place["precision"],
            "recall": place["recall"],
            "intact_photos_with_alarm": figures["findings"]["intact_photos"]["with_alarm"],
        },
        "suspicion_thresholds": shown_from(suspicions),
    }
    put_model(wish.out, "damage", report["version"], f"{today}", onnx, report["licence"], entry["use"], fields)
    plot_curve({name: work / name / "log.jsonl" for name in took}, wish.out / "curve.svg")
    (wish.out / "card.md").write_text(card(report))
    (wish.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    shutil.rmtree(work)


def refuse_other_settings(path: Path, settings: dict[str, Any]) -> None:
    """A run goes on with what it began with: half of another data set would be in it."""
    before = json.loads(path.read_text()) if path.exists() else settings
    changed = [name for name in settings if settings[name] != before[name]]
    if changed:
        raise SystemExit(f"The interrupted run began with another {' and another '.join(changed)}: use the same, or name another folder with --out.")
    path.write_text(json.dumps(settings, indent=1) + "\n")


def prepare(
    config: dict[str, Any], wish: Wish, learned: dict[str, Any], public: dict[str, Any] | None, work: Path
) -> None:
    """The index of a pack is written last: a pack that has one is whole."""
    if (work / "pack" / "index.json").exists():
        return
    data = joined([learned, public]) if public else learned
    tell(f"Preparing {len(data['images'])} photos")
    (work / LABELS).write_text(json.dumps(data))
    folders = [wish.data, *([wish.public] if wish.public else [])]
    (work / CARS).write_text(json.dumps(read_cars(folders)))
    pack = work / "pack-unfinished"
    prepare_damage(config["data"], [work / LABELS], ANYWHERE, [work / CARS], None, pack, 0)
    if public:
        names = {image["file_name"] for image in public["images"]}
        meta = json.loads((pack / "index.json").read_text())["meta"]
        is_public = np.array([entry["file_name"] in names for entry in meta])
        weight = np.load(pack / "weight.npy")
        np.save(pack / "weight.npy", shared_weights(weight, is_public, wish.public_share))
    pack.rename(work / "pack")


def trained(config: dict[str, Any], wish: Wish, name: str, work: Path) -> dict[str, float]:
    """Several networks share the time evenly. A network that is done is not taught again."""
    folder, weights = work / name, wish.checkpoints / f"damage-{name}.pt"
    done = folder / "done.json"
    if not done.exists():
        tell(f"Teaching the network {name}")
        settings = for_net(config, load_checkpoint(weights)["model"], wish.minutes / len(wish.taught_nets), wish.steps)
        train_damage(settings, work / "pack", weights, None, None, [], folder, wish.steps)
        last = json.loads((folder / "log.jsonl").read_text().splitlines()[-1])
        done.write_text(json.dumps({key: last[key] for key in ("step", "seconds")}))
    return json.loads(done.read_text())


def for_net(config: dict[str, Any], model: dict[str, Any], minutes: float, steps: int) -> dict[str, Any]:
    """A trial by steps is judged at its end only."""
    own, train = config["own"], config["train"]
    phases = [{**phase, "batch": batch_of(config)} for phase in train["phase"]]
    frozen = own["frozen_blocks"][model["backbone"]]
    due = [] if steps else train["evaluate_at"]
    settings = {**train, "minutes": minutes, "frozen_blocks": frozen, "phase": phases, "evaluate_at": due}
    return {**config, "model": model, "train": settings}


def batch_of(config: dict[str, Any]) -> int:
    return config["own"]["batch"]["cuda" if torch.cuda.is_available() else "cpu"]


def own_version(shipped: str, today: date, onnx: Path) -> str:
    """With the beginning of the file's hash: finds are kept by version, and two runs of a day are two models."""
    return f"{shipped.split('-own')[0]}-own.{today:%Y%m%d}.{hashlib.sha256(onnx.read_bytes()).hexdigest()[:6]}"


def exported_at(data: Path) -> str:
    manifest = data / "manifest.json"
    return json.loads(manifest.read_text()).get("exported_at", "?") if manifest.exists() else "?"


def told_nets(nets: tuple[str, ...]) -> str:
    return " and ".join(f"{name} ({'taught on' if name in nets else 'as shipped'})" for name in NETS)


def told_training(wish: Wish, config: dict[str, Any], took: dict[str, dict[str, float]]) -> list[str]:
    device = "a GPU" if torch.cuda.is_available() else "the CPU"
    lines = [
        f"Network {name}: {net['step']} steps, {net['step'] * batch_of(config)} samples, {net['seconds'] / 60:.1f} minutes on {device}."
        for name, net in took.items()
    ]
    if wish.public:
        lines.append(f"{wish.public_share:.0%} of the samples show public photos, so that it does not forget them.")
    return lines
