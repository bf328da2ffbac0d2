import { isAscii } from 'node:buffer';
import type { FileIdentity, OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import { textFactsOf } from './text-facts.ts';
import type { Encoding, TextFormat } from './text-format.ts';

const CHUNK = 256 * 1024;

/** Bytes that the detector sees, and how many of them lie before the first byte beyond ASCII. */
const SAMPLE = 64 * 1024;
const LEAD_IN = 1024;

/** One state of one file. */
export interface FileAtRest {
  readonly file: OpenFile;
  readonly identity: FileIdentity;
}

/**
 * Reads a file whose encoding may only be presumed, because its head is nothing but ASCII. If the reading meets
 * bytes that are not UTF-8 (`faulty`), it is repeated in the encoding that the file turns out to have.
 */
export async function readConfirmed<Result extends { readonly faulty: boolean }>(
  at: FileAtRest,
  format: TextFormat,
  read: (format: TextFormat) => Promise<Result>,
): Promise<Result> {
  const isPresumed = format.encoding === 'utf-8' && !format.sure;
  const known = isPresumed ? textFactsOf(at.identity).encoding : undefined;
  const result = await read(known === undefined ? format : { ...format, encoding: known });
  if (!result.faulty || !isPresumed || known !== undefined) return result;
  return read({ ...format, encoding: await confirmEncoding(at) });
}

/** Decides by the bytes around the first one beyond ASCII, once for each state, so that all reads and edits agree. */
async function confirmEncoding({ file, identity }: FileAtRest): Promise<Encoding> {
  const memory = textFactsOf(identity);
  const from = Math.max(0, (await firstBeyondAscii(file)) - LEAD_IN);
  const { detectEncoding } = await import('./detect-encoding.ts');
  memory.encoding = await detectEncoding(await readRange(file, from, SAMPLE));
  return memory.encoding;
}

async function firstBeyondAscii(file: OpenFile): Promise<number> {
  for (let from = 0; ; from += CHUNK) {
    const chunk = await readRange(file, from, CHUNK);
    if (!isAscii(chunk)) return from + chunk.findIndex((byte) => byte >= 0x80);
    if (chunk.length < CHUNK) return 0;
  }
}
