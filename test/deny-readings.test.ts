import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree, testRounds } from '@dragoman/testing';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDenyMatcher } from '../packages/fs-core/src/lib/paths/deny-matcher.ts';

const ODD = [
  '(a)',
  '[ab]',
  '[...a]',
  '@a',
  '(.)a',
  '{a,b}',
  'a b',
  '+a',
  '$a',
  '^a',
  "a'",
  '"a"',
  'a|b',
  '#a',
  '(a|b)',
];
const NAMES = ['a', 'b', 'ab', 'a.key', 'i', ...ODD];
const FILES = NAMES.flatMap((name) => [name, ...NAMES.map((below) => `d/${name}/${below}`), `${name}.d/x/${name}`]);

const segment = fc.oneof(
  fc.constantFrom(...NAMES, 'd'),
  fc.constantFrom(
    '*',
    '?',
    '**',
    '[!b]',
    '[[]ab]',
    '*.key',
    'a*',
    '(*)',
    '?a?',
    '*(a)',
    '@(a|b)',
    '+(a)',
    '{a,i}',
    '\\(a\\)',
  ),
);
const glob = fc
  .tuple(
    fc.constantFrom('', '', '/', '**/'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/', '/**'),
  )
  .map(([start, names, end]) => start + names.join('/') + end);

describe.skipIf(process.platform === 'win32')('a deny glob denies', () => {
  let tree: TemporaryTree;
  const run = (program: string, args: readonly string[], input = ''): readonly string[] => {
    const { stdout } = spawnSync(program, args, { cwd: tree.path('w'), input, encoding: 'utf8' });
    return stdout.split('\0').filter((path) => path !== '');
  };

  beforeAll(async () => {
    tree = await openTree({ ...Object.fromEntries(FILES.map((file) => [`w/${file}`, ''])), globs: '' });
    spawnSync('git', ['init', '-q', tree.path('w')]);
  });

  afterAll(() => tree[Symbol.asyncDispose]());

  /** The files that each program takes a glob to mean; none if it finds fault with the glob. */
  const READINGS: [program: string, meant: (glob: string) => readonly string[]][] = [
    [
      'git check-ignore',
      (text) => {
        writeFileSync(tree.path('globs'), text.replace(/^#/, '\\#'));
        const exclude = `core.excludesFile=${tree.path('globs')}`;
        return run('git', ['-c', exclude, 'check-ignore', '--no-index', '-z', '--stdin'], FILES.join('\0'));
      },
    ],
    [
      'git ls-files',
      (text) => run('git', ['ls-files', '-z', '--others', '--', `:(top,glob)${text.replace(/^\//, '')}`]),
    ],
    [
      'rg --glob',
      (text) => {
        const { stdout, status } = spawnSync(
          rgPath,
          ['--no-config', '--files', '--hidden', '--no-ignore', '--null', `--glob=!${text}`],
          { cwd: tree.path('w'), encoding: 'utf8' },
        );
        if (status === 2) return [];
        const kept = new Set(stdout.split('\0'));
        return FILES.filter((file) => !kept.has(file));
      },
    ],
  ];

  it.for(READINGS)('whatever it means for %s', { timeout: 120_000 }, ([program, meant], { skip }) => {
    const [name = ''] = program.split(' ');
    if (name === 'git' && spawnSync('git', ['--version']).status !== 0) skip('there is no git');
    let sum = 0;
    fc.assert(
      fc.property(glob, (text) => {
        // What is the top for the others is a directory for us.
        const denies = createDenyMatcher([text.startsWith('/') ? `/w${text}` : text], () => false);
        const files = meant(text);
        sum += files.length;
        expect(files.filter((file) => !denies(`/w/${file}`))).toEqual([]);
      }),
      // The example alone means hundreds of files, so that their absence above means something whatever chance brings.
      { numRuns: testRounds(40), examples: [['d/**']] },
    );
    expect(sum).toBeGreaterThan(100);
  });
});
