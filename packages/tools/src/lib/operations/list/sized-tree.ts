import { join } from 'node:path';
import { createPace, isPathError, type OpenDirectory, type OpenFile } from '@dragoman/fs-core/internal/kernel';
import type { SizedTreeEntry, SizedTreeOutcome } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../../session.ts';
import { isLeftOut } from './list-tree.ts';

interface ListingRequest {
  /** The path as the caller gave it. */
  readonly path: string;
  readonly directory: OpenDirectory;
  /** Levels; 1 for what lies directly in it. */
  readonly depth: number;
}

/**
 * Lists what lies in an open directory, without hidden entries, `node_modules`, and links that lead nowhere or out of the
 * trees. An unreadable directory is listed without its entries.
 * @throws ToolError `CANCELLED`
 */
export async function sizedTree(
  session: Session,
  { path, directory, depth }: ListingRequest,
  { signal }: CallOptions,
): Promise<SizedTreeOutcome> {
  const entries: SizedTreeEntry[] = [];
  const { realPath } = directory;
  const pace = createPace(signal);

  async function collect(from: OpenDirectory, prefix: string, levels: number): Promise<void> {
    const names = from.entries().map(({ name }) => name);
    for (const name of names.filter((each) => !isLeftOut(each)).sort()) {
      await pace();
      await add(from, name, { prefix, levels });
    }
  }

  async function add(from: OpenDirectory, name: string, { prefix, levels }: Level): Promise<void> {
    const relativePath = prefix + name;
    try {
      using node = await openEntry(session, from, name);
      const isDirectory = node.kind === 'directory';
      entries.push({ path: relativePath, isDirectory, size: node.ownStat().size });
      if (isDirectory && levels > 1) await collect(node, `${relativePath}/`, levels - 1);
    } catch (error) {
      if (!isPathError(error)) throw error;
    }
  }

  await collect(directory, '', depth);
  return { kind: 'sized-tree', path, realPath, size: directory.ownStat().size, entries };
}

interface Level {
  /** Put before a name, makes it a path of the listing. */
  readonly prefix: string;
  readonly levels: number;
}

/** Opens an entry of a directory; a link opens its target. */
async function openEntry(session: Session, from: OpenDirectory, name: string): Promise<OpenDirectory | OpenFile> {
  const kind = from.stat(name)?.kind;
  if (kind === 'file') return from.openFile(name);
  if (kind === 'directory') return from.openDirectory(name);
  return await session.volume.open(join(from.realPath, name), { for: 'names' });
}
