"""Training of the parts model."""

import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .backbone import load_pretrained
from .colour import with_camera
from .detector import normalised
from .labels import mirrored_part
from .pack import PartsPack, load_parts
from .parts_net import PartsNet
from .pictures import GREY
from .running import Averaged, Clock, Run, optimizer_for, set_rate, start_device
from .warp import uniform


def train_parts(config: dict[str, Any], pack_folder: Path, weights: Path | None, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    pack = load_parts(pack_folder)
    images, classes = (torch.from_numpy(np.array(a)).to(device) for a in (pack.images, pack.classes))
    training = torch.tensor([n for n, m in enumerate(pack.meta) if m["split"] == "train"], device=device)
    mirrored = torch.tensor([pack.names.index(mirrored_part(name)) for name in pack.names], device=device)
    model = PartsNet(config["model"]["backbone"], len(pack.names), config["model"]["width"])
    if weights is not None:
        start_from(model, weights)
    model = model.to(device, memory_format=torch.channels_last)
    averaged, optimizer = Averaged(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, averaged, optimizer)
    step, used = run.resume()
    clock = Clock(settings["minutes"], steps, used)
    due = [p for p in settings["evaluate_at"] if p > clock.progress(step)]
    about = {"model": config["model"], "size": images.shape[1], "names": pack.names}
    model.train()
    while (progress := clock.progress(step)) < 1:
        set_rate(optimizer, progress)
        rows = training[torch.randint(len(training), (settings["batch"],), device=device)]
        pixels, wanted = augmented(images[rows], classes[rows], mirrored, settings["zoomed_share"])
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(pixels.contiguous(memory_format=torch.channels_last))
        loss = parts_loss(logits.float(), wanted)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), settings["clip"])
        optimizer.step()
        averaged.update()
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            paused = time.monotonic()
            run.log(event="validation", step=step, **parts_score(averaged.model, images, classes, pack))
            run.save(step, clock.used())
            run.finish(**about)
            clock.pause(time.monotonic() - paused)
    run.log(event="end", step=step, seconds=clock.used(), **parts_score(averaged.model, images, classes, pack))
    run.save(step, clock.used())
    run.finish(**about)


def start_from(model: PartsNet, weights: Path) -> None:
    """What fits of an earlier run's weights.pt (the detector's trunk, or all of a parts run), or ImageNet weights."""
    state = torch.load(weights, map_location="cpu", weights_only=True)
    if "weights" not in state:
        return load_pretrained(model.backbone, weights)
    mine = model.state_dict()
    shared = {k: v for k, v in state["weights"].items() if k in mine and v.shape == mine[k].shape}
    model.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in shared.items()}, strict=False)


def augmented(images: Tensor, classes: Tensor, mirrored: Tensor, zoomed_share: float) -> tuple[Tensor, Tensor]:
    """Turned, scaled, mirrored and recoloured; a share of the batch shows a close crop of the vehicle."""
    n, device = len(images), images.device
    zoom = torch.exp(uniform(math.log(0.55), math.log(1.5), n, device=device))
    close = torch.exp(uniform(math.log(1.5), math.log(4.0), n, device=device))
    zoom = torch.where(torch.rand(n, device=device) < zoomed_share, close, zoom)
    aspect, turn = torch.exp(uniform(-0.2, 0.2, n, device=device)), uniform(-0.2, 0.2, n, device=device)
    flip = torch.rand(n, device=device) < 0.5
    across, down, sign = zoom * aspect, zoom / aspect, 1 - 2 * flip.float()
    # enough play to reach every part of the picture, less where that would show mostly grey
    play = [(1 - 1 / side).abs().clamp(min=0.15) * uniform(-0.9, 0.9, n, device=device) for side in (across, down)]
    first = torch.stack([sign * turn.cos() / across, -sign * turn.sin() / across, play[0]], -1)
    second = torch.stack([turn.sin() / down, turn.cos() / down, play[1]], -1)
    size = images.shape[1]
    grid = F.affine_grid(torch.stack([first, second], 1), [n, 3, size, size], align_corners=False)
    pixels = F.grid_sample(images.permute(0, 3, 1, 2).float() - GREY, grid, "bilinear", "zeros", False) + GREY
    wanted = F.grid_sample(classes[:, None].float(), grid, "nearest", "zeros", False)[:, 0].round().long()
    wanted = torch.where(flip[:, None, None], mirrored[wanted], wanted)
    return with_camera(pixels / 255, 1.0) * 2 - 1, wanted


def parts_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    logits = F.interpolate(logits, wanted.shape[1:], mode="bilinear", align_corners=False)
    cross = F.cross_entropy(logits, wanted, label_smoothing=0.02)
    share = logits.softmax(1)
    truth = F.one_hot(wanted, logits.shape[1]).permute(0, 3, 1, 2)
    both = (share * truth).sum((0, 2, 3))
    dice = 1 - (2 * both + 1) / (share.sum((0, 2, 3)) + truth.sum((0, 2, 3)) + 1)
    return cross + dice.mean()


@torch.no_grad()
def parts_score(model: PartsNet, images: Tensor, classes: Tensor, pack: PartsPack) -> dict[str, float]:
    model.eval()
    count = len(pack.names)
    table = torch.zeros(count, count, device=images.device, dtype=torch.float64)
    for row in (n for n, m in enumerate(pack.meta) if m["split"] == "val"):
        logits = model(normalised(images[row : row + 1].permute(0, 3, 1, 2).float())).float()
        seen = F.interpolate(logits, images.shape[1:3], mode="bilinear", align_corners=False).argmax(1)
        pairs = (classes[row].long() * count + seen[0]).flatten()
        table += torch.bincount(pairs, minlength=count * count).view(count, count)
    iou = table.diag() / (table.sum(0) + table.sum(1) - table.diag()).clamp(min=1)
    present = table.sum(1)[1:] > 0
    return {"miou": float(iou[1:][present].mean()), "pixel_accuracy": float(table.diag().sum() / table.sum())}
