import type { FileIdentity } from '../volume/open-entry.ts';
import { StatIdentity } from './file-identity.ts';

/** Result of lstat(2) that identifies one state of a file or a directory of this machine. */
export type EntryState = Pick<StatIdentity, 'device' | 'inode' | 'size' | 'ctimeNs'>;

/** Null for the identity of what lies on no file system of this machine. */
export function entryStateOf(identity: FileIdentity): EntryState | null {
  return identity instanceof StatIdentity ? identity : null;
}
