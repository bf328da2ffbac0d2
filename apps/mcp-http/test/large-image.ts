/** A file that a tool shows as an image, larger than what the system takes over for a client that does not read. */
export function largeImage(): Buffer {
  const png = Buffer.alloc(6 * 1024 * 1024, 1);
  png.set(Buffer.from('89504e470d0a1a0a0000000d49484452000000640000006408060000007', 'hex'));
  return png;
}
