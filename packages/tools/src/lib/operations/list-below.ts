import { ToolError } from '@dragoman/fs-core';
import type { EntryBelow, ListBelowOutcome } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../session.ts';
import { openDirectory } from './open-directory.ts';
import { walkByName } from './walk-by-name.ts';

/** A directory, how far down to list, and which of the entries. */
export interface ListBelowRequest {
  readonly path: string;
  /** Levels; 1 for what lies directly in it. */
  readonly depth: number;
  /** 1-based: the first entry to give. */
  readonly offset: number;
  /** The most entries to give. */
  readonly limit: number;
}

/**
 * Lists all that lies below a directory, by the bytes of names, no further than asked; an unreadable directory is listed
 * without its entries.
 * @throws ToolError `NOT_DIRECTORY`; `INVALID_RANGE` if there are fewer entries than `offset`; as `Volume.open`
 * @example await listBelow(session, { path: '.', depth: 2, offset: 0, limit: 100 }, call)
 */
export async function listBelow(
  session: Session,
  request: ListBelowRequest,
  call: CallOptions,
): Promise<ListBelowOutcome> {
  const { path, depth, offset, limit } = request;
  using opened = await openDirectory(session, path, call);
  const entries: EntryBelow[] = [];
  let count = 0;
  for (const entry of walkByName(opened, { depth })) {
    count += 1;
    if (count >= offset + limit) return { kind: 'below', path, realPath: opened.realPath, entries, more: true };
    if (count >= offset) entries.push(entry);
  }
  if (entries.length === 0 && offset > 1) throw pastEntries(path, offset, count);
  return { kind: 'below', path, realPath: opened.realPath, entries, more: false };
}

function pastEntries(path: string, entry: number, totalEntries: number): ToolError {
  return new ToolError(
    { code: 'INVALID_RANGE', problem: 'past-entry', path, entry, totalEntries },
    `Cannot list from entry ${entry} of "${path}": it has ${totalEntries}`,
  );
}
