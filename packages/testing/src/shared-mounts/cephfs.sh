# One monitor, one disk, one metadata server.
source "$(dirname "${BASH_SOURCE[0]}")/../ceph-base.sh"

start() {
  start_ceph 3300 6789
  mkdir -p mds.m
  ceph auth get-or-create mds.m \
    mon 'allow profile mds' osd 'allow rwx' mds 'allow' mgr 'allow profile mds' -o mds.m.keyring
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
