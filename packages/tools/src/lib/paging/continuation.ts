import { ToolError } from '@dragoman/fs-core';
import { userSecret } from '@dragoman/fs-core/internal/host';

/** Position where a listing or a text goes on: no more data than it takes to find the place again. */
export type Bookmark = readonly (string | number)[];

const MAC_BYTES = 16;

/**
 * A bookmark as an opaque text that any server of this user accepts, if it is unaltered and for the same subject.
 * @param subject what the bookmark is a place in: tool, path, query
 */
export async function sealContinuation(subject: readonly unknown[], bookmark: Bookmark): Promise<string> {
  const payload = Buffer.from(JSON.stringify(bookmark));
  return Buffer.concat([await macOf(subject, payload), payload]).toString('base64url');
}

/** @throws ToolError `INVALID_ARGUMENT` for what `sealContinuation` did not make for this subject */
export async function openContinuation(subject: readonly unknown[], continuation: string): Promise<Bookmark> {
  const { timingSafeEqual } = await import('node:crypto');
  const sealed = Buffer.from(continuation, 'base64url');
  const mac = sealed.subarray(0, MAC_BYTES);
  const payload = sealed.subarray(MAC_BYTES);
  const isOurs = mac.length === MAC_BYTES && timingSafeEqual(mac, await macOf(subject, payload));
  // Decoding skips characters that are not base64, so encoding again shows whether any were added.
  if (!isOurs || sealed.toString('base64url') !== continuation) {
    throw new ToolError(
      { code: 'INVALID_ARGUMENT', problem: 'continuation' },
      'Continuation is damaged, or comes from another call than this one',
    );
  }
  return JSON.parse(payload.toString()) as Bookmark;
}

async function macOf(subject: readonly unknown[], payload: Uint8Array): Promise<Buffer> {
  const { createHmac } = await import('node:crypto');
  const hmac = createHmac('sha256', await userSecret()).update(JSON.stringify(['continuation', ...subject]));
  return hmac.update('\n').update(payload).digest().subarray(0, MAC_BYTES);
}
