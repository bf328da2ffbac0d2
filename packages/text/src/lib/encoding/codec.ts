import type { Encoding } from './text-format.ts';

/** Bytes to text and back in one encoding. Each invalid sequence decodes to one U+FFFD. */
export interface Codec {
  readonly encoding: Encoding;
  /** Encodings that the same bytes may as well be in: `encodeExactly` refuses text that they would write in other bytes. */
  readonly alternatives?: readonly Codec[];
  decode(bytes: Uint8Array): string;
  /** Silently replaces characters that the encoding cannot hold: `encodeExactly` refuses them. */
  encode(text: string): Buffer;
  /** Number of leading bytes that are whole characters, if `bytes` may end inside one. */
  completeLength(bytes: Uint8Array): number;
  /** Number of leading bytes that the first `units` UTF-16 units of the decoded text came from. */
  byteOffset(bytes: Uint8Array, units: number): number;
}
