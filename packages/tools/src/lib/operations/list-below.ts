import { isPathError, ToolError, type Visit, visitRoot } from '@dragoman/fs-core';
import type { Session } from '../session.ts';
import { entriesByName } from './entries-by-name.ts';
import { openDirectory } from './open-directory.ts';

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

/** Entries below a directory, each directory's right after it. */
export interface ListBelowOutcome {
  readonly kind: 'below';
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly entries: readonly EntryBelow[];
  /** Others follow. */
  readonly more: boolean;
}

/** An entry; a link is not followed. */
export interface EntryBelow {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** 0 for what lies directly in the directory. */
  readonly level: number;
}

/**
 * Lists all that lies below a directory, by the bytes of names, no further than asked; an unreadable directory is listed
 * without its entries.
 * @throws ToolError `NOT_DIRECTORY`; `INVALID_RANGE` if there are fewer entries than `offset`; as `Volume.open`
 */
export async function listBelow(session: Session, request: ListBelowRequest): Promise<ListBelowOutcome> {
  const { path, depth, offset, limit } = request;
  using opened = await openDirectory(session, path);
  const entries: EntryBelow[] = [];
  let count = 0;
  for (const entry of below(visitRoot(opened), depth)) {
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

function* below(visit: Visit, depth: number, level = 0): Generator<EntryBelow> {
  for (const { name, kind } of entriesByName(visit)) {
    yield { name, kind, level };
    if (kind === 'directory' && level + 1 < depth) yield* inside(visit, name, { depth, level: level + 1 });
  }
}

function* inside(
  outer: Visit,
  name: string,
  { depth, level }: { depth: number; level: number },
): Generator<EntryBelow> {
  try {
    using visit = outer.enter(name);
    yield* below(visit, depth, level);
  } catch (error) {
    if (!isPathError(error)) throw error;
  }
}
