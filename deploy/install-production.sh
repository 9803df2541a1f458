#!/bin/sh
# Installs what production runs into an empty folder, without build and test tools:
#   deploy/install-production.sh /opt/baobab
# Run it on a checkout after `npm ci`. The folder can then belong to root and be read-only. It brings Node and the command `baobab`.
# The Containerfile runs this script, and bin/check-production-install.ts tries it.
set -eu
umask 022
target=${1:?"Name an empty folder: deploy/install-production.sh /opt/baobab"}
cd "$(dirname "$0")/.."
mkdir -p "$target"
target=$(cd "$target" && pwd)
if [ -n "$(ls -A "$target")" ]; then
  echo "$target is not empty. Install into a new folder." >&2
  exit 64
fi
# `npm ci` has installed a Node here if that of the machine is too old.
PATH=$PWD/node_modules/.bin:$PATH
node bin/build-if-needed.ts

# The lock file names every workspace, so npm needs all their manifests.
for file in .npmrc package.json package-lock.json */package.json; do
  mkdir -p "$target/$(dirname "$file")"
  cp "$file" "$target/$file"
done
# The root's packages are not installed: they are for checks, and for a laptop's PostgreSQL. Its script is not run either: it installs Node
# on machines that build and test, and production has its own.
(cd "$target" && npm ci --omit=dev --workspace server --ignore-scripts)

mkdir "$target/bin"
cp "$(node --print process.execPath)" "$target/bin/node"
cp deploy/baobab bin/check-draw.ts "$target/bin"
cp LICENSE THIRD-PARTY-NOTICES.md "$target"
cp -R contract/src "$target/contract/src"
cp -R sandbox/src "$target/sandbox/src"
cp -R server/src server/migrations "$target/server"
cp -R web/build "$target/web/build"
for part in videos.json series.json trivia.csv posters streams videos; do
  cp -R "content/$part" "$target/content/$part"
done
find "$target/contract" "$target/sandbox" "$target/server" -name '*.test.ts' -delete
