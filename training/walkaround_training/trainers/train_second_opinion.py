"""Training of the network that gives a second opinion on the finds of the damage model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.color import with_color_jitter
from ..augmentation.device_set import DeviceSet, on_device
from ..augmentation.find_crops import find_crops
from ..augmentation.part_maps import predicted_part_maps
from ..augmentation.seen_damages import seen_damages
from ..augmentation.seen_finds import SeenOnFinds, seen_on_finds, taught_by_persons
from ..data.find_samples import ANY, ANYWHERE, LABELED, TYPES, FindSamples, find_samples, teaching
from ..data.pack import DamagePack, load_damage
from ..data.vocabulary import DAMAGE_TYPES
from ..evaluation.find_figures import LEAST_SCORE, find_figures, finds_of
from ..nets.checkpoint import load_checkpoint
from ..nets.detector import normalized
from ..nets.second_opinion_net import SIZE, SecondOpinionNet
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device

SMOOTHED = 0.02  # of each label: some damages are not labeled
OWN_SHARE, OTHER_SHARE, ANY_SHARE = 1.75, 0.25, 1.0  # of the loss: the find's own type, each other type, a damage of any type
JUDGED_FROM = 0  # the first detector: its finds judge

Validate = Callable[[Run, SecondOpinionNet, int, float], None]


def train_second_opinion(
    config: dict[str, Any],
    folder: Path,
    parts: Path | None,
    weights: Path,
    detectors: list[list[Path]],
    out: Path,
    steps: int,
) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    pack = load_damage(folder)
    data = on_device(pack, device)
    samples = find_samples(pack, finds_of(detectors, data), config["seed"], device)
    seen = seen_by_persons(settings, pack, parts, data, samples)
    saved = load_checkpoint(weights)
    teaches = torch.from_numpy(teaching(pack)).to(device)[samples.picture]
    half = torch.tensor([int(meta["group"]) % 2 for meta in pack.meta], device=device)[samples.picture]
    opinions = torch.zeros(samples.known.shape, device=device)
    if seen:
        taught_by_persons(samples, seen, opinions)
    for own in (0, 1):
        minutes = settings["minutes_of_halves"]
        net = taught(saved, data, samples, teaches & (half == own), settings, minutes, steps, out / f"half-{own}")
        others = (teaches & (half != own) & (samples.origin >= 0)).nonzero()[:, 0]
        opinions[others] = answers(net, data, samples.at(others))
    samples.known = known_without_doubt(samples, opinions, settings["doubted_from"])
    if seen:
        taught_by_persons(samples, seen, opinions)
    held_out = torch.tensor([meta["split"] != "train" for meta in pack.meta], device=device)[samples.picture]
    judged = samples.at((held_out & (samples.origin == JUDGED_FROM) & samples.told).nonzero()[:, 0])

    def validate(run: Run, net: SecondOpinionNet, step: int, progress: float) -> None:
        opinion = answers(net, data, judged).gather(1, judged.kind[:, None])[:, 0]
        figures = find_figures(*(value.cpu().numpy() for value in (judged.right, judged.score, opinion)))
        run.log(step=step, progress=progress, **figures)
        (out / "report.json").write_text(json.dumps(figures, indent=1) + "\n")
        run.finish(model={"backbone": saved["model"]["backbone"]}, size=2 * SIZE, types=list(DAMAGE_TYPES), second_opinion=True)

    taught(saved, data, samples, teaches, settings, settings["minutes"], steps, out, validate)


def seen_by_persons(
    settings: dict[str, Any], pack: DamagePack, parts: Path | None, data: DeviceSet, samples: FindSamples
) -> SeenOnFinds | None:
    if "seen_damages" not in settings:
        return None
    if parts is None:
        raise SystemExit("The configuration has seen_damages: name weights.pt of a parts run with --parts.")
    told = seen_damages(Path(settings["seen_damages"]), pack, predicted_part_maps(parts, data))
    return seen_on_finds(told, samples, data.size)


def known_without_doubt(samples: FindSamples, opinions: Tensor, limit: float) -> Tensor:
    """Not what is unlabeled but held for a damage: no source labels all of them."""
    return samples.known & (samples.damaged | (opinions <= limit))


def taught(
    saved: dict[str, Any],
    data: DeviceSet,
    samples: FindSamples,
    teaches: Tensor,
    settings: dict[str, Any],
    minutes: float,
    steps: int,
    out: Path,
    validate: Validate | None = None,
) -> SecondOpinionNet:
    device = data.device
    model = SecondOpinionNet(saved["model"]["backbone"], TYPES, settings["drop"])
    model.start_from(saved)
    model.to(device, memory_format=torch.channels_last)
    ema, optimizer = ExponentialMovingAverage(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, ema, optimizer)
    groups = groups_of(samples, teaches)
    draws = draw_weights(groups, settings["shares"])
    run.log(samples=len(teaches), groups=[int((group > 0).sum()) for group in groups])
    clock, step = Clock(minutes, steps), 0
    due = list(settings["evaluate_at"]) if validate else []
    model.train()
    model.freeze_statistics()
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        loss = loss_on(model, data, samples.at(torch.multinomial(draws, settings["batch"], True)), settings["jitter"])
        optimizer_step(loss, model, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            before = clock.used()
            validate(run, ema.model, step, progress)
            clock.pause(clock.used() - before)
    if validate:
        validate(run, ema.model, step, 1.0)
    run.log(event="end", step=step, seconds=clock.used())
    return ema.model


def loss_on(model: SecondOpinionNet, data: DeviceSet, batch: FindSamples, jitter: float) -> Tensor:
    crops = find_crops(data, batch.picture, batch.box, 1.0).clamp(0, 255) / 255
    pixels = with_color_jitter(crops, jitter) * 2 - 1
    with torch.autocast(data.device.type, torch.bfloat16, enabled=data.device.type == "cuda"):
        logits = model(pixels.contiguous(memory_format=torch.channels_last), F.one_hot(batch.kind, TYPES).float())
    wanted = batch.damaged.float() * (1 - 2 * SMOOTHED) + SMOOTHED
    each = F.binary_cross_entropy_with_logits(logits.float(), wanted, reduction="none")
    own = F.one_hot(batch.kind, TYPES + 1).bool()
    share = torch.where(own, OWN_SHARE, OTHER_SHARE)
    share[:, ANY] = ANY_SHARE
    share = share * batch.known
    return (each * share).sum() / share.sum().clamp(min=1)


def groups_of(samples: FindSamples, teaches: Tensor) -> list[Tensor]:
    """How often each sample is drawn within its group: finds and labels on a damage, each type by the root of its count; finds on
    nothing beside a damage, by the root of their score; finds on intact vehicles; boxes at random."""
    told, found = teaches & samples.told, samples.origin >= 0
    on_damage = told & samples.right & (samples.origin != ANYWHERE)
    on_nothing = told & ~samples.right & found
    hurt = torch.isin(samples.picture, samples.picture[samples.origin == LABELED])
    count = torch.bincount(samples.kind[on_damage], minlength=TYPES).clamp(min=1)
    return [
        on_damage / count[samples.kind].sqrt(),
        (on_nothing & hurt) * samples.score.clamp(LEAST_SCORE, 1).sqrt(),
        (on_nothing & ~hurt).float(),
        (teaches & samples.known[:, ANY] & (samples.origin == ANYWHERE)).float(),
    ]


def draw_weights(groups: list[Tensor], shares: list[float]) -> Tensor:
    return sum(share * group / group.sum().clamp(min=1e-9) for share, group in zip(shares, groups, strict=True))


@torch.no_grad()
def answers(model: SecondOpinionNet, data: DeviceSet, samples: FindSamples) -> Tensor:
    """[s, TYPES + 1] probabilities, the mean of a look and a mirrored one."""
    told = [samples.known.new_zeros(0, TYPES + 1).float()]
    for rows in torch.arange(len(samples.picture), device=data.device).split(96):
        batch = samples.at(rows)
        pixels = normalized(find_crops(data, batch.picture, batch.box, 0.0).clamp(0, 255))
        mirrored = pixels.flip(3).roll(SIZE, 3)  # the two crops stay in their order
        kind = F.one_hot(batch.kind, TYPES).float()
        with torch.autocast(data.device.type, torch.bfloat16, enabled=data.device.type == "cuda"):
            looks = [model(view, kind).float().sigmoid() for view in (pixels, mirrored)]
        told.append(sum(looks) / 2)
    return torch.cat(told)
