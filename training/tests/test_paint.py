import numpy as np
import torch

from walkaround_training.exporters.onnx_file import write_onnx
from walkaround_training.data.onnx_session import session_for
from walkaround_training.nets.paint_net import ExportedPaint, PaintNet
from walkaround_training.train_paint import COLORS, PADDING, SIZE, figures, on_square, targets, view


def test_a_label_of_two_names_is_right_with_either():
    labels = targets([["white", "silver"], ["black"]])
    assert labels.sum(1).tolist() == [2, 1]
    likely = torch.zeros(2, len(COLORS))
    likely[:, COLORS.index("silver")] = 0.95
    assert figures(likely, labels)["right"] == 0.5


def test_a_view_of_red_paint_stays_red_and_the_margin_gray():
    red = torch.zeros(3, 120, 192, dtype=torch.uint8)
    red[0] = 200
    for seed in range(5):
        square = view(red, np.random.default_rng(seed))
        paint = square[:, :40, :40].mean((1, 2))
        assert paint[0] > 150 and paint[1:].max() < 5
    assert (on_square(red.float(), SIZE)[:, -1] == PADDING).all()


def test_the_file_says_how_likely_each_color_is(tmp_path):
    torch.manual_seed(0)
    net = PaintNet(len(COLORS)).eval()
    write_onnx(ExportedPaint(net), SIZE, ["paint_color"], tmp_path / "paint.onnx")
    image = np.random.default_rng(0).uniform(0, 255, (1, 3, SIZE, SIZE)).astype(np.float32)
    (said,) = session_for(tmp_path / "paint.onnx", 1).run(None, {"image": image})
    assert said.shape == (1, len(COLORS))
    assert abs(said.sum() - 1) < 1e-4
