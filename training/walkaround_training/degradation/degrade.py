"""Degrades good photos at known strengths. The strength of each fault is the score to learn."""

import torch
from torch import Tensor

from ..augmentation.attribute_views import Views, painted
from .camera_faults import too_bright, too_dark, with_blur, with_flare
from .vehicle_faults import Scene, with_dirt, with_reflections, with_snow, with_water

ON_VEHICLE = {"dirtiness": with_dirt, "snowness": with_snow, "wetness": with_water}
BY_CAMERA = {
    "lens_flare": with_flare,
    "overexposure": too_bright,
    "underexposure": too_dark,
    "blurriness": with_blur,
}
# what lies on the vehicle comes first, then what light and lens do to it
ORDER = ("dirtiness", "snowness", "wetness", "reflections", *BY_CAMERA)
EXCLUSIVE = (("overexposure", "underexposure"), ("snowness", "dirtiness"))


def random_strengths(n: int, names: list[str], untouched: float, device: torch.device) -> Tensor:
    """[n, names]: a share of the pictures stays as it is, most get one fault, some two or three."""
    picks = torch.rand(n, len(names), device=device).argsort(1)
    count = torch.multinomial(torch.tensor([0.6, 0.3, 0.1], device=device), n, replacement=True) + 1
    count = torch.where(torch.rand(n, device=device) < untouched, torch.zeros_like(count), count)
    strengths = torch.where(picks < count[:, None], 0.08 + 0.92 * torch.rand(n, len(names), device=device), 0.0)
    for first, second in EXCLUSIVE:
        if first in names and second in names:
            one, other = names.index(first), names.index(second)
            strengths[:, other] = torch.where(strengths[:, one] > 0, 0.0, strengths[:, other])
    return strengths


def degraded(views: Views, strengths: Tensor, names: list[str], close: Tensor) -> Tensor:
    """The views' pixels, each picture with its own faults."""
    pixels = views.pixels.clone()
    scene = scene_of(views, close)
    for name in ORDER:
        if name not in names:
            continue
        strength = strengths[:, names.index(name)]
        rows = strength.nonzero()[:, 0]
        if not len(rows):
            continue
        given = pixels[rows], strength[rows]
        if name == "reflections":
            others = views.pixels[torch.randint(len(pixels), (len(rows),), device=pixels.device)]
            pixels[rows] = with_reflections(*given, scene.at(rows), others)
        elif name in ON_VEHICLE:
            pixels[rows] = ON_VEHICLE[name](*given, scene.at(rows))
        else:
            pixels[rows] = BY_CAMERA[name](*given)
    return pixels.clamp(0, 1)


def scene_of(views: Views, close: Tensor) -> Scene:
    body, glass = painted(views.surface)
    seen = (body[:, 0] > 0.5).any(2)
    size = seen.shape[1]
    top = seen.float().argmax(1) / size
    bottom = 1 - seen.flip(1).float().argmax(1) / size
    return Scene(body, glass, top, bottom, close)
