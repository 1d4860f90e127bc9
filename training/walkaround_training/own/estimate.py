"""How long a run will take here and how much memory it needs, from a few photos and three steps of each network."""

import json
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from ..data.images import read_rgb
from ..data.onnx_session import session_for
from ..data.prepare_damage import prepare_damage
from ..evaluation.inference import detect
from ..nets.checkpoint import load_checkpoint
from ..trainers.train_damage import train_damage
from .candidate import ANYWHERE, WORKERS
from .labels import CARS, LABELS, held_out, of_images, read_cars, read_labels, taught
from .run_own import Wish, batch_of, for_net

TRIED_PHOTOS = 8
TRIED_STEPS = 3
EXPORT_SECONDS = 60  # both exports with their checks; known from two cores
DECODED = 768 * 768 * 3  # bytes of a photo in memory


def estimate(config: dict[str, Any], wish: Wish) -> dict[str, Any]:
    """Everything is written into a folder of the system's for temporary files, and removed."""
    own = read_labels(wish.data)
    learned, judged = taught(own, config["own"]["tune_every"]), held_out(own)
    public = len(read_labels(wish.public)["images"]) if wish.public else 0
    photos = len(learned["images"]) + min(public, config["own"]["most_public"])
    to_detect = sum(image["split"] == "val" for image in learned["images"]) + len(judged["images"])
    some = of_images(learned, [{**image, "split": "train"} for image in learned["images"][:TRIED_PHOTOS]])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / LABELS).write_text(json.dumps(some))
        (folder / CARS).write_text(json.dumps(read_cars([wish.data])))
        began = time.monotonic()
        prepare_damage(config["data"], [folder / LABELS], ANYWHERE, [folder / CARS], None, folder / "pack", 0)
        a_photo = (time.monotonic() - began) / len(some["images"])
        steps = {net: step_seconds(config, wish, net, folder) for net in wish.taught_nets}
        session = session_for(wish.models / "damage.onnx", 1)
        picture = read_rgb(Path(some["images"][0]["file_name"]))
        detect(session, picture)
        began = time.monotonic()
        detect(session, picture)
        a_detection = (time.monotonic() - began) / WORKERS
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    teaching = 60 * wish.minutes if not wish.steps else wish.steps * sum(steps.values())
    return {
        "photos": photos,
        "step_seconds": {net: round(seconds, 2) for net, seconds in steps.items()},
        "batch": batch_of(config),
        "seconds": {
            "prepare": round(photos * a_photo),
            "teach": round(teaching),
            "export": EXPORT_SECONDS,
            "fit_and_measure": round(to_detect * a_detection),
        },
        "memory_bytes": peak + photos * DECODED,
        "disk_bytes": photos * DECODED + 200_000_000,
    }


def step_seconds(config: dict[str, Any], wish: Wish, net: str, folder: Path) -> float:
    """The first step is slower than all others, so it does not count."""
    weights = wish.checkpoints / f"damage-{net}.pt"
    settings = for_net(config, load_checkpoint(weights)["model"], 1, TRIED_STEPS)
    train_damage(settings, folder / "pack", weights, None, None, [], folder / net, TRIED_STEPS)
    log = [json.loads(line) for line in (folder / net / "log.jsonl").read_text().splitlines()]
    at = [entry["seconds"] for entry in log if "type" in entry]
    return (at[-1] - at[0]) / (len(at) - 1)
