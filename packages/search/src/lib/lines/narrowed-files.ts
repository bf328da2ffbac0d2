import { filesIn } from './files-in.ts';
import { inPathOrder } from './in-path-order.ts';
import type { FoundFile } from './line-search.ts';
import type { LineTarget, RunningSearch } from './line-target.ts';
import type { Narrowing, Remainder } from './narrower.ts';

/** Searches like `filesIn`, but leaves files out that an index rules out. */
export async function* narrowedFiles(search: RunningSearch, lineTarget: LineTarget): AsyncGenerator<FoundFile[]> {
  const { volume, searched, request } = search;
  const { index } = request;
  if (index === undefined || searched.kind === 'file') return yield* filesIn(search, lineTarget);
  const { enters } = lineTarget;
  using narrowing = enters === undefined ? null : await index.narrow({ volume, searched, request, enters });
  if (narrowing !== null && (yield* inTwoParts(search, lineTarget, narrowing))) return;
  const start = performance.now();
  yield* filesIn(search, lineTarget);
  index.noteFullScan({ volume, searched }, performance.now() - start);
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
    const earlier = firstPart(search, { begun, first, rest });
    const later = laterPart(search, lineTarget, rest);
    if (search.request.inOrder) yield* inPathOrder(earlier, later);
    else {
      yield* earlier;
      yield* later;
    }
    return true;
  } finally {
    await first.return(undefined);
  }
}

interface BegunPart {
  /** The first step of `first`. */
  readonly begun: Promise<IteratorResult<FoundFile[], void>>;
  readonly first: AsyncGenerator<FoundFile[], void>;
  readonly rest: Remainder;
}

async function* firstPart({ reported }: RunningSearch, { begun, first, rest }: BegunPart): AsyncGenerator<FoundFile[]> {
  for (let next = await begun; !next.done; next = await first.next()) {
    const files = next.value.filter(({ path }) => !rest.holds(path));
    for (const { path } of files) reported.add(path);
    yield files;
  }
}

async function* laterPart(
  search: RunningSearch,
  lineTarget: LineTarget,
  { list, holds }: Remainder,
): AsyncGenerator<FoundFile[]> {
  if (list === null) return;
  const part = { ignoreFile: list.ignoreFile, holds };
  for await (const files of filesIn(search, lineTarget, part)) yield files.filter(({ path }) => holds(path));
}
