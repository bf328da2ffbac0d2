import type { Failure } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { failed } from './failure.ts';

const errorOf = (failure: Failure) => failed(failure, {}, { root: '/', limit: { bytes: 1000 } }).error;

describe('failed', () => {
  const code = 'INVALID_ARGUMENT';

  it.each<[Failure, string]>([
    [{ code, problem: 'continuation' }, 'continuation'],
    [{ code, problem: 'continuation-range', startLine: 1, endLine: null }, 'continuation'],
    [{ code, problem: 'chunk-order', id: 'a', index: 2, expectedIndex: 1 }, 'chunk.index'],
    [{ code, problem: 'chunk-target', id: 'a' }, 'chunk.id'],
  ])('names the argument that is at fault: %o', (failure, argument) => {
    expect(errorOf(failure)).toMatchObject({ argument });
  });

  it('names a limit as the argument that sets it', () => {
    expect(errorOf({ code, problem: 'no-room', bound: 'tokens', limit: 1, bytes: 9 })).toEqual({
      ...{ code, argument: 'max_tokens', limit: 1, bytes: 9 },
      message: 'The next entry has 9 bytes and does not fit max_tokens 1: raise it',
    });
    expect(errorOf({ code, problem: 'no-room', bound: 'response', limit: 1 })).toEqual({
      ...{ code, argument: 'server_limit', limit: 1 },
      message: 'Not one character of what follows fits server_limit 1: raise it',
    });
  });

  it('names the option that raises a limit', () => {
    const size = { size: 2, limit: 1, bound: 'file-size', operation: 'write' } as const;
    expect(errorOf({ code: 'FILE_TOO_LARGE', path: 'f', ...size })).toMatchObject({ option: '--max-file-size' });
  });
});
