"""Training of the damage detector."""

import time
from pathlib import Path
from typing import Any

import torch

from ..augmentation.batches import make_batch
from ..augmentation.device_set import on_device
from ..augmentation.mirrored_scenes import with_mirrored_scenes
from ..augmentation.part_maps import predicted_part_maps
from ..augmentation.seen_damages import OPEN, UNBOXED, seen_damages, seen_in_batch
from ..data.pack import load_damage
from ..data.vocabulary import DAMAGE_TYPES
from ..evaluation.validation_figures import validation_figures
from ..losses.detector_loss import detector_loss
from ..losses.distillation import Teacher, distillation_loss
from ..losses.part_map_loss import part_map_loss
from ..nets.backbone import load_pretrained
from ..nets.checkpoint import load_checkpoint
from ..nets.detector import Detector, anchors
from ..nets.detector_with_parts import DetectorWithParts
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device


def train_damage(
    config: dict[str, Any],
    pack_folder: Path,
    weights: Path | None,
    heads: Path | None,
    parts_weights: Path | None,
    teachers: list[Path],
    out: Path,
    steps: int,
) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    # worth its search within a minute, as each phase has a fixed input size
    torch.backends.cudnn.benchmark = True
    began = time.monotonic()
    pack = load_damage(pack_folder)
    data = on_device(pack, device)
    shape = config["model"]
    model = Detector(shape["backbone"], len(DAMAGE_TYPES), shape["width"], settings.get("drop", 0.0))
    if weights is not None:
        start_from(model, weights)
    if heads is not None:
        load_heads(model, heads)
    frozen = freeze_start(model, settings.get("frozen_blocks", 0))
    if settings.get("frozen_norms", False):
        frozen += [module for module in model.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    part_maps = predicted_part_maps(parts_weights, data) if parts_weights else None
    damages_seen = seen_damages(Path(settings["seen_damages"]), pack, part_maps) if "seen_damages" in settings else None
    if damages_seen:
        data.weight[(damages_seen.told != OPEN).flatten(1).any(1)] *= settings["seen_weight"]
    teacher = Teacher(teachers, device) if teachers else None
    detector_with_parts = DetectorWithParts(model, len(part_maps.swapped) if part_maps else 0)
    detector_with_parts = detector_with_parts.to(device, memory_format=torch.channels_last)
    ema = ExponentialMovingAverage(model, settings["ema"])
    optimizer = optimizer_for(detector_with_parts, settings, device)
    run = Run(out, detector_with_parts, ema, optimizer)
    step, used = run.resume()
    torch.manual_seed(config["seed"] + step)  # a resumed run does not draw the same samples again
    unboxed = int((damages_seen.told == UNBOXED).sum()) if damages_seen else 0
    run.log(event="start", pictures=len(pack.meta), seconds=time.monotonic() - began, unboxed=unboxed)
    clock = Clock(settings["minutes"], steps, used)
    due = [p for p in settings["evaluate_at"] if p > clock.progress(step)]
    about = {"model": shape, "size": data.size, "types": list(DAMAGE_TYPES)}
    sums: dict[str, torch.Tensor] = {}
    seen, grids, saved = 0, {}, time.monotonic()
    detector_with_parts.train()
    for module in frozen:
        module.eval()
    while (progress := clock.progress(step)) < 1:
        phase = next(p for p in settings["phase"] if progress < p["until"])
        size = phase["size"]
        if size not in grids:
            grids[size] = [t.to(device) for t in anchors(size)]
        set_learning_rate(optimizer, progress)
        batch = make_batch(data, phase["batch"], size, phase["mosaic"], phase["paste"], phase["light"])
        if part_maps:
            batch.pixels = with_mirrored_scenes(batch, data, part_maps, settings.get("mirrored_scenes", 0.0))
        pixels = batch.pixels.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            outputs, parts_logits = detector_with_parts(pixels)
            teacher_answers = teacher.answers(pixels) if teacher else None
        told = seen_in_batch(damages_seen, batch, *grids[size], data.size) if damages_seen else None
        loss, parts = detector_loss(outputs, batch, data.masks, data.size, *grids[size], told)
        if part_maps:
            parts["parts"] = part_map_loss(part_maps, parts_logits, batch, data.size)
            loss = loss + settings["parts_share"] * parts["parts"]
        if teacher_answers:
            missed = told.told == UNBOXED if told else None
            parts["teacher"] = distillation_loss(outputs, teacher_answers, *grids[size], missed)
            loss = loss + settings["teacher_share"] * parts["teacher"]
        optimizer_step(loss, detector_with_parts, optimizer, ema, settings["clip"])
        step, seen = step + 1, seen + phase["batch"]
        for name, value in parts.items():
            sums[name] = sums.get(name, 0) + value.detach()
        if step % settings["log_every"] == 0 or steps:
            every = 1 if steps else settings["log_every"]
            means = {name: float(value) / every for name, value in sums.items()}
            sums = {}
            run.log(step=step, progress=progress, size=size, seen=seen, seconds=clock.used(), **means)
            if means["type"] != means["type"]:
                raise SystemExit("The loss is not a number: lower learning_rate and resume from the checkpoint.")
        if time.monotonic() - saved > 60 * settings.get("save_minutes", float("inf")):
            run.save(step, clock.used())
            saved = time.monotonic()
        if due and progress >= due[0]:
            due.pop(0)
            paused = time.monotonic()
            run.log(event="validation", step=step, progress=progress, **validation_figures(ema.model, data, pack))
            run.save(step, clock.used())
            run.finish(**about)
            clock.pause(time.monotonic() - paused)
    run.log(event="end", step=step, seen=seen, seconds=clock.used(), **validation_figures(ema.model, data, pack))
    run.save(step, clock.used())
    run.finish(**about)


def start_from(model: Detector, weights: Path) -> None:
    """ImageNet weights for the backbone, or everything from an earlier run's weights.pt."""
    state = load_checkpoint(weights)
    if "weights" in state:
        load_known_types(model, dict(state["weights"]))
    else:
        load_pretrained(model.backbone, weights)


def load_heads(model: Detector, heads: Path) -> None:
    """Neck and heads of a run with another backbone. What takes the features of that backbone keeps its random initial values."""
    own = model.state_dict()
    weights = load_checkpoint(heads)["weights"]
    fitting = {k: v for k, v in weights.items() if not k.startswith("backbone.") and own[k].shape == v.shape}
    model.load_state_dict(own | fitting)


def load_known_types(model: Detector, weights: dict[str, torch.Tensor]) -> None:
    """Types that are newer than the weights keep their random initial values."""
    for name, mine in model.state_dict().items():
        theirs = weights[name]
        if theirs.shape != mine.shape:
            weights[name] = torch.cat([theirs, mine[len(theirs) :]])
    model.load_state_dict(weights)


def freeze_start(model: Detector, blocks: int) -> list[torch.nn.Module]:
    """The stem and the first blocks stay as they are: most of a step's memory traffic is theirs."""
    if blocks == 0:
        return []
    frozen = model.backbone.start(blocks)
    for module in frozen:
        module.requires_grad_(False)
    return frozen
