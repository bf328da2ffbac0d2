// @ts-check
// JavaScript with types in comments: the oldest supported Node starts no worker from TypeScript.
import { fliph, PhotonImage, resize, rotate, SamplingFilter } from '@cf-wasm/photon';
import { shrinkToFit } from './shrink-to-fit.js';

/** @import { EncodedPicture, ScaleRequest } from './scale-request.ts' */

/** Degrees clockwise, and then mirrored or not, by which the numbers of EXIF stand upright. */
const UPRIGHT = /** @type {const} */ ([
  [0, false],
  [0, true],
  [180, false],
  [180, true],
  [90, true],
  [90, false],
  [270, true],
  [270, false],
]);

/**
 * Decodes a picture, of an animation the first one, and encodes it within bounds; null if no size of it has few enough bytes.
 * @param {ScaleRequest} request
 */
export async function scalePicture({ bytes, mimeType, orientation, maxSide, maxBytes }) {
  const whole = PhotonImage.new_from_byteslice(bytes);
  const [degrees, mirrored] = UPRIGHT[orientation - 1] ?? UPRIGHT[0];
  const form = mimeType === 'image/jpeg' ? 'jpeg' : mimeType === 'image/webp' ? 'either' : 'png';
  return await encodeWithin(whole, { degrees, mirrored, form, maxSide, maxBytes });
}

/**
 * @typedef {object} Encoding
 * @property {number} degrees clockwise, a multiple of 90
 * @property {boolean} [mirrored]
 * @property {'jpeg' | 'png' | 'either'} form `either`: PNG for what can be seen through
 * @property {number} maxSide
 * @property {number} maxBytes
 */

/**
 * Encodes a picture within bounds, and frees it.
 * @param {PhotonImage} whole
 * @param {Encoding} encoding
 */
export async function encodeWithin(whole, encoding) {
  const { maxSide, maxBytes } = encoding;
  const side = Math.min(maxSide, Math.max(whole.get_width(), whole.get_height()));
  try {
    return await shrinkToFit((most) => encodeAt(whole, most, encoding), { side, maxBytes });
  } finally {
    whole.free();
  }
}

/**
 * @param {PhotonImage} whole
 * @param {number} side
 * @param {Encoding} encoding
 * @returns {EncodedPicture}
 */
function encodeAt(whole, side, { degrees, mirrored = false, form }) {
  const scale = side / Math.max(whole.get_width(), whole.get_height());
  const [width = 1, height = 1] = [whole.get_width(), whole.get_height()].map((each) =>
    Math.max(1, Math.round(each * scale)),
  );
  const small = resize(whole, width, height, SamplingFilter.Triangle);
  const turned = degrees === 0 ? small : rotate(small, degrees);
  if (mirrored) fliph(turned);
  try {
    const isJpeg = form === 'jpeg' || (form === 'either' && isOpaque(turned));
    const data = isJpeg ? turned.get_bytes_jpeg(80) : turned.get_bytes();
    const mimeType = isJpeg ? 'image/jpeg' : 'image/png';
    return { data, mimeType, width: turned.get_width(), height: turned.get_height() };
  } finally {
    turned.free();
    if (turned !== small) small.free();
  }
}

/** @param {PhotonImage} picture */
function isOpaque(picture) {
  return picture.get_raw_pixels().every((value, at) => at % 4 !== 3 || value === 255);
}
