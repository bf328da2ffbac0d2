// @ts-check
import { PhotonImage } from '@cf-wasm/photon';
import { getResolvedPDFJS } from 'unpdf';
import { encodeWithin } from '../pictures/photon.js';

/** @import { EncodedPicture, PictureBounds } from '../pictures/scale-request.ts' */
/** @import { PDFPageProxy } from 'unpdf/pdfjs' */

/**
 * Pixels as the reader decodes them.
 * @typedef {object} Pixels
 * @property {number} width
 * @property {number} height
 * @property {number} kind 1: a bit a pixel, set for white, in rows of whole bytes; 2: RGB; 3: RGBA
 * @property {Uint8Array} data
 */

/**
 * The picture of which a page consists, as that of a scan does; null if it has none. Several, which would have to be put
 * together, are `unshown`, and so is one that cannot be decoded.
 * @param {PDFPageProxy} page
 * @param {PictureBounds} bounds
 * @returns {Promise<EncodedPicture | 'unshown' | null>}
 */
export async function scannedPicture(page, bounds) {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const kinds = Object.entries(OPS).flatMap(([name, code]) => (/^paint.*Image/.test(name) ? [code] : []));
  const painted = fnArray.flatMap((code, at) => (kinds.includes(code) ? [{ code, args: argsArray[at] }] : []));
  const [first] = painted;
  if (first === undefined) return null;
  const isOne = painted.length === 1 && first.code === OPS.paintImageXObject;
  const pixels = isOne ? await objectOf(page, String(first.args[0])) : null;
  return (pixels && (await encodePixels(pixels, page.rotate, bounds))) ?? 'unshown';
}

/**
 * @param {PDFPageProxy} page
 * @param {string} id
 * @returns {Promise<Pixels | null>}
 */
function objectOf(page, id) {
  // Pictures of several pages are kept in common.
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => objects.get(id, resolve));
}

/**
 * @param {Pixels} pixels
 * @param {number} degrees
 * @param {PictureBounds} bounds
 */
async function encodePixels(pixels, degrees, bounds) {
  const { width, height, kind, data } = pixels;
  if (!data || width === 0 || height === 0) return null;
  const picture = new PhotonImage(rgbaOf(pixels), width, height);
  const form = kind === 1 ? 'png' : 'jpeg';
  return await encodeWithin(picture, { degrees: (degrees + 360) % 360, form, ...bounds });
}

/** @param {Pixels} pixels */
function rgbaOf({ width, height, kind, data }) {
  if (kind === 3) return data;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  if (kind === 2) copyColours(data, rgba);
  else blacken(data, rgba, width);
  return rgba;
}

// A call for each pixel would take six times as long, and a page has millions.

/**
 * @param {Uint8Array} rgb
 * @param {Uint8Array} rgba
 */
function copyColours(rgb, rgba) {
  for (let from = 0, to = 0; to < rgba.length; from += 3, to += 4) {
    rgba[to] = rgb[from] ?? 0;
    rgba[to + 1] = rgb[from + 1] ?? 0;
    rgba[to + 2] = rgb[from + 2] ?? 0;
  }
}

/**
 * @param {Uint8Array} bits
 * @param {Uint8Array} rgba
 * @param {number} width
 */
function blacken(bits, rgba, width) {
  const rowBytes = Math.ceil(width / 8);
  for (let row = 0, to = 0; to < rgba.length; row += rowBytes) {
    for (let column = 0; column < width; column += 1, to += 4) {
      const isWhite = ((bits[row + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1;
      if (!isWhite) rgba.fill(0, to, to + 3);
    }
  }
}
