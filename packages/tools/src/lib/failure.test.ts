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

  it.each([new TypeError('secret'), 'secret', undefined])('tells only the id of what nobody foresaw: %s', (thrown) => {
    const noted: unknown[] = [];
    const { details, ...failure } = failureOf(thrown, (unexpected) => noted.push(unexpected));
    const { id } = details;
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(failure).toEqual({ code: 'IO_ERROR', message: `Unexpected error (id ${id})` });
    expect(noted).toEqual([{ id, error: thrown }]);
  });
});
