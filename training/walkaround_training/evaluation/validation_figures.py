"""Figures on the validation split during training, of one network or of the mean of several."""

import numpy as np
import torch

from ..augmentation.device_set import DeviceSet
from ..data.boxes import iou_matrix, non_maximum_suppression
from ..data.pack import DamagePack
from ..data.vocabulary import CARDD_TYPES, DAMAGE_TYPES, FIRST_SOURCES, MAIN_TYPES
from ..nets.detector import Detector
from ..nets.exported_nets import ExportedDetector
from .average_precision import average_precision

CANDIDATES = 400
OWN_SOURCE = "own"  # of photos that an operator corrected: `npx walkaround dataset export`
LATER_FIGURES = (
    ("scratch", "finescratch"),
    ("rustiness", "rustpaint"),
    ("paint_peeling", "rustpaint"),
    ("scratch", "scanner"),
    ("scratch", "scanner-tile"),
    ("light_reflection", "scanner-tile"),
)


@torch.no_grad()
def detections_on(
    net: ExportedDetector, data: DeviceSet, rows: np.ndarray
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Boxes, scores and types per picture, after suppression."""
    detections = []
    for start in range(0, len(rows), 32):
        pixels = data.images[torch.from_numpy(rows[start : start + 32]).to(data.device)].permute(0, 3, 1, 2).float()
        with torch.autocast(data.device.type, torch.bfloat16, enabled=data.device.type == "cuda"):
            boxes, scores, _, _ = net(pixels.contiguous(memory_format=torch.channels_last))
        scores, places = scores.float().flatten(1).topk(CANDIDATES, 1)
        anchor, types = places // len(DAMAGE_TYPES), places % len(DAMAGE_TYPES)
        picked = boxes.float().gather(1, anchor[..., None].expand(-1, -1, 4))
        for b, s, t in zip(picked.cpu().numpy(), scores.cpu().numpy(), types.cpu().numpy()):
            b, s, t = b[s > 0.01], s[s > 0.01], t[s > 0.01]
            keep = non_maximum_suppression(b, s, t, 0.6, 100)
            detections.append((b[keep], s[keep], t[keep]))
    return detections


def validation_figures(model: Detector, data: DeviceSet, pack: DamagePack) -> dict[str, float]:
    model.eval()
    return figures_of_mean([(model, False)], data, pack)


def figures_of_mean(members: list[tuple[Detector, bool]], data: DeviceSet, pack: DamagePack) -> dict[str, float]:
    """Each member is a network and whether it gets the mirrored image."""
    rows = np.array([n for n, meta in enumerate(pack.meta) if meta["split"] == "val"])
    types = len(DAMAGE_TYPES)
    net = ExportedDetector(members, torch.ones(types), torch.zeros(types)).to(data.device)
    detections = detections_on(net, data, rows)

    def ap(name: str, *sources: str) -> float:
        t = DAMAGE_TYPES.index(name)
        items = []
        for n, (boxes, scores, types) in zip(rows, detections):
            if pack.known[n, t] and pack.meta[n]["source"] in (sources or FIRST_SOURCES):
                items.append((scores[types == t], iou_matrix(boxes[types == t], pack.boxes[n][pack.labels[n] == t])))
        return average_precision(items)

    point = {name: ap(name) for name in MAIN_TYPES}
    point["main"] = float(np.nanmean([point[name] for name in MAIN_TYPES]))
    point["cardd"] = float(np.nanmean([ap(name, "cardd") for name in CARDD_TYPES]))
    point["carddval"] = float(np.nanmean([ap(name, "carddval") for name in CARDD_TYPES]))
    point["own"] = float(np.nanmean([ap(name, OWN_SOURCE, "whole") for name in MAIN_TYPES]))
    for name, source in LATER_FIGURES:
        point[f"{source} {name}"] = ap(name, source)
    intact = [scores.max(initial=0) for n, (_, scores, _) in zip(rows, detections) if pack.meta[n]["source"] == "whole"]
    point["intact_alarms_at_half"] = float(sum(score >= 0.5 for score in intact))
    return point
