"""The parts that a damage on a close-up can lie on, and what a label leaves open."""

import numpy as np

from ..data.vocabulary import mirrored_part

SIDES = ("left", "right")


def both_sides(*names: str) -> list[str]:
    return [f"{name}_{side}" for name in names for side in SIDES]


PARTS: tuple[str, ...] = (
    "bumper_front", "bumper_back", "hood", "trunk", "roof", "grill", "windshield_front", "windshield_back",
    *both_sides("fender_front", "fender_back", "door_front", "door_back", "rocker_panel", "head_light", "tail_light"),
    *both_sides("mirror", "window_front", "window_back", "wheel_front", "wheel_back"),
    "license_plate_front", "license_plate_back",
)  # fmt: skip
MIRRORED: tuple[int, ...] = tuple(PARTS.index(mirrored_part(name)) for name in PARTS)

# Words of the sources for several parts at once.
WORDS = {
    "headlight": ("head_light",),
    "light": ("head_light", "tail_light"),
    "windshield": ("windshield", "window"),  # the sources say it of any pane
    "rear": ("bumper_back", "trunk", "tail_light", "fender_back"),
    "front_glass": ("windshield_front",),
    "back_glass": ("windshield_back",),
    "tailgate": ("trunk",),
}


def words_of(name: str) -> list[str]:
    """A class of the parts network as the service names it: `back_left_door` is `door_back_left`."""
    words = name.split("_")
    if words[-1] == "light" and len(words) == 3:
        return [f"{'head' if words[0] == 'front' else 'tail'}_light_{words[1]}"]
    if words[0] in ("front", "back", "left", "right") and words[-1] != "glass":
        return ["_".join([words[-1], *words[:-1]])]
    return list(WORDS.get(name, (name,)))


def is_meant(part: str, name: str) -> bool:
    """`door` means all doors, `door_left` those of the left, `fender_back` both rear fenders."""
    wanted, words = name.split("_"), part.split("_")
    return wanted[0] == words[0] and all(word in words for word in wanted)


def meant_by(label: str) -> np.ndarray:
    """Which parts a label may mean; `a+b` means one of both. None of them: the label says nothing."""
    names = [word for name in label.split("+") for word in words_of(name)]
    return np.array([any(is_meant(part, name) for name in names) for part in PARTS])


END_PARTS = ("bumper", "hood", "trunk", "grill", "windshield", "head_light", "tail_light", "license_plate")
FLANK_PARTS = ("door", "rocker_panel", "window", "fender", "wheel")


def end_of(part: str) -> str | None:
    if part.startswith(("hood", "grill", "head_light")) or "_front" in part:
        return "front"
    return "back" if part.startswith(("trunk", "tail_light")) or "_back" in part else None


def possible_from(viewpoint: str) -> np.ndarray:
    """The parts that a photo of a whole vehicle can show, by its viewpoint."""
    end = viewpoint.split("_")[0] if viewpoint.startswith(("front", "back")) else None
    side = viewpoint.split("_")[-1] if viewpoint.endswith(SIDES) else None
    seen = []
    for part in PARTS:
        of_end = end is None or not part.startswith(END_PARTS) or end_of(part) == end
        of_side = side is None or not part.startswith(FLANK_PARTS) or part.endswith(side)
        seen.append(of_end and of_side and not (side is None and part.startswith(("door", "window", "rocker_panel"))))
    return np.array(seen)
