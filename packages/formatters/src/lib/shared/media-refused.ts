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
  const size = failure.size === undefined ? '' : formatSize(failure.size);
  return `Cannot show ${path}: ${pictureFault(failure.picture, size)}`;
}

const PDF_FAULTS = {
  encrypted: 'encrypted (opens with a password only)',
  damaged: 'damaged',
  memory: 'takes too much memory to read',
} as const;

/** A clause that says why a picture is not shown. @param size in words, unless it was said before */
export function pictureFault(fault: PictureFault, size = ''): string {
  const inBrackets = size && ` (${size})`;
  switch (fault.problem) {
    case 'unknown':
      return `${sidesOf(fault)}${inBrackets}${sidesOf(fault) && ', '}no PNG, JPEG, GIF or WebP`;
    case 'cut':
    case 'no-sides': {
      const facts = [...(fault.width === undefined ? [] : [sides(fault)]), ...(size === '' ? [] : [size])];
      const known = facts.length === 0 ? '' : `: ${facts.join(', ')}`;
      return `${fault.format}, damaged (${fault.problem === 'cut' ? 'ends early' : 'no width or height'})${known}`;
    }
    case 'too-large':
      return `${sidesOf(fault)}${inBrackets}, too large: the limit is ${fault.maxSide} pixels a side and 5 MB of base64`;
  }
}

interface Sides {
  readonly width?: number;
  readonly height?: number;
}

function sidesOf({ format = '', ...known }: Sides & { readonly format?: string }): string {
  return known.width === undefined ? format : `${format} of ${sides(known)}`;
}

function sides({ width, height }: Sides): string {
  return `${width} × ${height} pixels`;
}
