"""Plots of the figures. No plot shows an image of the data."""

from pathlib import Path

import matplotlib
import numpy as np

from ..data.vocabulary import DAMAGE_TYPES, MAIN_TYPES
from .matching import Matches

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "walkaround"  # the same figures give the same file
import matplotlib.pyplot as plt


def plot_precision_recall(
    matches: Matches, thresholds: dict[str, float], out: Path, suspicions: dict[str, float] | None = None
) -> None:
    figure, axes = plt.subplots(figsize=(6, 4.5))
    for name in MAIN_TYPES:
        t = DAMAGE_TYPES.index(name)
        mine = matches.types == t
        order = np.argsort(-matches.scores[mine])
        scores = matches.scores[mine][order]
        precision = np.cumsum(matches.correct[mine][order]) / np.arange(1, len(order) + 1)
        met = np.sort(matches.label_scores[matches.label_types == t])
        recall = 1 - np.searchsorted(met, scores - 1e-9) / max(1, len(met))
        (line,) = axes.plot(recall, precision, label=name, linewidth=1.2)
        for limits, fill in ((thresholds, line.get_color()), (suspicions or {}, "white")):
            shown = int((matches.scores[mine] >= limits.get(name, np.inf)).sum())
            if shown:
                axes.plot(recall[shown - 1], precision[shown - 1], "o", color=line.get_color(), markerfacecolor=fill)
    axes.set(
        xlabel="recall",
        ylabel="precision",
        xlim=(0, 1),
        ylim=(0, 1.02),
        title="Validation by place; dot: shipped threshold" + ("; ring: suspicions" if suspicions else ""),
    )
    axes.legend(fontsize=8)
    saved(figure, out)


def plot_calibration(bins: list[tuple[float, float, int]], out: Path) -> None:
    figure, axes = plt.subplots(figsize=(4.5, 4.5))
    axes.plot([0, 1], [0, 1], "--", color="gray", linewidth=1)
    said, true, count = (np.array(column) for column in zip(*bins))
    axes.plot(said, true, "o-")
    for x, y, n in zip(said, true, count):
        axes.annotate(str(n), (x, y), textcoords="offset points", xytext=(5, -10), fontsize=7)
    axes.set(
        xlabel="score",
        ylabel="share of detections that are right",
        xlim=(0, 1),
        ylim=(0, 1),
        title="Validation; number of detections per bin",
    )
    saved(figure, out)


def saved(figure: plt.Figure, out: Path) -> None:
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})
    plt.close(figure)
