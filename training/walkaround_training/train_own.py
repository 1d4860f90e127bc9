"""Teach the shipped damage model on with an operator's own photos, and make a candidate of it: `npx walkaround train`."""

import argparse
import contextlib
import json
import os
import sys
from pathlib import Path

from .data.config import load_config

HERE = Path(__file__).parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train_own", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of npx walkaround dataset export")
    parser.add_argument("--out", type=Path, required=True, help="folder of the candidate; an interrupted run in it goes on")
    parser.add_argument("--base", choices=("7b", "16a", "both"), default="7b", help="which of the two shipped networks learn")
    parser.add_argument("--public", type=Path, help="folder with damage.json and pictures of a public set")
    parser.add_argument("--public-share", type=float, default=0.5, help="of the samples that show public pictures")
    parser.add_argument("--minutes", type=float, default=60.0, help="of training, all networks together")
    parser.add_argument("--steps", type=int, default=0, help="end each network after this many steps instead")
    parser.add_argument("--dry-run", action="store_true", help="only measure how long it would take and how much memory")
    parser.add_argument("--config", type=Path, default=HERE / "configs" / "own.toml")
    parser.add_argument("--checkpoints", type=Path, default=HERE / "checkpoints", help="the shipped networks")
    parser.add_argument("--models", type=Path, default=HERE.parent / "models", help="the shipped models and their thresholds")
    args = parser.parse_args()
    from .own.estimate import estimate
    from .own.run_own import Wish, run_own

    config = load_config(args.config)
    names = ("data", "out", "base", "public", "public_share", "minutes", "steps", "checkpoints", "models")
    wish = Wish(**{name: getattr(args, name) for name in names})
    if args.dry_run:
        with contextlib.redirect_stdout(open(os.devnull, "w")):
            found = estimate(config, wish)
        print(json.dumps({"estimate": found}), file=sys.stdout)
    else:
        run_own(config, wish)


if __name__ == "__main__":
    main()
