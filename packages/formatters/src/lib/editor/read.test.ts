import type { DirectoryOutcome, TextOutcome } from '@dragoman/outcomes';
import { describe, expect, it } from 'vitest';
import { viewed } from './read.ts';

const facts = { path: 'f', realPath: '/f', size: 1 };

function textOf(lines: readonly string[], rest: Partial<TextOutcome> = {}): TextOutcome {
  return {
    ...{ ...facts, kind: 'text', startLine: 1, totalLines: lines.length, encoding: 'utf-8' },
    ...{ lines: lines.map((text) => ({ text, ending: '\n', fullLength: null }) as const) },
    ...{ text: null, more: false, isBounded: false, isRange: false },
    ...rest,
  };
}

function shown(outcome: TextOutcome | DirectoryOutcome, bytes = 100_000): string {
  return viewed(outcome, { limit: { bytes } })
    .content.map((block) => (block.type === 'text' ? block.text : block.type))
    .join('\n');
}

describe('viewed', () => {
  it('ends with the last line that fits, and says where to go on', () => {
    const outcome = textOf(['one', 'two', 'x'.repeat(200)]);
    const cut =
      '     1\tone\n     2\ttwo\nTruncated: the response size limit was reached after line 2. Use view_range to continue from line 3.';
    const whole = shown(outcome);
    expect(shown(outcome, whole.length)).toBe(whole);
    for (const bytes of [whole.length - 1, cut.length]) expect(shown(outcome, bytes)).toBe(cut);
    expect(shown(outcome, cut.length - 1)).toMatch(/^ {5}1\tone\nTruncated: .* after line 1\./);
  });

  it('shows the beginning of a first line that does not fit', () => {
    const text = shown(textOf(['x'.repeat(2000), 'y'], { startLine: 7 }), 500);
    expect(text).toMatch(/^ {5}7\tx+\nTruncated: line 7 alone exceeds the response size limit\.$/);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(shown(textOf(['one', 'x'.repeat(100)]), 70)).toBe(
      '     1\tone\nTruncated: line 1 alone exceeds the response size limit.',
    );
  });

  it('says how many lines a file has of which it shows the first, and nothing of the kind for a range', () => {
    const outcome = textOf(['one', 'two'], { more: true, totalLines: 5000 });
    expect(shown(outcome)).toBe(
      '     1\tone\n     2\ttwo\nTruncated: file has 5000 lines. Use view_range to read specific sections.',
    );
    expect(shown({ ...outcome, isRange: true })).toBe('     1\tone\n     2\ttwo');
  });

  it('shows where links lead, and keeps every name on its line', () => {
    const entries = [
      { path: 'a\nb', kind: 'file' },
      { path: 'd', kind: 'directory' },
      { path: 'l', kind: 'link', target: 'd/\u001b[2J' },
      { path: 'pipe', kind: 'other' },
    ] as const;
    expect(shown({ kind: 'directory', path: '.', realPath: '/w', entries })).toBe(
      ['a\\nb', 'd/', 'l -> d/\\e[2J', 'pipe'].join('\n'),
    );
  });

  it('says that a directory is empty', () => {
    expect(shown({ kind: 'directory', path: '.', realPath: '/w', entries: [] })).toBe('(empty directory)');
  });
});
