import { ToolError } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { traceOf } from './trace-of.ts';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

describe('traceOf', () => {
  it('has name and frames, and nothing of what a message quotes', () => {
    const error = thrownBy(() => JSON.parse('secret\n    at secret (content.js:1:1)'));
    const [name, ...frames] = traceOf(error).split('\n');
    expect(name).toBe('SyntaxError');
    expect(frames[0]).toMatch(/^ {4}at JSON\.parse/);
    expect(frames.join('\n')).toContain('trace-of.test.ts');
    expect(frames.join('\n')).not.toContain('secret');
  });

  it('has the code that Node gives an error', () => {
    expect(traceOf(thrownBy(() => Buffer.alloc(1).readUInt8(5)))).toMatch(/^RangeError ERR_OUT_OF_RANGE\n {4}at /);
  });

  it('has the messages of the operating system and of this program, and the causes', () => {
    const cause = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    const error = new TypeError('secret', {
      cause: new ToolError({ code: 'IO_ERROR', path: 'f' }, 'Cannot read "f"', { cause }),
    });
    const lines = traceOf(error)
      .split('\n')
      .filter((line) => !line.startsWith('    at '));
    const said = ['TypeError', 'Caused by:', 'ToolError: Cannot read "f"', 'Caused by:', 'Error: EIO: i/o error, read'];
    expect(lines).toEqual(said);
  });

  it('ends where an error is its own cause', () => {
    const error = new Error('secret');
    error.cause = error;
    expect(
      traceOf(error)
        .split('\n')
        .filter((line) => line === 'Error'),
    ).toHaveLength(6);
  });

  it.each([
    ['secret', 'A thrown string'],
    [undefined, 'A thrown undefined'],
    [{ message: 'secret' }, 'A thrown object'],
  ])('says of %j no more than what it is', (thrown, trace) => {
    expect(traceOf(thrown)).toBe(trace);
  });
});
