"""Dirt, reflections, shadows and body lines made up on one square window of a picture."""

import math

import numpy as np
import torch
from PIL import Image, ImageDraw
from torch import Tensor

from .noise_fields import blurred, clouds, places, screened, soft_step
from .spoilt_vehicle import Scene, with_dirt, with_reflections
from .warp import uniform

CPU = torch.device("cpu")


def dirty(window: Tensor, paint: Tensor, other: Tensor) -> Tensor:
    return with_dirt(window, uniform(0.45, 1.0, 1, device=CPU), patch(paint * spot(window.shape[3])))


def reflecting(window: Tensor, paint: Tensor, other: Tensor) -> Tensor:
    """Another photo mirrored in the paint, or lamps and the sun: what a phone meets in a garage and in the street."""
    size = window.shape[3]
    if chance(0.5):
        return with_reflections(window, uniform(0.5, 1.0, 1, device=CPU), patch(paint * spot(size)), other)
    light = torch.zeros(1, 1, size, size)
    x, y = places(size, CPU)
    bend = (clouds(1, size, 2, 2, CPU) - 0.5) * draw(0.0, 0.2)
    turn, rows = draw(-math.pi / 2, math.pi / 2), int(draw(1, 4))
    long, thin, sharp = draw(0.12, 0.4), draw(0.015, 0.1), draw(2, 8)
    for row in range(rows):
        shift = (row - (rows - 1) / 2) * draw(0.15, 0.3)
        across = (x - 0.5) * math.cos(turn) + (y - 0.5 + bend) * math.sin(turn)
        down = (y - 0.5 + bend) * math.cos(turn) - (x - 0.5) * math.sin(turn) + shift
        light = torch.maximum(light, torch.exp(-((across / long).abs() ** sharp) - (down / thin).abs() ** draw(2, 4)))
    tint = uniform(0.85, 1.0, 1, 3, 1, 1, device=CPU)
    return screened(window, light * paint * tint * draw(0.4, 0.95))


def shaded(window: Tensor, paint: Tensor, other: Tensor) -> Tensor:
    """The shadow of a pole, a person, a mirror, the edge of a roof, or leaves."""
    size = window.shape[3]
    if chance(0.35):
        shape = soft_step(clouds(1, size, 4, 24, CPU), draw(0.4, 0.65), draw(0.05, 0.4)) * spot(size)
    else:
        shape = polygon(size)
    shape = blurred(shape, max(0.6, size * draw(0.002, 0.02))) * paint
    sky = torch.tensor([0.92, 0.97, 1.0]).view(1, 3, 1, 1)  # the light left in a shadow is bluer
    return torch.lerp(window, window * sky * draw(0.3, 0.68), shape)


def creased(window: Tensor, paint: Tensor, other: Tensor) -> Tensor:
    """A line along a panel: lighter on one side, darker on the other, fading out from it."""
    size = window.shape[3]
    x, y = places(size, CPU)
    turn = draw(-0.45, 0.45) if chance(0.8) else draw(-1.5, 1.5)
    along = (x - 0.5) * math.cos(turn) + (y - 0.5) * math.sin(turn)
    away = (y - 0.5) * math.cos(turn) - (x - 0.5) * math.sin(turn) + draw(-0.4, 0.4) * along**2
    above, below = draw(0.01, 0.07), draw(0.01, 0.07)
    shade = torch.where(away > 0, torch.exp(-away / above) * draw(0.4, 1), -torch.exp(away / below) * draw(0.4, 1))
    ends = torch.exp(-((along / draw(0.3, 0.48)).abs() ** 8))
    strength = draw(0.18, 0.5) * (1 if chance(0.5) else -1)
    return (window + (0.1 + 0.9 * window) * strength * blurred(shade, 0.8) * ends * paint).clamp(0, 1)


EFFECTS = {"dirt": dirty, "light_reflection": reflecting, "shadow": shaded, "car_curve": creased}


def patch(body: Tensor) -> Scene:
    nowhere, one = torch.zeros_like(body), torch.ones(1)
    return Scene(body, nowhere, one * 0, one, one.bool())


def spot(size: int) -> Tensor:
    """An uneven round place in the middle of the window, 1 inside and 0 at its rim."""
    x, y = places(size, CPU)
    ragged = (clouds(1, size, 3, 6, CPU) - 0.5) * 0.5
    away = (((x - 0.5) / draw(0.25, 0.42)) ** 2 + ((y - 0.5) / draw(0.25, 0.42)) ** 2).sqrt() + ragged
    return soft_step(-away, -0.95, draw(0.15, 0.5))


def polygon(size: int) -> Tensor:
    canvas = Image.new("L", (size, size))
    turns = torch.rand(int(draw(3, 8))).mul(2 * math.pi).sort()[0]
    flat, tilt = draw(0.15, 1.0), draw(0, math.pi)
    points = []
    for turn in turns.tolist():
        reach = draw(0.25, 0.48) * size
        x, y = reach * math.cos(turn), reach * math.sin(turn) * flat
        across, down = x * math.cos(tilt) - y * math.sin(tilt), x * math.sin(tilt) + y * math.cos(tilt)
        points.append((size / 2 + across, size / 2 + down))
    ImageDraw.Draw(canvas).polygon(points, fill=255)
    return torch.from_numpy(np.asarray(canvas, np.float32) / 255)[None, None]


def draw(low: float, high: float) -> float:
    return float(torch.rand(()) * (high - low) + low)


def chance(share: float) -> bool:
    return bool(torch.rand(()) < share)
