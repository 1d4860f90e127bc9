"""Training of the close-up network on kept features of its lower blocks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..augmentation.close_up_features import SIZE
from ..data.close_up_parts import PARTS
from ..nets.checkpoint import load_checkpoint
from ..nets.close_up_net import CloseUpNet, inside, started_from
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device


def load_views(folder: Path) -> tuple[Tensor, Tensor, Tensor]:
    """The lower features, the boxes in cells, and the parts that each box may lie on, of all photos of a folder."""
    photos = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    return tuple(torch.from_numpy(np.concatenate([photo[key] for photo in photos])) for key in ("lower", "boxes", "meant"))


def unsaid(logits: Tensor, meant: Tensor) -> Tensor:
    """The negative logarithm of the probability of all parts that a label may mean; a label that means none counts nothing."""
    known = meant.any(-1)
    likely = logits.float().log_softmax(-1)[known].masked_fill(~meant[known], -1e4).logsumexp(-1)
    return -likely.mean() if known.any() else logits.sum() * 0


def train_close_ups(config: dict[str, Any], pack: Path, weights: Path, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    saved = load_checkpoint(weights)
    model = started_from(CloseUpNet(saved["model"]["backbone"], len(PARTS)), saved).to(device)
    for parameter in model.lower_parameters() if settings["upper"] else model.backbone.parameters():
        parameter.requires_grad_(False)
    sources = {name: load_views(pack / name) for name in settings["batch"]}
    if not settings["upper"]:
        sources = {name: [*views, upper_features(model, views[0], device)] for name, views in sources.items()}
    ema, optimizer = ExponentialMovingAverage(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, ema, optimizer)
    step, used = run.resume()
    clock = Clock(settings["minutes"], steps, used)
    about = {"model": {"backbone": saved["model"]["backbone"]}, "size": SIZE, "parts": list(PARTS)}
    run.log(views={name: len(views[0]) for name, views in sources.items()})
    model.train()
    model.backbone.eval()  # the statistics of its norms stay those of the lower blocks
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        lower, boxes, meant, *upper = drawn(sources, settings["batch"], device)
        logits = model.head(lower.float(), upper[0].float()) if upper else model(lower.float())
        loss = unsaid(inside(logits, boxes), meant)
        optimizer_step(loss, model, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
        if step % settings["save_every"] == 0:
            run.save(step, clock.used())
            run.finish(**about)
    run.log(event="end", step=step, seconds=clock.used())
    run.save(step, clock.used())
    run.finish(**about)


@torch.no_grad()
def upper_features(model: CloseUpNet, lower: Tensor, device: torch.device) -> Tensor:
    """Where only the head learns, those of a view are the same at every step."""
    model.eval()
    return torch.cat([model.upper(views.to(device).float()).half().cpu() for views in lower.split(64)])


def drawn(sources: dict[str, Sequence[Tensor]], counts: dict[str, int], device: torch.device) -> list[Tensor]:
    """A batch with so many views of each source."""
    rows = {name: torch.randint(len(sources[name][0]), (count,)) for name, count in counts.items()}
    columns = zip(*([values[rows[name]] for values in sources[name]] for name in counts))
    return [torch.cat(column).to(device) for column in columns]
