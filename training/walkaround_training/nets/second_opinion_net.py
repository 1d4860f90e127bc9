"""Whether a find of the damage model lies on a damage of its type, from a close crop and one with its surroundings."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .crop_net import WIDTH, CropNet, pooled
from .detector import normalized

SIZE = 256  # side of each crop
OPINIONS = ("dent", "missing_piece", "body_crack")  # types whose finds the service asks about
OWN, ANY = 0.5, 0.25  # shares of the answer for the find's own type and for a damage of any type
SUREST = math.log(0.98 / 0.02)  # neither of the two answers outvotes the other


class SecondOpinionNet(CropNet):
    def __init__(self, backbone: str, types: int, drop: float = 0.0) -> None:
        super().__init__(backbone, drop)
        self.hidden = nn.Linear(4 * WIDTH + types, 2 * WIDTH)
        self.to_answers = nn.Linear(2 * WIDTH, types + 1)

    def forward(self, pixels: Tensor, found: Tensor) -> Tensor:
        """Two crops side by side in -1..1 and the type of the find (one-hot) to logits [n, types + 1]: a damage of each type, and of any."""
        return self.judged(self.seen(pixels), found)

    def seen(self, pixels: Tensor) -> Tensor:
        half = pixels.shape[3] // 2
        return torch.cat(pooled(self.features(torch.cat([pixels[..., :half], pixels[..., half:]]))).chunk(2), 1)

    def judged(self, seen: Tensor, found: Tensor) -> Tensor:
        return self.to_answers(F.hardswish(self.hidden(self.dropout(torch.cat([seen, found], 1)))))


class ExportedSecondOpinion(nn.Module):
    """Raw pixels in, the close crop beside the wide one; for each type asked about, how likely a find of it is right, out."""

    def __init__(self, net: SecondOpinionNet, asked: list[int]) -> None:
        super().__init__()
        self.net, self.asked = net, asked
        types = net.to_answers.out_features - 1
        self.register_buffer("found", F.one_hot(torch.tensor(asked), types).float())

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        seen = self.net.seen(normalized(image))
        logits = self.net.judged(seen.expand(len(self.asked), -1), self.found).clamp(-SUREST, SUREST)
        own = torch.stack([logits[row, kind] for row, kind in enumerate(self.asked)])
        answers = ((OWN * own + ANY * logits[:, -1]) / (OWN + ANY)).sigmoid()
        return answers[None].split(1, 1)
