"""Reflections, dirt, water and snow on the vehicle, at a chosen strength."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.affine import uniform
from .noise_fields import blurred, clouds, drops, places, screened, soft_step


@dataclass
class Scene:
    """Where the vehicle is on each picture of a batch."""

    body: Tensor  # [n, 1, size, size] 0..1: paint, glass and wheels; on a close-up all of the picture
    glass: Tensor  # [n, 1, size, size] 0..1
    top: Tensor  # [n] of the vehicle, as a share of the size
    bottom: Tensor  # [n]
    close: Tensor  # [n] whether it is a close-up

    def at(self, rows: Tensor) -> "Scene":
        return Scene(*(getattr(self, name)[rows] for name in ("body", "glass", "top", "bottom", "close")))

    def height(self, size: int) -> Tensor:
        """0 at the vehicle's top, 1 at its bottom: [n, 1, size, 1]."""
        _, y = places(size, self.top.device)
        top, bottom = self.top.view(-1, 1, 1, 1), self.bottom.view(-1, 1, 1, 1)
        return ((y - top) / (bottom - top).clamp(min=0.05)).clamp(0, 1.2)


def luminance(pixels: Tensor) -> Tensor:
    return (pixels * pixels.new_tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)).sum(1, keepdim=True)


def with_reflections(pixels: Tensor, strength: Tensor, scene: Scene, others: Tensor) -> Tensor:
    """Another scene mirrored in paint and glass, bent as a panel bends it, and hard highlights of sky and lamps."""
    n, _, size, _ = pixels.shape
    device, one, s = pixels.device, (n, 1, 1, 1), strength.view(-1, 1, 1, 1)
    bend = [(clouds(n, size, 2, 4, device) - 0.5) * 0.5 for _ in range(2)]
    x, y = places(size, device)
    squeeze = uniform(0.8, 2.2, *one, device=device)
    grid = torch.cat(
        [
            (x * 2 - 1) * uniform(0.5, 1.1, *one, device=device) + bend[0],
            (y * 2 - 1) * squeeze + uniform(-0.4, 0.4, *one, device=device) + bend[1],
        ],
        1,
    ).permute(0, 2, 3, 1)
    mirrored = F.grid_sample(others, grid, "bilinear", "reflection", False)
    mirrored = torch.lerp(mirrored, blurred(mirrored, size / 120), uniform(0, 1, *one, device=device))
    mirrored = (mirrored * 1.5 - 0.35).clamp(0, 1)  # only what is bright outside is seen in paint
    everywhere = torch.rand(one, device=device) < 0.55
    where = torch.where(everywhere, scene.body, torch.maximum(scene.glass, scene.body * 0.25))
    patch = soft_step(clouds(n, size, 2, 8, device), 0.75 - 0.75 * s, 0.25)
    mixed = screened(pixels * (1 - 0.3 * s * where * patch), mirrored * where * patch * (0.15 + 0.75 * s))
    return screened(mixed, highlights(scene.body, s) * (torch.rand(one, device=device) < 0.6))


def highlights(body: Tensor, strength: Tensor) -> Tensor:
    """Bands and spots of light that follow the panel: a row of tubes, a window, the sun."""
    n, _, size, _ = body.shape
    device = body.device
    x, y = places(size, device)
    total = torch.zeros_like(body)
    bend = (clouds(n, size, 2, 2, device) - 0.5) * 0.15
    for _ in range(4):
        at_x, at_y = (uniform(0.1, 0.9, n, 1, 1, 1, device=device) for _ in range(2))
        turn = uniform(-0.6, 0.6, n, 1, 1, 1, device=device)
        across = (x - at_x) * turn.cos() + (y - at_y + bend) * turn.sin()
        down = (y - at_y + bend) * turn.cos() - (x - at_x) * turn.sin()
        long = uniform(0.02, 0.3, n, 1, 1, 1, device=device)
        thin = uniform(0.006, 0.04, n, 1, 1, 1, device=device)
        shape = torch.exp(-((across / long) ** 4) - (down / thin) ** 2)
        total = total + shape * (torch.rand(n, 1, 1, 1, device=device) < 0.35 + 0.5 * strength)
    return (total * body * (0.35 + 0.65 * strength)).clamp(0, 1)


def with_dirt(pixels: Tensor, strength: Tensor, scene: Scene) -> Tensor:
    """A film of dust, splashes of mud and runs of dirty water; more of it low on the vehicle."""
    n, _, size, _ = pixels.shape
    device, one, s = pixels.device, (n, 1, 1, 1), strength.view(-1, 1, 1, 1)
    mud = torch.tensor([0.42, 0.34, 0.26], device=device).view(1, 3, 1, 1)
    dust = torch.tensor([0.68, 0.63, 0.56], device=device).view(1, 3, 1, 1)
    tint = torch.lerp(mud, dust, torch.rand(one, device=device)) * uniform(0.96, 1.04, n, 3, 1, 1, device=device)
    light = blurred(luminance(pixels), size / 40) * 0.7 + 0.35
    low = torch.where(scene.close.view(one), places(size, device)[1], scene.height(size).clamp(0, 1))
    even = uniform(0, 0.9, *one, device=device)
    denser = torch.lerp(low**1.3, torch.full_like(low, 0.6), even)
    film = soft_step(0.35 * clouds(n, size, 3, 24, device) + 0.65 * denser, 1 - 0.95 * s, 0.7)
    film = film * (0.8 + 0.2 * clouds(n, size, 32, 160, device, 1.0)) * (0.3 + 0.6 * s)
    spread = 0.45 * clouds(n, size, 3, 12, device) + 0.55 * denser  # where the wheels threw it
    splash = soft_step(0.5 * clouds(n, size, 12, 160, device, 0.9) + 0.5 * spread, 0.97 - 0.45 * s, 0.12)
    specks = drops(n, size, (0.002 + 0.02 * strength), size / 420, device) * soft_step(spread, 0.9 - 0.7 * s, 0.3)
    runs = soft_step(0.5 * streaks(n, size, device) + 0.5 * spread, 0.95 - 0.4 * s, 0.2)
    runs = runs * (torch.rand(one, device=device) < 0.4)
    muddy = torch.rand(one, device=device) < 0.6
    cover = torch.maximum(film, torch.maximum(splash * 0.85 * muddy, torch.maximum(specks * 0.9, runs * 0.45)))
    cover = cover * scene.body * (1 - 0.35 * scene.glass)
    grain = 1 + 0.15 * (clouds(n, size, 64, 160, device, 1.0) - 0.5)
    matt = torch.lerp(pixels, blurred(pixels, size / 160), 0.6 * cover)  # dirt takes the gloss away
    return torch.lerp(matt, tint * light * grain, cover.clamp(0, 0.93)).clamp(0, 1)


def streaks(n: int, size: int, device: torch.device) -> Tensor:
    """Noise drawn out from top to bottom, spread over 0..1."""
    fine = torch.randn(n, 1, max(4, size // 40), size // 2, device=device)
    field = F.interpolate(fine, (size, size), mode="bicubic", align_corners=False)
    return 0.5 * (1 + torch.erf(field / (field.std((2, 3), keepdim=True) * 2**0.5)))


def with_water(pixels: Tensor, strength: Tensor, scene: Scene) -> Tensor:
    """Drops that bend the light behind them, runs, glossier paint, and ground that is dark and mirrors."""
    n, _, size, _ = pixels.shape
    device, one, s = pixels.device, (n, 1, 1, 1), strength.view(-1, 1, 1, 1)
    wet = wet_ground(pixels, s, scene)
    fine = drops(n, size, 0.002 + 0.012 * strength, size / 320, device)
    large = drops(n, size, 0.0003 + 0.003 * strength, 2.2 * size / 320, device)
    close = scene.close.view(one).float()
    field = torch.maximum(fine * (0.3 + 0.3 * s + 0.2 * close), large * (0.15 + 0.75 * close))
    runs = soft_step(streaks(n, size, device), 1 - 0.1 * s, 0.1) * (torch.rand(one, device=device) < 0.4)
    runs = runs * soft_step(clouds(n, size, 3, 12, device), 0.6, 0.3)
    field = torch.maximum(field, (0.12 + 0.2 * close) * runs) * scene.body
    slope_x = F.pad(field[..., 1:] - field[..., :-1], (0, 1))
    slope_y = F.pad(field[..., 1:, :] - field[..., :-1, :], (0, 0, 0, 1))
    x, y = places(size, device)
    reach = 14 / size
    grid = torch.cat([(x - slope_x * reach) * 2 - 1, (y - slope_y * reach) * 2 - 1], 1).permute(0, 2, 3, 1)
    bent = F.grid_sample(wet, grid, "bilinear", "border", False)
    shine = (-(slope_x + slope_y) * 2.2).clamp(0, 1) ** 1.5
    shade = ((slope_x + slope_y) * 1.6).clamp(0, 0.6)
    glossy = torch.lerp(bent, (bent - 0.45) * 1.2 + 0.42, s * scene.body * 0.7)
    bright = 0.3 + 0.7 * blurred(luminance(pixels), size / 30)
    return screened((glossy * (1 - shade)).clamp(0, 1), shine * bright * (0.35 + 0.5 * s)).clamp(0, 1)


def wet_ground(pixels: Tensor, s: Tensor, scene: Scene) -> Tensor:
    """Below the middle of the vehicle and beside it: darker, cooler, with a blurred mirror image."""
    size = pixels.shape[2]
    _, y = places(size, pixels.device)
    line = (scene.bottom - 0.03).view(-1, 1, 1, 1)
    below = ((y - line + 0.06) / 0.08).clamp(0, 1) * (1 - scene.body) * (~scene.close).view(-1, 1, 1, 1)
    above = (2 * line - y).clamp(0, 1)
    x, _ = places(size, pixels.device)
    grid = torch.cat([(x * 2 - 1).expand_as(below), (above * 2 - 1).expand_as(below)], 1).permute(0, 2, 3, 1)
    mirror = blurred(F.grid_sample(pixels, grid, "bilinear", "border", False), size / 90)
    dark = pixels * pixels.new_tensor([0.55, 0.58, 0.63]).view(1, 3, 1, 1)
    puddle = soft_step(clouds(len(pixels), size, 2, 16, pixels.device), 0.9 - 0.6 * s, 0.3)
    wet = torch.lerp(dark, mirror * 0.8, 0.15 + 0.6 * puddle)
    return torch.lerp(pixels, wet, below * (0.35 + 0.65 * s))


def with_snow(pixels: Tensor, strength: Tensor, scene: Scene) -> Tensor:
    """Lying on what faces up, powder on the rest, a white ground, and on some pictures flakes in the air."""
    n, _, size, _ = pixels.shape
    device, one, s = pixels.device, (n, 1, 1, 1), strength.view(-1, 1, 1, 1)
    white = torch.tensor([0.94, 0.96, 1.0], device=device).view(1, 3, 1, 1)
    light = 0.72 + 0.28 * blurred(luminance(pixels), size / 16)
    relief = 0.6 * clouds(n, size, 6, 24, device) + 0.4 * clouds(n, size, 48, 160, device, 1.0)
    snow = (white * light * (0.9 + 0.14 * relief)).clamp(0, 1)
    close, height = scene.close.view(one), scene.height(size)
    side = uniform(-0.4, 0.4, *one, device=device) * (places(size, device)[0] - 0.5)
    high = torch.where(close, 1 - places(size, device)[1] + side, 1 - height)
    high = high + 0.35 * upper_edges(scene.body, size) + 0.3 * scene.glass
    lying = soft_step(0.3 * clouds(n, size, 4, 96, device, 0.7) + 0.7 * high, 1.0 - 0.62 * s, 0.07) * scene.body
    powder = soft_step(clouds(n, size, 40, 160, device, 1.0), 1 - 0.45 * s * (0.3 + 0.7 * high.clamp(0, 1)), 0.3)
    powder = powder * scene.body * 0.75
    ground = soft_step(clouds(n, size, 3, 96, device, 0.75), 1 - 1.4 * s, 0.35) * (1 - scene.body)
    ground = ground * ((height - 0.5) / 0.3).clamp(0, 1) * (~close)
    cover = torch.maximum(torch.maximum(lying, powder), ground * 0.9).clamp(0, 0.96)
    falling = (torch.rand(one, device=device) < 0.35).float() * s
    flakes = drops(n, size, 0.004 * strength, 0.8 * size / 320, device)
    flakes = torch.maximum(flakes, drops(n, size, 0.0006 * strength, 2.0 * size / 320, device) * 0.7)
    return screened(torch.lerp(pixels, snow, cover), flakes * falling * 0.95)


def upper_edges(body: Tensor, size: int) -> Tensor:
    """1 just below the vehicle's outline from above, fading downwards."""
    reach = max(2, size // 16)
    shifted = F.pad(body, (0, 0, reach, 0))[:, :, :-reach]
    return blurred((body - shifted).clamp(0, 1), size / 80)
