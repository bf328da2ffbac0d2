import type { Narrowing } from '../index/narrowing.ts';
import { isOftenSlow, noteFullScan, outermost, type SearchIndex } from '../index/search-index.ts';
import { filesIn, type RunningSearch } from './files-in.ts';
import type { FoundFile } from './line-search.ts';
import type { LineTarget } from './line-target.ts';

/** As `filesIn`, but leaves files out that an index rules out. */
export async function* narrowedFiles(search: RunningSearch, lineTarget: LineTarget): AsyncGenerator<FoundFile[]> {
  const { index } = search.request;
  if (index === undefined || search.searched.kind === 'file') return yield* filesIn(search, lineTarget);
  const root = outermost(search.volume.roots, search.searched.realPath) ?? '';
  using narrowing = isOftenSlow(index, root) ? await narrowed(search, lineTarget, index) : null;
  if (narrowing !== null && (yield* inTwoParts(search, lineTarget, narrowing))) return;
  const start = performance.now();
  yield* filesIn(search, lineTarget);
  if (noteFullScan(index, root, performance.now() - start) && index.building !== null) await build(search, index);
}

async function narrowed(
  { volume, searched, request }: RunningSearch,
  { enters }: LineTarget,
  index: SearchIndex,
): Promise<Narrowing | null> {
  if (searched.kind === 'file' || enters === undefined) return null;
  const { narrow } = await import('../index/narrowing.ts');
  return await narrow({ volume, searched, request, index, enters });
}

/** Has an index made in the background. */
async function build({ volume, searched }: RunningSearch, index: SearchIndex): Promise<void> {
  if (searched.kind === 'file') return;
  const { indexLater } = await import('../index/refresh-later.ts');
  await indexLater({ volume, searched, index });
}

/** Reads the files that may match, then those that have changed. False if all must be read instead. */
async function* inTwoParts(
  search: RunningSearch,
  lineTarget: LineTarget,
  narrowing: Narrowing,
): AsyncGenerator<FoundFile[], boolean> {
  let isLater = (_: string): boolean => true;
  const part = { ignoreFile: narrowing.first.ignoreFile, holds: (path: string) => !isLater(path) };
  const first = filesIn({ ...search, reported: new Set() }, lineTarget, part);
  try {
    // ripgrep begins with what may match while the rest is found out.
    const begun = first.next();
    begun.catch(() => undefined);
    using rest = await narrowing.rest();
    if (rest === null) return false;
    isLater = (path) => rest.holds(path);
    for (let next = await begun; !next.done; next = await first.next()) {
      const files = next.value.filter(({ path }) => !rest.holds(path));
      for (const { path } of files) search.reported.add(path);
      yield files;
    }
    if (rest.list === null) return true;
    const later = { ignoreFile: rest.list.ignoreFile, holds: (path: string) => rest.holds(path) };
    for await (const files of filesIn(search, lineTarget, later)) yield files.filter(({ path }) => rest.holds(path));
    return true;
  } finally {
    await first.return(undefined);
  }
}
