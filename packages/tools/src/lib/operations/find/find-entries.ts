import { join } from 'node:path';
import { assertNotCancelled, createPace, openOrNull } from '@dragoman/fs-core/internal/kernel';
import type { FindEntriesOutcome } from '@dragoman/outcomes';
import type { EntryBelow } from '@dragoman/outcomes/internal/parts';
import type { Call, Session } from '../../session.ts';
import { literalPath } from '../list/literal-names.ts';
import { openDirectory } from '../list/open-directory.ts';
import { pathMatcher } from '../list/path-matcher.ts';
import { walkByName } from '../list/walk-by-name.ts';

/** A directory, and which entries below it are sought. */
export interface FindEntriesRequest {
  readonly path: string;
  /** Glob in the syntax of minimatch, matched with paths relative to the directory. */
  readonly glob: string;
  /** Globs of entries that are left out, with what lies in them. */
  readonly exclude: readonly string[];
}

/**
 * Finds files and directories below a directory by their paths. Links are not followed, and left out if their target
 * is not allowed or not there; a directory that cannot be read is passed over.
 * @throws ToolError `NOT_DIRECTORY`, `CANCELLED`; as `Volume.open`
 * @example await findEntries(session, { path: '.', glob: '*.md', exclude: [] }, call)
 */
export async function findEntries(
  session: Session,
  { path, glob, exclude }: FindEntriesRequest,
  { maxResponseSize, signal }: Call,
): Promise<FindEntriesOutcome> {
  const pace = createPace(signal);
  using opened = await openDirectory(session, path, { signal });
  const { realPath } = opened;
  const placed = (one: string) => literalPath(one, opened, session.resolve(path));
  const isSought = await pathMatcher([placed(glob)], pace);
  const isExcluded = await pathMatcher(exclude.map(placed), pace);
  const paths: string[] = [];
  let length = 0;
  const leavesOut = ({ path: relative }: EntryBelow): boolean => isExcluded(relative);
  for (const { path: relative, kind } of walkByName(opened, { leavesOut })) {
    if (length > maxResponseSize) return { kind: 'entries', path, paths, more: true };
    const turn = pace();
    if (turn !== null) await turn;
    assertNotCancelled(signal);
    if (!isSought(relative)) continue;
    const found = join(realPath, relative);
    if (kind === 'link' && !(await isReachable(session, found))) continue;
    paths.push(found);
    length += found.length + 1;
  }
  return { kind: 'entries', path, paths, more: length > maxResponseSize };
}

async function isReachable(session: Session, path: string): Promise<boolean> {
  using target = await openOrNull(session.volume, path, { for: 'names' });
  return target !== null;
}
