import type { Failure } from '@dragoman/fs-core';
import type { PictureFault } from '@dragoman/fs-core/internal/kernel';
import { officeFault } from './office-fault.ts';
import { formatSize } from './size.ts';

/** The sentence for a picture, a PDF or a document of Office that is not shown; null for any other failure. */
export function mediaRefused(failure: Failure, path: string): string | null {
  if ('office' in failure && failure.office !== undefined) return `Cannot show ${path}: ${officeFault(failure.office)}`;
  if ('mimeType' in failure && failure.reason !== undefined)
    return `Cannot show ${path}: PDF, ${PDF_FAULTS[failure.reason]}`;
  if (!('picture' in failure) || failure.picture === undefined) return null;
  const size = failure.size === undefined ? '' : ` (${formatSize(failure.size)})`;
  return `Cannot show ${path}: ${pictureFault(failure.picture, size)}`;
}

const PDF_FAULTS = {
  encrypted: 'encrypted (opens with a password only)',
  damaged: 'damaged',
  memory: 'takes too much memory to read',
} as const;

/** A clause that says why a picture is not shown. @param size in words, where that may be the reason */
export function pictureFault(fault: PictureFault, size = ''): string {
  switch (fault.problem) {
    case 'unknown':
      return `${sidesOf(fault)}${size}${sidesOf(fault) === '' ? '' : ', '}no PNG, JPEG, GIF or WebP`;
    case 'cut':
      return `${fault.format}, damaged (ends early)`;
    case 'no-sides':
      return `${fault.format}, damaged (no width or height)`;
    case 'too-large':
      return `${sidesOf(fault)}${size}, too large: the limit is ${fault.maxSide} pixels a side and 5 MB of base64`;
  }
}

function sidesOf({
  format = '',
  width,
  height,
}: {
  readonly format?: string;
  readonly width?: number;
  readonly height?: number;
}): string {
  return width === undefined ? format : `${format} of ${width} × ${height} pixels`;
}
