"""Training of the network that judges parts."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.color import with_color_jitter
from ..augmentation.device_set import DeviceSet, on_device
from ..augmentation.part_crops import KINDS, SIZE, PartSamples, labeled_by_eye, part_crops, part_samples
from ..augmentation.part_maps import predicted_part_maps
from ..data.pack import load_damage
from ..nets.checkpoint import load_checkpoint
from ..nets.part_state_net import LEVELS, PartStateNet
from ..parts.part_state_labels import read_part_states
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device

SMOOTHED = 0.02  # of each label: some damages are not labeled
LEVEL_SHARE = 0.5  # of the loss: how bad a damage is


def train_part_states(
    config: dict[str, Any], folder: Path, parts: Path, weights: Path, out: Path, steps: int
) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    pack = load_damage(folder)
    data = on_device(pack, device)
    maps = predicted_part_maps(parts, data).maps
    names = load_checkpoint(parts)["names"]
    samples = part_samples(data, maps, names)
    files = [meta["file_name"] for meta in pack.meta]
    seen = read_part_states(Path(settings["labels"])) if "labels" in settings else {}
    looked_at, held_out = labeled_by_eye(samples, files, names, seen)
    samples, looked_at, held_out = samples.to(device), looked_at.to(device), held_out.to(device)
    side = settings.get("size", SIZE)
    saved = load_checkpoint(weights)
    model = PartStateNet(saved["model"]["backbone"], len(KINDS), settings["drop"])
    if "kinds" in saved:
        model.load_state_dict(saved["weights"])  # an earlier run of the same
    else:
        model.start_from(saved)
    model.to(device, memory_format=torch.channels_last)
    ema, optimizer = ExponentialMovingAverage(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, ema, optimizer)
    step, used = run.resume()
    wanted, share = samples.damaged * (1 - 2 * SMOOTHED) + SMOOTHED, samples.known.float()
    clock = Clock(settings["minutes"], steps, used)
    due = [p for p in settings["evaluate_at"] if p > clock.progress(step)]
    teaches = torch.tensor([meta["split"] == "train" for meta in pack.meta], device=device)[samples.picture]
    apart = torch.zeros(len(files), dtype=torch.bool, device=device).index_fill_(0, samples.picture[held_out], True)
    teaches &= ~apart[samples.picture]
    draws = draw_weights(samples, looked_at, data, settings) * teaches
    judged = {
        "by_boxes": samples.at((~teaches & ~apart[samples.picture] & samples.known.any(1)).nonzero()[:, 0]),
        "by_eye": samples.at(held_out.nonzero()[:, 0]),
    }
    about = {"model": {"backbone": saved["model"]["backbone"]}, "size": side, "kinds": list(KINDS)}
    learned = samples.at(teaches.nonzero()[:, 0])
    run.log(
        samples=len(learned.part),
        judged={name: len(some.part) for name, some in judged.items()},
        looked_at=int(looked_at.sum()),
        levels=torch.bincount(learned.level, minlength=4).tolist(),
        damaged=learned.damaged.sum(0).tolist(),
        known=learned.known.sum(0).tolist(),
    )

    def validate() -> None:
        before = clock.used()
        scores = {name: answers(ema.model, data, maps, some, side) for name, some in judged.items()}
        figures = validation_figures(judged["by_boxes"], scores["by_boxes"])
        figures["by_eye"] = validation_figures(judged["by_eye"], scores["by_eye"])["average_precision"]
        figures["levels"] = level_figures(judged["by_eye"].level.cpu().numpy(), scores["by_eye"][:, len(KINDS) :])
        run.log(step=step, progress=clock.progress(step), **figures["average_precision"], by_eye=figures["by_eye"], levels=figures["levels"])
        (out / "report.json").write_text(json.dumps(figures, indent=1) + "\n")
        run.finish(**about)
        clock.pause(clock.used() - before)

    model.train()
    model.freeze_statistics()
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        rows = torch.multinomial(draws, settings["batch"], True)
        pixels = with_color_jitter(part_crops(data, maps, samples.at(rows), 1.0, side).clamp(0, 255) / 255, settings["jitter"]) * 2 - 1
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(pixels.contiguous(memory_format=torch.channels_last))
        of_kinds, of_levels = logits.float().split([len(KINDS), len(LEVELS)], 1)
        each = F.binary_cross_entropy_with_logits(of_kinds, wanted[rows], reduction="none")
        loss = (each * share[rows]).sum() / share[rows].sum().clamp(min=1) + LEVEL_SHARE * level_loss(of_levels, samples.level[rows])
        optimizer_step(loss, model, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            validate()
    validate()
    run.log(event="end", step=step, seconds=clock.used())


def level_loss(logits: Tensor, level: Tensor) -> Tensor:
    """Of the damages whose level somebody said: whether it is at least moderate, and whether it is severe."""
    said = level > 0
    each = F.binary_cross_entropy_with_logits(logits, at_least(level) * (1 - 2 * SMOOTHED) + SMOOTHED, reduction="none")
    return (each * said[:, None]).sum() / said.sum().clamp(min=1)


def at_least(level: Tensor) -> Tensor:
    return (level[:, None] > torch.arange(1, 1 + len(LEVELS), device=level.device)).float()


def draw_weights(samples: PartSamples, looked_at: Tensor, data: DeviceSet, settings: dict[str, Any]) -> Tensor:
    """Shares of the draws: damaged parts, each kind alike; intact parts beside a damage; parts of vehicles without any; parts that
    somebody looked at."""
    damaged = samples.damaged * samples.known
    rarity = damaged / damaged.sum(0).clamp(min=1)
    hurt = torch.zeros(len(data.images), device=data.device).index_add_(0, samples.picture, damaged.sum(1)) > 0
    any_damage, known = damaged.any(1), samples.known.any(1)
    groups = [rarity.sum(1), (~any_damage & hurt[samples.picture] & known).float(), (~any_damage & ~hurt[samples.picture] & known).float(), looked_at.float()]
    usable = data.weight[samples.picture] > 0
    return sum(share * group * usable / (group * usable).sum().clamp(min=1e-9) for share, group in zip(settings["shares"], groups))


@torch.no_grad()
def answers(model: PartStateNet, data: DeviceSet, maps: Tensor, samples: PartSamples, side: int) -> np.ndarray:
    """[s, kinds + levels] probabilities, the mean of a look and a mirrored one."""
    told = [samples.damaged.new_zeros(0, len(KINDS) + len(LEVELS))]
    for rows in torch.arange(len(samples.part), device=data.device).split(128):
        pixels = part_crops(data, maps, samples.at(rows), 0.0, side).clamp(0, 255) / 127.5 - 1
        with torch.autocast(data.device.type, torch.bfloat16, enabled=data.device.type == "cuda"):
            looks = [model(view).float().sigmoid() for view in (pixels, pixels.flip(3))]
        told.append(sum(looks) / 2)
    return torch.cat(told).cpu().numpy()


def validation_figures(samples: PartSamples, scores: np.ndarray) -> dict[str, dict[str, float]]:
    """Of each kind, on the parts whose labels tell: how many have it, the average precision, and the recall at a precision of 0.85."""
    figures: dict[str, dict[str, float]] = {"damaged": {}, "average_precision": {}, "recall": {}}
    for index, kind in enumerate(KINDS):
        known = samples.known[:, index].cpu().numpy()
        truth, score = samples.damaged[:, index].cpu().numpy()[known], scores[known, index]
        hits = truth[np.argsort(-score, kind="stable")]
        found, true = hits.cumsum(), max(1.0, float(hits.sum()))
        precision = found / np.arange(1, len(hits) + 1)
        figures["damaged"][kind] = float(hits.sum())
        figures["average_precision"][kind] = round(float((precision * hits).sum()) / true, 4)
        figures["recall"][kind] = round(float((found / true)[precision >= 0.85].max(initial=0)), 4)
    return figures


def level_figures(level: np.ndarray, scores: np.ndarray) -> dict[str, float]:
    """Of the damages whose level somebody said: how often it is right, and how often the commonest one would be."""
    said = level > 0
    if not said.any():
        return {}
    told = 1 + (scores[said] >= 0.5).cumprod(1).sum(1)
    right = level[said] == told
    return {
        "said": int(said.sum()),
        "right": round(float(right.mean()), 4),
        "commonest": round(float(np.bincount(level[said]).max() / said.sum()), 4),
        "two_off": round(float((abs(level[said] - told) > 1).mean()), 4),
    }
