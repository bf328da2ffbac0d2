import type { TextOutcome } from '@dragoman/outcomes';
import { describe, expect, it } from 'vitest';
import { read } from './read.ts';

const LINES = ['one', 'two', 'three'];

const OUTCOME: TextOutcome = {
  ...{ kind: 'text', path: '/f', realPath: '/f', size: 14, startLine: 1, totalLines: 3, encoding: 'utf-8' },
  lines: LINES.map((text) => ({ text, ending: '\n', fullLength: null })),
  ...{ text: null, more: false, isBounded: false, isRange: false },
};

function shown(bytes: number): unknown {
  return read(OUTCOME, { limit: { bytes } }).content.map((block) => block.type === 'text' && block.text);
}

describe('read', () => {
  it('shows all that fits into the limit, to the byte, and else as many lines as fit with the note', () => {
    const whole = '     1\tone\n     2\ttwo\n     3\tthree';
    expect(shown(whole.length)).toEqual([whole]);
    const note = '[Line 1 alone exceeds the response size limit. Use offset=2 to continue.]';
    expect(shown(whole.length - 1)).toEqual([note.slice(0, whole.length - 1)]);
    const cut = '     1\tone\n[Showing lines 1-1 of 3; more lines follow. Use offset=2 to continue.]';
    const long = {
      ...OUTCOME,
      lines: [...OUTCOME.lines, { text: 'x'.repeat(90), ending: '\n', fullLength: null } as const],
    };
    expect(read(long, { limit: { bytes: cut.length } }).content).toEqual([{ type: 'text', text: cut }]);
  });
});
