#!/bin/bash
# Starts Ceph's S3 gateway on loopback: s3-up.sh DIR PORT MON-PORT MON-PORT-V1. It has one user, TESTKEY with testsecret, who
# can have temporary credentials as the role "tester". Says "ready" when it serves; ends, with all that it started and stored,
# when its standard input does.
set -e
D=$1
source "$(dirname "${BASH_SOURCE[0]}")/../ceph-base.sh"
cd "$D"
stop() {
  for file in "$D"/*.pid; do kill -9 "$(cat "$file")" || true; done
  rm -rf "$D"
}
trap stop EXIT
{
  start_ceph "$3" "$4"
  cat >>ceph.conf <<C
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$2 tcp_nodelay=1
rgw run sync thread = false
rgw s3 auth use sts = true
rgw sts key = 0123456789abcdef
C
  ceph auth get-or-create client.rgw mon 'allow rw' osd 'allow rwx' mgr 'allow rw' -o client.rgw.keyring
  radosgw -n client.rgw
  until (exec 3<>"/dev/tcp/127.0.0.1/$2"); do sleep .2; done
  radosgw-admin user create --uid=test --display-name=test --access-key=TESTKEY --secret=testsecret
  radosgw-admin role create --role-name=tester --assume-role-policy-doc='{ "Version": "2012-10-17", "Statement": [
    { "Effect": "Allow", "Principal": { "AWS": ["arn:aws:iam:::user/test"] }, "Action": ["sts:AssumeRole"] }] }'
  radosgw-admin role-policy put --role-name=tester --policy-name=all --policy-doc='{ "Version": "2012-10-17", "Statement": [
    { "Effect": "Allow", "Action": ["s3:*"], "Resource": ["arn:aws:s3:::*"] }] }'
} >&2
echo ready
cat >/dev/null
