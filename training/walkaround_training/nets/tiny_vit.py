"""TinyViT-5M backbone with feature maps at strides 4 to 32. Published weights (Apache-2.0): the image encoder of MobileSAM,
which was distilled from Segment Anything."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .layers import stochastic_depth

# channels, blocks, heads and window side of the three stages with attention
STAGES = ((128, 2, 4, 7), (160, 6, 5, 14), (320, 2, 10, 7))
FINE = 64  # channels at stride 4
COARSE = 320  # channels at stride 32, which the published network does not have
# of the pixels that the published weights were trained on
MEAN, DEVIATION = (123.675, 116.28, 103.53), (58.395, 57.12, 57.375)


class ConvNorm(nn.Sequential):
    """Member names follow the published weights, so that they load as they are."""

    def __init__(self, ci: int, co: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> None:
        super().__init__()
        self.add_module("c", nn.Conv2d(ci, co, kernel, stride, kernel // 2, groups=groups, bias=False))
        self.add_module("bn", nn.BatchNorm2d(co, momentum=0.03))


class Inverted(nn.Module):
    """1x1, depthwise 3x3 and 1x1 convolutions: a block of the first stage, or the step from one stage to the next."""

    def __init__(self, ci: int, hidden: int, co: int, stride: int = 1, adds_input: bool = False) -> None:
        super().__init__()
        self.adds_input = adds_input
        self.conv1, self.conv2, self.conv3 = ConvNorm(ci, hidden), ConvNorm(hidden, hidden, 3, stride, hidden), ConvNorm(hidden, co)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv3(F.gelu(self.conv2(F.gelu(self.conv1(x)))))
        return F.gelu(x + y) if self.adds_input else y


class Attention(nn.Module):
    def __init__(self, channels: int, heads: int, window: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm, self.qkv, self.proj = nn.LayerNorm(channels), nn.Linear(channels, 3 * channels), nn.Linear(channels, channels)
        self.attention_biases = nn.Parameter(torch.zeros(heads, window * window))
        row, column = torch.arange(window).repeat_interleave(window), torch.arange(window).repeat(window)
        apart = (row[:, None] - row).abs() * window + (column[:, None] - column).abs()
        self.register_buffer("apart", apart, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        windows, places, channels = x.shape
        queries, keys, values = self.qkv(self.norm(x)).view(windows, places, self.heads, 3, -1).permute(3, 0, 2, 1, 4)
        scores = queries @ keys.transpose(2, 3) * keys.shape[3] ** -0.5 + self.attention_biases[:, self.apart]
        mixed = scores.softmax(-1).to(values.dtype) @ values
        return self.proj(mixed.transpose(1, 2).reshape(windows, places, channels))


class Mlp(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm, self.fc1, self.fc2 = nn.LayerNorm(channels), nn.Linear(channels, 4 * channels), nn.Linear(4 * channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc2(F.gelu(self.fc1(self.norm(x))))


class WindowBlock(nn.Module):
    """Attention inside square windows, a depthwise convolution across their borders, and a perceptron at every place."""

    def __init__(self, channels: int, heads: int, window: int, drop: float) -> None:
        super().__init__()
        self.window, self.drop = window, drop
        self.attn, self.mlp = Attention(channels, heads, window), Mlp(channels)
        self.local_conv = ConvNorm(channels, channels, 3, groups=channels)

    def forward(self, x: Tensor) -> Tensor:
        x = x + stochastic_depth(self.attended(x), self.drop, self.training)
        x = self.local_conv(x)
        y = self.mlp(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)
        return x + stochastic_depth(y, self.drop, self.training)

    def attended(self, x: Tensor) -> Tensor:
        side = self.window
        batch, channels, height, width = x.shape
        padded = F.pad(x.permute(0, 2, 3, 1), (0, 0, 0, -width % side, 0, -height % side))
        rows, columns = padded.shape[1] // side, padded.shape[2] // side
        windows = padded.view(batch, rows, side, columns, side, channels).transpose(2, 3)
        y = self.attn(windows.reshape(-1, side * side, channels))
        y = y.view(batch, rows, columns, side, side, channels).transpose(2, 3).reshape(padded.shape)
        return y[:, :height, :width].permute(0, 3, 1, 2)


class Stage(nn.Module):
    def __init__(self, blocks: list[nn.Module], downsample: Inverted | None) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(blocks)
        self.downsample = downsample

    def forward(self, x: Tensor) -> Tensor:
        for block in self.blocks:
            x = block(x)
        return x


class TinyViT(nn.Module):
    channels = (FINE, STAGES[0][0], STAGES[2][0], COARSE)

    def __init__(self, drop: float = 0.0) -> None:
        super().__init__()
        self.patch_embed = nn.Module()
        self.patch_embed.seq = nn.Sequential(ConvNorm(3, FINE // 2, 3, 2), nn.GELU(), ConvNorm(FINE // 2, FINE, 3, 2))
        first = [Inverted(FINE, 4 * FINE, FINE, adds_input=True) for _ in range(2)]
        widths = [stage[0] for stage in STAGES]
        # the published network keeps stride 16 in its last stage
        steps = [Inverted(ci, co, co, stride) for ci, co, stride in zip([FINE, *widths], widths, (2, 2, 1))]
        stages = [Stage(first, steps[0])]
        count, made = sum(stage[1] for stage in STAGES), 0
        for (width, blocks, heads, window), step in zip(STAGES, [*steps[1:], None]):
            stages.append(Stage([WindowBlock(width, heads, window, drop * (made + n) / count) for n in range(blocks)], step))
            made += blocks
        self.layers = nn.ModuleList(stages)
        self.coarse = Inverted(widths[-1], widths[-1], COARSE, 2)

    def start(self, blocks: int) -> list[nn.Module]:
        return [self.patch_embed, *self.layers[0].blocks[:blocks]]

    def forward(self, x: Tensor) -> list[Tensor]:
        x = self.patch_embed.seq(x)
        features = []
        for stage in self.layers:
            x = stage(x)
            features.append(x)
            if stage.downsample:
                x = stage.downsample(x)
        fine, eighth, _, sixteenth = features
        return [fine, eighth, sixteenth, self.coarse(sixteenth)]

    def load_published(self, state: dict[str, Tensor]) -> None:
        """The image encoder; mask decoder and classifier are left out. Its first layer takes pixels from -1 to 1 afterward."""
        prefix = "image_encoder."
        mine = self.state_dict()
        weights = {k.removeprefix(prefix): v for k, v in state.items() if k.removeprefix(prefix) in mine}
        convolution, norm = "patch_embed.seq.0.c.weight", "patch_embed.seq.0.bn.running_mean"
        deviation = torch.tensor(DEVIATION)
        weights[norm] = weights[norm] - weights[convolution].sum((2, 3)) @ ((127.5 - torch.tensor(MEAN)) / deviation)
        weights[convolution] = weights[convolution] * (127.5 / deviation)[None, :, None, None]
        missing = self.load_state_dict(weights, strict=False).missing_keys
        if any(not name.startswith("coarse.") for name in missing):
            raise SystemExit("These weights are not those of MobileSAM's image encoder (TinyViT-5M).")
