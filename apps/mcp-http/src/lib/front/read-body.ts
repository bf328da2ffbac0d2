import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { busy, Refusal } from '../calls/refusal.ts';

/** What a request brought. */
export type Body =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'no-utf8' }
  /** The client has gone away. */
  | { readonly kind: 'broken' };

/**
 * Bounds how many bytes of bodies are held at once, by all requests that are being read or served. One principal gets half
 * at most, so that no client fills it for all.
 */
export interface BodyBudget {
  /** Held until it is disposed of. @param principal its key */
  hold(principal: string): BodyHold;
}

export interface BodyHold extends Disposable {
  /** @throws Refusal */
  take(bytes: number): void;
}

export function createBodyBudget(maxBytes: number): BodyBudget {
  const heldBy = new Map<string, number>();
  let held = 0;
  return {
    hold(principal) {
      let own = 0;
      const add = (bytes: number): void => {
        const now = (heldBy.get(principal) ?? 0) + bytes;
        if (now > 0) heldBy.set(principal, now);
        else heldBy.delete(principal);
        own += bytes;
        held += bytes;
      };
      return {
        take(bytes) {
          if (held + bytes > maxBytes || (heldBy.get(principal) ?? 0) + bytes > maxBytes / 2) throw busy();
          add(bytes);
        },
        [Symbol.dispose]() {
          add(-own);
        },
      };
    },
  };
}

/** Reads a body, no further than its limit. @throws Refusal if too much is held already */
export async function readBody(request: IncomingMessage, maxBytes: number, hold: BodyHold): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return { kind: 'too-large', bytes: announced };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of withoutDestroying(request)) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { kind: 'too-large', bytes };
      hold.take(chunk.length);
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
