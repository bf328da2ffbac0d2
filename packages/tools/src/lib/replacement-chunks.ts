import { ToolError } from '@dragoman/fs-core';
import type { Preconditions } from './operations/edit/preconditions.ts';

/** One part of a replacement that is sent in several calls. */
export interface Chunk {
  /** Chosen by the sender; the same in all parts. */
  readonly id: string;
  /** 0, 1, 2 …, without a gap. */
  readonly index: number;
  readonly last: boolean;
}

/** Content of a chunk. */
export interface ChunkContent {
  readonly text: string;
  readonly preconditions: Preconditions;
}

/** The chunks of a replacement that have arrived so far, put together. */
export interface PartialReplacement extends ChunkContent {
  /** UTF-8 bytes. */
  readonly bytes: number;
  /** The last chunk has arrived; nothing of the replacement is kept any longer. */
  readonly isComplete: boolean;
}

/**
 * Replacements of which the last chunk has not arrived. They end with the session, or after ten minutes without a
 * chunk.
 */
export interface ReplacementChunks {
  /**
   * @param target what the replacement is for; the same in all parts
   * @throws ToolError `INVALID_ARGUMENT` (details: `expectedIndex`) out of order, `CONTENT_TOO_LARGE`
   */
  add(chunk: Chunk, target: string, content: ChunkContent): PartialReplacement;
  close(): void;
}

interface Upload {
  readonly target: string;
  text: string;
  /** Preconditions of all chunks together: a chunk without any does not lift those of another. */
  preconditions: Preconditions;
  bytes: number;
  nextIndex: number;
  expiry: NodeJS.Timeout;
}

const KEPT_MS = 10 * 60 * 1000;
// What one takes besides its text.
const UPLOAD_BYTES = 256;

/** @param maxBytes that all incomplete replacements may take together */
export function createReplacementChunks(maxBytes: number): ReplacementChunks {
  const uploads = new Map<string, Upload>();

  function drop(id: string): void {
    clearTimeout(uploads.get(id)?.expiry);
    uploads.delete(id);
  }

  function expiryOf(id: string): NodeJS.Timeout {
    // The timer does not keep the process alive.
    return setTimeout(() => uploads.delete(id), KEPT_MS).unref();
  }

  function begin(id: string, target: string): Upload {
    const upload = { target, text: '', preconditions: {}, bytes: 0, nextIndex: 0, expiry: expiryOf(id) };
    uploads.set(id, upload);
    return upload;
  }

  function assertRoom(id: string): void {
    let size = 0;
    for (const { bytes } of uploads.values()) size += bytes + UPLOAD_BYTES;
    if (size <= maxBytes + UPLOAD_BYTES) return;
    drop(id);
    const message = `Chunks of "${id}" take more than can be kept: send it in parts of its own`;
    throw new ToolError({ code: 'CONTENT_TOO_LARGE', size, limit: maxBytes }, message);
  }

  return {
    add({ id, index, last }, target, { text, preconditions }) {
      const known = uploads.get(id);
      if (index !== (known?.nextIndex ?? 0)) throw outOfOrder(id, index, known?.nextIndex ?? 0);
      if (known !== undefined && known.target !== target) throw otherTarget(id);
      const upload = known ?? begin(id, target);
      upload.text += text;
      upload.preconditions = { ...upload.preconditions, ...preconditions };
      upload.bytes = Buffer.byteLength(upload.text);
      upload.nextIndex += 1;
      assertRoom(id);
      clearTimeout(upload.expiry);
      if (last) drop(id);
      else upload.expiry = expiryOf(id);
      return { text: upload.text, preconditions: upload.preconditions, bytes: upload.bytes, isComplete: last };
    },
    close() {
      for (const id of uploads.keys()) drop(id);
    },
  };
}

function outOfOrder(id: string, index: number, expectedIndex: number): ToolError {
  const message = `Chunk ${index} of "${id}" is out of order: chunk ${expectedIndex} comes next`;
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'chunk-order', id, index, expectedIndex }, message);
}

function otherTarget(id: string): ToolError {
  const message = `Chunks of "${id}" must all name the same file and lines`;
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'chunk-target', id }, message);
}
