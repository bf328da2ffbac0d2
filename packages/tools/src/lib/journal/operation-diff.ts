import { join } from 'node:path';
import { type EntryChange, type History, type KeptNode, loadCodec, sniffBytes } from '@dragoman/fs-core';

/** What became of one file, or of a symbolic link; null where there was none, or is none. */
export interface DiffedFile {
  /** Absolute. */
  readonly path: string;
  /** Of a move. */
  readonly from?: string;
  readonly before: DiffSide | null;
  readonly after: DiffSide | null;
}

export interface DiffSide {
  /** As Git has it: `100644`, `100755`, or `120000` of a symbolic link. */
  readonly mode: string;
  /**
   * Each character is a byte: of a text in UTF-8 as they are, of one in another encoding those of its UTF-8; of a link
   * where it leads. Null if it is no text. Empty on both sides if the content did not change.
   */
  readonly text: string | null;
}

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
 * What an operation did to each file, in the order of their paths. Of a directory that was moved, the files count that are
 * in it now. @throws NotKeptError
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

/** What became of the files and links that were, or are, at a path and below it. */
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
    if (node?.kind === 'link') return { mode: '120000', text: Buffer.from(node.target).toString('latin1') };
    if (node?.kind !== 'file') return null;
    const mode = (node.mode & 0o100) === 0 ? '100644' : '100755';
    if (isSame) return { mode, text: '' };
    const bytes = contentOf(node.version);
    if (bytes === null) throw new NotKeptError(at);
    return { mode, text: await shownText(bytes) };
  };
  const both = { before: await side(before, from), after: await side(after, path) };
  return { path, ...(from !== path && { from }), ...both };
}

/** Null of what is no text. */
async function shownText(bytes: Uint8Array): Promise<string | null> {
  const sniffed = await sniffBytes(bytes, { wholeSize: bytes.length });
  if (sniffed.kind !== 'text') return null;
  const { encoding, bomLength } = sniffed;
  if (encoding === 'utf-8') return Buffer.from(bytes).toString('latin1');
  const { decode } = await loadCodec(encoding);
  return Buffer.from(decode(bytes.subarray(bomLength))).toString('latin1');
}
