import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorOf, textOf } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, useWindows, type WindowsServer } from './windows.ts';

const windows = useWindows();

const SECRET = 'a planted secret';

const NODES = {
  'project/a.txt': 'plain\n',
  'project/.env': `${SECRET}\n`,
  'project/private/key.txt': `${SECRET}\n`,
  'project/a long secret name.txt': `${SECRET}\n`,
  'project/link.txt': { link: '../outside.txt' },
  'project/linked': { link: '../beside' },
  'outside.txt': `${SECRET}\n`,
  'beside/inner.txt': `${SECRET}\n`,
};

const DENY = ['--deny', '**/.env', '--deny', '**/private/**', '--deny', '**/*secret name*'];

/** `ROOT` stands for the folder's path as Windows writes it, `root` for another spelling of it. */
const PATHS = [
  'ROOT\\outside.txt',
  'ROOT\\project\\..\\outside.txt',
  'ROOT/project/../outside.txt',
  'ROOT\\project\\.\\..\\project\\..\\outside.txt',
  'root\\OUTSIDE.TXT',
  'ROOT\\beside\\inner.txt',
  'ROOT\\project\\link.txt',
  'ROOT\\project\\linked\\inner.txt',
  'ROOT\\project\\linked\\..\\..\\outside.txt',
  'ROOT\\project\\.env',
  'ROOT\\project\\.ENV',
  'root\\PROJECT\\.Env',
  'ROOT\\project\\.env.',
  'ROOT\\project\\.env ',
  'ROOT\\project\\.env. .',
  'ROOT\\project\\.env::$DATA',
  'ROOT\\project\\.env:stream',
  'ROOT\\project\\a.txt:stream',
  'ROOT\\project\\private\\key.txt',
  'ROOT\\project\\PRIVATE\\KEY.TXT',
  'ROOT\\project\\private.\\key.txt',
  'ROOT\\project\\private\\..\\private\\key.txt',
  'ROOT\\project\\a long secret name.txt',
  'ROOT\\project\\A LONG SECRET NAME.TXT',
  'SHORT',
  '\\\\?\\ROOT\\outside.txt',
  '\\\\.\\ROOT\\outside.txt',
  '\\\\?\\ROOT\\project\\.env',
  '\\??\\ROOT\\outside.txt',
  '//?/ROOT/outside.txt',
  '\\\\localhost\\c$\\windows\\win.ini',
  '//localhost/c$/windows/win.ini',
  '\\\\?\\UNC\\localhost\\c$\\windows\\win.ini',
  '\\windows\\win.ini',
  '/windows/win.ini',
  'C:\\windows\\win.ini',
  'C:/windows/win.ini',
  'Z:\\etc\\passwd',
  'ROOT\\project\\CON',
  'ROOT\\project\\nul',
  'ROOT\\project\\NUL.txt',
  'ROOT\\project\\aux .txt',
  'ROOT\\project\\COM1',
  'ROOT\\project\\lpt¹',
  'ROOT\\project\\conin$',
  'CON',
  'NUL',
  'C:..\\outside.txt',
  'C:a.txt:stream',
  'ROOT\\project\\what?',
  'ROOT\\project\\a*.txt',
  'ROOT\\project\\new~1.txt',
  'ROOT\\project\\tab\tname',
] as const;

/** One path for each way in; tools share the way from a path to a file. */
const WAYS = PATHS.filter((path) =>
  /^(?:\.|ROOT\\(?:outside|project\\(?:\.env|link\.txt|linked\\inner))|root|SHORT|Z:)/.test(path),
);

type Case = readonly [dialect: string, tool: string, argumentsFor: (path: string) => object];

const READS: readonly Case[] = [
  ['editor', 'view', (path) => ({ path })],
  ['editor', 'grep', (path) => ({ pattern: '.', path, output_mode: 'content' })],
  ['editor', 'glob', (path) => ({ pattern: '*', path })],
  ['claude-code', 'Read', (file_path) => ({ file_path })],
  ['claude-code', 'Grep', (path) => ({ pattern: '.', path, output_mode: 'content' })],
  ['claude-code', 'Glob', (path) => ({ pattern: '*', path })],
  ['gemini', 'read_file', (absolute_path) => ({ absolute_path })],
  ['gemini', 'list_directory', (path) => ({ path })],
  ['gemini', 'search_file_content', (path) => ({ pattern: '.', path })],
  ['gemini', 'glob', (path) => ({ pattern: '*', path })],
  ['budgeted', 'read_code', (file_path) => ({ file_path })],
  ['budgeted', 'search_code', (path) => ({ pattern: '.', path })],
  ['budgeted', 'find_files', (path) => ({ pattern: '*', path })],
];

const WRITES: readonly Case[] = [
  ['editor', 'create_file', (path) => ({ path, content: 'changed' })],
  ['editor', 'str_replace', (path) => ({ path, old_str: 'secret', new_str: 'changed' })],
  ['claude-code', 'Write', (file_path) => ({ file_path, content: 'changed' })],
  ['claude-code', 'Edit', (file_path) => ({ file_path, old_string: 'secret', new_string: 'changed' })],
  ['gemini', 'write_file', (file_path) => ({ file_path, content: 'changed' })],
  ['gemini', 'replace', (file_path) => ({ file_path, old_string: 'secret', new_string: 'changed' })],
  ['budgeted', 'write_code', (file_path) => ({ file_path, start_line: 1, end_line: 0, replacement: 'changed\n' })],
];

// These are tried with all paths.
const EVERY: readonly string[] = ['view', 'Read', 'create_file', 'write_file'];

// What a refusal may be called: no file, a directory, one that cannot be had, or an argument that no path can be.
const REFUSALS = ['ACCESS_DENIED', 'INVALID_ARGUMENT', 'NOT_FOUND', 'NOT_DIRECTORY', 'NO_MATCH', 'IS_DIRECTORY'];

// What goes over a whole tree must pass over what is denied in it.
const SEARCHES: readonly Case[] = [
  ['editor', 'grep', () => ({ pattern: '.' })],
  ['editor', 'grep', () => ({ pattern: '.', output_mode: 'content' })],
  ['editor', 'grep', () => ({ pattern: '.', output_mode: 'count' })],
  ['editor', 'glob', () => ({ pattern: '**/*.txt' })],
  ['claude-code', 'Grep', () => ({ pattern: '.', '-i': true })],
  ['claude-code', 'Glob', () => ({ pattern: '**/{key,inner,outside}*' })],
  ['claude-code', 'Glob', () => ({ pattern: '..\\*.txt' })],
  ['gemini', 'search_file_content', () => ({ pattern: '.' })],
  ['gemini', 'search_file_content', () => ({ pattern: '(?<=p)l' })],
  ['gemini', 'glob', () => ({ pattern: '**/.ENV' })],
  ['budgeted', 'search_code', () => ({ pattern: '.' })],
  ['budgeted', 'find_files', () => ({ pattern: '**/*secret*' })],
];
const DENIED_NAMES = /planted|\.env\b|key\.txt|inner|secret name/;

describe.each(['editor', 'claude-code', 'gemini', 'budgeted'])(
  'in dialect %s, what lies outside or is denied',
  (dialect) => {
    let folder: Folder;
    let server: WindowsServer;
    let shortName: string;
    beforeAll(async () => {
      if (windows.missing !== null) return;
      folder = windows().folder(NODES);
      shortName = await windows().shortName(folder.path('project'), 'a long secret name.txt');
      const args = ['--dialect', dialect, '--require-read', 'never', ...DENY];
      server = await windows().serve({ cwd: folder.path('project'), args });
    });
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
      folder?.[Symbol.dispose]();
    });

    const spelled = (path: string): string =>
      path
        .replace('ROOT', folder.root)
        .replace('root', folder.root.toUpperCase().replace('C:', 'c:'))
        .replace('SHORT', `${folder.root}\\project\\${shortName}`);

    async function refusedEverywhere(cases: readonly Case[]): Promise<void> {
      for (const [, tool, argumentsFor] of cases.filter(([name]) => name === dialect)) {
        for (const path of EVERY.includes(tool) ? PATHS : WAYS) {
          const result = await server.call(tool, { ...argumentsFor(spelled(path)) });
          expect([tool, path, JSON.stringify(result)]).toEqual([tool, path, expect.not.stringContaining(SECRET)]);
          expect([tool, path, errorOf(result).code]).toEqual([tool, path, expect.toBeOneOf(REFUSALS)]);
        }
      }
    }

    it('is not read, listed or searched by any of its names', async () => {
      expect(shortName).toMatch(/~/);
      await refusedEverywhere(READS);
    });

    it('is not changed by any of its names, and nothing is made', async () => {
      await refusedEverywhere(WRITES);
      for (const name of ['outside.txt', 'beside/inner.txt', 'project/.env', 'project/private/key.txt']) {
        expect(readFileSync(join(folder.outside, name), 'utf8')).toBe(`${SECRET}\n`);
      }
      const left = readdirSync(folder.outside, { recursive: true, withFileTypes: true });
      const files = left.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
      expect(files.map((path) => relative(folder.outside, path)).toSorted()).toEqual(Object.keys(NODES).toSorted());
    });

    it('is not found by a search or a glob that goes over it', async () => {
      for (const [, tool, argumentsFor] of SEARCHES.filter(([name]) => name === dialect)) {
        const text = textOf(await server.call(tool, { ...argumentsFor('') }));
        expect([tool, argumentsFor(''), text]).toEqual([
          tool,
          argumentsFor(''),
          expect.not.stringMatching(DENIED_NAMES),
        ]);
      }
    });
  },
);

it('allows what is allowed by every spelling of the root, short names too', async () => {
  using folder = windows().folder({ 'a long name/sub/a.txt': 'plain\n' });
  const shortName = await windows().shortName(folder.root, 'a long name');
  expect(shortName).toMatch(/~/);
  const roots = [
    folder.path('a long name'),
    folder.path('A LONG NAME').replace('C:', 'c:'),
    folder.path('a long name').replaceAll('\\', '/'),
    `${folder.root}\\${shortName}`,
  ];
  for (const root of roots) {
    await using server = await windows().serve({ args: ['--dialect', 'editor', root] });
    for (const other of roots) {
      const found = await server.call('view', { path: `${other}\\sub\\A.TXT` });
      expect([root, other, textOf(found)]).toEqual([root, other, '     1\tplain']);
    }
  }
});

it('reads a configuration of npm in a root, however the root is spelled, and in no other place', async () => {
  using folder = windows().folder({ 'project/.npmrc': 'plain\n', 'project/sub/.npmrc': `${SECRET}\n` });
  await using server = await windows().serve({ cwd: folder.path('project'), args: ['--dialect', 'editor'] });
  for (const path of ['project/.npmrc', 'PROJECT/.NPMRC']) {
    expect(textOf(await server.call('view', { path: folder.path(path) }))).toBe('     1\tplain');
  }
  for (const path of ['project/sub/.npmrc', 'project/sub/.NPMRC']) {
    expect(errorOf(await server.call('view', { path: folder.path(path) }))).toMatchObject({ code: 'ACCESS_DENIED' });
  }
});

it('begins with an allowed directory that is there', async () => {
  using folder = windows().folder({ file: '' });
  for (const name of ['gone', 'file']) {
    const { code, stderr } = await windows().dragoman({ args: ['--allow-dir', folder.path(name), 'view', '.'] });
    expect([name, code, stderr.trimEnd().split('\n').length]).toEqual([name, 2, 1]);
  }
});

it('allows the root of a drive and a home only by name, however they are spelled', async () => {
  using folder = windows().folder({ 'Home/a.txt': 'mine\n' });
  const places = [
    { cwd: 'C:\\', env: {} },
    { cwd: folder.path('HOME'), env: { USERPROFILE: folder.path('Home') } },
  ];
  for (const place of places) {
    await using server = await windows().serve({ ...place, args: ['--dialect', 'editor'] });
    expect(errorOf(await server.call('glob', { pattern: '*' }))).toMatchObject({ code: 'ACCESS_DENIED', allowed: [] });
    await using named = await windows().serve({ ...place, args: ['--dialect', 'editor', '.'] });
    expect(errorOf(await named.call('glob', { pattern: '*.none' }))).toEqual({});
  }
});
