"""EfficientNet-Lite backbone (Apache-2.0 weights) with feature maps at strides 4, 8, 16 and 32."""

import torch.nn.functional as F
from torch import Tensor, nn

from .layers import norm, same_pad_conv, stochastic_depth

# kernel, repeats, first stride, expansion, channels in, channels out (of lite0)
STAGES = (
    (3, 1, 1, 1, 32, 16),
    (3, 2, 2, 6, 16, 24),
    (5, 2, 2, 6, 24, 40),
    (3, 3, 2, 6, 40, 80),
    (5, 3, 1, 6, 80, 112),
    (5, 4, 2, 6, 112, 192),
    (3, 1, 1, 6, 192, 320),
)
SCALING = {"lite0": (1.0, 1.0), "lite1": (1.0, 1.1), "lite2": (1.1, 1.2)}  # width, depth
TAPPED_STAGES = (1, 2, 4, 6)


def scaled_channels(channels: int, width: float) -> int:
    wanted = channels * width
    rounded = max(8, int(wanted + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * wanted else rounded


class InvertedResidual(nn.Module):
    """Member names follow the published weights, so that they load as they are."""

    def __init__(self, ci: int, co: int, kernel: int, stride: int, expansion: int, drop: float) -> None:
        super().__init__()
        hidden = ci * expansion
        self.drop = drop
        self.expands = expansion != 1
        self.adds_input = stride == 1 and ci == co
        if self.expands:
            self._expand_conv = same_pad_conv(ci, hidden, 1)
            self._bn0 = norm(hidden)
        self._depthwise_conv = same_pad_conv(hidden, hidden, kernel, stride, hidden)
        self._bn1 = norm(hidden)
        self._project_conv = same_pad_conv(hidden, co, 1)
        self._bn2 = norm(co)

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu6(self._bn0(self._expand_conv(x)), inplace=True) if self.expands else x
        y = F.relu6(self._bn1(self._depthwise_conv(y)), inplace=True)
        y = self._bn2(self._project_conv(y))
        return x + stochastic_depth(y, self.drop, self.training) if self.adds_input else y


class EfficientNetLite(nn.Module):
    def __init__(self, variant: str, drop: float = 0.0) -> None:
        super().__init__()
        width, depth = SCALING[variant]
        self._conv_stem = same_pad_conv(3, 32, 3, 2)
        self._bn0 = norm(32)
        count = sum(-int(-stage[1] * depth // 1) for stage in STAGES)
        blocks: list[nn.Module] = []
        self.taps: list[int] = []
        channels: list[int] = []
        for index, (kernel, repeats, stride, expansion, ci, co) in enumerate(STAGES):
            is_end = index in (0, len(STAGES) - 1)
            ci = 32 if index == 0 else scaled_channels(ci, width)
            co = scaled_channels(co, width)
            for repeat in range(repeats if is_end else -int(-repeats * depth // 1)):
                first = repeat == 0
                share = drop * len(blocks) / count
                blocks.append(
                    InvertedResidual(ci if first else co, co, kernel, stride if first else 1, expansion, share)
                )
            if index in TAPPED_STAGES:
                self.taps.append(len(blocks) - 1)
                channels.append(co)
        self._blocks = nn.ModuleList(blocks)
        self.channels = tuple(channels)

    def start(self, blocks: int) -> list[nn.Module]:
        """The stem and the first blocks, which training can leave as they are."""
        return [self._conv_stem, self._bn0, *self._blocks[:blocks]]

    def forward(self, x: Tensor) -> list[Tensor]:
        x = F.relu6(self._bn0(self._conv_stem(x)), inplace=True)
        features = []
        for index, block in enumerate(self._blocks):
            x = block(x)
            if index in self.taps:
                features.append(x)
        return features

    def load_published(self, state: dict[str, Tensor]) -> None:
        """The ImageNet weights; their classifier is left out."""
        classifier = ("_conv_head", "_bn1.", "_fc")
        self.load_state_dict({k: v for k, v in state.items() if not k.startswith(classifier)}, strict=True)
