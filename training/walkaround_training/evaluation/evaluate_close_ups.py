"""Judges the close-up network on the close-ups of labels/damaged-parts.json: calibrated on one half, told of both."""

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ..augmentation.close_up_samples import SIZE
from ..data.images import read_rgb
from ..nets.checkpoint import load_checkpoint, restored_close_up_net
from ..nets.close_up_net import STRIDE, CloseUpNet, inside
from ..nets.detector import normalized
from ..parts.close_up_parts import meant_by
from ..parts.close_up_scenes import corners
from .close_up_figures import answers, figures, possible_for

HALVES = ("choose", "report")  # as server/bench/findings has them
TEMPERATURES = np.arange(0.6, 5.01, 0.1)

Case = tuple[str, list[float], str, str]  # photo, box, type of damage, true part


def half_of(group: int) -> str:
    return HALVES[hashlib.sha256(str(group).encode()).digest()[0] % 2]


def true_cases(photos: list[dict]) -> list[Case]:
    return [(photo["file"], one["box"], one["types"][0], one["part"])
            for photo in photos for one in photo["damages"] if one["part"]]  # fmt: skip


def found_cases(findings: Path) -> list[Case]:
    """The boxes that the service lists, with the true part there: from `npm run bench -- findings --out FILE`."""
    cases = []
    for inspection in json.loads(findings.read_text())["inspections"]:
        for pair in inspection["match"]["found"]:
            view = pair["listed"]["views"][0]
            box = [view["box"][key] for key in ("xmin", "ymin", "width", "height")]
            if pair["truth"]["part"] and inspection["source"] == "photos":
                cases.append((view["photo"], box, pair["listed"]["type"], pair["truth"]["part"]))
    return cases


@torch.no_grad()
def logits_of(nets: list[CloseUpNet], cases: list[Case], pack: Path, pictures: Path) -> np.ndarray:
    """The mean of the networks. One run on a whole photo serves all of its damages."""
    maps: dict[str, tuple[Tensor, float]] = {}
    for file, *_ in cases:
        if file not in maps:
            pixels = normalized(torch.from_numpy(np.load(pack / f"{Path(file).stem}.npz")["pixels"]).float())
            maps[file] = sum(net(pixels) for net in nets) / len(nets), SIZE / max(read_rgb(pictures / file).size) / STRIDE
    told = []
    for file, box, *_ in cases:
        logits, scale = maps[file]
        told.append(inside(logits, torch.tensor(corners(box)).view(1, 1, 4) * scale)[0, 0].numpy())
    return np.stack(told)


def chances_of(logits: np.ndarray, temperature: float) -> np.ndarray:
    warm = np.exp((logits - logits.max(1, keepdims=True)) / temperature)
    return warm / warm.sum(1, keepdims=True)


def fitted_temperature(logits: np.ndarray, cases: list[Case]) -> float:
    """Under which the true parts are likeliest, among the parts that can have such a damage."""
    possible, meant = (np.stack([of(case) for case in cases]) for of in (lambda c: possible_for(c[2]), lambda c: meant_by(c[3])))

    def unlikeliness(temperature: float) -> float:
        chances = chances_of(logits, temperature) * possible
        right = (chances * meant).sum(1) / chances.sum(1)
        return float(-np.log(right.clip(1e-3)).mean())

    return round(float(min(TEMPERATURES, key=unlikeliness)), 1)


def evaluate_close_ups(weights: list[Path], pack: Path, pictures: Path, labels: Path, damage: Path, findings: Path) -> dict:
    photos = [photo for photo in json.loads(labels.read_text())["photos"] if photo["close_up"]]
    groups = {image["file_name"]: image["group"] for image in json.loads(damage.read_text())["images"]}
    halves = {photo["file"]: half_of(groups[photo["file"]]) for photo in photos}
    nets = [restored_close_up_net(load_checkpoint(path)) for path in weights]
    cases = {"true_boxes": true_cases(photos), "found_boxes": found_cases(findings)}
    kept = {kind: [c for c in some if c[0] in halves and meant_by(c[3]).any()] for kind, some in cases.items()}
    logits = {kind: logits_of(nets, some, pack, pictures) for kind, some in kept.items()}

    def of_half(kind: str, half: str) -> tuple[np.ndarray, list[Case]]:
        rows = [row for row, case in enumerate(kept[kind]) if halves[case[0]] == half]
        return logits[kind][rows], [kept[kind][row] for row in rows]

    report: dict = {"temperature": fitted_temperature(*of_half("true_boxes", "choose"))}
    for half in HALVES:
        report[half] = {}
        for kind in kept:
            some, rows = of_half(kind, half)
            chances = chances_of(some, report["temperature"])
            report[half][kind] = figures(answers(chances, [c[2] for c in rows], [c[3] for c in rows]))
    return report
