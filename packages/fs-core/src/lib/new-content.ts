import { createHash } from 'node:crypto';
import { writeSync, write as writeWithCallback } from 'node:fs';
import { promisify } from 'node:util';
import { AT_ONCE_BYTES } from './at-once.ts';
import { ToolError } from './tool-error.ts';
import type { OpenFile, Piece } from './volume.ts';

const writeLater = promisify(writeWithCallback);

const CHUNK_BYTES = 1024 * 1024;

export interface Written {
  readonly bytes: number;
  readonly version: string;
}

/** What the pieces amount to, and nothing written. */
export function measurePieces(
  pieces: readonly Piece[],
  current: OpenFile | null,
  signal?: AbortSignal,
): Promise<Written> {
  return consume(pieces, current, { write: () => undefined, ...(signal && { signal }) });
}

/** Writes the pieces to a descriptor: at once where they are few, else a chunk at a time so that others get their turn. */
export function writePieces(
  fd: number,
  pieces: readonly Piece[],
  current: OpenFile | null,
  signal?: AbortSignal,
): Promise<Written> {
  const large = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) > AT_ONCE_BYTES;
  const write = large
    ? (chunk: Uint8Array) => writeChunkLater(fd, chunk)
    : (chunk: Uint8Array) => writeChunk(fd, chunk);
  return consume(pieces, current, { write, ...(signal && { signal }) });
}

interface Sink {
  write(chunk: Uint8Array): Promise<void> | undefined;
  readonly signal?: AbortSignal;
}

async function consume(pieces: readonly Piece[], current: OpenFile | null, sink: Sink): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const chunk of chunksOf(pieces, current)) {
    sink.signal?.throwIfAborted();
    // Hashed here while another thread writes it.
    const writing = sink.write(chunk);
    hash.update(chunk);
    if (writing !== undefined) await writing;
    bytes += chunk.length;
  }
  return { bytes, version: `sha256:${hash.digest('hex')}` };
}

function writeChunk(fd: number, chunk: Uint8Array): undefined {
  for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
}

async function writeChunkLater(fd: number, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await writeLater(fd, chunk, done, chunk.length - done, null);
    done += bytesWritten;
  }
}

/** Gives each chunk of the new content in turn; a copied range costs one chunk of memory. */
function* chunksOf(pieces: readonly Piece[], current: OpenFile | null): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield* slicesOf(piece);
    else yield* rangeOf(current, piece.from, piece.to);
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

function* rangeOf(current: OpenFile | null, from: number, to: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(0, to - from)));
  for (let position = from; position < to; ) {
    const wanted = buffer.subarray(0, Math.min(buffer.length, to - position));
    const count = current?.read(wanted, position);
    if (count !== wanted.length) {
      const path = current?.realPath ?? '';
      throw new ToolError('CONFLICT', `Cannot write "${path}": it became shorter meanwhile`, {
        path,
        changedMeanwhile: true,
      });
    }
    yield wanted;
    position += count;
  }
}

function lengthOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : Math.max(0, piece.to - piece.from);
}
