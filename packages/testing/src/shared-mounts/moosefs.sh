# MooseFS refuses loopback addresses.
start() {
  ip addr add 10.77.0.1/32 dev lo
  mkdir -p meta chunks disk
  printf 'MFSM NEW' >meta/metadata.mfs
  : >topology.cfg
  echo '10.77.0.1 / rw,alldirs,admin,maproot=0:0' >exports.cfg
  echo "$D/disk" >hdd.cfg
  cat >master.cfg <<C
WORKING_USER = root
WORKING_GROUP = root
DATA_PATH = $D/meta
EXPORTS_FILENAME = $D/exports.cfg
TOPOLOGY_FILENAME = $D/topology.cfg
SESSION_SUSTAIN_TIME = 300
MATOML_LISTEN_HOST = 10.77.0.1
MATOML_LISTEN_PORT = 41419
MATOCS_LISTEN_HOST = 10.77.0.1
MATOCS_LISTEN_PORT = 41420
MATOCL_LISTEN_HOST = 10.77.0.1
MATOCL_LISTEN_PORT = 41421
C
  cat >chunk.cfg <<C
WORKING_USER = root
WORKING_GROUP = root
DATA_PATH = $D/chunks
HDD_CONF_FILENAME = $D/hdd.cfg
MASTER_HOST = 10.77.0.1
MASTER_PORT = 41420
CSSERV_LISTEN_HOST = 10.77.0.1
CSSERV_LISTEN_PORT = 41422
HDD_LEAVE_SPACE_DEFAULT = 64MiB
C
  mfsmaster -c master.cfg start
  mfschunkserver -c chunk.cfg start
  for mount in one two; do mfsmount "$D/$mount" -H 10.77.0.1 -P 41421; done
}

servers() { cat "$D/meta/.mfsmaster.lock" "$D/chunks/.mfschunkserver.lock"; }
