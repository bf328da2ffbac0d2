import { describe, expect, it } from 'vitest';
import { createMessageReader, type UnsearchedPath } from './ripgrep-messages.ts';

function read(...chunks: readonly string[]): { unsearched: UnsearchedPath[]; text: string } {
  const unsearched: UnsearchedPath[] = [];
  const reader = createMessageReader((one) => unsearched.push(one));
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return { unsearched, text: reader.end() };
}

describe('createMessageReader', () => {
  it('reports what could not be searched, however the text is cut', () => {
    const said = 'rg: ./a: b: Permission denied (os error 13)\nrg: ./c: PCRE2: error matching: match limit exceeded\n';
    const unsearched = [
      { path: './a: b', backtracks: false },
      { path: './c', backtracks: true },
    ];
    expect(read(said)).toEqual({ unsearched, text: '' });
    expect(read(...said)).toEqual({ unsearched, text: '' });
  });

  it('knows its standard input by the name that ripgrep gives it', () => {
    const said = 'rg: <stdin>: PCRE2: error matching: match limit exceeded\n';
    expect(read(said)).toEqual({ unsearched: [{ path: '<stdin>', backtracks: true }], text: '' });
  });

  it('keeps why ripgrep gave up', () => {
    expect(read('rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n')).toEqual({
      unsearched: [],
      text: 'rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n',
    });
  });

  it('takes no part of a file name for a reason to give up', () => {
    const name = 'x\nrg: regex parse error:\nerror: unclosed group';
    expect(read(`rg: ./${name}: Permission denied (os error 13)\n`).text).toBe('');
  });

  it('does not report a file as unsearched where its lines could not be written', () => {
    const unsearched: string[] = [];
    const reader = createMessageReader(({ path }) => unsearched.push(path));
    reader.push(Buffer.from('rg: ./a: Permission denied (os error 13)\n'));
    expect(reader.lacksRoom).toBe(false);
    reader.push(Buffer.from('rg: ./b: No space left on device (os error 28)\n'));
    expect([reader.lacksRoom, unsearched, reader.end()]).toEqual([true, ['./a'], '']);
  });
});
