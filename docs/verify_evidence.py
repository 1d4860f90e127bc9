"""Verifies an evidence pack without Walkaround: the standard library and the package "cryptography".

    python3 verify_evidence.py pack.zip keys.json [authority.pem]

keys.json is the answer of GET /.well-known/walkaround-evidence-keys.json. authority.pem is the certificate of the time
stamp authority, or of who issued it: then OpenSSL checks the time stamp. Exit status: 0 it holds, 1 it does not.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from datetime import datetime, timedelta

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def signature_problems(pack, manifest, keys):
    known = {key["kid"]: key["x"] for key in keys["keys"]}
    if manifest["key_id"] not in known:
        yield f"signed by another key: {manifest['key_id']}"
        return
    key = Ed25519PublicKey.from_public_bytes(decoded(known[manifest["key_id"]]))
    try:
        key.verify(base64.b64decode(pack.read("manifest.json.sig")), pack.read("manifest.json"))
    except InvalidSignature:
        yield "the signature does not fit the manifest"


def file_problems(pack, manifest):
    files = [*manifest["files"], manifest["report"]]
    names = pack.namelist()
    expected = {"manifest.json", "manifest.json.sig", *(file["path"] for file in files)}
    for name in sorted((set(names) - {"manifest.tsr"}) ^ expected):
        yield f"{name} was {'added' if name in names else 'removed'}"
    if len(names) != len(set(names)):
        yield "a file is there twice"
    for file in files:
        if file["path"] in names and sha256(pack.read(file["path"])) != file["sha256"]:
            yield f"{file['path']} was changed"
    lines = "".join(f"{file['sha256']}  {file['path']}\n" for file in manifest["files"])
    if sha256(lines.encode()) != manifest["fingerprint"]:
        yield "the fingerprint is not that of the files"


def event_problems(pack, manifest):
    lines = pack.read("events.jsonl").split(b"\n")[:-1]
    previous, last = "0" * 64, None
    for number, line in enumerate(lines, start=1):
        event = json.loads(line)
        linked = event["previous"] == previous and event["number"] == number
        if not linked or event["inspection_id"] != manifest["inspection_id"]:
            yield f"the chain breaks at event {number}: an event was changed, removed or inserted"
            return
        if last and moment(event["at"]) < last - timedelta(seconds=1):
            yield f"the clock was set back before event {number}"
        previous, last = sha256(line), moment(event["at"])
    if len(lines) != manifest["events"]["count"] or previous != manifest["events"]["head"]:
        yield "the chain does not end as the manifest says: the last events were changed, removed or inserted"


def photo_problems(pack, manifest):
    """The originals are what was received, and what was received is in the chain."""
    photos = json.loads(pack.read("photos.json"))
    received = {}
    for line in pack.read("events.jsonl").split(b"\n")[:-1]:
        event = json.loads(line)
        if event["type"] == "image.added" and "received_sha256" in event["data"]:
            received[event["data"]["image_id"]] = event["data"]["received_sha256"]
    for photo in photos:
        if received.get(photo["id"], photo["received_sha256"]) != photo["received_sha256"]:
            yield f"photos.json has another SHA-256 of photo {photo['id']} than the chain of events"
        if photo.get("original_problem"):
            yield f"the original of photo {photo['id']} was {photo['original_problem']} in the storage of the service"
        path = photo.get("original")
        if path and sha256(pack.read(path)) != photo["received_sha256"]:
            yield f"{path} is not the file that was received"


def stamp_problems(pack, authority_file):
    """OpenSSL says whether the time stamp is of the manifest and leads to the certificate."""
    if authority_file is None:
        return
    if "manifest.tsr" not in pack.namelist():
        yield "the pack has no time stamp"
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in ("manifest.json", "manifest.tsr"):
            pack.extract(name, folder)
        command = ["openssl", "ts", "-verify", "-data", "manifest.json", "-in", "manifest.tsr", "-CAfile"]
        found = subprocess.run([*command, os.path.abspath(authority_file)], cwd=folder, capture_output=True)
    if found.returncode != 0:
        yield "the time stamp is not one of the authority for this manifest"


def about_stamp(pack, authority_file):
    if "manifest.tsr" not in pack.namelist():
        return "there is no time stamp"
    return "the time stamp was checked" if authority_file else "the time stamp was not checked: give the certificate"


def about_originals(pack, manifest):
    if "originals" not in manifest.get("include", []):
        return "the originals were left out of this pack"
    photos = [photo for photo in json.loads(pack.read("photos.json")) if not photo["deleted_at"]]
    there = sum(1 for photo in photos if photo["original"])
    return f"{there} of {len(photos)} photos are there as they were received, bit for bit"


def main(pack_file, keys_file, authority_file=None):
    with open(keys_file, encoding="utf-8") as file:
        keys = json.load(file)
    try:
        with zipfile.ZipFile(pack_file) as pack:
            manifest = json.loads(pack.read("manifest.json"))
            problems = [
                *signature_problems(pack, manifest, keys),
                *file_problems(pack, manifest),
                *event_problems(pack, manifest),
                *photo_problems(pack, manifest),
                *stamp_problems(pack, authority_file),
            ]
            notes = [about_originals(pack, manifest), about_stamp(pack, authority_file)]
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        problems = [f"this is no evidence pack: {error}"]
    for problem in problems:
        print("BROKEN ", problem)
    if not problems:
        print("holds  ", manifest["fingerprint"], "signed by", manifest["key_id"])
        for note in notes:
            print("       ", note)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
