import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { E } from './table.ts';

const FILES = {
  '.geminiignore': '*.secret\n!kept.secret\n/private/\n',
  'open.txt': 'word\n',
  'a.secret': 'word\n',
  'kept.secret': 'word\n',
  'private/x.txt': 'word\n',
  'private/deep/y.txt': 'word\n',
  'sub/.geminiignore': 'inner.txt\n!b.secret\n/only/*\n!/only/this.txt\n',
  'sub/inner.txt': 'word\n',
  'sub/outer.txt': 'word\n',
  'sub/b.secret': 'word\n',
  'sub/only/that.txt': 'word\n',
  'sub/only/this.txt': 'word\n',
  'sub/lower/inner.txt': 'word\n',
  'other/inner.txt': 'word\n',
};

const HIDDEN = [
  'a.secret',
  'sub/b.secret',
  'private/x.txt',
  'private/deep/y.txt',
  'sub/inner.txt',
  'sub/only/that.txt',
  'sub/lower/inner.txt',
];
const SHOWN = ['open.txt', 'kept.secret', 'sub/outer.txt', 'sub/only/this.txt', 'other/inner.txt'];

const ignored = (path: string): string => `${E}File path '${path}' is ignored by .geminiignore pattern(s).`;

/** The shown and the hidden names that stand in a text. */
function namesIn(server: ServedDialect, text: string): string[] {
  return [...SHOWN, ...HIDDEN].filter((name) => text.includes(server.path(name)) || text.includes(`File: ${name}\n`));
}

describe('.geminiignore', () => {
  it('hides from every search, in each directory and below it', async () => {
    await using server = await serve('gemini', FILES);
    const all = [...SHOWN].sort();
    const found = await server.call('glob', { pattern: '**/*' });
    expect(namesIn(server, found.text).sort()).toEqual(all);
    const lines = await server.call('search_file_content', { pattern: 'word' });
    expect(namesIn(server, lines.text).sort()).toEqual(all);
    expect(lines.text).toContain(`Found ${all.length} matches`);
    for (const name of HIDDEN) {
      const named = await server.call('glob', { pattern: name });
      expect(named.text).toMatch(/^No files found/);
      const included = await server.call('search_file_content', {
        pattern: 'word',
        include: name.replace(/.*\//, '**/'),
      });
      expect(namesIn(server, included.text).filter((each) => HIDDEN.includes(each))).toEqual([]);
    }
  });

  it('hides from lists, directories among it', async () => {
    await using server = await serve('gemini', FILES);
    const list = async (...names: string[]) =>
      (await server.call('list_directory', { path: server.path(...names) })).text.split('\n').slice(1);
    expect(await list()).toEqual(['[DIR] other', '[DIR] sub', '.geminiignore', 'kept.secret', 'open.txt']);
    expect(await list('sub')).toEqual(['[DIR] lower', '[DIR] only', '.geminiignore', 'outer.txt']);
    expect(await list('sub', 'only')).toEqual(['this.txt']);
    for (const name of ['private', 'private/deep'])
      expect(await server.call('list_directory', { path: server.path(name) })).toMatchObject({
        text: ignored(server.path(name)),
      });
  });

  it('is what every tool answers that is given a hidden path, whether or not something is there', async () => {
    await using server = await serve('gemini', FILES);
    const missing = ['none.secret', 'private/none.txt', 'sub/new/inner.txt', './sub/../other/../b.secret'];
    for (const name of [...HIDDEN, ...missing]) {
      const path = `${server.path()}/${name}`;
      const calls: [string, Record<string, unknown>][] = [
        ['read_file', { absolute_path: path }],
        ['write_file', { file_path: path, content: 'new' }],
        ['replace', { file_path: path, old_string: 'word', new_string: 'new' }],
        ['replace', { file_path: path, old_string: '', new_string: 'new' }],
      ];
      for (const [tool, args] of calls) {
        const answer = await server.call(tool, args);
        expect([tool, answer.text]).toEqual([tool, ignored(path)]);
        expect(answer.error).toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
    }
    for (const name of HIDDEN) {
      const path = server.path(name);
      expect(await server.call('search_file_content', { pattern: 'word', path })).toMatchObject({
        text: ignored(path),
      });
      expect(readFileSync(path, 'utf8')).toBe('word\n');
    }
    expect(await server.call('glob', { pattern: '*', path: server.path('private') })).toMatchObject({
      text: ignored(server.path('private')),
    });
  });

  it('opens nothing that another one hides, however it takes it back', async () => {
    await using server = await serve('gemini', FILES);
    const write = (file: string, content: string) =>
      server.call('write_file', { file_path: server.path(file), content });
    expect((await write('other/.geminiignore', '!*\n!c.secret\n')).isError).toBe(false);
    expect((await write('.geminiignore', '!*\n')).isError).toBe(false);
    for (const name of [...HIDDEN, 'other/c.secret', 'c.secret']) {
      const path = server.path(name);
      expect((await server.call('read_file', { absolute_path: path })).text).toBe(ignored(path));
      expect((await write(name, 'new')).text).toBe(ignored(path));
    }
    // Nor does it in a session that begins later.
    await using later = await serve('gemini', server.tree);
    const inner = later.path('sub/inner.txt');
    expect((await write('sub/lower/.geminiignore', '!inner.txt\n')).isError).toBe(false);
    expect((await later.call('read_file', { absolute_path: inner })).text).toBe(ignored(inner));
    const lower = later.path('sub/lower/inner.txt');
    expect((await later.call('read_file', { absolute_path: lower })).text).toBe(ignored(lower));
  });

  it('stays as it was where a tool changes what it is a link to, or what somebody else added', async () => {
    await using server = await serve('gemini', { rules: 'a.txt\n', 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    symlinkSync('rules', server.path('.geminiignore'));
    const read = async (name: string) => (await server.call('read_file', { absolute_path: server.path(name) })).text;
    const write = (content: string) => server.call('write_file', { file_path: server.path('rules'), content });
    expect([await read('a.txt'), await read('b.txt')]).toEqual([ignored(server.path('a.txt')), 'b']);
    expect((await write('')).isError).toBe(false);
    expect([await read('a.txt'), await read('b.txt')]).toEqual([ignored(server.path('a.txt')), 'b']);
    writeFileSync(server.path('rules'), 'b.txt\n');
    expect((await write('c.txt\n')).isError).toBe(false);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) expect(await read(name)).toBe(ignored(server.path(name)));
  });

  it('leaves alone what it takes back', async () => {
    await using server = await serve('gemini', FILES);
    for (const name of SHOWN) {
      const path = server.path(name);
      expect(await server.call('read_file', { absolute_path: path })).toMatchObject({ text: 'word\n' });
      const edited = await server.call('replace', { file_path: path, old_string: 'word', new_string: 'new' });
      expect(edited.isError).toBe(false);
    }
    const made = await server.call('write_file', { file_path: server.path('sub/only/new/this.txt'), content: '' });
    expect(made.text).toMatch(/is ignored by/);
    const fresh = await server.call('write_file', { file_path: server.path('fresh/this.txt'), content: '' });
    expect(fresh.text).toMatch(/^Successfully created/);
  });

  it('hides what links lead to, whatever they are called', async () => {
    await using server = await serve('gemini', {
      ...FILES,
      'alias.txt': { link: 'private/x.txt' },
      chain: { link: 'alias.txt' },
      door: { link: 'private' },
      'b.secret': { link: 'open.txt' },
    });
    for (const name of ['alias.txt', 'chain', 'door/x.txt', 'door/new.txt', 'b.secret']) {
      const path = server.path(name);
      expect((await server.call('read_file', { absolute_path: path })).text).toMatch(/is ignored by|File not found/);
      const written = await server.call('write_file', { file_path: path, content: 'new' });
      expect([name, written.text]).toEqual([name, ignored(path)]);
    }
    const found = await server.call('search_file_content', { pattern: 'word', path: server.path('door') });
    expect(found.text).toBe(ignored(server.path('door')));
    const listed = await server.call('glob', { pattern: '**/*.txt' });
    expect(listed.text).not.toMatch(/private|door/);
    const list = await server.call('list_directory', { path: server.path() });
    expect(list.text).not.toMatch(/private|door|alias|chain|b\.secret/);
    expect(readFileSync(server.path('private/x.txt'), 'utf8')).toBe('word\n');
  });

  it('counts at once where a pattern is added, and stays where a tool takes it out', async () => {
    await using server = await serve('gemini', FILES);
    const write = (file: string, content: string) =>
      server.call('write_file', { file_path: server.path(file), content });
    const read = async (name: string) => (await server.call('read_file', { absolute_path: server.path(name) })).text;
    expect((await write('.geminiignore', 'open.txt\n')).isError).toBe(false);
    expect(await read('open.txt')).toBe(ignored(server.path('open.txt')));
    for (const name of HIDDEN) expect(await read(name)).toBe(ignored(server.path(name)));
    await server.call('replace', {
      file_path: server.path('sub/.geminiignore'),
      old_string: 'inner.txt\n',
      new_string: '',
    });
    expect(await read('sub/inner.txt')).toBe(ignored(server.path('sub/inner.txt')));
    const found = await server.call('glob', { pattern: '**/*' });
    expect(namesIn(server, found.text).filter((name) => HIDDEN.includes(name))).toEqual([]);
    // A new session reads it as it is.
    await using later = await serve('gemini', server.tree);
    const { text } = await later.call('read_file', { absolute_path: server.path('a.secret') });
    expect(text).toBe('word\n');
  });

  it('holds with tens of thousands of patterns', async () => {
    const patterns = Array.from({ length: 30_000 }, (_, index) => `*.x${index}\n`).join('');
    await using server = await serve('gemini', {
      '.geminiignore': patterns,
      'a.x29999': 'word\n',
      'a.x30000': 'word\n',
    });
    expect((await server.call('glob', { pattern: '*' })).text).not.toContain('a.x29999');
    const hidden = server.path('a.x29999');
    expect((await server.call('read_file', { absolute_path: hidden })).text).toBe(ignored(hidden));
    expect((await server.call('read_file', { absolute_path: server.path('a.x30000') })).text).toBe('word\n');
  });

  it('hides all beside and below it where it is too large, and says so', async () => {
    await using server = await serve('gemini', { ...FILES, 'sub/.geminiignore': `${'#'.repeat(600 * 1024)}\n` });
    const path = server.path('sub/lower/inner.txt');
    const answer = await server.call('read_file', { absolute_path: path });
    expect(answer.text).toContain(ignored(path));
    expect(answer.text).toContain(`${server.path('sub/.geminiignore')} cannot be read as ignore patterns`);
    const listed = await server.call('list_directory', { path: server.path('sub') });
    expect(listed.text).toContain('cannot be read as ignore patterns');
    const found = await server.call('search_file_content', { pattern: 'word' });
    expect(namesIn(server, found.text).sort()).toEqual(SHOWN.filter((name) => !name.startsWith('sub/')).sort());
  });

  it('may be a link to a file beside it; by any other link all is hidden', async () => {
    await using server = await serve('gemini', { rules: 'a.txt\n', 'a.txt': 'a', 'b.txt': 'b' });
    const read = async (name: string) => (await server.call('read_file', { absolute_path: server.path(name) })).text;
    symlinkSync('rules', server.path('.geminiignore'));
    expect([await read('a.txt'), await read('b.txt')]).toEqual([ignored(server.path('a.txt')), 'b']);
    for (const target of ['/etc/passwd', '.geminiignore', 'nothing']) {
      rmSync(server.path('.geminiignore'));
      symlinkSync(target, server.path('.geminiignore'));
      expect(await read('b.txt')).toContain('cannot be read as ignore patterns');
    }
  });

  it('tells nothing of what it hides in the names that it suggests', async () => {
    await using server = await serve('gemini', { '.geminiignore': 'config-secret.json\n', 'config-secret.json': '' });
    const path = server.path('config-secrt.json');
    const answer = await server.call('read_file', { absolute_path: path });
    expect(JSON.stringify(answer)).not.toContain('config-secret');
  });

  it('counts at once where somebody else changes it', async () => {
    await using server = await serve('gemini', FILES);
    writeFileSync(server.path('.geminiignore'), 'open.txt\n');
    const path = server.path('open.txt');
    expect((await server.call('write_file', { file_path: path, content: '' })).text).toBe(ignored(path));
  });
});
