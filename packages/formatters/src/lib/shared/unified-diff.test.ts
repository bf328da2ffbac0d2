import { testRounds } from '@dragoman/testing';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
const diff = (before: string, after: string): string =>
  unifiedDiff({ path: 'f', differingLines: (context) => differing(linesOf(before), linesOf(after), context) });

/** Lines that operations report for a change from one text to another. */
function differing(before: readonly string[], after: readonly string[], context: number) {
  const least = Math.min(before.length, after.length);
  const start = countWhile(least, (index) => before[index] === after[index]);
  const end = before.length - countWhile(least - start, (index) => before.at(-1 - index) === after.at(-1 - index));
  return {
    startLine: start + 1,
    lead: before.slice(Math.max(0, start - context), start).join(''),
    removed: before.slice(start, end).join(''),
    added: after.slice(start, end - before.length + after.length).join(''),
    trail: before.slice(end, end + context).join(''),
  };
}

function countWhile(most: number, holds: (index: number) => boolean): number {
  let count = 0;
  while (count < most && holds(count)) count += 1;
  return count;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

describe('unifiedDiff', () => {
  it('shows a change with three lines around it', () => {
    expect(diff(numbers(9), numbers(9).replace('5', 'five'))).toBe(
      '--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8',
    );
  });

  it('puts changes that are far apart in hunks of their own', () => {
    const after = numbers(30).replace('2\n', 'two\n').replace('20\n', 'twenty\n');
    expect(diff(numbers(30), after).match(/^@@ .* @@$/gm)).toEqual(['@@ -1,5 +1,5 @@', '@@ -17,7 +17,7 @@']);
  });

  it('tells of a missing newline at the end', () => {
    expect(diff('a', 'a\n')).toBe('--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a');
  });

  it('names the line before an empty range', () => {
    expect(diff('', 'a\n')).toBe('--- f\n+++ f\n@@ -0,0 +1 @@\n+a');
  });

  it('tells a long change in numbers', () => {
    expect(diff(numbers(300), '')).toBe(
      '--- f\n+++ f\n(300 lines removed, 0 lines added; the diff is too long to show)',
    );
  });

  it('takes texts whose finest difference would take too long to find for two that share nothing', () => {
    const reversed = numbers(20_000).trimEnd().split('\n').reverse().join('\n');
    expect(diff(numbers(20_000), `${reversed}\n`)).toMatch(/\(20000 lines removed, 20000 lines added;/);
  });

  it('gives nothing for equal texts', () => {
    expect(diff('a', 'a')).toBe('');
  });

  it('can be applied by another program', () => {
    const law = (before: string, after: string) => {
      fc.pre(before !== after);
      expect(applyPatch(before, `${diff(before, after)}\n`, { fuzzFactor: 0 })).toBe(after);
    };
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 40 }).map((lines) => lines.join('\n'));
    fc.assert(fc.property(text, text, law), { numRuns: testRounds(100) });
    // A few changes in a longer text, which share a hunk or have one each.
    const splice = fc.record({ at: fc.nat(100), removed: fc.nat(3), added: fc.array(fc.constantFrom('a\n', 'b\n')) });
    const changed = fc.array(splice, { minLength: 1, maxLength: 5 }).map((splices) => {
      const lines = numbers(100).match(/.*\n/g) ?? [];
      for (const { at, removed, added } of splices) lines.splice(at, removed, ...added);
      return lines.join('');
    });
    fc.assert(fc.property(fc.constant(numbers(100)), changed, law), { numRuns: testRounds(100) });
  });
});
