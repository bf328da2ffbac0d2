import { ToolError } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

describe('failureOf', () => {
  it('keeps what an operation says', () => {
    const error = new ToolError('NOT_FOUND', 'Cannot open "f"', { path: 'f' });
    expect(failureOf(error)).toEqual({ code: 'NOT_FOUND', message: 'Cannot open "f"', details: { path: 'f' } });
  });

  it('takes an abortion for a call that was cancelled', () => {
    expect(failureOf(new DOMException('The operation was aborted', 'AbortError')).code).toBe('CANCELLED');
  });

  it('tells nothing of what nobody foresaw', () => {
    for (const thrown of [new TypeError('secret'), 'secret', undefined]) {
      expect(failureOf(thrown)).toEqual({
        code: 'IO_ERROR',
        message: expect.not.stringContaining('secret'),
        details: {},
      });
    }
  });
});
