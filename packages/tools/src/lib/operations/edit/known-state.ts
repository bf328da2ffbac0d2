import { type OpenFile, ToolError, versionOf } from '@dragoman/fs-core/internal/kernel';
import type { ReadState } from '../../read-ledger.ts';
import type { Call, Session } from '../../session.ts';

/** Looks up how much a session knows of a file's content; nothing where it does not keep that. */
export async function knownState(
  { ledger }: Session,
  current: OpenFile,
  { requireRead, remembersReads = false }: Pick<Call, 'requireRead' | 'remembersReads'>,
): Promise<ReadState> {
  return requireRead || remembersReads ? ledger.stateOf(current) : 'unseen';
}

/** The error for a file that somebody else changed after the session had read it. */
export async function staleRead(path: string, current: OpenFile): Promise<ToolError> {
  const failure = { code: 'STALE_READ', path, version: await versionOf(current) } as const;
  return new ToolError(failure, `Cannot write "${path}": changed since it was read`);
}
