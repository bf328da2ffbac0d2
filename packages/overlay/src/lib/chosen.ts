import { contains, type RealPath, ToolError } from '@dragoman/fs-core/internal/kernel';
import { changeOf } from './changes-of.ts';
import { ancestorsOf, type Entries } from './entries.ts';
import type { Entry } from './entry.ts';
import { findPlace } from './find-place.ts';
import type { MergedVolume } from './merged.ts';

/** Entries by path, in the order of paths: a directory comes before what it holds. */
export type ChosenEntries = ReadonlyMap<RealPath, Entry>;

/** The entries at and below paths. @param paths default: all @throws ToolError `NOT_FOUND` for a path without entries */
export async function chosenBy(merged: MergedVolume, paths: readonly string[] | undefined): Promise<ChosenEntries> {
  const { entries } = merged.store;
  if (paths === undefined) return ordered(entries.all());
  const chosen = new Map<RealPath, Entry>();
  for (const given of paths) {
    const { realPath } = await findPlace(merged, given, { access: 'read', follows: false });
    const found = [...entries.all()].filter(([path]) => contains(realPath, path));
    if (!found.some(([path, entry]) => changeOf(entries, path, entry) !== null)) throw unchanged(given);
    for (const [path, entry] of found) chosen.set(path, entry);
  }
  return ordered(chosen);
}

function unchanged(path: string): ToolError {
  return new ToolError({ code: 'NOT_FOUND', path }, `The overlay has changed nothing at "${path}"`);
}

export function ordered(entries: Iterable<readonly [RealPath, Entry]>): ChosenEntries {
  return new Map([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The directories that the overlay has made above the chosen entries, which need them. */
export function madeParents(entries: Entries, chosen: ChosenEntries): ChosenEntries {
  const above = [...chosen.keys()].flatMap(ancestorsOf).flatMap((path) => {
    const entry = entries.get(path);
    return entry?.kind === 'directory' && !chosen.has(path) ? [[path, entry] as const] : [];
  });
  return ordered(new Map(above));
}
