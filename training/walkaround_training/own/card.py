"""What people read about a candidate: its card, and the curve of its training."""

import json
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "walkaround"  # the same figures give the same file
import matplotlib.pyplot as plt


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def card(report: dict[str, Any]) -> str:
    data, figures = report["data"], report["held_out"]
    damages = ", ".join(f"{name} {count}" for name, count in data["taught"]["damages"].items())
    lines = [
        f"# Damage model {report['version']}",
        "",
        f"The shipped damage model {report['base']['version']}, taught on with corrected photos of your own. "
        f"It is the mean of two networks: {report['base']['text']}.",
        "",
        "It is a **candidate**. `npx walkaround gate` compares it with the installed model; nothing here says that it is better.",
        "",
        "## What it learned from",
        "",
        "| | Photos | Vehicles | Without damage | Damages drawn | Dismissed finds |",
        "|---|---|---|---|---|---|",
        *(row(name, data[key]) for name, key in (("to learn from", "taught"), ("calibration and thresholds", "tuned"), ("held out: the figures below", "held_out"), ("public, to learn from", "public")) if data.get(key)),
        "",
        f"Damages to learn from: {damages}.",
        "",
        f"Data set exported {data['exported_at']}; SHA-256 " + ", ".join(f"`{name}` `{digest}`" for name, digest in data["sha256"].items()) + ".",
        "",
        "## How it was trained",
        "",
        *(f"- {line}" for line in report["training"]["lines"]),
        "",
        "![The training curve](curve.svg)",
        "",
        "## Figures on the held-out vehicles",
        "",
        "By place: a find is right if it lies on a labeled damage of its type. Neither the networks nor the thresholds saw these vehicles.",
        "",
        "| | Precision | Recall | Photos without damage that have an alarm |",
        "|---|---|---|---|",
        *(
            f"| {name} | {percent(figures[key]['by_place']['precision'])} | {percent(figures[key]['by_place']['recall'])} | {figures[key]['intact_photos']['with_alarm']} of {figures[key]['intact_photos']['pictures']} |"
            for name, key in (("findings", "findings"), ("findings and suspicions", "suspicions"))
        ),
        "",
        "| Type | Labeled | Finding from | Precision | Recall | Suspicion from | Recall with suspicions |",
        "|---|---|---|---|---|---|---|",
        *(type_row(name, figures) for name, kind in figures["findings"]["per_type"].items() if kind["labelled"]),
        "",
        *(f"- {note}" for note in report["notes"]),
        "",
        f"Terms: {report['licence']}",
    ]
    return "\n".join(lines) + "\n"


def row(name: str, counts: dict[str, Any]) -> str:
    return f"| {name} | {counts['photos']} | {counts['vehicles']} | {counts['intact']} | {sum(counts['damages'].values())} | {counts['hard_negatives']} |"


def type_row(name: str, figures: dict[str, Any]) -> str:
    finding, suspicion = (figures[key]["per_type"][name] for key in ("findings", "suspicions"))
    limits = ["–" if kind["threshold"] is None else f"{kind['threshold']:.2f}" for kind in (finding, suspicion)]
    return f"| {name} | {finding['labelled']} | {limits[0]} | {percent(finding['precision'])} | {percent(finding['recall'])} | {limits[1]} | {percent(suspicion['recall'])} |"


def plot_curve(logs: dict[str, Path], out: Path) -> None:
    """Loss by step, and the average precision on the vehicles kept for thresholds."""
    figure, (loss, judged) = plt.subplots(1, 2, figsize=(9, 3.6))
    for name, path in logs.items():
        entries = [json.loads(line) for line in path.read_text().splitlines()]
        steps = [entry for entry in entries if "type" in entry]
        points = [entry for entry in entries if entry.get("event") in ("validation", "end")]
        for part in ("type", "box", "mask"):
            shown = [entry for entry in steps if part in entry]
            loss.plot([entry["step"] for entry in shown], [entry[part] for entry in shown], linewidth=1, label=f"{name}: {part}")
        judged.plot([entry["step"] for entry in points], [entry["own"] for entry in points], "o-", label=name)
    loss.set(xlabel="step", ylabel="loss", title="Loss on the photos to learn from")
    judged.set(xlabel="step", ylabel="mean AP50 of the main types", title="Vehicles kept for thresholds", ylim=(0, 1))
    for axes in (loss, judged):
        axes.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})
    plt.close(figure)
