"""Training of the parts model."""

import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..nets.backbone import load_pretrained
from ..augmentation.color import with_camera
from ..nets.detector import normalised
from ..data.extra_parts import hosts_of
from ..data.vocabulary import mirrored_part
from ..data.pack import PartsPack, load_parts
from ..nets.parts_net import PartsNet
from ..data.images import GREY
from .run import Averaged, Clock, Run, optimizer_for, set_rate, start_device, take_step
from ..augmentation.affine import uniform

HEAD_WEIGHT, HEAD_BIAS = "to_classes.1.weight", "to_classes.1.bias"
SMOOTHING = 0.02
LABELLED_SHARE = 0.5  # of the loss that the labelled parts have among themselves


def train_parts(config: dict[str, Any], pack_folder: Path, weights: Path | None, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    pack = load_parts(pack_folder)
    images, classes = (torch.from_numpy(np.array(a)).to(device) for a in (pack.images, pack.classes))
    training = torch.tensor([n for n, m in enumerate(pack.meta) if m["split"] == "train"], device=device)
    mirrored = torch.tensor([pack.names.index(mirrored_part(name)) for name in pack.names], device=device)
    possible = torch.stack([possible_classes(m["unknown"], pack.names) for m in pack.meta]).to(device)
    base = len(pack.names) - len(pack.meta[0]["unknown"])
    model = PartsNet(config["model"]["backbone"], len(pack.names), config["model"]["width"])
    if weights is not None:
        start_from(model, weights, pack.names)
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
        pixels, labelled, wanted, may_be = augmented(
            images[rows], classes[rows], possible[rows], mirrored, settings["zoomed_share"]
        )
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(pixels.contiguous(memory_format=torch.channels_last))
        loss = parts_loss(logits.float(), labelled, wanted, may_be, base)
        take_step(loss, model, optimizer, averaged, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            paused = time.monotonic()
            run.log(event="validation", step=step, **parts_score(averaged.model, images, classes, possible, pack))
            run.save(step, clock.used())
            run.finish(**about)
            clock.pause(time.monotonic() - paused)
    run.log(
        event="end", step=step, seconds=clock.used(), **parts_score(averaged.model, images, classes, possible, pack)
    )
    run.save(step, clock.used())
    run.finish(**about)


def possible_classes(unknown: list[bool], names: list[str]) -> Tensor:
    """[value of the class map, class]: which classes a pixel may have on a photo where some parts are unknown.

    The last value is background near the vehicle; background elsewhere is background.
    """
    base = len(names) - len(unknown)
    table = torch.zeros(len(names) + 1, len(names), dtype=torch.bool)
    table[:-1].fill_diagonal_(True)
    table[-1, 0] = True
    for index in (base + n for n, missing in enumerate(unknown) if missing):
        for host in hosts_of(names[index]):
            table[names.index(host) or len(names), index] = True
    return table


def start_from(model: PartsNet, weights: Path, names: list[str]) -> None:
    """What fits of an earlier run's weights.pt (the detector's trunk, or all of a parts run), or ImageNet weights."""
    state = torch.load(weights, map_location="cpu", weights_only=True)
    if "weights" not in state:
        return load_pretrained(model.backbone, weights)
    mine, theirs = model.state_dict(), {k: v.float() for k, v in state["weights"].items()}
    if HEAD_WEIGHT in theirs:
        grow_head(theirs, state["names"], names)
    shared = {k: v.to(mine[k].dtype) for k, v in theirs.items() if k in mine and v.shape == mine[k].shape}
    model.load_state_dict(shared, strict=False)


def grow_head(state: dict[str, Tensor], old: list[str], new: list[str]) -> None:
    """A part the earlier run did not know starts as what it lies on, less likely than that."""
    rows = [old.index(name if name in old else hosts_of(name)[0]) for name in new]
    state[HEAD_WEIGHT] = state[HEAD_WEIGHT][rows]
    state[HEAD_BIAS] = state[HEAD_BIAS][rows] - torch.tensor([0.0 if name in old else 2.0 for name in new])


def augmented(
    images: Tensor, classes: Tensor, possible: Tensor, mirrored: Tensor, zoomed_share: float
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
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
    wanted = F.grid_sample(classes.float(), grid, "nearest", "zeros", False).round().long()
    near = torch.cat([mirrored, mirrored.new_tensor([len(mirrored)])])
    wanted = torch.where(flip[:, None, None, None], near[wanted], wanted)
    possible = torch.where(flip[:, None, None], possible[:, near][:, :, mirrored], possible)
    return with_camera(pixels / 255, 1.0) * 2 - 1, wanted[:, 0], wanted[:, 1], possible


def parts_loss(logits: Tensor, labelled: Tensor, wanted: Tensor, possible: Tensor, base: int) -> Tensor:
    """Where a pixel may be several classes, only their sum is judged, and the overlap leaves it out.

    The labelled parts are also judged among themselves: what an extra part lies on stays in the answer below it.
    """
    logits = F.interpolate(logits, wanted.shape[1:], mode="bilinear", align_corners=False)
    photo = torch.arange(len(wanted), device=wanted.device)[:, None, None]
    truth = possible[photo, wanted].permute(0, 3, 1, 2)
    chance = logits.log_softmax(1)
    cross = -chance.masked_fill(~truth, -math.inf).logsumexp(1)
    cross = (1 - SMOOTHING) * cross.mean() - SMOOTHING * chance.mean()
    sure = truth.sum(1, keepdim=True) == 1
    truth, share = truth & sure, chance.exp() * sure
    both = (share * truth).sum((0, 2, 3))
    dice = 1 - (2 * both + 1) / (share.sum((0, 2, 3)) + truth.sum((0, 2, 3)) + 1)
    return cross + dice.mean() + LABELLED_SHARE * F.cross_entropy(logits[:, :base], labelled)


@torch.no_grad()
def parts_score(
    model: PartsNet, images: Tensor, classes: Tensor, possible: Tensor, pack: PartsPack
) -> dict[str, float]:
    """The curve's figures, over pixels of one possible class: the extra parts cut out of the others, unlike evaluate."""
    model.eval()
    count, base = len(pack.names), len(pack.names) - len(pack.meta[0]["unknown"])
    table = torch.zeros(count, count, device=images.device, dtype=torch.float64)
    for row in (n for n, m in enumerate(pack.meta) if m["split"] == "val"):
        logits = model(normalised(images[row : row + 1].permute(0, 3, 1, 2).float())).float()
        seen = F.interpolate(logits, images.shape[1:3], mode="bilinear", align_corners=False).argmax(1)
        truth = classes[row, 1].long()
        sure = (possible[row].sum(1) == 1)[truth]
        pairs = (truth % count)[sure] * count + seen[0][sure]  # background near the vehicle is background
        table += torch.bincount(pairs, minlength=count * count).view(count, count)
    iou = table.diag() / (table.sum(0) + table.sum(1) - table.diag()).clamp(min=1)
    present = table.sum(1) > 0
    scores = {"pixel_accuracy": float(table.diag().sum() / table.sum())}
    for name, first, last in (("miou", 1, base), ("miou_extra", base, count)):
        if present[first:last].any():
            scores[name] = float(iou[first:last][present[first:last]].mean())
    return scores
