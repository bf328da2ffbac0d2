// @ts-check

/** @import { EncodedPicture } from './scale-request.ts' */

const LEAST_SIDE = 16;

/**
 * Encodes a picture at a largest side, and then at smaller ones until it has few enough bytes; null if it never has.
 * @param {(side: number) => EncodedPicture | Promise<EncodedPicture>} encode
 * @param {{ side: number, maxBytes: number }} bounds
 * @returns {Promise<EncodedPicture | null>}
 */
export async function shrinkToFit(encode, { side, maxBytes }) {
  for (let most = side; most >= LEAST_SIDE; most = Math.floor(most * 0.75)) {
    const encoded = await encode(most);
    if (encoded.data.length <= maxBytes) return encoded;
  }
  return null;
}
