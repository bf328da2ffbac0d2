import { isAscii } from 'node:buffer';
import type { FileIdentity, OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import { SAMPLE_BYTES, settleEncoding } from './settle-encoding.ts';
import { textFactsOf } from './text-facts.ts';
import type { EncodingGuess, TextFormat } from './text-format.ts';

const CHUNK = 256 * 1024;

/** Bytes of the head, which may declare an encoding, and before the first byte beyond ASCII. */
const HEAD = 4096;
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
  const known = isPresumed ? textFactsOf(at.identity).guess : undefined;
  const result = await read({ ...format, ...known });
  if (!result.faulty || !isPresumed || known !== undefined) return result;
  const guess = await confirmEncoding(at);
  return guess.encoding === 'utf-8' ? result : read({ ...format, ...guess });
}

/** Decides by the bytes around the first one beyond ASCII, once for each state, so that all reads and edits agree. */
async function confirmEncoding({ file, identity }: FileAtRest): Promise<EncodingGuess> {
  const from = Math.max(0, (await firstBeyondAscii(file)) - LEAD_IN);
  const head = from === 0 ? Buffer.alloc(0) : await readRange(file, 0, Math.min(HEAD, from));
  const sample = await readRange(file, from, SAMPLE_BYTES - HEAD);
  const guess = await settleEncoding(Buffer.concat([head, sample]));
  textFactsOf(identity).guess = guess;
  return guess;
}

async function firstBeyondAscii(file: OpenFile): Promise<number> {
  for (let from = 0; ; from += CHUNK) {
    const chunk = await readRange(file, from, CHUNK);
    if (!isAscii(chunk)) return from + chunk.findIndex((byte) => byte >= 0x80);
    if (chunk.length < CHUNK) return 0;
  }
}
