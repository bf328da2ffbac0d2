# Ceph with one monitor and one disk, for what runs over it: a gateway, a file system.

# start_ceph MON-PORT MON-PORT-V1: starts both on loopback, in the current directory, which D names. Each server leaves its
# process id there, as does what is started later with this configuration.
start_ceph() {
  local fsid disk
  fsid=$(cat /proc/sys/kernel/random/uuid)
  disk=$(cat /proc/sys/kernel/random/uuid)
  cat >ceph.conf <<C
[global]
fsid = $fsid
mon host = [v2:127.0.0.1:$1,v1:127.0.0.1:$2]
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
  mkdir -p mon.a osd.0 crash
  monmaptool --create --clobber --fsid "$fsid" --addv a "[v2:127.0.0.1:$1,v1:127.0.0.1:$2]" monmap
  ceph-authtool -C mon.keyring -g -n mon. --cap mon 'allow *'
  ceph-authtool -C client.admin.keyring -g -n client.admin \
    --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' --cap mds 'allow *'
  ceph-authtool mon.keyring --import-keyring client.admin.keyring
  ceph-mon --mkfs -i a --monmap monmap --keyring mon.keyring
  cp mon.keyring mon.a/keyring
  ceph-mon -i a
  ceph osd new "$disk"
  ceph auth get-or-create osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' -o osd.0.keyring
  ceph-osd -i 0 --mkfs --osd-uuid "$disk"
  ceph-osd -i 0
}
