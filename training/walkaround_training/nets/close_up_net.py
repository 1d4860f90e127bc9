"""Which part lies under each cell of a close-up: the backbone of the parts network and a head that sees the whole photo."""

from typing import Any

import torch.nn.functional as F
from torch import Tensor, nn

from .backbone import build_backbone
from .detector import normalized

STRIDE = 16
WIDTH = 128


class CloseUpNet(nn.Module):
    def __init__(self, backbone: str, classes: int, drop: float = 0.0) -> None:
        super().__init__()
        self.backbone = build_backbone(backbone, drop)
        fine, coarse = self.backbone.channels[2:]
        self.fine, self.coarse, self.whole = nn.Conv2d(fine, WIDTH, 1), nn.Conv2d(coarse, WIDTH, 1), nn.Linear(coarse, WIDTH)
        self.mix = nn.Conv2d(WIDTH, WIDTH, 1)
        self.dropout = nn.Dropout2d(0.2)
        self.to_classes = nn.Conv2d(WIDTH, classes, 1)

    def forward(self, pixels: Tensor) -> Tensor:
        """Pixels in -1..1 to [n, classes, cells, cells]."""
        return self.head(*self.backbone(pixels)[2:])

    def head(self, lower: Tensor, upper: Tensor) -> Tensor:
        there = F.interpolate(self.coarse(upper), scale_factor=2.0, mode="nearest")
        everywhere = self.whole(upper.mean((2, 3)))[..., None, None]
        mixed = F.hardswish(self.fine(lower) + there + everywhere)
        return self.to_classes(self.dropout(F.hardswish(self.mix(mixed)) + mixed))


def inside(logits: Tensor, boxes: Tensor) -> Tensor:
    """The mean of the logits over boxes: logits [n, classes, cells, cells], boxes [n, k, 4] in cells -> [n, k, classes]."""
    starts = Tensor([*range(logits.shape[-1])]).to(logits)
    across, down = (
        (boxes[..., i + 2, None].minimum(starts + 1) - boxes[..., i, None].maximum(starts)).clamp(min=1e-6)
        for i in (0, 1)
    )
    across, down = across / across.sum(-1, keepdim=True), down / down.sum(-1, keepdim=True)
    return (logits.unsqueeze(1) * (down.unsqueeze(-1) * across.unsqueeze(-2)).unsqueeze(2)).sum((-1, -2))


def started_from(net: CloseUpNet, saved: dict[str, Any]) -> CloseUpNet:
    """An earlier close-up network, or the backbone of a parts network with a new head."""
    if "parts" in saved:
        net.load_state_dict(saved["weights"])
        return net
    own = "backbone."
    net.backbone.load_state_dict({k[len(own) :]: v for k, v in saved["weights"].items() if k.startswith(own)})
    return net


class ExportedCloseUps(nn.Module):
    """Raw pixels in; the mean of the networks' logits per cell out, divided so that the mean inside a box is a calibrated probability."""

    def __init__(self, nets: list[CloseUpNet], temperature: float) -> None:
        super().__init__()
        self.nets, self.temperature = nn.ModuleList(nets), temperature

    def forward(self, image: Tensor) -> Tensor:
        pixels = normalized(image)
        return sum(net(pixels) for net in self.nets) / (len(self.nets) * self.temperature)
