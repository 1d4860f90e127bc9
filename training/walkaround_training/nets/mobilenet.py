"""MobileNetV2 backbone with feature maps at strides 4 to 32. Published weights (Apache-2.0) come from a COCO detector."""

from torch import Tensor, nn

from .layers import norm, same_pad_conv, stochastic_depth

# expansion, channels out, repeats, first stride
STAGES = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)
TAPPED_BLOCKS = (3, 6, 13, 17)


class ConvNormClip(nn.Sequential):
    def __init__(self, ci: int, co: int, kernel: int, stride: int = 1, groups: int = 1) -> None:
        super().__init__(same_pad_conv(ci, co, kernel, stride, groups), norm(co), nn.ReLU6(inplace=True))


class Block(nn.Module):
    """Member names follow the published weights, so that they load as they are."""

    def __init__(self, ci: int, co: int, stride: int, expansion: int, drop: float) -> None:
        super().__init__()
        hidden = ci * expansion
        self.adds_input, self.drop = stride == 1 and ci == co, drop
        widen = [] if expansion == 1 else [ConvNormClip(ci, hidden, 1)]
        self.conv = nn.Sequential(
            *widen, ConvNormClip(hidden, hidden, 3, stride, hidden), nn.Conv2d(hidden, co, 1, bias=False), norm(co)
        )

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv(x)
        return x + stochastic_depth(y, self.drop, self.training) if self.adds_input else y


class MobileNetV2(nn.Module):
    channels = (24, 32, 96, 320)

    def __init__(self, drop: float = 0.0) -> None:
        super().__init__()
        blocks: list[nn.Module] = [ConvNormClip(3, 32, 3, 2)]
        ci, count = 32, sum(repeats for _, _, repeats, _ in STAGES)
        for expansion, co, repeats, stride in STAGES:
            for repeat in range(repeats):
                first = repeat == 0
                share = drop * len(blocks) / count
                blocks.append(Block(ci if first else co, co, stride if first else 1, expansion, share))
            ci = co
        self.features = nn.Sequential(*blocks)

    def forward(self, x: Tensor) -> list[Tensor]:
        features = []
        for index, block in enumerate(self.features):
            x = block(x)
            if index in TAPPED_BLOCKS:
                features.append(x)
        return features

    def load_published(self, state: dict[str, Tensor]) -> None:
        self.load_state_dict({k: v for k, v in state.items() if k in self.state_dict()}, strict=True)
