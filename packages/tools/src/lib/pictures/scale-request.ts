export interface PictureBounds {
  /** Pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

/** A picture, and the bounds to scale it to. */
export interface ScaleRequest extends PictureBounds {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** The number of EXIF, 1 to 8. */
  readonly orientation: number;
}

/** A picture within bounds, as a scaler encodes it. */
export interface EncodedPicture {
  readonly data: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}
