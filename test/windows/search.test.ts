import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { useWindows } from './windows.ts';

const windows = useWindows();

const NODES = {
  'a.txt': 'one\ntwo needle\n',
  'src/b.ts': 'const needle = 1;\nneedle(needle)\n',
  'src/deep/c.ts': 'nothing\n',
  '.git/config': 'needle\n',
  'node_modules/m/i.js': 'needle\n',
};

/** Answers of each dialect's search, by the words of the dialect. */
const SEARCHES = [
  ['editor', 'grep', { pattern: 'needle' }, 'a.txt\nsrc/b.ts'],
  [
    'editor',
    'grep',
    { pattern: 'needle', output_mode: 'content' },
    'a.txt:2:two needle\nsrc/b.ts:1:const needle = 1;\nsrc/b.ts:2:needle(needle)',
  ],
  ['editor', 'grep', { pattern: 'needle', output_mode: 'count' }, 'a.txt:1\nsrc/b.ts:2'],
  ['claude-code', 'Grep', { pattern: 'needle', '-o': true, output_mode: 'count' }, 'src/b.ts:3\na.txt:1'],
  [
    'gemini',
    'search_file_content',
    { pattern: 'NEEDLE', include: '*.ts' },
    'Found 2 matches for pattern "NEEDLE" in path "." (filter: "*.ts"):\n---\nFile: src/b.ts\nL1: const needle = 1;\nL2: needle(needle)\n---',
  ],
  [
    'budgeted',
    'search_code',
    { pattern: 'needle', glob: '*.txt', metadata_level: 'minimal' },
    '{"matches":[{"file_path":"a.txt","line":2,"text":"two needle"}],"truncated":false,"continuation":null}',
  ],
] as const;

it.each(SEARCHES)('%s: %s %j right after the files were written', async (dialect, tool, args, found) => {
  using folder = windows().folder(NODES);
  await using server = await windows().serve({ cwd: folder.root, args: ['--dialect', dialect] });
  const text = textOf(await server.call(tool, args)).replaceAll(`${folder.root}\\`, '');
  expect(text.replaceAll('\\', '/')).toBe(found);
});

it('searches one file, however it is named, and in whatever encoding it is', async () => {
  using folder = windows().folder({ ...NODES, 'utf16.txt': Buffer.from('\uFEFFa needle\r\n', 'utf16le') });
  await using server = await windows().serve({ cwd: folder.root, args: ['--dialect', 'editor'] });
  const grep = async (args: object) => textOf(await server.call('grep', { pattern: 'needle', ...args }));
  for (const path of ['src/b.ts', 'src\\b.ts', folder.path('src/b.ts')]) {
    expect(await grep({ path, output_mode: 'count' })).toMatch(/b\.ts:2$/);
    expect(await grep({ path, output_mode: 'content' })).toMatch(
      /b\.ts:1:const needle = 1;\n.*b\.ts:2:needle\(needle\)$/,
    );
  }
  expect(await grep({ path: 'utf16.txt', output_mode: 'content' })).toBe('utf16.txt:1:a needle');
  expect(await grep({ path: 'src/deep/c.ts' })).toBe('No matches found');
});

it('confirms what it found in more files than fit on a command line of Windows', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `${'long name '.repeat(20)}${at}.txt`);
  using folder = windows().folder(Object.fromEntries(names.map((name) => [name, 'needle\n'])));
  await using server = await windows().serve({ cwd: folder.root, args: ['--dialect', 'editor'] });
  writeFileSync(join(folder.outside, 'another.txt'), 'needle\n');
  const found = textOf(await server.call('grep', { pattern: 'needle' })).split('\n');
  expect(found.toSorted()).toEqual(['another.txt', ...names].toSorted());
});

it('refuses a bad pattern, and one that no single line can match', async () => {
  using folder = windows().folder(NODES);
  await using server = await windows().serve({ cwd: folder.root, args: ['--dialect', 'editor'] });
  for (const pattern of ['(', 'a\\nb']) {
    const { isError, _meta } = await server.call('grep', { pattern });
    expect([pattern, isError, _meta?.['dragoman/error']]).toMatchObject([pattern, true, { code: 'INVALID_PATTERN' }]);
  }
});
