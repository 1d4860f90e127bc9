"""Attributes of a whole image: one small head per attribute on the pretrained backbone."""

import torch
from torch import Tensor, nn

from .detector import normalized
from .efficientnet_lite import EfficientNetLite
from .layers import norm
from .neck import ConvUnit

SUMMARY = 1280  # channels of the published classifier's last convolution
FINE = 64


class AttributesNet(nn.Module):
    """Each head has its own spatial attention: a plain mean would include the gray border."""

    def __init__(self, backbone: str, heads: dict[str, int]) -> None:
        super().__init__()
        self.backbone = EfficientNetLite(backbone)
        channels = self.backbone.channels
        self.summary = nn.Sequential(
            nn.Conv2d(channels[-1], SUMMARY, 1, bias=False), norm(SUMMARY), nn.ReLU6(inplace=True)
        )
        self.fine = ConvUnit(channels[1], FINE)
        self.places = nn.Conv2d(SUMMARY, len(heads), 1)
        nn.init.zeros_(self.places.weight)
        nn.init.zeros_(self.places.bias)
        self.dropout = nn.Dropout(0.2)
        self.heads = nn.ModuleDict({name: nn.Linear(SUMMARY + 2 * FINE, count) for name, count in heads.items()})

    def forward(self, x: Tensor) -> list[Tensor]:
        _, eighth, _, last = self.backbone(x)
        summary, fine = self.summary(last), self.fine(eighth).flatten(2)
        weights = self.places(summary).flatten(2).softmax(-1)
        seen = weights @ summary.flatten(2).transpose(1, 2)
        texture = torch.cat([fine.mean(-1), fine.amax(-1)], -1)
        return [
            head(self.dropout(torch.cat([seen[:, row], texture], -1))) for row, head in enumerate(self.heads.values())
        ]


class ExportedAttributes(nn.Module):
    """Raw pixels in, probabilities out: a probability per label, or one score."""

    def __init__(self, net: AttributesNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        logits = self.net(normalized(image))
        return tuple(value.sigmoid() if value.shape[1] == 1 else value.softmax(1) for value in logits)
