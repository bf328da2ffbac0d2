import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { useWindows } from './windows.ts';

const windows = useWindows();

const NODES = {
  'a.txt': 'one\r\ntwo\r\n',
  'src/b.ts': 'const b = 1;\n',
  'src/deep/c.ts': 'const c = 2;\n',
  'my (x86) [app]/d.ts': '',
  'data.bin': Uint8Array.of(0, 1, 2),
};

type Say = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<string>;

/** Calls a dialect's tools in a folder of their own; in texts, `ROOT` stands for the folder. */
async function inFolder(dialect: string, work: (say: Say, outside: string) => Promise<void>) {
  using folder = windows().folder(NODES);
  await using server = await windows().serve({ cwd: folder.root, args: ['--dialect', dialect] });
  const whole = (args: Readonly<Record<string, unknown>>) =>
    JSON.parse(JSON.stringify(args).replaceAll('ROOT', folder.root.replaceAll('\\', '\\\\')));
  const say: Say = async (tool, args) => {
    const text = textOf(await server.call(tool, whole(args)));
    return text.replaceAll(folder.root, 'ROOT');
  };
  await work(say, folder.outside);
}

describe('the tools of', () => {
  it('editor', () =>
    inFolder('editor', async (say, outside) => {
      expect(await say('view', { path: 'a.txt' })).toBe('     1\tone\n     2\ttwo');
      expect(await say('view', { path: 'src' })).toBe('b.ts\ndeep/\ndeep/c.ts');
      expect(await say('create_file', { path: 'new/n.txt', content: 'n\n' })).toBe('Created new/n.txt (2 bytes)');
      expect(await say('str_replace', { path: 'a.txt', old_str: 'two', new_str: 'zwei' })).toMatch(
        /^Replaced 1 occurrence in a\.txt\n\n/,
      );
      expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('one\r\nzwei\r\n');
      expect(readFileSync(join(outside, 'new', 'n.txt'), 'utf8')).toBe('n\n');
      expect(await say('grep', { pattern: 'const', path: 'src/deep' })).toBe('src\\deep\\c.ts');
      expect(await say('glob', { pattern: '*', type: 'directory', path: 'src' })).toBe('deep\\');
    }));

  it('claude-code', () =>
    inFolder('claude-code', async (say, outside) => {
      const file_path = 'ROOT\\a.txt';
      expect(await say('Write', { file_path, content: '' })).toMatch(/read/i);
      expect(await say('Read', { file_path: 'ROOT/a.txt' })).toBe('     1\tone\n     2\ttwo');
      const edit = { file_path, old_string: 'two', new_string: 'zwei' };
      expect(await say('Edit', edit)).toMatch(/^Replaced 1 occurrence\(s\) in ROOT\\a\.txt\n--- ROOT\\a\.txt\n/);
      expect(await say('Write', { file_path, content: 'new\n' })).toBe('Successfully wrote 4 bytes to ROOT\\a.txt');
      expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('new\n');
      expect(await say('Glob', { pattern: 'src/**/*.ts' })).toMatch(/^ROOT\\src\\(?:b|deep\\c)\.ts\n/);
      expect(await say('Grep', { pattern: 'const b' })).toBe('ROOT\\src\\b.ts');
    }));

  it('gemini', () =>
    inFolder('gemini', async (say) => {
      expect(await say('list_directory', { path: 'ROOT' })).toBe(
        'Directory listing for ROOT:\n[DIR] my (x86) [app]\n[DIR] src\na.txt\ndata.bin',
      );
      expect(await say('read_file', { absolute_path: 'ROOT\\a.txt' })).toBe('one\r\ntwo\r\n');
      expect(await say('read_file', { absolute_path: 'ROOT\\data.bin' })).toBe(
        'Cannot display content of binary file: data.bin',
      );
      expect(await say('write_file', { file_path: 'ROOT\\g.txt', content: 'g\n' })).toBe(
        'Successfully created and wrote to new file: ROOT\\g.txt.',
      );
      expect(await say('replace', { file_path: 'ROOT\\g.txt', old_string: 'g', new_string: 'h' })).toBe(
        'Successfully modified file: ROOT\\g.txt (1 replacements).',
      );
      expect(await say('search_file_content', { pattern: 'const', path: 'src', include: 'deep\\**' })).toBe(
        'Found 1 matches for pattern "const" in path "src" (filter: "deep\\**"):\n---\nFile: deep\\c.ts\nL1: const c = 2;\n---',
      );
      for (const path of ['src', 'ROOT\\src', 'ROOT/src/.', 'src\\..\\src']) {
        expect(await say('glob', { pattern: '*.ts', path })).toBe(
          'Found 1 file(s) matching "*.ts" within ROOT\\src, sorted by modification time (newest first):\nROOT\\src\\b.ts',
        );
      }
      expect(await say('glob', { pattern: '*.md' })).toBe('No files found matching pattern "*.md" within ROOT.');
    }));

  it('budgeted', () =>
    inFolder('budgeted', async (say, outside) => {
      const minimal = { metadata_level: 'minimal' };
      const read = JSON.parse(await say('read_code', { file_path: 'src\\b.ts', ...minimal }));
      expect(read).toMatchObject({ content: 'const b = 1;\n', truncated: false });
      const range = { start_line: 1, end_line: 1, preconditions: { version: read.version } };
      const written = JSON.parse(await say('write_code', { file_path: 'src/b.ts', replacement: 'b\n', ...range }));
      expect(written).toMatchObject({ bytes_written: 2 });
      expect(written).not.toHaveProperty('synced');
      expect(readFileSync(join(outside, 'src', 'b.ts'), 'utf8')).toBe('b\n');
      const paths: string[] = [];
      for (let continuation: string | null | undefined; continuation !== null; ) {
        const asked = { pattern: '**/*.ts', max_lines: 1, ...(continuation && { continuation }), ...minimal };
        const page = JSON.parse(await say('find_files', asked));
        for (const { file_path } of page.files) paths.push(file_path);
        ({ continuation } = page);
      }
      expect(paths).toEqual(['my (x86) [app]\\d.ts', 'src\\b.ts', 'src\\deep\\c.ts']);
      const found = JSON.parse(await say('search_code', { pattern: '^', glob: 'src\\*', max_lines: 1, ...minimal }));
      expect(found.matches).toEqual([{ file_path: 'src\\b.ts', line: 1, text: 'b' }]);
    }));
});

it('globs take either separator, absolute ones too, and names that look like patterns', () =>
  inFolder('editor', async (say) => {
    for (const pattern of ['src/*.ts', 'src\\*.ts', 'ROOT\\src\\*.ts', 'ROOT/src/*.ts']) {
      expect([pattern, await say('glob', { pattern })]).toEqual([pattern, 'src\\b.ts']);
    }
    const path = 'ROOT\\my (x86) [app]';
    expect(await say('glob', { pattern: `${path}\\*.ts`, path })).toBe('d.ts');
    expect(await say('grep', { pattern: 'const', include: 'src\\**\\c.ts' })).toBe('src\\deep\\c.ts');
  }));

it('two spellings of a name are one file, in which what was read counts as read', () =>
  inFolder('claude-code', async (say, outside) => {
    await say('Read', { file_path: 'ROOT\\a.txt' });
    const text = await say('Write', { file_path: 'ROOT\\A.TXT', content: 'x' });
    expect(text).toBe('Successfully wrote 1 bytes to ROOT\\A.TXT');
    expect(readdirSync(outside).filter((name) => /^a\.txt$/i.test(name))).toEqual(['a.txt']);
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('x');
  }));

describe('the command line', () => {
  it('reads, searches and writes what comes over its standard input', async () => {
    using folder = windows().folder(NODES);
    const run = (args: readonly string[], input = '') => windows().dragoman({ cwd: folder.root, args, input });
    expect(await run(['view', 'src\\b.ts'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/1\tconst b/),
      stderr: '',
    });
    expect(await run(['grep', 'const', 'src'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['create_file', 'in.txt', '-'], 'ü\r\n')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder.outside, 'in.txt'), 'utf8')).toBe('ü\r\n');
    expect(await run(['view', 'gone.txt'])).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['nonsense'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('takes back what the journal has kept', async () => {
    using folder = windows().folder(NODES);
    const env = { LOCALAPPDATA: folder.path('local') };
    const run = (...args: string[]) => windows().dragoman({ cwd: folder.path('src'), args, env });
    const edited = () => readFileSync(join(folder.outside, 'src', 'deep', 'c.ts'), 'utf8');
    expect(await run('--journal', 'str_replace', 'deep\\c.ts', '2', '3')).toMatchObject({ code: 0, stderr: '' });
    expect(edited()).toBe('const c = 3;\n');
    const [line, change] = (await run('log')).stdout.split('\n');
    const id = line?.slice(0, 8);
    expect([line, change]).toEqual([expect.stringMatching(/^[0-9a-f]{8} .* str_replace$/), '  M deep\\c.ts']);
    const stdout = `Undid ${id} (str_replace)\n  M deep\\c.ts\n`;
    expect(await run('undo')).toEqual({ code: 0, stdout, stderr: '' });
    expect(edited()).toBe('const c = 2;\n');
    expect(await run('redo')).toMatchObject({ code: 0, stderr: '' });
    expect(edited()).toBe('const c = 3;\n');
  });

  it('says what works', async () => {
    const { stdout, stderr } = await windows().dragoman({ args: ['doctor'] });
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^ok +ripgrep [\d.]+:/m), '']);
  });
});
