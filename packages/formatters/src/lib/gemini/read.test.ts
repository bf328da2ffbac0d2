import type { TextOutcome } from '@dragoman/outcomes';
import { describe, expect, it } from 'vitest';
import { readContent } from './read.ts';

const LINES = ['one', 'two', 'x'.repeat(300)];

const OUTCOME: TextOutcome = {
  ...{ kind: 'text', path: '/f', realPath: '/f', size: 309, startLine: 1, totalLines: 3, encoding: 'utf-8' },
  lines: LINES.map((text) => ({ text, ending: '\n', fullLength: null })),
  ...{ text: null, more: false, isBounded: false, isRange: false },
};

describe('readContent', () => {
  const whole = `${LINES.join('\n')}\n`;

  it.each([
    ['line by line', null],
    ['as one text', whole],
  ])('shows what is given %s exactly where that fits, to the byte, and else so many lines with a header', (_, text) => {
    const outcome = { ...OUTCOME, text };
    const shown = (bytes: number) =>
      readContent(outcome, { limit: { bytes } }).content.map((block) => 'text' in block && block.text);
    expect(shown(whole.length)).toEqual([whole]);
    const header = (last: number) =>
      `[File content truncated: showing lines 1-${last} of 3 total lines. Use offset/limit parameters to view more.]\n`;
    const two = `${header(2)}one\ntwo`;
    expect(shown(whole.length - 1)).toEqual([two]);
    expect(shown(two.length)).toEqual([two]);
    expect(shown(two.length - 1)).toEqual([`${header(1)}one`]);
  });
});
