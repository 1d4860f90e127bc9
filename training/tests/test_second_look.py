"""Two networks in one file: the second runs only where the first suspects something."""

from pathlib import Path

import numpy as np
import onnx
import pytest
import torch

from walkaround_training.data.onnx_session import session_for
from walkaround_training.data.vocabulary import DAMAGE_TYPES
from walkaround_training.exporters.onnx_file import answers_of, pixels_to_compare, write_onnx
from walkaround_training.exporters.second_look import ANSWERS, LOOKS_FROM, limits_for, with_second_look
from walkaround_training.nets.detector import Detector
from walkaround_training.nets.exported_nets import ExportedDetector

TYPES = len(DAMAGE_TYPES)
ONES, ZEROS = torch.ones(TYPES), torch.zeros(TYPES)


def test_the_second_network_looks_only_where_the_first_reaches_a_limit(tmp_path: Path) -> None:
    nets = [Detector(backbone, TYPES).eval() for backbone in ("lite0", "mobilenet_v2")]
    files = []
    for at, net in enumerate(nets):
        write_onnx(ExportedDetector([(net, False)], ONES, ZEROS), 64, list(ANSWERS), tmp_path / f"{at}.onnx", full_weights=True)
        files.append(onnx.load(tmp_path / f"{at}.onnx"))
    slope, offset = 0.5 * ONES, 0.25 * ONES
    image = pixels_to_compare(64, 96)
    for limit, looking in ((0.0, nets), (1.0, nets[:1])):
        path = tmp_path / "both.onnx"
        limits = np.full(TYPES, limit, np.float32)
        onnx.save(with_second_look(*files, limits, slope.numpy(), offset.numpy()), path)
        wanted = answers_of(ExportedDetector([(net, False) for net in looking], slope, offset).eval(), image)
        for mine, theirs in zip(session_for(path, 1).run(None, {"image": image.numpy()}), wanted):
            assert mine.shape == theirs.shape
            assert np.abs(mine - theirs.numpy()).max() < 1e-3


def test_a_limit_is_a_share_of_the_raw_score_that_makes_a_suspicion() -> None:
    scratch, dent, never = limits_for([0.5, 0.5, None], np.ones(3), np.array([0.0, 1.0, 0.0]))
    assert scratch == pytest.approx(0.5 * LOOKS_FROM)
    assert dent < scratch
    assert never > 1
