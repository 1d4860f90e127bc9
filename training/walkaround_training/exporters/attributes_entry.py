"""What the manifest says of an attributes model."""

import json
from pathlib import Path
from typing import Any


def attributes_entry(report: dict[str, Any], fit: Path | None, contract: dict[str, Any]) -> dict[str, Any]:
    if fit is None:
        raise SystemExit("The model ships with the confidence below which it does not answer: give --fit.")
    fitted = json.loads(fit.read_text())
    return {
        "kind": "attributes",
        "input": {**contract, "margin": fitted["margin"]},
        "outputs": list(fitted["attributes"]),
        "attributes": fitted["attributes"],
        "abstain_below": fitted["abstain_below"],
        "metrics": {
            "split": report["split"],
            "accuracy": {name: found["accuracy"] for name, found in report["attributes"].items()},
            "score_rank_correlation": {
                name: found["rank_correlation"] for name, found in report.get("scores", {}).items()
            },
        },
    }
