"""Training of the state network."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.affine import uniform
from ..augmentation.color import with_color_jitter
from ..data.images import GRAY, letterboxed, read_rgb
from ..data.states import SIZE, STATES
from ..nets.checkpoint import load_checkpoint
from ..nets.detector import normalized
from ..nets.state_net import StateNet, with_backbone_of
from .run import Clock, ExponentialMovingAverage, Run, optimizer_for, optimizer_step, set_learning_rate, start_device


def letterboxed_all(files: list[str], pictures: Path) -> Tensor:
    squares = [letterboxed(read_rgb(pictures / file), SIZE)[0] for file in files]
    return torch.from_numpy(np.stack(squares)).permute(0, 3, 1, 2).contiguous()


def views_of(pixels: Tensor, jitter: float) -> Tensor:
    """Squares in 0..255 as another camera would show them: turned, moved, scaled, mirrored, in other colors; in -1..1."""
    n, device = len(pixels), pixels.device
    turn, scale = uniform(-0.12, 0.12, n, device=device), uniform(0.8, 1.1, n, device=device)
    mirror = torch.where(torch.rand(n, device=device) < 0.5, -1.0, 1.0)
    shift = uniform(-0.08, 0.08, n, 2, device=device)
    cos, sin = turn.cos() * scale, turn.sin() * scale
    matrix = torch.stack([cos * mirror, -sin, shift[:, 0], sin * mirror, cos, shift[:, 1]], 1).view(n, 2, 3)
    grid = F.affine_grid(matrix, [n, 3, SIZE, SIZE], align_corners=False)
    moved = F.grid_sample(pixels.float() - GRAY, grid, align_corners=False) + GRAY
    return with_color_jitter(moved / 255, jitter) * 2 - 1


def train_state(config: dict[str, Any], states: dict[str, int], pictures: Path, weights: Path, out: Path, steps: int) -> None:
    settings = config["train"]
    device = start_device(config["seed"])
    saved = load_checkpoint(weights)
    shape = {"backbone": saved["model"]["backbone"]}
    model = with_backbone_of(StateNet(shape["backbone"], len(STATES), settings["drop"]), saved).to(device)
    pixels = letterboxed_all(list(states), pictures).to(device)
    labels = torch.tensor(list(states.values()), device=device)
    ema, optimizer = ExponentialMovingAverage(model, settings["ema"]), optimizer_for(model, settings, device)
    run = Run(out, model, ema, optimizer)
    step, used = run.resume()
    clock = Clock(settings["minutes"], steps, used)
    model.train()
    for module in model.backbone.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.eval()  # its statistics come from many more photos
    while (progress := clock.progress(step)) < 1:
        set_learning_rate(optimizer, progress)
        rows = torch.randint(len(labels), (settings["batch"],), device=device)
        views = views_of(pixels[rows], settings["jitter"])
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(views)
        loss = F.cross_entropy(logits.float(), labels[rows], label_smoothing=settings["smoothing"])
        optimizer_step(loss, model, optimizer, ema, settings["clip"])
        step += 1
        if step % settings["log_every"] == 0 or steps:
            run.log(step=step, progress=progress, seconds=clock.used(), loss=float(loss.detach()))
    run.log(event="end", step=step, seconds=clock.used())
    run.finish(model=shape, size=SIZE, states=list(STATES))


@torch.no_grad()
def probabilities(net: StateNet, files: list[str], pictures: Path) -> np.ndarray:
    device = next(net.parameters()).device
    answers = [net(normalized(letterboxed_all(files[i : i + 16], pictures).float().to(device))).softmax(-1) for i in range(0, len(files), 16)]
    return torch.cat(answers).cpu().numpy()
