"""Common parts of all training runs: schedule, exponential moving average, checkpoints and log."""

import copy
import json
import math
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


class ExponentialMovingAverage:
    """Exponential moving average of the weights. It is what validation and export use."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.model = copy.deepcopy(model).eval().requires_grad_(False)
        self.decay, self.updates = decay, 0
        self.pairs = [
            (mine, theirs)
            for mine, theirs in zip(self.model.state_dict().values(), model.state_dict().values())
            if mine.dtype.is_floating_point
        ]

    @torch.no_grad()
    def update(self) -> None:
        self.updates += 1
        decay = self.decay * (1 - math.exp(-self.updates / 300))
        torch._foreach_lerp_([p[0] for p in self.pairs], [p[1] for p in self.pairs], 1 - decay)


def optimizer_for(model: nn.Module, settings: dict[str, Any], device: torch.device) -> torch.optim.AdamW:
    """The pretrained backbone learns slower; biases and norms do not decay."""
    groups: dict[tuple[bool, bool], list[Tensor]] = {}
    for name, parameter in model.named_parameters():
        groups.setdefault(("backbone." in name, parameter.ndim == 1), []).append(parameter)
    rate, decay = settings["learning_rate"], settings["weight_decay"]
    return torch.optim.AdamW(
        [
            {
                "params": params,
                "peak": rate * (settings["backbone_factor"] if backbone else 1),
                "weight_decay": 0 if flat else decay,
            }
            for (backbone, flat), params in groups.items()
        ],
        lr=rate,
        fused=device.type == "cuda",
    )


def set_learning_rate(optimizer: torch.optim.Optimizer, progress: float, warm: float = 0.02, end: float = 0.02) -> None:
    if progress < warm:
        factor = max(1e-3, progress / warm)
    else:
        factor = end + (1 - end) * 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - warm) / (1 - warm))))
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * factor


def optimizer_step(
    loss: Tensor, model: nn.Module, optimizer: torch.optim.Optimizer, ema: ExponentialMovingAverage, clip: float
) -> None:
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()
    ema.update()


class Clock:
    """Progress by minutes, so that a run ends on time; or by steps, for a trial run."""

    def __init__(self, minutes: float, steps: int, used: float = 0.0) -> None:
        self.budget, self.steps, self.start = minutes * 60, steps, time.monotonic() - used

    def used(self) -> float:
        return time.monotonic() - self.start

    def pause(self, seconds: float) -> None:
        self.start += seconds

    def progress(self, step: int) -> float:
        return step / self.steps if self.steps else self.used() / self.budget


class Run:
    """The folder of a run: log.jsonl (the curve), checkpoint.pt (to resume), weights.pt (moving average)."""

    def __init__(
        self, folder: Path, model: nn.Module, ema: ExponentialMovingAverage, optimizer: torch.optim.Optimizer
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.model, self.ema, self.optimizer = folder, model, ema, optimizer

    def log(self, **entry: Any) -> None:
        line = json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in entry.items()})
        print(line, flush=True)
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(line + "\n")

    def save(self, step: int, used: float) -> None:
        state = {
            "step": step,
            "used": used,
            "updates": self.ema.updates,
            "model": self.model.state_dict(),
            "averaged": self.ema.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        written = self.folder / "checkpoint.new"
        torch.save(state, written)
        written.replace(self.folder / "checkpoint.pt")

    def resume(self) -> tuple[int, float]:
        """Continue from the checkpoint, if the folder has one."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return 0, 0.0
        state = torch.load(path, map_location="cpu", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.ema.model.load_state_dict(state["averaged"])
        self.ema.updates = state["updates"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.log(resumed_at=state["step"])
        return state["step"], state["used"]

    def finish(self, **extra: Any) -> None:
        """Weights in half precision: the file is half the size, and validation is the same.

        Written at every validation too, as a rented machine may go before the run ends.
        """
        half = {k: v.half() if v.dtype == torch.float32 else v for k, v in self.ema.model.state_dict().items()}
        torch.save({"weights": half, **extra}, self.folder / "weights.pt")


def start_device(seed: int) -> torch.device:
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
