import type { FileIdentity } from '../volume/open-entry.ts';
import { isStatIdentity, type StatIdentity } from './file-identity.ts';

/** What lstat(2) says of one state of a file or a directory of this machine. */
export type EntryState = Pick<StatIdentity, 'device' | 'inode' | 'size' | 'ctimeNs'>;

/** Null for the identity of what lies on no file system of this machine. */
export function entryStateOf(identity: FileIdentity): EntryState | null {
  return isStatIdentity(identity) ? identity : null;
}
