"""The words the models speak, in the order of their outputs."""

DAMAGE_TYPES: tuple[str, ...] = (
    "scratch",
    "dent",
    "missing_piece",
    "broken_light",
    "broken_glass",
    "body_crack",
    "flat_tire",
    "airbag_deployed",
    "misshape",
    "paint_peeling",
    "smash",
    "rustiness",
    "dirt",
    "light_reflection",
    "hubcap_scratch",
)
MAIN_TYPES: tuple[str, ...] = DAMAGE_TYPES[:6]
CARDD_TYPES: tuple[str, ...] = ("scratch", "dent", "broken_light", "broken_glass", "body_crack", "flat_tire")

# The sources that "main" has been ema over since round 1; figures of later sources are given apart.
FIRST_SOURCES: tuple[str, ...] = ("cardd", "bilgi", "lensor", "whole", "anxin", "cardiag")

# Learned from sources that label one of them only, so never apart: in one place only the better counts.
EXCLUSIVE_TYPES: tuple[tuple[str, str], ...] = (("flat_tire", "airbag_deployed"),)
SUPPRESSION_GROUPS: tuple[int, ...] = tuple(
    DAMAGE_TYPES.index(next((pair[0] for pair in EXCLUSIVE_TYPES if name in pair), name)) for name in DAMAGE_TYPES
)

# A box of this label says "damage of some type": no type is right or wrong inside it.
IGNORE_LABEL = "damage_unspecified"

NO_BOX = -1
IGNORE_BOX = -2


def mirrored_part(name: str) -> str:
    """The name a part gets when its photo is mirrored: left and right are the vehicle's own."""
    if "left" in name:
        return name.replace("left", "right")
    return name.replace("right", "left")
