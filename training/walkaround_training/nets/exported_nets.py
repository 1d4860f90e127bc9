"""The networks in the form that is exported: raw pixels in, calibrated scores and boxes or class logits out."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..data.vocabulary import mirrored_part
from .detector import DISTANCE_BINS, STRIDES, Detector, anchors, normalized
from .parts_net import PartsNet


class ExportedDetector(nn.Module):
    """One network or several with the same anchors: scores and boxes are averaged anchor by anchor.

    A type that only some networks know is scored by those alone. Calibration is part of the file: a score is the
    expected share of correct detections. The sides of the image may be any multiples of 32.
    """

    def __init__(self, members: list[tuple[Detector, bool]], slope: Tensor, offset: Tensor) -> None:
        """Each member is a network and whether it gets the mirrored image."""
        super().__init__()
        types = len(slope)
        knowing = torch.stack([(torch.arange(types) < net.to_types[0].out_channels).float() for net, _ in members])
        self.nets = nn.ModuleList(net for net, _ in members)
        self.mirrored = [mirrored for _, mirrored in members]
        for name, value in (
            ("bins", torch.arange(DISTANCE_BINS).float()),
            ("shares", knowing / knowing.sum(0)),  # [members, types]
            ("slope", slope),
            ("offset", offset),
        ):
            self.register_buffer(name, value)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        pixels = normalized(image)
        height, width = image.shape[2:]
        centers, strides = (t.to(image.device) for t in anchors(height, width))
        answers = [self.member_answers(net, pixels, mirrored) for net, mirrored in zip(self.nets, self.mirrored)]
        scores, sides, coefficients, prototypes = (list(column) for column in zip(*answers))
        share = 1 / len(answers)
        sides = sum(sides) * share * strides[:, None]
        boxes = torch.cat([centers - sides[..., :2], centers + sides[..., 2:]], -1)
        # a mask is coefficients times prototypes: concatenated, the product is the mean over the members
        coefficients = torch.cat([c * share for c in coefficients], 2)
        types = self.shares.shape[1]
        padded = [F.pad(look, (0, types - look.shape[2])) * mine for look, mine in zip(scores, self.shares)]
        return boxes, self.calibrated(sum(padded)), coefficients, torch.cat(prototypes, 1)

    def member_answers(self, net: Detector, pixels: Tensor, mirrored: bool) -> tuple[Tensor, ...]:
        logits, distances, coefficients, prototypes = net(pixels.flip(3) if mirrored else pixels)
        logits, distances = logits.float(), distances.float()  # half precision would round the scores
        batch, count, _ = logits.shape
        sides = (distances.view(batch, count, 4, DISTANCE_BINS).softmax(-1) * self.bins).sum(-1)
        scores = logits.sigmoid()
        if mirrored:
            across = mirrored_anchors(*pixels.shape[2:]).to(pixels.device)
            scores, coefficients = scores[:, across], coefficients[:, across]
            sides, prototypes = sides[:, across][..., [2, 1, 0, 3]], prototypes.flip(3)
        return scores, sides, coefficients, prototypes

    def calibrated(self, scores: Tensor) -> Tensor:
        if bool((self.slope == 1).all() and (self.offset == 0).all()):
            return scores
        return (scores.clamp(1e-6, 1 - 1e-6).logit() * self.slope + self.offset).sigmoid()


def mirrored_anchors(height: int, width: int) -> Tensor:
    """For each anchor the one at its mirrored place."""
    rows, first = [], 0
    for stride in STRIDES:
        down, across = height // stride, width // stride
        rows.append(first + torch.arange(down * across).view(down, across).flip(1).flatten())
        first += down * across
    return torch.cat(rows)


class ExportedParts(nn.Module):
    """One network or the mean of several. One that gets the mirrored image has left and right parts swapped back."""

    def __init__(self, members: list[tuple[PartsNet, bool]], names: list[str]) -> None:
        """Each member is a network and whether it gets the mirrored image."""
        super().__init__()
        self.nets = nn.ModuleList(net for net, _ in members)
        self.mirrored = [mirrored for _, mirrored in members]
        self.register_buffer("swapped", torch.tensor([names.index(mirrored_part(name)) for name in names]))

    def forward(self, image: Tensor) -> Tensor:
        pixels = normalized(image)
        answers = [self.member_logits(net, pixels, mirrored) for net, mirrored in zip(self.nets, self.mirrored)]
        if len(answers) == 1:
            return answers[0]
        return (sum(logits.softmax(1) for logits in answers) / len(answers)).clamp(min=1e-7).log()

    def member_logits(self, net: PartsNet, pixels: Tensor, mirrored: bool) -> Tensor:
        return net(pixels.flip(3)).flip(3)[:, self.swapped] if mirrored else net(pixels)
