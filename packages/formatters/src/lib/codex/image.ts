import type { Failure } from '@dragoman/fs-core';
import type { ImageOutcome } from '@dragoman/outcomes';
import type { ImageFacts } from '../facts.ts';
import type { FormattedResult } from '../formatter.ts';
import { pathOf } from '../shared/failure-path.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { otherFailure, systemReason } from './failure.ts';

/** Result of `view_image`. @example shownImage(outcome) */
export function shownImage({ data, ...facts }: ImageOutcome): FormattedResult<ImageFacts> {
  return { content: imageBlocks({ data, ...facts }), outcome: facts };
}

/** Explains a failure of `view_image`. @example imageFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function imageFailed(failure: Failure): string {
  const path = pathOf(failure);
  if (failure.code === 'IS_DIRECTORY' || (failure.code === 'UNSUPPORTED_FILE' && !('mimeType' in failure)))
    return `image path \`${path}\` is not a file`;
  if (failure.code === 'UNSUPPORTED_FILE') return 'unable to process image: invalid or unsupported image data';
  const reason = systemReason(failure);
  return reason === null ? otherFailure(failure) : `unable to locate image at \`${path}\`: ${reason}`;
}
