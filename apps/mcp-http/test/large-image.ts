import { pngOf } from '@dragoman/testing';

/** A file that a tool shows as an image, larger than what the system takes over for a client that does not read. */
export function largeImage(): Buffer {
  // A larger one would be scaled, or not be shown at all.
  return pngOf(100, 100, { trailing: 3_800_000 });
}
