import { startBoundedThread } from '../bounded-thread.ts';
import type { EncodedPicture, ScaleRequest } from './scale-request.ts';

const LIMITS = { timeLimitMs: 20_000, memoryLimitBytes: 1280 * 1024 * 1024 };

/** Scales a picture in a thread, by a decoder in WebAssembly. Throws for what it cannot decode within limits on time and memory. */
export async function scaleInThread(request: ScaleRequest, signal?: AbortSignal): Promise<EncodedPicture | null> {
  const script = new URL('./picture-worker.js', import.meta.url);
  // A copy, since the bytes are transferred.
  const data = { ...request, bytes: new Uint8Array(request.bytes) };
  await using thread = startBoundedThread({ script, data }, { ...LIMITS, signal });
  for await (const encoded of thread.messages) return encoded as EncodedPicture | null;
  return null;
}
