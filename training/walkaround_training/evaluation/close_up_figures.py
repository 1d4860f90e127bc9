"""How often the part of a damage is right, and how often it is named, when a part is named from a probability on."""

import re

import numpy as np

from ..parts.close_up_parts import PARTS, SIDES, meant_by

LAMPS, GLASS, WHEELS = ("head_light", "tail_light"), ("windshield", "window"), ("wheel",)
LIES_ON = {"broken_light": LAMPS, "broken_glass": (*GLASS, "mirror"), "flat_tire": WHEELS}
LEVELS = (0.9, 0.95)  # of the named, right
ANYWHERE = ("missing_piece", "smash")


def possible_for(kind: str) -> np.ndarray:
    """The parts that can have such a damage; the service has the same rule (damage-registry.ts)."""
    if kind in ANYWHERE:
        return np.ones(len(PARTS), bool)
    if kind in LIES_ON:
        return np.array([part.startswith(LIES_ON[kind]) for part in PARTS])
    return np.array([not part.startswith((*LAMPS, *GLASS, *WHEELS, "license_plate")) for part in PARTS])


def without_side(part: str) -> str:
    return re.sub(r"_(left|right)$", "", part)


def without_end(part: str) -> str:
    return re.sub(r"_(front|back)$", "", without_side(part))


def summed(chances: np.ndarray, name_of) -> tuple[list[str], np.ndarray]:
    names = list(dict.fromkeys(name_of(part) for part in PARTS))
    return names, np.stack([chances[:, [name_of(part) == name for part in PARTS]].sum(1) for name in names], 1)


def answers(chances: np.ndarray, kinds: list[str], truths: list[str]) -> list[dict]:
    """Per damage: what would be named with and without end and side, how sure, and whether it is right."""
    chances = chances * np.stack([possible_for(kind) for kind in kinds])
    chances = chances / chances.sum(1, keepdims=True).clip(1e-9)
    (parts, of_part), (families, of_family) = summed(chances, without_side), summed(chances, without_end)
    rows = []
    for row, truth in enumerate(truths):
        meant = [part for part, may_be in zip(PARTS, meant_by(truth)) if may_be]
        part, family = parts[of_part[row].argmax()], families[of_family[row].argmax()]
        sides = [chances[row, [p == f"{part}_{side}" for p in PARTS]].sum() for side in SIDES]
        sided = {p.rsplit("_", 1)[-1] for p in meant if without_side(p) == part}
        side = SIDES[int(np.argmax(sides))] if sum(sides) > 0 else None
        rows.append({
            "truth": truth, "part": part, "family": family,
            "part_sure": float(of_part[row].max()), "part_right": part in {without_side(p) for p in meant},
            "family_sure": float(of_family[row].max()), "family_right": family in {without_end(p) for p in meant},
            "side": side, "side_sure": float(max(sides) / max(1e-9, sum(sides))) if side else 0.0,
            "side_right": side in sided if side and len(sided) == 1 else None,
        })  # fmt: skip
    return rows


def coverage_at(right: np.ndarray, sure: np.ndarray, least: float) -> dict:
    """The largest share that is named while at least so many of the named are right."""
    order = np.argsort(-sure)
    precision = np.cumsum(right[order]) / np.arange(1, len(right) + 1)
    named = np.nonzero(precision >= least)[0]
    if len(named) == 0:
        return {"named": 0.0, "right": 0.0, "from": 1.0}
    last = named[-1]
    return {"named": round((last + 1) / len(right), 3), "right": round(float(precision[last]), 3),
            "from": round(float(sure[order][last]), 3)}  # fmt: skip


def figures(rows: list[dict]) -> dict:
    """For the part apart from its side, the same with its end left open, and the side where the part is right."""
    told: dict = {"damages": len(rows)}
    for what in ("part", "family", "side"):
        some = [row for row in rows if row[f"{what}_right"] is not None and (what != "side" or row["part_right"])]
        if some:
            right, sure = (np.array([row[f"{what}_{word}"] for row in some], float) for word in ("right", "sure"))
            told[what] = {"of": len(some), "right": round(float(right.mean()), 3)} | {
                f"at_{level}": coverage_at(right, sure, level) for level in LEVELS
            }
    return told
