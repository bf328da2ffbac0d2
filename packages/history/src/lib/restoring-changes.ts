import { isDeepStrictEqual } from 'node:util';
import { type KeptNode, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type AnyChange, changedMeanwhile, digestIn, type Mark } from '@dragoman/fs-core/internal/recorder';
import { openContents } from './contents.ts';
import type { JournalContext } from './journal-context.ts';
import { isSameContent, isWhole, type NameChange } from './name-changes.ts';

/** A name that is to change, and the entry that it has. */
export interface FoundName extends NameChange {
  readonly found: KeptNode | null;
}

/**
 * Returns the changes that give names the entries which they are to have. Each fails if its name has changed since.
 * @param removed as in `Mark`
 */
export function restoringChanges(
  { trees, place }: JournalContext,
  names: readonly FoundName[],
  removed: Mark['removed'] = {},
): AnyChange[] {
  const byPath = new Map(names.map((name) => [name.path, name]));
  const renamed = new Set(names.map(({ isRenamed, source }) => (isRenamed ? source : undefined)));
  const bytesOf = (version: string): Uint8Array => keptBytes(place, version);
  return names.flatMap((name): AnyChange[] => {
    const { path, found, source = path } = name;
    const live = byPath.get(source) ?? name;
    if (name.isRenamed) return [{ kind: 'move', from: source, to: path, precondition: () => assertStill(live) }];
    const precondition = () => assertStill(name);
    const node = withModeSet(name, live, removed[path]);
    if (node === null) return renamed.has(path) ? [] : [{ kind: 'remove', path, recursive: true, precondition }];
    if (node.kind !== 'file' || (found !== null && found.kind !== 'file'))
      return [{ kind: 'restore', path, node, bytesOf, precondition }];
    const { version, mode } = node;
    const change = async (): Promise<Uint8Array[]> => {
      await precondition();
      return [bytesOf(version)];
    };
    return [{ kind: 'write', path, mode, change }];
  });

  /** @throws ToolError `CONFLICT` */
  async function assertStill({ path, expects, found }: FoundName): Promise<void> {
    if (isDeepStrictEqual(found, await trees.look(path, isWhole(expects)))) return;
    throw changedMeanwhile('change', path);
  }
}

function keptBytes({ directory, contents }: JournalContext['place'], version: string): Uint8Array {
  const bytes = openContents(contents).read(digestIn(version));
  if (bytes !== null) return bytes;
  const failure = { code: 'IO_ERROR', path: directory, action: 'read' } as const;
  throw new ToolError(failure, `Cannot read "${directory}": a content is gone`);
}

/** An entry that comes, with the mode that somebody has set since for it, or for its name. */
function withModeSet({ becomes }: NameChange, live: FoundName, removed: KeptNode | undefined): KeptNode | null {
  const node = removed !== undefined && isSameContent(removed, becomes) ? removed : becomes;
  const { expects, found } = live;
  if (node?.kind !== 'file' || expects?.kind !== 'file' || found?.kind !== 'file') return node;
  return found.mode === expects.mode ? node : { ...node, mode: found.mode };
}

/** The entries that go with a mode that somebody has set since: the journal keeps it for when they come back. */
export function removedWithModes(names: readonly FoundName[]): Pick<Mark, 'removed'> {
  const staying = new Set(names.map(({ source }) => source));
  const removed: Record<string, KeptNode> = {};
  for (const { path, expects, found } of names)
    if (expects !== null && found !== null && !staying.has(path) && !hasSameModes(expects, found))
      removed[path] = found;
  return Object.keys(removed).length === 0 ? {} : { removed };
}

/** Compares entries of the same content. */
function hasSameModes(one: KeptNode, other: KeptNode): boolean {
  if (one.kind === 'file') return other.kind === 'file' && one.mode === other.mode;
  if (one.kind !== 'directory' || other.kind !== 'directory') return true;
  const others = other.entries ?? {};
  return (
    one.mode === other.mode &&
    Object.entries(one.entries ?? {}).every(([name, node]) => hasSameModes(node, others[name] ?? node))
  );
}
