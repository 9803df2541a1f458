#!/bin/sh
# Restarts the servers on this machine one after another, so that one is always serving: deploy/rolling-restart.sh 3000 3001
# Waits until each is ready, and stops if one is not ready within ten minutes; the others then still run the previous
# version.
set -eu
[ "$#" -gt 0 ] || { echo "Name the ports of the servers: deploy/rolling-restart.sh 3000 3001" >&2; exit 64; }
for port in "$@"; do
  systemctl restart "baobab@$port"
  waited=0
  until curl --fail --silent --output /dev/null --max-time 5 "http://127.0.0.1:$port/readyz"; do
    if [ "$waited" -ge 600 ]; then
      echo "baobab@$port is not ready: journalctl -u baobab@$port. No further server was restarted." >&2
      exit 1
    fi
    waited=$((waited + 1))
    sleep 1
  done
  echo "baobab@$port is ready."
done
