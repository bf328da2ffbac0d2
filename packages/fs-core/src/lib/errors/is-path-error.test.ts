import { describe, expect, it } from 'vitest';
import { fromErrno } from './errno.ts';
import { isPathError } from './is-path-error.ts';
import { ToolError } from './tool-error.ts';

function failure(code: string): unknown {
  return fromErrno(Object.assign(new Error(code), { code }), 'open', '/a/file');
}

describe('isPathError', () => {
  it('is true of what concerns the file alone', () => {
    for (const code of ['ENOENT', 'EACCES', 'ELOOP', 'EIO']) expect(isPathError(failure(code))).toBe(true);
    expect(isPathError(new ToolError({ code: 'ACCESS_DENIED', path: '/a', allowed: [] }, 'Access denied'))).toBe(true);
  });

  it('is false of what the next file would meet too, and of any other error', () => {
    for (const code of ['EMFILE', 'ENFILE', 'ENOMEM']) expect(isPathError(failure(code))).toBe(false);
    expect(isPathError(new TypeError('mine'))).toBe(false);
  });
});
