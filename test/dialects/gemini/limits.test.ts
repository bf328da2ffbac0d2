import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

const files = table(
  {
    'ROOT/long.txt': Array.from({ length: 90 }, (_, index) => `line ${index + 1} of many\n`).join(''),
    'ROOT/wide.txt': `${'x'.repeat(1500)}\nnext\n`,
    'ROOT/src/a.ts': 'foo',
    'ROOT/src/b.ts': '',
    'ROOT/src/c.ts': '',
  },
  { args: ['--dry-run', '--max-results', '2', '--max-response-size', '1KB'] },
);

files.succeeds('write_file', [
  [
    'nothing on a dry run, where a file would be new',
    { file_path: 'ROOT/new.txt', content: 'x' },
    '[Dry Run] Would create and write to new file: ROOT/new.txt.',
  ],
  [
    'nothing on a dry run, where a file is',
    { file_path: 'ROOT/src/a.ts', content: 'x' },
    '[Dry Run] Would overwrite file: ROOT/src/a.ts.',
  ],
]);
files.succeeds('replace', [
  [
    'nothing on a dry run',
    { file_path: 'ROOT/src/a.ts', old_string: 'foo', new_string: 'bar' },
    '[Dry Run] Would modify file: ROOT/src/a.ts (1 replacements).',
  ],
  [
    'nothing on a dry run, where a file would be new',
    { file_path: 'ROOT/new.txt', old_string: '', new_string: 'bar' },
    '[Dry Run] Would create new file: ROOT/new.txt with provided content.',
  ],
]);

it('changes nothing on a dry run', () => {
  expect(readdirSync(files.tree.path('ROOT'))).toEqual(['long.txt', 'src', 'wide.txt']);
});

it('ends at the last line that fits, and says where that is', async () => {
  const { text } = await files.answer('read_file', { absolute_path: 'ROOT/long.txt' });
  const [header, ...lines] = text.split('\n');
  expect(header).toBe(
    `[File content truncated: showing lines 1-${lines.length} of 90 total lines. Use offset/limit parameters to view more.]`,
  );
  expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => `line ${index + 1} of many`));
  expect(lines.length).toBeGreaterThan(30);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
});

it('lists as many files as it may, and counts the others', async () => {
  const { text } = await files.answer('glob', { pattern: 'src/*.ts' });
  expect(text).toMatch(/^Found 3 file\(s\) matching .*:\n(?:ROOT\/src\/.\.ts\n){2}\[1 more files not shown: narrow/);
});

files.fails('glob', [
  ['a group that is open', { pattern: '@(a' }, `${E}Cannot read glob "@(a": a group is not closed`],
]);
