"""The pretrained backbones that a configuration can name."""

from pathlib import Path

import torch

from .efficientnet_lite import EfficientNetLite
from .mobilenet import MobileNetV2
from .tiny_vit import TinyViT

Backbone = EfficientNetLite | MobileNetV2 | TinyViT


def build_backbone(name: str, drop: float = 0.0) -> Backbone:
    others = {"mobilenet_v2": MobileNetV2, "tiny_vit": TinyViT}
    return others[name](drop) if name in others else EfficientNetLite(name, drop)


def load_pretrained(backbone: Backbone, path: Path) -> None:
    backbone.load_published(torch.load(path, map_location="cpu", weights_only=True))
