"""Training of a network for attributes and quality scores of an image."""

import json
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ..augmentation.affine import uniform
from ..augmentation.attribute_views import AttributesOnDevice, on_device, on_gray, random_views, whole_views
from ..augmentation.color import color_matrix, with_color_jitter
from ..data.attributes_pack import UNKNOWN, AttributesPack, load_attributes
from ..degradation.degrade import degraded, random_strengths
from ..degradation.noise_fields import blurred
from ..losses.attributes_loss import attributes_loss, balance
from ..nets.attributes_net import AttributesNet
from ..nets.backbone import load_pretrained
from ..nets.checkpoint import load_checkpoint
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device

FOLDS_FILE = "folds.json"


def train_attributes(config: dict[str, Any], pack_folder: Path, weights: Path | None, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    pack = load_attributes(pack_folder)
    data = on_device(pack, config["data"]["stored"], device)
    split = [m["split"] for m in pack.meta]
    train, val = (
        torch.tensor([n for n, s in enumerate(split) if s == name], device=device) for name in ("train", "val")
    )
    out.mkdir(parents=True, exist_ok=True)
    if settings["folds"] and not (out / FOLDS_FILE).exists():
        (out / FOLDS_FILE).write_text(json.dumps(out_of_fold(config, pack, data, train, weights, out, steps)))
    fit(config, pack, data, train, val, weights, out, settings["minutes"], steps)


def out_of_fold(
    config: dict[str, Any],
    pack: AttributesPack,
    data: AttributesOnDevice,
    train: Tensor,
    weights: Path | None,
    out: Path,
    steps: int,
) -> dict[str, Any]:
    """Out-of-fold answers on the training images. The abstention threshold is fitted on them."""
    settings = config["train"]
    groups = sorted({pack.meta[row]["group"] for row in train.tolist()})
    order = torch.randperm(len(groups), generator=torch.Generator().manual_seed(config["seed"])).tolist()
    fold_of = {group: place % settings["folds"] for group, place in zip(groups, order)}
    folds = torch.tensor([fold_of[pack.meta[row]["group"]] for row in train.tolist()], device=train.device)
    files: list[str] = []
    answers: dict[str, list[list[float]]] = {name: [] for name in pack.classified}
    for fold in range(settings["folds"]):
        kept, aside = train[folds != fold], train[folds == fold]
        folder = out / f"fold-{fold}"
        net = fit(config, pack, data, kept, aside, weights, folder, settings["fold_minutes"], steps)
        files += [pack.meta[row]["file"] for row in aside.tolist()]
        for name, logits in zip(pack.classified, answers_of(net, data, aside, config["model"]["size"])):
            answers[name] += [[round(v, 4) for v in line] for line in logits.softmax(1).tolist()]
    return {"files": files, "answers": answers}


def fit(
    config: dict[str, Any],
    pack: AttributesPack,
    data: AttributesOnDevice,
    train: Tensor,
    val: Tensor,
    weights: Path | None,
    out: Path,
    minutes: float,
    steps: int,
) -> AttributesNet:
    settings, size, device = config["train"], config["model"]["size"], data.device
    heads = {name: len(labels) or 1 for name, labels in pack.attributes.items()}
    net = AttributesNet(config["model"]["backbone"], heads)
    if weights is not None:
        start_from(net, weights)
    scores_only = settings.get("scores_only", False)
    if scores_only:
        for part in (net.backbone, net.summary, net.fine):
            part.requires_grad_(False)
    net = net.to(device, memory_format=torch.channels_last)
    ema, optimizer = ExponentialMovingAverage(net, settings["ema"]), optimizer_for(net, settings, device)
    run = Run(out, net, ema, optimizer)
    step, used = run.resume()
    clock = Clock(minutes, steps, used)
    due = [p for p in settings["evaluate_at"] if p > clock.progress(step)]
    balanced = balance(data.labels[train], [len(pack.attributes[name]) for name in pack.classified], settings["rarest"])
    real = ~data.scores[train].isnan().all(1) & ~data.clean[train] if pack.scored else torch.zeros_like(train).bool()
    draw = balanced.rows * torch.where(real, settings.get("judged_weight", 1.0), 1.0)
    clean = train[data.clean[train]]
    about = {"model": config["model"], "size": size, "attributes": pack.attributes}
    net.train(not scores_only)
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        rows = train[torch.multinomial(draw, settings["batch"], replacement=True)]
        if len(clean):
            rows[: int(settings["clean_share"] * len(rows))] = clean[
                torch.randint(len(clean), (int(settings["clean_share"] * len(rows)),), device=device)
            ]
        pixels, labels, scores = sample(data, rows, size, settings, pack.scored)
        if scores_only:
            labels.fill_(UNKNOWN)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = net(pixels.contiguous(memory_format=torch.channels_last))
        loss = attributes_loss(logits, labels, scores, balanced.weights, settings.get("score_weight", 0.0))
        optimizer_step(loss, net, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            paused = time.monotonic()
            run.log(event="validation", step=step, **accuracies(ema.model, pack, data, val, size))
            run.save(step, clock.used())
            run.finish(**about)
            clock.pause(time.monotonic() - paused)
    run.log(event="end", step=step, seconds=clock.used(), **accuracies(ema.model, pack, data, val, size))
    run.save(step, clock.used())
    run.finish(**about)
    return ema.model


def start_from(net: AttributesNet, weights: Path) -> None:
    """ImageNet weights with the classifier's last convolution, or weights.pt of an earlier run."""
    state = load_checkpoint(weights)
    if "weights" in state:
        net.load_state_dict(state["weights"])
        return
    load_pretrained(net.backbone, weights)
    names = {"_conv_head.weight": "0.weight", **{f"_bn1.{k}": f"1.{k}" for k in net.summary[1].state_dict()}}
    net.summary.load_state_dict({mine: state[theirs] for theirs, mine in names.items()})


def sample(
    data: AttributesOnDevice, rows: Tensor, size: int, settings: dict[str, Any], scored: list[str]
) -> tuple[Tensor, Tensor, Tensor]:
    """Pixels, labels and scores of a batch; clean photos are degraded at random strengths."""
    views = random_views(data, rows, size, settings)
    scores = data.scores[rows].clone()
    judged = ~scores.isnan().all(1) if scored else torch.zeros_like(rows).bool()
    views.pixels[~judged] = with_color_jitter(views.pixels[~judged], settings["color"])
    views.pixels[judged] = with_mild_jitter(views.pixels[judged], settings["color"])
    chosen = data.clean[rows].nonzero()[:, 0] if scored else rows[:0]
    if len(chosen):
        strengths = random_strengths(len(chosen), scored, settings["untouched"], data.device)
        views.pixels[chosen] = degraded(views.at(chosen), strengths, scored, data.close[rows][chosen])
        scores[chosen] = strengths
    return on_gray(views), views.labels, scores


def with_mild_jitter(pixels: Tensor, strength: float) -> Tensor:
    """For pictures whose faults count: other colors, noise and sharpening, but no blur."""
    n, _, height, width = pixels.shape
    if not n:
        return pixels
    matrix = color_matrix(n, 0.6 * strength, pixels.device)
    pixels = torch.baddbmm(matrix[..., 3:], matrix[..., :3], pixels.flatten(2)).view(n, 3, height, width)
    noise = uniform(0, 0.02, n, 1, 1, 1, device=pixels.device) * (torch.rand(n, 1, 1, 1, device=pixels.device) < 0.3)
    sharper = uniform(0, 0.8, n, 1, 1, 1, device=pixels.device) * (torch.rand(n, 1, 1, 1, device=pixels.device) < 0.5)
    pixels = pixels + sharper * (pixels - blurred(pixels, 1.0)) + noise * torch.randn_like(pixels)
    return pixels.clamp(0, 1)


@torch.no_grad()
def answers_of(net: AttributesNet, data: AttributesOnDevice, rows: Tensor, size: int) -> list[Tensor]:
    """Logits of every attribute on whole pictures."""
    net.eval()
    parts = [net(on_gray(whole_views(data, part, size))) for part in rows.split(64)]
    return [torch.cat(values).float() for values in zip(*parts)]


def accuracies(
    net: AttributesNet, pack: AttributesPack, data: AttributesOnDevice, rows: Tensor, size: int
) -> dict[str, float]:
    result = {}
    for column, (name, logits) in enumerate(zip(pack.classified, answers_of(net, data, rows, size))):
        wanted = data.labels[rows, column]
        known = wanted >= 0
        if known.any():
            result[name] = float((logits.argmax(1) == wanted)[known].float().mean())
    return result
