"""The network that goes into an ONNX file: one training run, or the mean of several."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import nn

from ..nets.attributes_net import ExportedAttributes
from ..nets.checkpoint import (
    Net,
    restored_attributes_net,
    restored_close_up_net,
    restored_detector,
    restored_part_state_net,
    restored_parts_net,
    restored_second_opinion_net,
)
from ..nets.close_up_net import ExportedCloseUps
from ..nets.exported_nets import ExportedDetector, ExportedParts
from ..nets.part_state_net import LEVELS, ExportedPartStates
from ..nets.second_opinion_net import OPINIONS, ExportedSecondOpinion


def exported_net(
    plain: list[dict[str, Any]], mirrored: list[dict[str, Any]], fit: Path | None
) -> tuple[nn.Module, list[str]]:
    saved = plain[0]
    if "attributes" in saved:
        return ExportedAttributes(restored_attributes_net(saved)), list(saved["attributes"])
    if "names" in saved:
        if any(run["names"] != saved["names"] for run in [*plain, *mirrored]):
            raise SystemExit("The runs list different parts: they cannot be averaged.")
        return ExportedParts(members_of(plain, mirrored, restored_parts_net), saved["names"]), ["logits"]
    if "kinds" in saved:
        return ExportedPartStates(restored_part_state_net(saved)), [*saved["kinds"], *LEVELS, "places"]
    if "second_opinion" in saved:
        return ExportedSecondOpinion(restored_second_opinion_net(saved), [saved["types"].index(name) for name in OPINIONS]), list(OPINIONS)
    if "parts" in saved:
        temperature = json.loads(fit.read_text())["temperature"] if fit else 1.0
        return ExportedCloseUps([restored_close_up_net(run) for run in plain], temperature), ["logits"]
    types = max((run["types"] for run in [*plain, *mirrored]), key=len)
    if any(run["types"] != types[: len(run["types"])] for run in [*plain, *mirrored]):
        raise SystemExit("The runs list their types in different orders: they cannot be averaged.")
    slope, offset = torch.ones(len(types)), torch.zeros(len(types))
    if fit is not None:
        calibration = json.loads(fit.read_text())["calibration"]
        slope = torch.tensor([calibration[t]["slope"] for t in types], dtype=torch.float32)
        offset = torch.tensor([calibration[t]["offset"] for t in types], dtype=torch.float32)
    members = members_of(plain, mirrored, restored_detector)
    return ExportedDetector(members, slope, offset), ["boxes", "scores", "coeffs", "protos"]


def members_of(
    plain: list[dict[str, Any]], mirrored: list[dict[str, Any]], restored: Callable[[dict[str, Any]], Net]
) -> list[tuple[Net, bool]]:
    """A run in both lists is one network that looks twice."""
    nets = {id(run): restored(run) for run in [*plain, *mirrored]}
    return [(nets[id(run)], False) for run in plain] + [(nets[id(run)], True) for run in mirrored]
