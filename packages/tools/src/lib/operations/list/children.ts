import { join } from 'node:path';
import { createPace, type DirectoryEntry, isPathError, type OpenDirectory } from '@dragoman/fs-core/internal/kernel';
import type { Child, DirectoryPage } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../../session.ts';
import { byName, isAfter } from './walk-by-name.ts';

/** An open directory, and which of its entries to look at. */
export interface ChildrenRequest {
  readonly directory: OpenDirectory;
  /** The name after which to begin; null for the first. */
  readonly after: string | null;
  /** The most entries to look at. */
  readonly limit: number;
}

/** Lists entries of a directory by the bytes of their names, hidden and ignored ones too. @throws ToolError `CANCELLED` */
export async function childrenOf(
  session: Session,
  { directory, after, limit }: ChildrenRequest,
  { signal }: CallOptions,
): Promise<DirectoryPage> {
  const all = await entriesFrom(directory, after, signal);
  const pace = createPace(signal);
  const children: Child[] = [];
  const page = byName(all).slice(0, limit);
  for (const entry of page) {
    await pace();
    const child = await childAt(session, directory, entry);
    if (child !== null) children.push(child);
  }
  return { realPath: directory.realPath, children, left: all.length - page.length, last: page.at(-1)?.name ?? null };
}

/** The entries of a directory in no order, taken at a pace. @param after the greatest name that is left out */
export async function entriesFrom(
  directory: OpenDirectory,
  after: string | null,
  signal: AbortSignal | undefined,
): Promise<readonly DirectoryEntry[]> {
  const pace = createPace(signal);
  const entries: DirectoryEntry[] = [];
  for (const entry of directory.eachEntry?.() ?? directory.entries()) {
    await pace();
    if (entry === null) continue;
    if (after === null || isAfter(entry.name, after)) entries.push(entry);
  }
  return entries;
}

/** Looks at an entry; null if it is gone. @throws ToolError if descriptors or memory are short */
export async function childAt(
  session: Session,
  directory: OpenDirectory,
  { name, kind }: DirectoryEntry,
): Promise<Child | null> {
  if (kind === 'file' || kind === 'directory') {
    const stat = directory.stat(name);
    return stat === null ? null : { kind, name, size: stat.size, modifiedMs: stat.mtimeMs };
  }
  try {
    using target = await session.volume.open(join(directory.realPath, name), { for: 'names' });
    const { size, modifiedMs } = target.ownStat();
    return { kind: target.kind, name, size, modifiedMs };
  } catch (error) {
    if (!isPathError(error)) throw error;
    if (error.failure.code === 'UNSUPPORTED_FILE')
      return { kind: 'special', name, is: ('kind' in error.failure && error.failure.kind) || null };
    return kind === 'link' ? { kind, name } : { kind: 'special', name, is: null };
  }
}
