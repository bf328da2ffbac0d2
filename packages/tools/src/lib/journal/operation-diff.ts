import { join } from 'node:path';
import type { EntryChange, KeptNode } from '@dragoman/fs-core/internal/kernel';
import type { History } from '@dragoman/history/internal/history';
import type { DiffedFile, DiffSide } from '@dragoman/outcomes/internal/parts';
import { decodedText, fileSide, linkSide } from '../diffed-file.ts';

/** A content that a diff needs is not kept. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError';
  readonly path: string;

  constructor(path: string) {
    super(`A content of "${path}" is not kept`);
    this.path = path;
  }
}

/**
 * The files that an operation changed, each before and after, in the order of their paths. Of a directory that was
 * moved, the files count that are in it now.
 * @throws NotKeptError
 */
export async function diffedFiles(
  changes: readonly EntryChange[],
  history: Pick<History, 'contentOf' | 'look'>,
): Promise<DiffedFile[]> {
  const files: DiffedFile[] = [];
  for (const change of changes)
    for (const part of await partsOf(change, history)) files.push(await diffed(part, history));
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** A file or link, before and after. */
interface Part {
  readonly path: string;
  readonly from?: string;
  readonly before: KeptNode | null;
  readonly after: KeptNode | null;
}

async function partsOf(change: EntryChange, history: Pick<History, 'look'>): Promise<Part[]> {
  const { path, from, before, after, replaced = null } = change;
  if (from === undefined) return sides(path, before, after);
  // Git moves nothing over what is there.
  if (replaced !== null) return [...sides(from, before, null), ...sides(path, replaced, after)];
  if (after?.kind !== 'directory') return [{ path, from, before, after }];
  const now = leaves('', (await history.look(path)) ?? (await history.look(from)));
  return [...now].map(([name, node]) => ({
    path: join(path, name),
    from: join(from, name),
    before: node,
    after: node,
  }));
}

/** Files and links that were, or are, at a path and below it. */
function sides(path: string, before: KeptNode | null, after: KeptNode | null): Part[] {
  const [were, are] = [leaves('', before), leaves('', after)];
  return [...new Set([...were.keys(), ...are.keys()])].map((name) => ({
    path: join(path, name),
    before: were.get(name) ?? null,
    after: are.get(name) ?? null,
  }));
}

/** The files and links that a node is or holds, by their paths from it. */
function leaves(name: string, node: KeptNode | null): Map<string, KeptNode> {
  if (node?.kind === 'file' || node?.kind === 'link') return new Map([[name, node]]);
  const entries = node?.kind === 'directory' ? Object.entries(node.entries ?? {}) : [];
  return new Map(entries.flatMap(([below, each]) => [...leaves(join(name, below), each)]));
}

async function diffed({ path, from = path, before, after }: Part, { contentOf }: Pick<History, 'contentOf'>) {
  const isSame = before?.kind === 'file' && after?.kind === 'file' && before.version === after.version;
  const side = async (node: KeptNode | null, at: string): Promise<DiffSide | null> => {
    if (node?.kind === 'link') return linkSide(node.target);
    if (node?.kind !== 'file') return null;
    if (isSame) return fileSide(node.mode, '');
    const bytes = await contentOf(node.version);
    if (bytes === null) throw new NotKeptError(at);
    return fileSide(node.mode, await decodedText(bytes));
  };
  const both = { before: await side(before, from), after: await side(after, path) };
  return { path, ...(from !== path && { from }), ...both };
}
