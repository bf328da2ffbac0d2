import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePatch } from './parse-patch.ts';
import type { Hunk, HunkLine, Patch, Section } from './patch.ts';
import { PatchError, type PatchProblem } from './patch-error.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

function parse(...lines: string[]): Patch {
  return parsePatch([BEGIN, ...lines, END].join('\n'));
}

function problemOf(text: string): PatchProblem {
  try {
    parsePatch(text);
  } catch (error) {
    if (error instanceof PatchError) return error.problem;
    throw error;
  }
  throw new Error('The patch was read');
}

const hunk = (...lines: string[]): Hunk => ({ contexts: [], lines: lines.map(lineOf), atEnd: false });

function lineOf(line: string): HunkLine {
  return { kind: line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : 'kept', text: line.slice(1) };
}

describe('parsePatch', () => {
  it.each<[string, string[], Section[]]>([
    ['an added file', ['*** Add File: a', '+x', '+', '++y'], [{ change: 'add', path: 'a', lines: ['x', '', '+y'] }]],
    ['an empty file', ['*** Add File: a'], [{ change: 'add', path: 'a', lines: [] }]],
    ['a deleted file', ['*** Delete File: a b.txt'], [{ change: 'delete', path: 'a b.txt' }]],
    ['an update', ['*** Update File: a', '@@', ' k', '-r', '+n'], [update(hunk(' k', '-r', '+n'))]],
    ['a first hunk without @@', ['*** Update File: a', '-r', '+n'], [update(hunk('-r', '+n'))]],
    ['an empty line as a kept one', ['*** Update File: a', '@@', '-r', '', '+n'], [update(hunk('-r', ' ', '+n'))]],
    ['blank lines before a hunk', ['*** Update File: a', '', ' ', '@@', '-r'], [update(hunk('-r'))]],
    ['a line of a file above', ['*** Update File: a', '@@ f()', '-r'], [update({ ...hunk('-r'), contexts: ['f()'] })]],
    [
      'several lines above',
      ['*** Update File: a', '@@ class', '@@  f()', '@@', '-r'],
      [update({ ...hunk('-r'), contexts: ['class', ' f()'] })],
    ],
    ['several hunks', ['*** Update File: a', '@@', '-r', '@@', '+n'], [update(hunk('-r'), hunk('+n'))]],
    [
      'the end of the file, and blank lines and a hunk after it',
      ['*** Update File: a', '-r', '*** End of File', '', '@@', '-s'],
      [update({ ...hunk('-r'), atEnd: true }, hunk('-s'))],
    ],
    [
      'a move without hunks',
      ['*** Update File: a', '*** Move to: b'],
      [{ change: 'update', path: 'a', moveTo: 'b', hunks: [] }],
    ],
    [
      'a move with hunks',
      ['*** Update File: a', '*** Move to:  b ', '-r'],
      [{ change: 'update', path: 'a', moveTo: 'b', hunks: [hunk('-r')] }],
    ],
    [
      'a move with a blank before it as a line that is kept',
      ['*** Update File: a', ' *** Move to: b', '-r'],
      [update(hunk(' *** Move to: b', '-r'))],
    ],
    ['white space around headers', ['  *** Delete File:  a \t'], [{ change: 'delete', path: 'a' }]],
    [
      'a header with white space before it as a line of a hunk',
      ['*** Update File: a', '-r', ' *** Delete File: b'],
      [update(hunk('-r', ' *** Delete File: b'))],
    ],
    [
      'several sections',
      ['*** Add File: a', '+x', '*** Update File: b', '-r', '*** Delete File: c'],
      [
        { change: 'add', path: 'a', lines: ['x'] },
        { change: 'update', path: 'b', hunks: [hunk('-r')] },
        { change: 'delete', path: 'c' },
      ],
    ],
  ])('reads %s', (_, lines, sections) => {
    expect(parse(...lines)).toEqual({ sections });
  });

  it.each([
    ['white space around the whole', (patch: string) => `\n  ${patch}\n\n`],
    [
      'white space around both markers',
      (patch: string) => patch.replace(BEGIN, `${BEGIN} `).replace(END, `  ${END}\t`),
    ],
    ['CRLF', (patch: string) => patch.replaceAll('\n', '\r\n')],
    ['a heredoc', (patch: string) => `<<EOF\n${patch}\nEOF`],
    ['a heredoc with single quotes', (patch: string) => `<<'EOF'\n${patch}\nEOF\n`],
    ['a heredoc with double quotes', (patch: string) => `<<"EOF"\r\n${patch}\r\nEOF`],
  ])('reads a patch with %s', (_, written) => {
    const patch = [BEGIN, '*** Update File: a', '-r', '+n', END].join('\n');
    expect(parsePatch(written(patch))).toEqual({ sections: [update(hunk('-r', '+n'))] });
  });

  it.each<[string, string, PatchProblem]>([
    ['no text', '', { problem: 'last-line' }],
    ['white space alone', ' \n ', { problem: 'last-line' }],
    ['a text that is no patch', 'hello', { problem: 'first-line' }],
    ['a heredoc of another word', `<<END\n${BEGIN}\n${END}\nEND`, { problem: 'first-line' }],
    ['no end', `${BEGIN}\n*** Delete File: a`, { problem: 'last-line' }],
    ['a beginning alone', BEGIN, { problem: 'last-line' }],
    ['lines after the end', `${BEGIN}\n*** Delete File: a\n${END}\nmore`, { problem: 'last-line' }],
    ['two ends', `${BEGIN}\n*** Delete File: a\n${END}\n${END}`, { problem: 'last-line' }],
    ['an end after a hunk', `${BEGIN}\n*** Update File: a\n-r\n${END}\n-s\n${END}`, { problem: 'last-line' }],
    ['an end after @@', `${BEGIN}\n*** Update File: a\n@@\n${END}\n-s\n${END}`, { problem: 'last-line' }],
    ['nothing between the markers', `${BEGIN}\n${END}`, { problem: 'empty' }],
    ['an environment', `${BEGIN}\n*** Environment ID: 7\n*** Delete File: a\n${END}`, { problem: 'environment' }],
  ])('refuses %s', (_, text, problem) => {
    expect(problemOf(text)).toEqual(problem);
  });

  it.each<[string, string[], PatchProblem]>([
    ['a line that is no header', [' foo '], { problem: 'header', line: 2, text: 'foo' }],
    ['a blank line between sections', ['*** Delete File: a', ''], { problem: 'header', line: 3, text: '' }],
    ['a header without a path', ['*** Add File: '], { problem: 'header', line: 2, text: '*** Add File:' }],
    ['a line of an added file without +', ['*** Add File: a', '+x', 'y'], { problem: 'header', line: 4, text: 'y' }],
    ['an update without hunks', ['*** Update File: a'], { problem: 'empty-update', line: 2, path: 'a' }],
    [
      'an update with nothing but the end of the file',
      ['*** Update File: a', '*** End of File'],
      { problem: 'empty-update', line: 2, path: 'a' },
    ],
    [
      'an update without hunks before another section',
      ['*** Delete File: b', '*** Update File: a', '*** Delete File: c'],
      { problem: 'empty-update', line: 3, path: 'a' },
    ],
    [
      'a strange first line of a hunk',
      ['*** Update File: a', '@@', 'foo'],
      { problem: 'unexpected-line', line: 4, text: 'foo' },
    ],
    [
      'a strange first line of a section',
      ['*** Update File: a', 'foo'],
      { problem: 'unexpected-line', line: 3, text: 'foo' },
    ],
    [
      'a strange later line',
      ['*** Update File: a', '@@', '-r', 'foo '],
      { problem: 'no-marker', line: 5, text: 'foo ' },
    ],
    [
      'a move that comes late',
      ['*** Update File: a', '-r', '*** Move to: b'],
      {
        problem: 'no-marker',
        line: 4,
        text: '*** Move to: b',
      },
    ],
    ['@@ without lines', ['*** Update File: a', '@@ f()'], { problem: 'no-lines', line: 4 }],
    [
      '@@ before the end of the file',
      ['*** Update File: a', '@@', '*** End of File'],
      { problem: 'no-lines', line: 4 },
    ],
    [
      '@@ before another section',
      ['*** Update File: a', '@@', '*** Delete File: b'],
      { problem: 'unexpected-line', line: 4, text: '*** Delete File: b' },
    ],
  ])('refuses %s', (_, lines, problem) => {
    expect(problemOf([BEGIN, ...lines, END].join('\n'))).toEqual(problem);
  });

  it('reads back every patch that the grammar allows', () => {
    fc.assert(
      fc.property(fc.array(sections, { minLength: 1, maxLength: 5 }), (written) => {
        expect(parse(...written.flatMap(linesOfSection)).sections).toEqual(written);
      }),
    );
  });

  it('reads a patch or says why not, however a patch is mangled', () => {
    const patches = fc.array(sections, { minLength: 1, maxLength: 3 });
    const mutations = fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...FRAGMENTS)), { maxLength: 4 });
    fc.assert(
      fc.property(patches, mutations, (written, changes) => {
        const lines = [BEGIN, ...written.flatMap(linesOfSection), END];
        for (const [at, removed, added] of changes) lines.splice(at % (lines.length + 1), removed, added);
        try {
          const { sections: read } = parsePatch(lines.join('\n'));
          expect(read.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError);
          if (error instanceof PatchError && 'line' in error.problem) {
            expect(error.problem.line).toBeLessThanOrEqual(lines.length);
          }
        }
      }),
    );
  });
});

function update(...hunks: Hunk[]): Section {
  return { change: 'update', path: 'a', hunks };
}

const FRAGMENTS = ['', '@@', '@@ f', ' k', '-r', '+n', 'x', BEGIN, END, '*** End of File', '*** Move to: m', '*** '];

const text = fc.string({ unit: fc.constantFrom('a', ' ', '@', '*', '+', '-', 'é', '文') });
const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '-'), minLength: 1 });
const hunkLine = fc.record({ kind: fc.constantFrom('kept', 'removed', 'added' as const), text });
const hunks = fc.record({
  contexts: fc.array(
    text.filter((line) => line.trim() !== ''),
    { maxLength: 2 },
  ),
  lines: fc.array(hunkLine, { minLength: 1, maxLength: 5 }),
  atEnd: fc.boolean(),
});
const sections: fc.Arbitrary<Section> = fc.oneof(
  fc.record({ change: fc.constant('add' as const), path, lines: fc.array(text, { maxLength: 4 }) }),
  fc.record({ change: fc.constant('delete' as const), path }),
  fc.record({ change: fc.constant('update' as const), path, hunks: fc.array(hunks, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    change: fc.constant('update' as const),
    path,
    moveTo: path,
    hunks: fc.array(hunks, { maxLength: 2 }),
  }),
);

function linesOfSection(section: Section): string[] {
  switch (section.change) {
    case 'add':
      return [`*** Add File: ${section.path}`, ...section.lines.map((line) => `+${line}`)];
    case 'delete':
      return [`*** Delete File: ${section.path}`];
    case 'update':
      return [
        `*** Update File: ${section.path}`,
        ...(section.moveTo === undefined ? [] : [`*** Move to: ${section.moveTo}`]),
        ...section.hunks.flatMap(linesOfHunk),
      ];
  }
}

const SIGNS = { kept: ' ', removed: '-', added: '+' };

function linesOfHunk({ contexts, lines, atEnd }: Hunk): string[] {
  return [
    '@@',
    ...contexts.map((context) => `@@ ${context}`),
    ...lines.map(({ kind, text: content }) => SIGNS[kind] + content),
    ...(atEnd ? ['*** End of File'] : []),
  ];
}
