import { startBoundedThread } from '../bounded-thread.ts';
import { createTurns } from '../turns.ts';
import type { EncodedPicture, ScaleRequest } from './scale-request.ts';

const LIMITS = { timeLimitMs: 20_000, memoryLimitBytes: 1280 * 1024 * 1024 };

// The memory of the process is what is bounded, so one thread would be ended for what the others take.
const turns = createTurns();

/** Scales a picture in a thread, one after the other, by a decoder in WebAssembly. Throws for what it cannot decode within limits on time and memory. */
export async function scaleInThread(request: ScaleRequest, signal?: AbortSignal): Promise<EncodedPicture | null> {
  using _ = await turns.take(signal);
  const script = new URL('./picture-worker.js', import.meta.url);
  // A copy, since the bytes are transferred.
  const data = { ...request, bytes: new Uint8Array(request.bytes) };
  await using thread = startBoundedThread({ script, data }, { ...LIMITS, signal });
  for await (const encoded of thread.messages) return encoded as EncodedPicture | null;
  return null;
}
