import { createHash, hash } from 'node:crypto';
import { writeSync, write as writeWithCallback } from 'node:fs';
import { promisify } from 'node:util';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { NewContent, Piece, PiecesWithResult } from '../volume/change.ts';
import type { OpenFile } from '../volume/open-entry.ts';
import { yieldToEventLoop } from '../volume/yield-to-event-loop.ts';
import { MAX_SYNC_BYTES } from './local-file.ts';

const writeLater = promisify(writeWithCallback);

const CHUNK_BYTES = MAX_SYNC_BYTES;

/** New content, and the file whose ranges it may take over. */
export interface Content {
  readonly pieces: readonly Piece[];
  readonly current: OpenFile | null;
  readonly signal?: AbortSignal | undefined;
}

export function withResult<Result>(content: NewContent<Result>): PiecesWithResult<Result> {
  if ('pieces' in content) return content;
  // `NewContent` allows pieces alone only for a result that may be undefined, which the compiler does not conclude.
  return { pieces: content, result: undefined as Result };
}

export interface WrittenContent {
  readonly bytes: number;
  readonly version: string;
}

/** Size and version of what the pieces make up, without writing it; others get their turn after each chunk. */
export function measurePieces(content: Content): Promise<WrittenContent> {
  return consume(content, yieldToEventLoop);
}

/** Writes the pieces to a descriptor: at once if they are small, else a chunk at a time so that others get their turn. */
export async function writePieces(fd: number, content: Content): Promise<WrittenContent> {
  let bytes = 0;
  for (const piece of content.pieces) bytes += lengthOf(piece);
  if (bytes > MAX_SYNC_BYTES) return consume(content, (chunk) => writeChunkLater(fd, chunk));
  const whole = await wholeOf(content);
  // A disk that is nearly full takes a part; the next attempt fails with ENOSPC.
  for (let done = 0; done < whole.length; ) done += writeSync(fd, whole, done);
  return { bytes, version: `sha256:${hash('sha256', whole)}` };
}

/** All of the content, which is small. */
async function wholeOf(content: Content): Promise<Uint8Array> {
  const [only, ...others] = content.pieces;
  if (only instanceof Uint8Array && others.length === 0) return only;
  const chunks: Uint8Array[] = [];
  // A range of this size is one chunk, in a buffer of its own.
  for await (const chunk of chunksOf(content)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Hashes each chunk while something else is done with it. */
async function consume(content: Content, handle: (chunk: Uint8Array) => Promise<void>): Promise<WrittenContent> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(content)) {
    const handling = handle(chunk);
    digest.update(chunk);
    await handling;
    bytes += chunk.length;
  }
  return { bytes, version: `sha256:${digest.digest('hex')}` };
}

async function writeChunkLater(fd: number, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await writeLater(fd, chunk, done, chunk.length - done, null);
    done += bytesWritten;
  }
}

/** Gives each chunk of the new content in turn; a copied range costs one chunk of memory. */
async function* chunksOf({ pieces, current, signal }: Content): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const chunks = piece instanceof Uint8Array ? slicesOf(piece) : rangeOf(current, piece.from, piece.to);
    for await (const chunk of chunks) {
      assertNotCancelled(signal);
      yield chunk;
    }
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

async function* rangeOf(current: OpenFile | null, from: number, to: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(0, to - from)));
  for (let position = from; position < to; ) {
    const block = buffer.subarray(0, Math.min(buffer.length, to - position));
    const count = await current?.read(block, position);
    if (count !== block.length) {
      const path = current?.realPath ?? '';
      throw new ToolError(
        { code: 'CONFLICT', problem: 'shrunk', action: 'write', path, changedMeanwhile: true },
        `Cannot write "${path}": it became shorter meanwhile`,
      );
    }
    yield block;
    position += count;
  }
}

function lengthOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : Math.max(0, piece.to - piece.from);
}
