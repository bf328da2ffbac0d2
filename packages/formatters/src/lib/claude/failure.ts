import type { Failure } from '@dragoman/fs-core';
import { withAllowed } from '../shared/allowed.ts';
import { noNotebook } from './notebook-fault.ts';

const WORDS = { search: 'Grep' };

/** Explains a failure of dialect `claude`. @example toolFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function toolFailed(failure: Failure): string {
  if (failure.code === 'UNSUPPORTED_FILE' && 'notebook' in failure) return noNotebook(failure.notebook);
  return withAllowed(failure, WORDS);
}
