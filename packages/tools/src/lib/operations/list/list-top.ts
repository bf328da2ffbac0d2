import { createPace, openOrNull } from '@dragoman/fs-core/internal/kernel';
import type { TopEntries } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../../session.ts';
import { childAt, entriesFrom } from './children.ts';
import { ignoredNames } from './ignored-names.ts';
import { byName } from './walk-by-name.ts';

/**
 * Lists the trees of a session and what lies directly in them, by the bytes of names: files and directories that are
 * neither hidden nor ignored, and links to such.
 * @param limit the most trees and entries together
 * @throws ToolError `CANCELLED`
 */
export async function listTop(session: Session, limit: number, { signal }: CallOptions): Promise<TopEntries> {
  const trees = session.volume.roots.slice(0, limit);
  const entries: TopEntries['entries'][number][] = [];
  const room = limit - trees.length;
  for (const tree of trees) {
    if (entries.length >= room) break;
    using opened = await openOrNull(session.volume, tree, { for: 'content', signal });
    if (opened?.kind !== 'directory') continue;
    const isIgnored = await ignoredNames(session, opened, signal);
    const pace = createPace(signal);
    for (const entry of byName(await entriesFrom(opened, null, signal))) {
      if (entries.length >= room) break;
      await pace();
      if (entry.name.startsWith('.') || isIgnored(entry.name, entry.kind === 'directory')) continue;
      const child = await childAt(session, opened, entry);
      if (child?.kind === 'file' || child?.kind === 'directory') entries.push({ ...child, tree });
    }
  }
  return { trees, entries };
}
