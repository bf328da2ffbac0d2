import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { BytesHold, HeldBytes } from '../calls/held-bytes.ts';
import { busy, Refusal } from '../calls/refusal.ts';

/** What a request brought. */
export type Body =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'no-utf8' }
  /** The client has gone away. */
  | { readonly kind: 'broken' };

/** What bounds a body. */
export interface BodyBounds {
  readonly maxBytes: number;
  /** By all requests that are being read or served. */
  readonly held: HeldBytes;
  /** Its key. */
  readonly principal: string;
  readonly hold: BytesHold;
}

/** Reads a body, no further than its limit. @throws Refusal if too much is held already */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, held, principal, hold }: BodyBounds,
): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return { kind: 'too-large', bytes: announced };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of withoutDestroying(request)) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { kind: 'too-large', bytes };
      if (!held.hasRoomFor(principal, chunk.length)) throw busy();
      hold.add(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return { kind: 'broken' };
  }
  const [only] = chunks;
  const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  if (!isUtf8(body)) return { kind: 'no-utf8' };
  return { kind: 'text', text: body.toString(), bytes };
}

/** Leaving a loop over the request itself would close the connection before anything is answered. */
function withoutDestroying(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as unknown as AsyncIterable<Buffer>;
}
