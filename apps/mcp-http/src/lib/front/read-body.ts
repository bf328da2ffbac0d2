import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { BytesHold, HeldBytes } from '../calls/held-bytes.ts';
import { busy } from '../calls/refusal.ts';
import { readOnInNextTick } from './next-tick.ts';
import type { HttpExchange } from './server-context.ts';

/** Body of a request, or the reason why there is none. */
export type Body =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'no-utf8' }
  /** The client has gone away. */
  | { readonly kind: 'broken' };

/** Limits of a body. */
export interface BodyBounds {
  readonly maxBytes: number;
  /** Bytes that all requests hold that are being read or served. */
  readonly held: HeldBytes;
  /** Its key. */
  readonly principal: string;
  readonly hold: BytesHold;
}

// Most bodies are shorter, and wait for no further tick.
const MAX_IN_ONE_TICK = 256 * 1024;

/** Reads a body, no further than its limit. @throws Refusal if too much is held already */
export async function readBody({ request, response }: HttpExchange, bounds: BodyBounds): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bounds.maxBytes) return { kind: 'too-large', bytes: announced };
  if (request.destroyed) return { kind: 'broken' };
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await bytesOf(request, bounds);
  if ('kind' in body) return body;
  return isUtf8(body) ? { kind: 'text', text: body.toString(), bytes: body.length } : { kind: 'no-utf8' };
}

/**
 * Collects a body until its end, or until there is a reason to leave it. By events, since an iterator costs as much as
 * all else in a small request.
 */
function bytesOf(request: IncomingMessage, { maxBytes, held, principal, hold }: BodyBounds): Promise<Buffer | Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const leave = (why: Body | Promise<never>): void => {
      request.off('data', take).pause();
      // The request lives on until it is answered.
      chunks.length = 0;
      resolve(why);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) leave({ kind: 'too-large', bytes });
      else if (!held.hasRoomFor(principal, chunk.length)) leave(Promise.reject(busy()));
      else {
        hold.add(chunk.length);
        chunks.push(chunk);
        if (bytes > MAX_IN_ONE_TICK) readOnInNextTick(request);
      }
    };
    request.on('data', take);
    request.on('end', () => resolve(joined(chunks.splice(0))));
    request.on('error', () => {}).on('close', () => resolve({ kind: 'broken' }));
  });
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
