"""The networks as they ship: raw pixels in, plain answers out."""

from torch import Tensor, nn

from .detector import Detector, anchors, boxes_from, normalised
from .parts_net import PartsNet


class ShippedDetector(nn.Module):
    """Calibration is part of the net: a score says how often such a find is right."""

    def __init__(self, net: Detector, size: int, slope: Tensor, offset: Tensor) -> None:
        super().__init__()
        self.net = net
        centres, strides = anchors(size)
        for name, value in (("centres", centres), ("strides", strides), ("slope", slope), ("offset", offset)):
            self.register_buffer(name, value)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        logits, distances, coefficients, prototypes = self.net(normalised(image))
        boxes = boxes_from(distances, self.centres, self.strides)
        return boxes, (logits * self.slope + self.offset).sigmoid(), coefficients, prototypes


class ShippedParts(nn.Module):
    def __init__(self, net: PartsNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> Tensor:
        return self.net(normalised(image))
