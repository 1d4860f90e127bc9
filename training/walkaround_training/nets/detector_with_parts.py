"""The damage detector with a second head for training: the vehicle's parts."""

from torch import Tensor, nn

from .detector import Detector


class DetectorWithParts(nn.Module):
    """The detector, and a head that predicts the part at each cell of the finest level."""

    def __init__(self, detector: Detector, classes: int) -> None:
        super().__init__()
        self.detector = detector
        self.to_parts = nn.Conv2d(detector.neck.shrink8[0].in_channels, classes, 1) if classes else None

    def forward(self, x: Tensor) -> tuple[tuple[Tensor, ...], Tensor | None]:
        levels, outline = self.detector.neck(self.detector.backbone(x))
        parts = self.to_parts(levels[0]) if self.to_parts else None
        return self.detector.answers(levels, outline), parts
