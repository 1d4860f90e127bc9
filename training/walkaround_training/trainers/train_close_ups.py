"""Training of the close-up network."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..augmentation.close_up_samples import SIZE
from ..augmentation.color import with_color_jitter
from ..nets.checkpoint import load_checkpoint
from ..nets.close_up_net import CloseUpNet, inside, started_from
from ..parts.close_up_parts import PARTS
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device


def load_views(folder: Path) -> list[Tensor]:
    """The pixels, the boxes in cells, and the parts that each box may lie on, of all photos of a folder."""
    photos = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    if not photos:
        raise SystemExit(f"{folder} has no views: run prepare_close_ups --only {folder.name}, or take {folder.name} out of [train.batch].")
    return [torch.from_numpy(np.concatenate([photo[key] for photo in photos])) for key in ("pixels", "boxes", "meant")]


def unsaid(logits: Tensor, meant: Tensor) -> Tensor:
    """The negative logarithm of the probability of all parts that a label may mean; a label that means none counts nothing."""
    known = meant.any(-1)
    likely = logits.float().log_softmax(-1)[known].masked_fill(~meant[known], -1e4).logsumexp(-1)
    return -likely.mean() if known.any() else logits.sum() * 0


def train_close_ups(config: dict[str, Any], pack: Path, weights: Path, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    saved = load_checkpoint(weights)
    shape = {"backbone": saved["model"]["backbone"]}
    model = started_from(CloseUpNet(shape["backbone"], len(PARTS), settings["drop"]), saved).to(device)
    sources = {name: [values.to(device) for values in load_views(pack / name)] for name in settings["batch"]}
    ema, optimizer = ExponentialMovingAverage(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, ema, optimizer)
    step, used = run.resume()
    clock = Clock(settings["minutes"], steps, used)
    due = [p for p in settings["save_at"] if p > clock.progress(step)]
    about = {"model": shape, "size": SIZE, "parts": list(PARTS)}
    run.log(views={name: len(views[0]) for name, views in sources.items()})
    model.train()
    for module in model.backbone.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.eval()  # its statistics come from many more photos
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        pixels, boxes, meant = drawn(sources, settings["batch"])
        pixels = with_color_jitter(pixels.float() / 255, settings["jitter"]) * 2 - 1
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(pixels)
        loss = unsaid(inside(logits.float(), boxes), meant)
        optimizer_step(loss, model, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if due and progress >= due[0]:
            due.pop(0)
            run.save(step, clock.used())
            run.finish(**about)
            (out / "weights.pt").rename(out / f"at-{round(progress * 100)}.pt")
    run.log(event="end", step=step, seconds=clock.used())
    run.save(step, clock.used())
    run.finish(**about)


def drawn(sources: dict[str, Sequence[Tensor]], counts: dict[str, int]) -> list[Tensor]:
    """A batch with so many views of each source."""
    device = next(iter(sources.values()))[0].device
    rows = {name: torch.randint(len(sources[name][0]), (count,), device=device) for name, count in counts.items()}
    columns = zip(*([values[rows[name]] for values in sources[name]] for name in counts))
    return [torch.cat(column) for column in columns]
