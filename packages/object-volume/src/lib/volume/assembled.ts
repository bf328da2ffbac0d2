import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  assertNotCancelled,
  type Change,
  type OpenFile,
  readRange,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import { withResult } from '@dragoman/fs-core/internal/volume-kit';
import type { Place } from './object-context.ts';
import { changedMeanwhile } from './object-file.ts';

/** Size that one PUT takes, and one buffer. */
export const MAX_OBJECT_BYTES = Math.min(5 * 1024 ** 3, constants.MAX_LENGTH);

/** New content in one piece, since a PUT needs its length. @throws ToolError `CONTENT_TOO_LARGE` */
export async function assembled<Result>(
  { path }: Place,
  content: Awaited<ReturnType<Change<Result>>>,
  { current, signal }: { readonly current: OpenFile | null; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly bytes: Uint8Array; readonly result: Result }> {
  const { pieces, result } = withResult(content);
  const size = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
  if (size > MAX_OBJECT_BYTES) {
    const failure = { code: 'CONTENT_TOO_LARGE', path, size, limit: MAX_OBJECT_BYTES } as const;
    throw new ToolError(failure, `Cannot write "${path}": an object is put in one piece`);
  }
  const parts: Uint8Array[] = [];
  for (const piece of pieces) {
    assertNotCancelled(signal);
    if (piece instanceof Uint8Array) parts.push(piece);
    else if (sizeOf(piece) > 0) parts.push(await rangeOf(path, current, piece));
  }
  return { bytes: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), result };
}

type Range = { readonly from: number; readonly to: number };

function sizeOf(piece: Uint8Array | Range): number {
  return piece instanceof Uint8Array ? piece.length : Math.max(0, piece.to - piece.from);
}

async function rangeOf(path: string, current: OpenFile | null, { from, to }: Range): Promise<Uint8Array> {
  const bytes = current === null ? new Uint8Array() : await readRange(current, from, to - from);
  if (bytes.length !== to - from) throw changedMeanwhile(path);
  return bytes;
}

/** Version in the form of `WriteResult.version`. */
export function versionIn(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
