import { ToolError } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

describe('failureOf', () => {
  it('keeps what an operation says', () => {
    const error = new ToolError({ code: 'NOT_FOUND', path: 'f' }, 'Cannot open "f"');
    expect(failureOf(error)).toEqual({ code: 'NOT_FOUND', path: 'f', message: 'Cannot open "f"' });
  });

  it('takes an abortion for a call that was cancelled', () => {
    expect(failureOf(new DOMException('The operation was aborted', 'AbortError'))).toMatchObject({ code: 'CANCELLED' });
  });

  it.each([new TypeError('secret'), 'secret', undefined])('tells only the id of what nobody foresaw: %s', (thrown) => {
    const noted: unknown[] = [];
    const { message, ...failure } = failureOf(thrown, (unexpected) => noted.push(unexpected));
    const id = expect.stringMatching(/^[0-9a-f]{8}$/);
    expect(failure).toEqual({ code: 'IO_ERROR', problem: 'fault', id });
    expect(message).toBe(`Unexpected error (id ${Object(failure).id})`);
    expect(noted).toEqual([{ id: Object(failure).id, error: thrown }]);
  });
});
