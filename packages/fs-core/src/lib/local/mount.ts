import { readFileSync, statfsSync } from 'node:fs';
import { contains } from '../paths/scope.ts';

/** A mounted file system. */
export interface Mount {
  /** Magic number that statfs(2) reports. */
  readonly magic: number;
  /** Its type and its source as proc(5)'s `mountinfo` has them; empty if they are not needed to know its kind. */
  readonly type: string;
  readonly source: string;
}

/** The other machines that may have a file system mounted. */
export type MountKind =
  /** None: it belongs to this machine. */
  | 'local'
  /** Other machines, whose locks reach this one. */
  | 'cluster'
  /** Other machines, without locks: a mount of an object store. */
  | 'object-store';

// statfs(2).
const FUSE = 0x65735546;
const CLUSTERS: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x00c36400, // CephFS
  0xfe534d42, // SMB
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
  0x7461636f, // OCFS2
  0x01161970, // GFS2
  0x01021997, // 9P
]);

const FUSE_CLUSTERS = ['ceph-fuse', 'mfs', 'glusterfs', 'juicefs', 'beegfs', 'lizardfs', 'saunafs'];
const FUSE_OBJECT_STORES = ['s3fs', 'goofys', 'mountpoint-s3', 'gcsfuse', 'blobfuse2', 'rclone'];

export function kindOf({ magic, type, source }: Mount): MountKind {
  if (CLUSTERS.has(magic)) return 'cluster';
  if (magic !== FUSE) return 'local';
  // `fuse.glusterfs` as type, `mfs#10.0.0.1:9421` or `JuiceFS:name` as source.
  const words = [type, source].flatMap((text) => text.toLowerCase().split(/[.#:@/\s]/));
  if (FUSE_OBJECT_STORES.some((name) => words.includes(name))) return 'object-store';
  return FUSE_CLUSTERS.some((name) => words.includes(name)) ? 'cluster' : 'local';
}

/** The type of a directory's file system, as people know it; null if the system does not tell. */
export function typeOf(directory: string): string | null {
  return mountAt(directory, mountTable()).type || null;
}

/** The file system of a directory. @throws the system's error if it cannot be asked */
export function mountOf(directory: string): Mount {
  // The number has 32 bits, which may come with a sign.
  const magic = Number(statfsSync(directory, { bigint: true }).type & 0xffffffffn);
  return { magic, ...(magic === FUSE ? mountAt(directory, mountTable()) : { type: '', source: '' }) };
}

function mountTable(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** Type and source of the mount that a directory lies in. @param table proc(5)'s `mountinfo` */
export function mountAt(directory: string, table: string): Pick<Mount, 'type' | 'source'> {
  let [found, type, source] = ['', '', ''];
  for (const line of table.split('\n')) {
    const [mount, rest] = line.split(' - ');
    const point = unescaped(mount?.split(' ')[4] ?? '');
    const [mountType = '', mountSource = ''] = rest?.split(' ') ?? [];
    // Of two mounts at one place, the later covers the earlier.
    if (point === '' || point.length < found.length || !contains(point, directory)) continue;
    [found, type, source] = [point, mountType, unescaped(mountSource)];
  }
  return { type, source };
}

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
}
