"""Blur, wrong exposure and lens flare, at a chosen strength."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from ..augmentation.affine import uniform
from .noise_fields import places, screened

REACH = 15  # pixels on each side that a blur kernel spans
GAMMA = 2.2


def with_blur(pixels: Tensor, strength: Tensor) -> Tensor:
    """Out of focus (soft or disc), smeared along a line, or shaken along a crooked path.

    Strength 0.1 is hardly seen; 0.5 degrades the photo; at 1 the vehicle is a shape.
    """
    n, _, height, width = pixels.shape
    device = pixels.device
    sigma = (width / 320) * 0.45 * torch.exp(strength * math.log(11))
    along = torch.arange(-REACH, REACH + 1, device=device).float()
    across, down = along.view(1, 1, -1), along.view(1, -1, 1)
    far = (across**2 + down**2).sqrt()
    wide = sigma.view(-1, 1, 1)
    soft = torch.exp(-(far**2) / (2 * wide**2))
    disc = (1.6 * wide + 0.5 - far).clamp(0, 1)
    kind = torch.randint(4, (n, 1, 1), device=device)
    kernel = torch.where(kind == 0, soft, torch.where(kind == 1, disc, smear(sigma, kind.flatten() == 3, across, down)))
    kernel = (kernel / kernel.sum((1, 2), keepdim=True)).repeat_interleave(3, 0)[:, None]
    padded = F.pad(pixels, (REACH,) * 4, "replicate").reshape(1, 3 * n, height + 2 * REACH, width + 2 * REACH)
    return F.conv2d(padded, kernel, groups=3 * n).view_as(pixels)


def smear(sigma: Tensor, crooked: Tensor, across: Tensor, down: Tensor) -> Tensor:
    """The path of the camera drawn as a sum of small spots."""
    steps = 25
    angle = uniform(0, math.pi, len(sigma), 1, device=sigma.device)
    bend = torch.randn(len(sigma), steps, device=sigma.device).cumsum(1) * 0.35
    angle = angle + bend * crooked[:, None]
    length = 4.2 * sigma[:, None] / steps
    x, y = (angle.cos() * length).cumsum(1), (angle.sin() * length).cumsum(1)
    x, y = x - x.mean(1, keepdim=True), y - y.mean(1, keepdim=True)
    x, y = x[..., None, None].clamp(-REACH + 1, REACH - 1), y[..., None, None].clamp(-REACH + 1, REACH - 1)
    return torch.exp(-((across[:, None] - x) ** 2 + (down[:, None] - y) ** 2) / (2 * 0.6**2)).sum(1)


def too_bright(pixels: Tensor, strength: Tensor) -> Tensor:
    """Up to four stops too long, clipped as a sensor clips."""
    gain = 2 ** (0.4 + 3.6 * strength).view(-1, 1, 1, 1)
    light = pixels.clamp(0, 1) ** GAMMA * gain
    veil = 0.05 * strength.view(-1, 1, 1, 1)
    return (light + veil).clamp(0, 1) ** (1 / GAMMA)


def too_dark(pixels: Tensor, strength: Tensor) -> Tensor:
    """Up to six stops too short, with the noise of a sensor that had no light."""
    loss = 2 ** -(1.2 + 4.8 * strength).view(-1, 1, 1, 1)
    light = pixels.clamp(0, 1) ** GAMMA * loss
    noise = torch.randn_like(pixels) * (0.004 + 0.006 * torch.rand(len(pixels), 1, 1, 1, device=pixels.device))
    lamps = uniform(0.0, 0.3, len(pixels), 1, 1, 1, device=pixels.device) * (pixels > 0.93)  # what shines stays bright
    return (light ** (1 / GAMMA) + noise * strength.view(-1, 1, 1, 1).sqrt() * 3 + lamps * 0.5).clamp(0, 1)


def with_flare(pixels: Tensor, strength: Tensor) -> Tensor:
    """A lamp or the sun in or near the frame: glare over everything, rays, and a row of ghosts."""
    n, _, size, _ = pixels.shape
    device = pixels.device
    x, y = places(size, device)
    one = (n, 1, 1, 1)
    spot_x, spot_y = uniform(-0.05, 1.05, *one, device=device), uniform(-0.1, 0.55, *one, device=device)
    s = strength.view(one)
    far = ((x - spot_x) ** 2 + (y - spot_y) ** 2).sqrt()
    warm = torch.tensor([1.0, 0.93, 0.8], device=device).view(1, 3, 1, 1)
    tint = torch.lerp(torch.ones_like(warm), warm, torch.rand(one, device=device) * 1.3)
    core = torch.exp(-((far / (0.03 + 0.07 * s)) ** 2)) * 1.4
    glare = (0.25 + 0.65 * s) * torch.exp(-far / (0.12 + 0.38 * s))
    veil = 0.05 * s + 0.25 * s * torch.rand(one, device=device)
    angle = torch.atan2(y - spot_y, x - spot_x)
    rays = torch.randint(3, 9, one, device=device) * angle + uniform(0, math.pi, *one, device=device)
    star = rays.cos().abs() ** uniform(20, 90, *one, device=device) * torch.exp(-far / (0.06 + 0.25 * s))
    streak = torch.exp(-(((y - spot_y) / 0.008) ** 2)) * torch.exp(-(x - spot_x).abs() / 0.35)
    chosen = torch.rand(n, 2, 1, 1, device=device) < torch.tensor([0.6, 0.2], device=device).view(1, 2, 1, 1)
    light = core + glare + s * (0.9 * star * chosen[:, :1] + 0.6 * streak * chosen[:, 1:])
    flared = screened(pixels, veil * tint * 0.9)
    return screened(flared, (light * tint).clamp(0, 0.97) + ghosts(spot_x, spot_y, x, y, s))


def ghosts(spot_x: Tensor, spot_y: Tensor, x: Tensor, y: Tensor, strength: Tensor) -> Tensor:
    """Faint colored discs on the line from the lamp through the middle of the lens."""
    n, device = len(spot_x), spot_x.device
    total = torch.zeros(n, 3, y.shape[2], x.shape[3], device=device)
    for _ in range(5):
        along = uniform(-0.6, 1.9, n, 1, 1, 1, device=device)
        far = ((x - spot_x - (0.5 - spot_x) * along) ** 2 + (y - spot_y - (0.5 - spot_y) * along) ** 2).sqrt()
        radius = uniform(0.012, 0.09, n, 1, 1, 1, device=device)
        disc = ((radius - far) / 0.008).clamp(0, 1) * (0.45 + 0.55 * (far / radius).clamp(0, 1) ** 3)
        color = uniform(0.15, 1.0, n, 3, 1, 1, device=device)
        seen = torch.rand(n, 1, 1, 1, device=device) < 0.6
        total += disc * color * seen * strength * uniform(0.1, 0.4, n, 1, 1, 1, device=device)
    return total
