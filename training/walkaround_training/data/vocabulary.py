"""Names of the damage types in the order of the model outputs, and what the loss does with special labels."""

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

# The sources that "main" has been averaged over since round 1; later sources have figures of their own.
FIRST_SOURCES: tuple[str, ...] = ("cardd", "bilgi", "lensor", "whole", "anxin", "cardiag")

# Each source labels only one of the two, so the network cannot tell them apart: non-maximum suppression treats them as
# one type.
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
