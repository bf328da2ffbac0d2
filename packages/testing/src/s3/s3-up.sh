#!/bin/bash
# Starts Ceph's S3 gateway on loopback: s3-up.sh DIR PORT MON-PORT MON-PORT-V1. It has one user, TESTKEY with testsecret. Says
# "ready" when it serves; ends, with all that it started, when its standard input does.
set -e
D=$1
mkdir -p "$D"/{mon.a,osd.0,crash}
cd "$D"
FSID=$(cat /proc/sys/kernel/random/uuid)
cat >ceph.conf <<C
[global]
fsid = $FSID
mon host = [v2:127.0.0.1:$3,v1:127.0.0.1:$4]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = $D/\$name.keyring
auth allow insecure global id reclaim = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
mon osd full ratio = .96
mon osd nearfull ratio = .94
mon osd backfillfull ratio = .95
admin socket = $D/\$name.asok
pid file = $D/\$name.pid
log file = $D/\$name.log
run dir = $D
crash dir = $D/crash
mon data = $D/mon.a
osd data = $D/osd.0
osd objectstore = bluestore
bluestore block size = 4294967296
osd memory target = 536870912
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$2 tcp_nodelay=1
rgw run sync thread = false
C
stop() {
  for file in "$D"/*.pid; do kill -9 "$(cat "$file")" || true; done
}
trap stop EXIT
export CEPH_CONF=$D/ceph.conf
{
  monmaptool --create --clobber --fsid "$FSID" --addv a "[v2:127.0.0.1:$3,v1:127.0.0.1:$4]" monmap
  ceph-authtool -C mon.keyring -g -n mon. --cap mon 'allow *'
  ceph-authtool -C client.admin.keyring -g -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  ceph-authtool mon.keyring --import-keyring client.admin.keyring
  ceph-mon --mkfs -i a --monmap monmap --keyring mon.keyring
  cp mon.keyring mon.a/keyring
  ceph-mon -i a
  osd=$(cat /proc/sys/kernel/random/uuid)
  ceph osd new "$osd"
  ceph auth get-or-create osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' -o osd.0.keyring
  ceph auth get-or-create client.rgw mon 'allow rw' osd 'allow rwx' mgr 'allow rw' -o client.rgw.keyring
  ceph-osd -i 0 --mkfs --osd-uuid "$osd"
  ceph-osd -i 0
  radosgw -n client.rgw
  until (exec 3<>"/dev/tcp/127.0.0.1/$2"); do sleep .2; done
  radosgw-admin user create --uid=test --display-name=test --access-key=TESTKEY --secret=testsecret
} >&2
echo ready
cat >/dev/null
