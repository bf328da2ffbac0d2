import type { Failure } from '@dragoman/fs-core';
import { withAllowed } from '../shared/allowed.ts';

const WORDS = { search: 'Grep' };

/** Explains a failure of dialect `claude`. @example toolFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function toolFailed(failure: Failure): string {
  return withAllowed(failure, WORDS);
}
