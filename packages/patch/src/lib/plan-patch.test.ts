import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hunk, HunkLine } from './patch.ts';
import { type LineEdit, MissingTextError, planPatch } from './plan-patch.ts';

function hunk(lines: string[], place: Partial<Hunk> = {}): Hunk {
  return { contexts: [], lines: lines.map(lineOf), atEnd: false, ...place };
}

function lineOf(line: string): HunkLine {
  return { kind: line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : 'kept', text: line.slice(1) };
}

function applied(file: readonly string[], edits: readonly LineEdit[]): string[] {
  const lines = [...file];
  for (const { start, removed, added } of [...edits].reverse()) lines.splice(start, removed, ...added);
  return lines;
}

/** The letters of a text as lines. */
function patched(file: string, ...hunks: Hunk[]): string {
  return applied([...file], planPatch([...file], hunks)).join('');
}

function missing(file: readonly string[], ...hunks: Hunk[]): Pick<MissingTextError, 'sought' | 'lines'> {
  try {
    planPatch(file, hunks);
  } catch (error) {
    if (error instanceof MissingTextError) return { sought: error.sought, lines: error.lines };
    throw error;
  }
  throw new Error('Everything was found');
}

describe('planPatch', () => {
  it.each<[string, string, Hunk[], string]>([
    ['a line', 'abc', [hunk(['-b', '+x'])], 'axc'],
    ['the first of two places', 'abab', [hunk(['-b', '+x'])], 'axab'],
    ['places one after the other', 'abab', [hunk(['-b', '+x']), hunk(['-b', '+y'])], 'axay'],
    ['what stands after a line above', 'abcab', [hunk(['-b'], { contexts: ['c'] })], 'abca'],
    ['what stands after several lines above', 'abcbdb', [hunk(['-b'], { contexts: ['c', 'd'] })], 'abcbd'],
    ['the end of the file', 'bab', [hunk(['-b', '+x'], { atEnd: true })], 'bax'],
    ['nothing but the end, by lines added', 'ab', [hunk(['+x', '+y'])], 'abxy'],
    ['what follows a line above, by lines added', 'abc', [hunk(['+x'], { contexts: ['a'] })], 'axbc'],
    ['the end, in spite of a line above', 'abc', [hunk(['+x'], { contexts: ['a'], atEnd: true })], 'abcx'],
    ['a place before the end where an earlier hunk added', 'abc', [hunk(['+x']), hunk(['-b'])], 'acx'],
    ['an empty file', '', [hunk(['+x'])], 'x'],
    ['several runs of a hunk', 'abcd', [hunk(['-a', ' b', '+x', ' c', '-d'])], 'bxc'],
    ['all lines', 'ab', [hunk(['-a', '-b'])], ''],
    ['what repeats its own beginning', 'aabaab', [hunk([' a', ' a', ' b', ' a', ' a', '-b'])], 'aabaa'],
  ])('changes %s', (_, file, hunks, expected) => {
    expect(patched(file, ...hunks)).toBe(expected);
  });

  it.each<[string, string[], string[], string[]]>([
    ['white space at its end', ['a  ', 'b'], [' a', '-b', '+c'], ['a  ', 'c']],
    ['white space around it', ['  a', 'b'], [' a', '-b', '+c'], ['  a', 'c']],
    ['a typographic dash', ['a – b', 'c'], [' a - b', '-c'], ['a – b']],
    ['typographic quotes', ['‘a’ “b”', 'c'], [` 'a' "b"`, '-c'], ['‘a’ “b”']],
    ['a strange space', ['a\u00a0b', 'c'], [' a b', '-c'], ['a\u00a0b']],
    ['a strange space in the patch', ['a b', 'c'], [' a\u3000b', '-c'], ['a b']],
  ])('finds a line in spite of %s, and keeps it', (_, file, lines, expected) => {
    expect(applied(file, planPatch(file, [hunk(lines)]))).toEqual(expected);
  });

  it('prefers a stricter comparison to an earlier place', () => {
    const file = ['a ', ' a', 'a'];
    expect(planPatch(file, [hunk(['-a'])])).toEqual([{ start: 2, removed: 1, added: [] }]);
    expect(planPatch(file.slice(0, 2), [hunk(['-a'])])).toEqual([{ start: 0, removed: 1, added: [] }]);
  });

  it.each<[string, string[], string[], string[]]>([
    ['kept on both sides', ['a'], ['-a', '+b', ' '], ['b']],
    ['removed', ['a'], [' a', '-'], ['a']],
    ['kept before an added one', ['a'], [' a', ' ', '+b'], ['a', '', 'b']],
    ['removed, with an empty one added', ['a'], ['-a', '-', '+b', '+'], ['b']],
    ['removed after a kept one that is empty', ['a', ''], [' a', ' ', '-'], ['a']],
  ])('does without an empty last line that is %s', (_, file, lines, expected) => {
    expect(applied(file, planPatch(file, [hunk(lines)]))).toEqual(expected);
  });

  it.each<[string, string, Hunk[], 'context' | 'lines', string[]]>([
    ['a line above', 'ab', [hunk(['-b'], { contexts: ['c'] })], 'context', ['c']],
    ['a line above, after the hunk before', 'ab', [hunk(['-b']), hunk(['+x'], { contexts: ['a'] })], 'context', ['a']],
    ['lines', 'ab', [hunk([' b', '-a', '+x', ' '])], 'lines', ['b', 'a', '']],
    ['lines before the place where the last hunk ended', 'ab', [hunk(['-b']), hunk(['-a'])], 'lines', ['a']],
    ['lines at the end', 'ab', [hunk(['-a'], { atEnd: true })], 'lines', ['a']],
    ['more lines than the file has', 'a', [hunk(['-a', '-b'], { atEnd: true })], 'lines', ['a', 'b']],
  ])('misses %s', (_, file, hunks, sought, lines) => {
    expect(missing([...file], ...hunks)).toEqual({ sought, lines });
  });

  it('does as a plain reading of the rules does', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(hunks, { maxLength: 4 }), (file, some) => {
        expect(outcome(() => applied(file, planPatch(file, some)))).toEqual(outcome(() => modelPatched(file, some)));
      }),
      { numRuns: 4 * testRounds(100) },
    );
  });
});

const line = fc.constantFrom('', 'a', 'b', 'a ', ' a', '-', '–', ' – ');
const hunks: fc.Arbitrary<Hunk> = fc.record({
  contexts: fc.array(line, { maxLength: 2 }),
  lines: fc.array(fc.record({ kind: fc.constantFrom('kept', 'removed', 'added' as const), text: line }), {
    minLength: 1,
    maxLength: 4,
  }),
  atEnd: fc.boolean(),
});

function outcome(run: () => string[]): string[] | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof MissingTextError) return `${error.sought}: ${JSON.stringify(error.lines)}`;
    throw error;
  }
}

// The rules once more, place by place and line by line, with no thought of speed.
function modelPatched(file: readonly string[], some: readonly Hunk[]): string[] {
  const above: string[][] = [...file, ''].map(() => []);
  const gone = file.map(() => false);
  let cursor = 0;
  for (const { contexts, lines, atEnd } of some) {
    let place = cursor;
    for (const context of contexts) {
      const found = modelFind(file, [context], place, false);
      if (found < 0) throw new MissingTextError('context', [context]);
      place = found + 1;
    }
    const old = lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
    if (old.length === 0) {
      const at = contexts.length > 0 && !atEnd ? place : file.length;
      above[at]?.push(...lines.map(({ text }) => text));
      cursor = place;
      continue;
    }
    let sought = old;
    let at = modelFind(file, sought, place, atEnd);
    const isShort = at < 0 && old.at(-1) === '';
    if (isShort) {
      sought = old.slice(0, -1);
      at = modelFind(file, sought, place, atEnd);
    }
    if (at < 0) throw new MissingTextError('lines', old);
    const fresh = lines.filter(({ kind }) => kind !== 'removed');
    const dropped = isShort && fresh.at(-1)?.text === '' ? fresh.at(-1) : undefined;
    let next = at;
    let run = at;
    for (const item of lines) {
      const isSought = item.kind !== 'added' && next < at + sought.length;
      const stays = item.kind !== 'removed' && item !== dropped;
      if (isSought) {
        if (!stays) gone[next] = true;
        next += 1;
        if (stays) run = next;
      } else if (stays) above[run]?.push(item.text);
    }
    cursor = next;
  }
  return above.flatMap((added, index) => [...added, ...file.slice(index, index + 1).filter(() => !gone[index])]);
}

function modelFind(file: readonly string[], sought: readonly string[], from: number, atEnd: boolean): number {
  const folds = [
    (text: string) => text,
    (text: string) => text.trimEnd(),
    (text: string) => text.trim(),
    (text: string) => text.trim().replaceAll('–', '-'),
  ];
  for (const fold of folds) {
    for (let at = from; at + sought.length <= file.length; at++) {
      if (atEnd && at + sought.length !== file.length) continue;
      if (sought.every((text, index) => fold(text) === fold(file[at + index] ?? ''))) return at;
    }
  }
  return -1;
}
