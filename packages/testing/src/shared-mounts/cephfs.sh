# One monitor, one disk, one metadata server.
start() {
  local fsid disk
  fsid=$(cat /proc/sys/kernel/random/uuid)
  disk=$(cat /proc/sys/kernel/random/uuid)
  cat >ceph.conf <<C
[global]
fsid = $fsid
mon host = [v2:127.0.0.1:3300,v1:127.0.0.1:6789]
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
mds data = $D/mds.m
osd data = $D/osd.0
osd objectstore = bluestore
bluestore block size = 4294967296
osd memory target = 536870912
C
  export CEPH_CONF=$D/ceph.conf
  mkdir -p mon.a mds.m osd.0 crash
  monmaptool --create --clobber --fsid "$fsid" --addv a '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]' monmap
  ceph-authtool -C mon.keyring -g -n mon. --cap mon 'allow *'
  ceph-authtool -C client.admin.keyring -g -n client.admin \
    --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' --cap mds 'allow *'
  ceph-authtool mon.keyring --import-keyring client.admin.keyring
  ceph-mon --mkfs -i a --monmap monmap --keyring mon.keyring
  cp mon.keyring mon.a/keyring
  ceph-mon -i a
  ceph osd new "$disk"
  ceph auth get-or-create osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' -o osd.0.keyring
  ceph auth get-or-create mds.m \
    mon 'allow profile mds' osd 'allow rwx' mds 'allow' mgr 'allow profile mds' -o mds.m.keyring
  ceph-osd -i 0 --mkfs --osd-uuid "$disk"
  ceph-osd -i 0
  ceph-mds -i m
  ceph osd pool create cephfs_data 4
  ceph osd pool create cephfs_meta 4
  ceph fs new cephfs cephfs_meta cephfs_data
  until ceph mds stat | grep -q up:active; do sleep .2; done
  for mount in one two; do
    ceph-fuse -n client.admin --keyring "$D/client.admin.keyring" -c "$D/ceph.conf" \
      --pid-file "$D/fuse-$mount.pid" --admin-socket "$D/fuse-$mount.asok" "$D/$mount"
  done
}

servers() { cat "$D"/{mon.a,osd.0,mds.m}.pid; }
