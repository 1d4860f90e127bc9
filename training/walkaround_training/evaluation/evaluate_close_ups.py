"""Judges the close-up network on the close-ups of labels/damaged-parts.json."""

import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from ..data.close_up_parts import meant_by
from ..data.close_up_scenes import corners
from ..data.images import read_rgb
from ..augmentation.close_up_features import SIZE, STRIDE
from ..nets.checkpoint import load_checkpoint, restored_close_up_net
from ..nets.close_up_net import CloseUpNet, inside
from .close_up_figures import answers, figures

HALVES = ("choose", "report")  # as server/bench/findings has them
LEAST_RIGHT = 0.9

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
def chances_of(net: CloseUpNet, cases: list[Case], pack: Path, pictures: Path) -> np.ndarray:
    told = []
    for file, box, _, _ in cases:
        lower = torch.from_numpy(np.load(pack / f"{Path(file).stem}.npz")["lower"]).float()
        scale = SIZE / max(read_rgb(pictures / file).size) / STRIDE
        told.append(inside(net(lower), torch.tensor(corners(box)).view(1, 1, 4) * scale)[0, 0].numpy())
    return np.stack(told)


def evaluate_close_ups(
    weights: list[Path], pack: Path, pictures: Path, labels: Path, damage: Path, findings: Path | None, half: str
) -> dict:
    photos = [photo for photo in json.loads(labels.read_text())["photos"] if photo["close_up"]]
    groups = {image["file_name"]: image["group"] for image in json.loads(damage.read_text())["images"]}
    files = {photo["file"] for photo in photos if half_of(groups[photo["file"]]) == half}
    report = {}
    for name, cases in (("true", true_cases(photos)), ("found", found_cases(findings) if findings else [])):
        cases = [case for case in cases if case[0] in files and meant_by(case[3]).any()]
        if cases:
            logits = np.mean([chances_of(restored_close_up_net(load_checkpoint(path)), cases, pack, pictures) for path in weights], 0)
            chances = np.exp(logits - logits.max(1, keepdims=True))
            rows = answers(chances / chances.sum(1, keepdims=True), [c[2] for c in cases], [c[3] for c in cases])
            report[name] = figures(rows, LEAST_RIGHT)
            report[f"{name}_rows"] = [row | {"file": case[0], "type": case[2]} for row, case in zip(rows, cases)]
    return report

