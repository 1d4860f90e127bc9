"""Training of the parts network."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.parts_views import augmented
from ..data.pack import PartsPack, load_parts
from ..data.vocabulary import mirrored_part
from ..losses.parts_loss import parts_loss, possible_classes
from ..nets.backbone import load_pretrained
from ..nets.checkpoint import load_checkpoint
from ..nets.detector import normalized
from ..nets.parts_net import PartsNet
from ..parts.extra_parts import hosts_of
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device

HEAD_WEIGHT, HEAD_BIAS = "to_classes.1.weight", "to_classes.1.bias"


def train_parts(config: dict[str, Any], pack_folder: Path, weights: Path | None, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    pack = load_parts(pack_folder)
    images, classes = (torch.from_numpy(np.array(a)).to(device) for a in (pack.images, pack.classes))
    training = torch.tensor([n for n, m in enumerate(pack.meta) if m["split"] == "train"], device=device)
    mirrored = torch.tensor([pack.names.index(mirrored_part(name)) for name in pack.names], device=device)
    possible = torch.stack([possible_classes(m["unknown"], pack.names, m["damaged"]) for m in pack.meta]).to(device)
    base = len(pack.names) - len(pack.meta[0]["unknown"])
    model = PartsNet(config["model"]["backbone"], len(pack.names), config["model"]["width"])
    if weights is not None:
        start_from(model, weights, pack.names)
    model = model.to(device, memory_format=torch.channels_last)
    ema, optimizer = ExponentialMovingAverage(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, ema, optimizer)
    step, used = run.resume()
    clock = Clock(settings["minutes"], steps, used)
    due = [p for p in settings["evaluate_at"] if p > clock.progress(step)]
    about = {"model": config["model"], "size": images.shape[1], "names": pack.names}
    model.train()
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        rows = training[torch.randint(len(training), (settings["batch"],), device=device)]
        pixels, labeled, wanted, may_be = augmented(
            images[rows], classes[rows], possible[rows], mirrored, settings["zoomed_share"]
        )
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(pixels.contiguous(memory_format=torch.channels_last))
        loss = parts_loss(logits.float(), labeled, wanted, may_be, base)
        optimizer_step(loss, model, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            paused = time.monotonic()
            run.log(event="validation", step=step, **parts_score(ema.model, images, classes, possible, pack))
            run.save(step, clock.used())
            run.finish(**about)
            clock.pause(time.monotonic() - paused)
    run.log(
        event="end", step=step, seconds=clock.used(), **parts_score(ema.model, images, classes, possible, pack)
    )
    run.save(step, clock.used())
    run.finish(**about)


def start_from(model: PartsNet, weights: Path, names: list[str]) -> None:
    """The tensors of an earlier run's weights.pt whose shapes fit, or ImageNet weights."""
    state = load_checkpoint(weights)
    if "weights" not in state:
        return load_pretrained(model.backbone, weights)
    mine, theirs = model.state_dict(), dict(state["weights"])
    if HEAD_WEIGHT in theirs:
        grow_head(theirs, state["names"], names)
    shared = {k: v.to(mine[k].dtype) for k, v in theirs.items() if k in mine and v.shape == mine[k].shape}
    model.load_state_dict(shared, strict=False)


def grow_head(state: dict[str, Tensor], old: list[str], new: list[str]) -> None:
    """A new part starts with the weights of the part it lies on and a lower bias."""
    rows = [old.index(name if name in old else hosts_of(name)[0]) for name in new]
    state[HEAD_WEIGHT] = state[HEAD_WEIGHT][rows]
    state[HEAD_BIAS] = state[HEAD_BIAS][rows] - torch.tensor([0.0 if name in old else 2.0 for name in new])


@torch.no_grad()
def parts_score(
    model: PartsNet, images: Tensor, classes: Tensor, possible: Tensor, pack: PartsPack
) -> dict[str, float]:
    """The curve's figures, over pixels with one possible class. Unlike evaluate, extra parts are not merged into others."""
    model.eval()
    count, base = len(pack.names), len(pack.names) - len(pack.meta[0]["unknown"])
    tables = torch.zeros(2, count, count, device=images.device, dtype=torch.float64)  # intact and damaged vehicles
    for row, meta in ((n, m) for n, m in enumerate(pack.meta) if m["split"] == "val"):
        logits = model(normalized(images[row : row + 1].permute(0, 3, 1, 2).float())).float()
        seen = F.interpolate(logits, images.shape[1:3], mode="bilinear", align_corners=False).argmax(1)
        truth = classes[row, 1].long()
        sure = (possible[row].sum(1) == 1)[truth]
        pairs = (truth % count)[sure] * count + seen[0][sure]  # background near the vehicle is background
        tables[int(meta["damaged"])] += torch.bincount(pairs, minlength=count * count).view(count, count)
    scores = {"pixel_accuracy": float(tables[0].diag().sum() / tables[0].sum())}
    for name, table, first, last in (
        ("miou", tables[0], 1, base), ("miou_extra", tables[0], base, count), ("miou_damaged", tables[1], 1, count)
    ):  # fmt: skip
        iou = table.diag() / (table.sum(0) + table.sum(1) - table.diag()).clamp(min=1)
        present = table.sum(1)[first:last] > 0
        if present.any():
            scores[name] = float(iou[first:last][present].mean())
    return scores
