import type { FailureOf } from '@dragoman/tools';

/** The sentence for a file that another process, or the user, has changed. */
export function conflictSentence(conflict: FailureOf<'CONFLICT'>): string {
  switch (conflict.problem) {
    case 'changed':
      return `Cannot write "${conflict.path}": it changed meanwhile`;
    case 'shrunk':
      return `Cannot ${conflict.action} "${conflict.path}": it became shorter meanwhile`;
    case 'directory':
      return `Cannot write "${conflict.path}": its directory keeps changing`;
    case 'created':
      return `Cannot write "${conflict.path}": it was created in the meantime`;
    case 'unstable':
      return `Cannot read ${conflict.path === undefined ? 'file' : `"${conflict.path}"`}: it keeps changing meanwhile`;
    case 'locked':
      return `Cannot write "${conflict.path}": process ${conflict.holder ?? 'unknown'} is writing it`;
    case 'unapproved':
      return `${conflict.path} changed while the call waited for approval. Nothing was done`;
    case 'preconditions':
      return `Cannot write "${conflict.path}": it is not what was expected`;
  }
}
