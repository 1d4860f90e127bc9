"""The color of the vehicle's paint: the first stages of a pretrained backbone, and attention to the places that show paint."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .detector import normalized
from .efficientnet_lite import EfficientNetLite

STRIDE = 16
LAST_CHANNELS = 112  # of lite0's last stage at this stride; what comes after it tells things from each other, not colors
HIDDEN = 64


def colors_of(cells: Tensor) -> Tensor:
    """Mean and spread of the colors in each cell: a backbone keeps little of them."""
    mean = F.avg_pool2d(cells, STRIDE)
    spread = (F.avg_pool2d(cells * cells, STRIDE) - mean * mean).clamp_min(1e-4).sqrt()
    return torch.cat([mean, spread], 1)


class PaintNet(nn.Module):
    def __init__(self, colors: int) -> None:
        super().__init__()
        self.backbone = EfficientNetLite("lite0")
        self.backbone._blocks = self.backbone._blocks[: self.backbone.taps[2] + 1]
        eighth = self.backbone.channels[1]
        self.cells = nn.Conv2d(eighth + LAST_CHANNELS + 6, HIDDEN, 1)
        self.context = nn.Linear(HIDDEN, HIDDEN)
        self.dropout = nn.Dropout(0.3)
        self.answers = nn.Conv2d(HIDDEN, 1 + colors, 1)

    def load_published(self, state: dict[str, Tensor]) -> None:
        """The ImageNet weights, as far as there are blocks for them."""
        wanted = self.backbone.state_dict()
        self.backbone.load_state_dict({name: state[name] for name in wanted}, strict=True)

    def forward(self, x: Tensor) -> Tensor:
        """Logits of the colors."""
        _, eighth, sixteenth = self.backbone(x)
        cells = F.relu(self.cells(torch.cat([F.avg_pool2d(eighth, 2), sixteenth, colors_of(x)], 1)))
        around = self.context(cells.mean((2, 3)))[:, :, None, None]
        answers = self.answers(self.dropout(F.relu(cells + around))).flatten(2)
        attention = answers[:, :1].softmax(2)
        return (answers[:, 1:] * attention).sum(2)


class ExportedPaint(nn.Module):
    """Raw pixels in, how likely each color is out."""

    def __init__(self, net: PaintNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> Tensor:
        return self.net(normalized(image)).softmax(1)
