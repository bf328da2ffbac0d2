#!/bin/bash
# usage: engine.sh ENGINE DIR
# Runs a file system of several machines in DIR, with two mounts of it: DIR/one and DIR/two. ENGINE is a script beside
# this one, with what `start` does there and what `servers` there are. Has to be the first process of process and network
# namespaces of its own, so that all servers end with it, and no port is anybody else's.
#
# Says `ready`, then obeys its standard input: `pause` stops the servers, `resume` lets them go on, each with an answer
# once it is done; the end of the input ends all.
set -e
ENGINE=$1 D=$2
source "$(dirname "${BASH_SOURCE[0]}")/$ENGINE.sh"
# Held while this runs: by that others know the leftovers of one that was killed.
exec 9>"$D/alive.new"
flock 9
mv "$D/alive.new" "$D/alive"
mkdir -p "$D"/{one,two}
trap 'umount -l "$D/one" "$D/two"' EXIT
cd "$D"
ip link set lo up
start >&2
echo ready
while read -r order; do
  case $order in
    pause) kill -STOP $(servers) ;;
    resume) kill -CONT $(servers) ;;
  esac
  echo "$order"
done
