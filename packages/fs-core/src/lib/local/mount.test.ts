import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { kindOf, mountAt, mountOf } from './mount.ts';

const FUSE = 0x65735546;

describe('kindOf', () => {
  it.each([
    ['ext4', 0xef53, '', '', 'local'],
    ['tmpfs', 0x01021994, '', '', 'local'],
    ['NFS', 0x6969, '', '', 'cluster'],
    ['CephFS', 0x00c36400, '', '', 'cluster'],
    ['SMB', 0xfe534d42, '', '', 'cluster'],
    ['Lustre', 0x0bd00bd0, '', '', 'cluster'],
    ['9P', 0x01021997, '', '', 'cluster'],
    ['CephFS by FUSE', FUSE, 'fuse.ceph-fuse', 'ceph-fuse', 'cluster'],
    ['MooseFS', FUSE, 'fuse', 'mfs#10.77.0.1:41421', 'cluster'],
    ['GlusterFS', FUSE, 'fuse.glusterfs', 'host:/volume', 'cluster'],
    ['JuiceFS', FUSE, 'fuse.juicefs', 'JuiceFS:name', 'cluster'],
    ['s3fs', FUSE, 'fuse.s3fs', 's3fs', 'object-store'],
    ['gcsfuse', FUSE, 'fuse.gcsfuse', 'bucket', 'object-store'],
    ['Mountpoint for S3', FUSE, 'fuse', 'mountpoint-s3', 'object-store'],
    ['rclone', FUSE, 'fuse.rclone', 'remote:bucket', 'object-store'],
    ['a file system of one program', FUSE, 'fuse.sshfs', 'host:/home', 'local'],
    ['a name that only contains one of these', FUSE, 'fuse.mfsomething', 'xs3fsx', 'local'],
  ])('knows who else may have %s', (_, magic, type, source, kind) => {
    expect(kindOf({ magic, type, source })).toBe(kind);
  });
});

describe('mountAt', () => {
  const table = [
    '27 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '42 27 0:39 / /mnt/one rw,nosuid - fuse mfs\\04310.77.0.1:41421 rw,user_id=0',
    '43 27 0:40 / /mnt/with\\040space rw - fuse.s3fs s3fs rw',
    '44 42 0:41 / /mnt/one/inner rw - fuse.rclone a:b rw',
    '45 27 0:42 / /mnt/one rw - fuse.juicefs JuiceFS:x rw',
  ].join('\n');

  it.each([
    ['/home', { type: 'ext4', source: '/dev/sda1' }],
    ['/mnt/with space/d', { type: 'fuse.s3fs', source: 's3fs' }],
    ['/mnt/one/inner/d', { type: 'fuse.rclone', source: 'a:b' }],
    ['/mnt/one/d', { type: 'fuse.juicefs', source: 'JuiceFS:x' }],
    ['/mnt/one-and-more', { type: 'ext4', source: '/dev/sda1' }],
  ])('finds the mount of %s', (directory, mount) => {
    expect(mountAt(directory, table)).toEqual(mount);
  });

  it('finds none where there is no table', () => {
    expect(mountAt('/', '')).toEqual({ type: '', source: '' });
  });
});

describe('mountOf', () => {
  it('tells that of a directory', async () => {
    await using tree = await openTree();
    expect(kindOf(mountOf(tree.root))).toBe('local');
  });
});
