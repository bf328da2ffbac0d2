import { openScratchFile, type ScratchFile } from '@dragoman/fs-core/internal/host';
import { createPace, type OpenFile, orPassOver, ToolError } from '@dragoman/fs-core/internal/kernel';
import { readDocument, sniff, textOf } from '@dragoman/text/internal/text';
import { createReader } from '../ripgrep/create-reader.ts';
import { type HeldFiles, heldFiles } from '../ripgrep/held-file.ts';
import { MAX_SEARCHED_BYTES } from '../ripgrep/limits.ts';
import { AS_TEXT, ripgrepArguments } from '../ripgrep/ripgrep-arguments.ts';
import { assertSuccess } from '../ripgrep/ripgrep-failure.ts';

import { runRipgrep } from '../ripgrep/ripgrep-process.ts';
import type { FoundFile } from './line-search.ts';
import type { RunningSearch } from './line-target.ts';
import { seenLines } from './seen-lines.ts';
import { sniffSearched } from './sniff-searched.ts';

/** Text of a file as every reader shows it. */
export interface DecodedFile {
  /** `FoundFile.path` of the file. */
  readonly path: string;
  /** Text in UTF-8, without a byte-order mark. */
  readonly text: Uint8Array;
}

/** The text of a file in UTF-8, whatever its encoding, without a byte-order mark; null if it holds no text. */
export async function decodedText(file: OpenFile): Promise<Buffer | null> {
  if ((await sniff(file)).kind !== 'text') return null;
  try {
    return Buffer.from(textOf(await readDocument(file)));
  } catch (error) {
    if (error instanceof ToolError && error.code === 'UNSUPPORTED_FILE') return null;
    throw error;
  }
}

// Each holds a descriptor, here and in ripgrep.
const MOST_FILES = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/** Searches files below a directory that ripgrep cannot read as they are. Adds those that hold text to `texts`. */
export async function* foreignFiles(
  search: RunningSearch,
  paths: Iterable<string>,
  texts: Set<string>,
): AsyncGenerator<FoundFile[]> {
  const { request, notes, endMs } = search;
  const pace = createPace(request.signal);
  let batch: DecodedFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    await pace();
    if (performance.now() > endMs) {
      notes.timedOut = true;
      break;
    }
    const text = await textAt(search, path);
    if (text === null) continue;
    texts.add(path);
    batch.push({ path, text });
    bytes += text.length;
    if (batch.length < MOST_FILES && bytes < MOST_BYTES) continue;
    yield await searchDecoded(search, batch);
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield await searchDecoded(search, batch);
}

async function textAt({ searched, notes }: RunningSearch, path: string): Promise<Buffer | null> {
  if (searched.kind === 'file') return null;
  using file = orPassOver(() => searched.openFile(path));
  if (file === null || (await sniffSearched(file, notes)) === null) return null;
  if (file.size <= MAX_SEARCHED_BYTES) return await decodedText(file).catch(() => unreadable(notes));
  notes.tooLarge += 1;
  return null;
}

function unreadable(notes: RunningSearch['notes']): null {
  notes.unreadable += 1;
  return null;
}

/** Searches texts, of which nothing need be confirmed: they were read through the volume. */
export async function searchDecoded(search: RunningSearch, files: readonly DecodedFile[]): Promise<FoundFile[]> {
  const scratch: ScratchFile[] = [];
  try {
    for (const { text } of files) {
      const one = openScratchFile(text.length);
      if (one === null) break;
      scratch.push(one);
      one.fill(text);
    }
    const held = scratch.length < files.length ? null : heldFiles(scratch.map(({ descriptor }) => descriptor));
    if (held !== null) return await searchHeld(search, files, held);
  } finally {
    for (const each of scratch) each.close();
  }
  const found: FoundFile[] = [];
  for (const file of files) found.push(...(await searchHeld(search, [file], Buffer.from(file.text))));
  return found;
}

/** @param held where ripgrep finds the texts: a single one may come through its standard input */
async function searchHeld(
  { request, notes, endMs }: RunningSearch,
  files: readonly DecodedFile[],
  held: HeldFiles | Buffer,
): Promise<FoundFile[]> {
  const { globs: _globs, type: _type, encoding: _encoding, inOrder: _inOrder, ...query } = request;
  const input = Buffer.isBuffer(held);
  const paths = input ? ['-'] : held.paths;
  const args = ripgrepArguments(query, { paths, isSmall: true, leaveOut: [], flags: AS_TEXT });
  const nameOf = (path: Buffer) => (input ? files[0] : files[paths.indexOf(path.toString())])?.path ?? '';
  const reader = createReader(query, (path) => seenLines(nameOf(path), request.behind));
  const found: FoundFile[] = [];
  const take = (proposed: ReturnType<typeof reader.push>): void => {
    for (const file of proposed) found.push({ ...file, path: nameOf(file.path), isRead: true });
  };
  const source = input ? { input: held } : { held };
  const limits = { timeLimitMs: Math.max(0, endMs - performance.now()), signal: request.signal };
  const onUnsearched = (): void => {
    notes.unreadable += 1;
  };
  const output = runRipgrep({ args, ...source, ...limits, onUnsearched });
  let next = await output.next();
  for (; !next.done; next = await output.next()) take(reader.push(next.value));
  take(reader.end());
  await assertSuccess(next.value, request);
  notes.timedOut ||= next.value.timedOut;
  return found;
}
