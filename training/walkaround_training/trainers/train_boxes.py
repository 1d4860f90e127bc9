"""Training of a box detector."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ..augmentation.batches import make_batch
from ..augmentation.device_set import DeviceSet, on_device
from ..data.boxes import iou_matrix, non_maximum_suppression
from ..data.pack import DamagePack, load_damage
from ..data.vocabulary import IGNORE_BOX
from ..evaluation.average_precision import average_precision
from ..losses.detector_loss import box_detector_loss
from ..nets.backbone import load_pretrained
from ..nets.box_detector import BoxDetector
from ..nets.detector import anchors, boxes_from, normalized
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device

CANDIDATES = 300


def train_boxes(config: dict[str, Any], pack_folder: Path, weights: Path, out: Path, steps: int) -> None:
    device = start_device(config["seed"])
    pack = load_damage(pack_folder)
    model = BoxDetector(len(config["model"]["classes"]), config["model"]["width"])
    load_pretrained(model.backbone, weights)
    model = model.shorten().to(device, memory_format=torch.channels_last)
    ema = ExponentialMovingAverage(model, config["train"]["ema"])
    run = Run(out, model, ema, optimizer_for(model, config["train"], device))
    train(config, run, on_device(pack, device), pack, steps)


def train(config: dict[str, Any], run: Run, data: DeviceSet, pack: DamagePack, steps: int) -> None:
    settings, device = config["train"], data.device
    about = {"model": config["model"], "size": data.size}
    step, used = run.resume()
    clock = Clock(settings["minutes"], steps, used)
    due = [p for p in settings["evaluate_at"] if p > clock.progress(step)]
    size, batch_size = settings["size"], settings["batch"]
    grid = [t.to(device) for t in anchors(size)]
    sums: dict[str, torch.Tensor] = {}
    run.model.train()
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(run.optimizer, progress)
        batch = make_batch(data, batch_size, size, settings["mosaic"], 0.0, False)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            outputs = run.model(batch.pixels.contiguous(memory_format=torch.channels_last))
        loss, parts = box_detector_loss(outputs, batch, *grid)
        optimizer_step(loss, run.model, run.optimizer, run.ema, settings["clip"])
        step += 1
        for name, value in parts.items():
            sums[name] = sums.get(name, 0) + value
        if step % settings["log_every"] == 0:
            means = {name: float(value) / settings["log_every"] for name, value in sums.items()}
            sums = {}
            run.log(step=step, progress=progress, seen=step * batch_size, seconds=clock.used(), **means)
            if means["type"] != means["type"]:
                raise SystemExit("The loss is not a number: lower learning_rate and resume from the checkpoint.")
        if due and progress >= due[0]:
            due.pop(0)
            paused = time.monotonic()
            run.log(event="validation", step=step, progress=progress, ap50=validated(run.ema.model, data, pack))
            run.save(step, clock.used())
            run.finish(**about)
            clock.pause(time.monotonic() - paused)
    run.log(event="end", step=step, seconds=clock.used(), ap50=validated(run.ema.model, data, pack))
    run.save(step, clock.used())
    run.finish(**about)


@torch.no_grad()
def validated(model: BoxDetector, data: DeviceSet, pack: DamagePack) -> list[float]:
    """AP50 of each class on the validation pictures where all of it is boxed and nothing is unclear."""
    is_val = np.array([meta["split"] == "val" for meta in pack.meta]) & ~(pack.labels == IGNORE_BOX).any(1)
    centers, strides = (t.to(data.device) for t in anchors(data.size))
    items: list[list[tuple[np.ndarray, np.ndarray]]] = [[] for _ in range(pack.known.shape[1])]
    for rows in np.array_split(np.flatnonzero(is_val), max(1, is_val.sum() // 16)):
        pixels = data.images[torch.from_numpy(rows).to(data.device)].permute(0, 3, 1, 2).float()
        logits, distances = model(normalized(pixels).contiguous(memory_format=torch.channels_last))
        everywhere = boxes_from(distances, centers, strides)
        for column, found in enumerate(items):
            scores, places = logits[..., column].sigmoid().topk(CANDIDATES, 1)
            boxes = everywhere.gather(1, places[..., None].expand(-1, -1, 4))
            for row, box, score in zip(rows, boxes.cpu().numpy(), scores.cpu().numpy()):
                if pack.known[row, column]:
                    keep = non_maximum_suppression(box, score, np.zeros(len(score)), 0.5, 50)
                    wanted = pack.boxes[row][pack.labels[row] == column]
                    found.append((score[keep], iou_matrix(box[keep], wanted)))
    return [round(average_precision(found), 4) for found in items]
