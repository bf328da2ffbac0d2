import { join } from 'node:path';
import { createPace, type DirectoryEntry, type OpenDirectory, openOrNull } from '@dragoman/fs-core/internal/kernel';
import type { ListSizesOutcome, SizedEntry } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../../session.ts';
import { openDirectory } from './open-directory.ts';

/** A directory whose entries are listed with their sizes. */
export interface ListSizesRequest {
  readonly path: string;
}

/**
 * Lists what lies directly in a directory, with sizes.
 * @throws ToolError `NOT_DIRECTORY`, `CANCELLED`; as `Volume.open`
 * @example await listSizes(session, { path: '.' }, call)
 */
export async function listSizes(
  session: Session,
  { path }: ListSizesRequest,
  { signal }: CallOptions,
): Promise<ListSizesOutcome> {
  using opened = await openDirectory(session, path, { signal });
  const { realPath } = opened;
  const entries: SizedEntry[] = [];
  const pace = createPace(signal);
  for (const entry of opened.entries()) {
    await pace();
    const size =
      entry.kind === 'link' ? await targetSize(session, opened, entry) : (opened.stat(entry.name)?.size ?? 0);
    entries.push({ name: entry.name, isDirectory: entry.kind === 'directory', size });
  }
  return { kind: 'sizes', path, realPath, entries };
}

async function targetSize(session: Session, directory: OpenDirectory, { name }: DirectoryEntry): Promise<number> {
  using target = await openOrNull(session.volume, join(directory.realPath, name), { for: 'names' });
  return target?.ownStat().size ?? 0;
}
