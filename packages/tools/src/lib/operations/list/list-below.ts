import { createPace, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { EntryBelow, ListBelowOutcome } from '@dragoman/outcomes/internal/parts';
import type { Call, Session } from '../../session.ts';
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

// A character takes two units of UTF-16 at most: when so many were listed, no response can carry more.
const UNITS_EACH = 2;

/**
 * Lists all that lies below a directory, by the bytes of names, no further than asked; an unreadable directory is listed
 * without its entries.
 * @throws ToolError `NOT_DIRECTORY`; `INVALID_RANGE` if there are fewer entries than `offset`; as `Volume.open`
 * @example await listBelow(session, { path: '.', depth: 2, offset: 0, limit: 100 }, call)
 */
export async function listBelow(session: Session, request: ListBelowRequest, call: Call): Promise<ListBelowOutcome> {
  const { path, depth, offset, limit } = request;
  using opened = await openDirectory(session, path, call);
  const entries: EntryBelow[] = [];
  const pace = createPace(call.signal);
  let [count, units] = [0, 0];
  for (const entry of walkByName(opened, { depth })) {
    await pace();
    count += 1;
    const isFull = count >= offset + limit || units > UNITS_EACH * call.maxResponseSize;
    if (isFull) return { kind: 'below', path, realPath: opened.realPath, entries, more: true };
    if (count < offset) continue;
    entries.push(entry);
    units += entry.level + entry.name.length;
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
