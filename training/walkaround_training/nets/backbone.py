"""The pretrained backbones that a configuration can name."""

from pathlib import Path

import torch

from .efficientnet_lite import EfficientNetLite
from .mobilenet import MobileNetV2


def build_backbone(name: str, drop: float = 0.0) -> EfficientNetLite | MobileNetV2:
    return MobileNetV2(drop) if name == "mobilenet_v2" else EfficientNetLite(name, drop)


def load_pretrained(backbone: EfficientNetLite | MobileNetV2, path: Path) -> None:
    backbone.load_published(torch.load(path, map_location="cpu", weights_only=True))
