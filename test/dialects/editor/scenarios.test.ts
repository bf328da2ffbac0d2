import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import {
  answerOf,
  dragoman,
  lines,
  numbered,
  openTree,
  serve,
  type TemporaryTree,
  type ToolAnswer,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

type Call = (name: string, args: Record<string, unknown>) => Promise<ToolAnswer>;

interface Driver {
  readonly driver: string;
  /** Runs `use` with a way to call tools of dialect `editor` in a directory. */
  readonly with: (tree: TemporaryTree, args: readonly string[], use: (call: Call) => Promise<void>) => Promise<void>;
}

const server: Driver = {
  driver: 'dragoman-mcp',
  async with(tree, args, use) {
    await using server = await serve('editor', tree, { args });
    await use(server.call);
  },
};

const command: Driver = {
  driver: 'dragoman',
  with: ({ root: cwd }, args, use) =>
    use(async (name, input) => {
      // The command line asks for the text that the schema has a default for.
      const given = name === 'str_replace' ? { new_str: '', ...input } : input;
      const flags = Object.entries(given).map(
        ([flag, value]) => `--${flag}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      const { stdout } = await dragoman(['--json', ...args, name, ...flags], { cwd });
      return answerOf(JSON.parse(stdout));
    }),
};

// No command line reaches another volume than the disk.
const drivers = process.env.DRAGOMAN_TEST_VOLUME ? [server] : [server, command];

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
]);
const WASM = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

describe.each(drivers)('dialect editor through $driver', (driver) => {
  const scenario = (
    name: string,
    tree: Parameters<typeof openTree>[0],
    use: (call: Call, tree: TemporaryTree) => Promise<void>,
    args: readonly string[] = [],
  ): void => {
    it(name, async () => {
      await using place = await openTree(tree);
      await driver.with(place, args, (call) => use(call, place));
    });
  };

  describe('view', () => {
    scenario('Read entire file', { 'f.txt': 'a\nb\nc\n' }, async (call, tree) => {
      expect((await call('view', { path: tree.path('f.txt') })).text).toBe('     1\ta\n     2\tb\n     3\tc');
    });

    scenario('Read line range', { f: lines(100) }, async (call) => {
      expect((await call('view', { path: 'f', view_range: [10, 20] })).text).toBe(numbered(10, 20));
    });

    scenario('view_range end clamped to file length', { f: lines(42) }, async (call) => {
      const result = await call('view', { path: 'f', view_range: [10, 100] });
      expect(result.isError).toBe(false);
      expect(result.text).toBe(numbered(10, 42));
    });

    scenario('view_range start exceeds file length', { f: lines(42) }, async (call) => {
      const result = await call('view', { path: 'f', view_range: [100, 200] });
      expect(result.isError).toBe(true);
      expect(result.error).toMatchObject({ code: 'INVALID_RANGE', totalLines: 42 });
      expect(result.text).toContain('the file has 42 lines, so the valid range is [1, 42]');
    });

    scenario('Invalid view_range start', { f: lines(3), empty: '' }, async (call) => {
      for (const [path, range] of [
        ['f', [0, 2]],
        ['f', [-1, 2]],
        ['f', [3, 2]],
        ['empty', [1, 1]],
      ] as const) {
        const result = await call('view', { path, view_range: range });
        expect(result.error).toMatchObject({ code: 'INVALID_RANGE', totalLines: path === 'f' ? 3 : 0 });
        expect(result.text).toContain(path === 'f' ? '[1, 3]' : 'the file is empty (0 lines)');
      }
    });

    scenario('Invalid view_range', { f: lines(3) }, async (call) => {
      expect((await call('view', { path: 'f', view_range: [2, 1] })).error).toMatchObject({ code: 'INVALID_RANGE' });
      expect((await call('view', { path: 'f', view_range: [4, 4] })).error).toMatchObject({ code: 'INVALID_RANGE' });
    });

    scenario('Long line truncation', { f: `${'x'.repeat(5000)}\n${'😀'.repeat(2001)}` }, async (call) => {
      const [first, second] = (await call('view', { path: 'f' })).text.split('\n');
      expect(first).toBe(`     1\t${'x'.repeat(2000)}... [truncated, 5000 chars total]`);
      expect(second).toBe(`     2\t${'😀'.repeat(2000)}... [truncated, 2001 chars total]`);
    });

    scenario('Large file truncation', { f: lines(5000) }, async (call) => {
      expect((await call('view', { path: 'f' })).text).toBe(
        `${numbered(1, 2000)}\nTruncated: file has 5000 lines. Use view_range to read specific sections.`,
      );
    });

    scenario('Empty file', { f: '' }, async (call) => {
      expect((await call('view', { path: 'f' })).text).toBe('(empty file)');
    });

    scenario('Binary file detected', { 'a.wasm': WASM, b: Buffer.alloc(2_516_582, 0) }, async (call) => {
      const wasm = await call('view', { path: 'a.wasm' });
      expect(wasm.isError).toBe(false);
      expect(wasm.text).toBe('Binary file (8 B): application/wasm');
      expect((await call('view', { path: 'b' })).text).toBe('Binary file (2.4 MB)');
    });

    scenario(
      'Unrecognized binary file still shows size message',
      { 'a.exe': Buffer.from('MZ\0\x01\x02\xff\0\0') },
      async (call) => {
        const result = await call('view', { path: 'a.exe' });
        expect(result.content.map(({ type }) => type)).toEqual(['text']);
        expect(result.text).toMatch(/^Binary file \(\d+ B\)/);
      },
    );

    scenario('Directory listing', { 'a/b/c/d': '', 'a/x': '', z: '', 'e/f': null }, async (call, tree) => {
      expect((await call('view', { path: tree.root })).text).toBe('a/\na/b/\na/x\ne/\ne/f/\nz');
    });

    const project = {
      '.github/w.yml': '',
      '.dockerignore': '',
      '.env': '',
      '.git/HEAD': '',
      'node_modules/m/i.js': '',
      'src/a.ts': '',
      'src/node_modules/n': '',
    };
    scenario('Dotfiles visible except .git', project, async (call) => {
      expect((await call('view', { path: '.' })).text).toBe(
        '.dockerignore\n.env\n.github/\n.github/w.yml\nsrc/\nsrc/a.ts',
      );
    });

    scenario('Symlinks indicated in listing', { link: { link: '/usr/local/bin' }, dir: null }, async (call, tree) => {
      symlinkSync('dir', tree.path('to-dir'));
      expect((await call('view', { path: '.' })).text).toBe('dir/\nlink -> /usr/local/bin\nto-dir -> dir');
    });

    scenario('Symlink followed', { 'a/f': 'content\n', link: { link: 'a/f' } }, async (call) => {
      expect((await call('view', { path: 'link' })).text).toBe('     1\tcontent');
    });

    scenario(
      'Relative path resolution',
      { 'project/src/main.go': 'package main\n' },
      async (call) => {
        expect((await call('view', { path: 'src/main.go' })).text).toBe('     1\tpackage main');
      },
      ['--workdir', 'project'],
    );

    scenario(
      'File exceeds max size',
      { f: 'x'.repeat(2000), 'p.png': PNG },
      async (call) => {
        const result = await call('view', { path: 'f' });
        expect(result.error).toMatchObject({ code: 'FILE_TOO_LARGE', size: 2000, limit: 1024 });
        expect(result.text).toContain('2.0 KB (2000 bytes)');
        expect(result.text).toContain('1.0 KB (1024 bytes)');
      },
      ['--max-file-size', '1KB'],
    );

    scenario('PNG file returned as ImageContent', { 'p.png': PNG }, async (call) => {
      const { content } = await call('view', { path: 'p.png' });
      expect(content).toEqual([{ type: 'image', mimeType: 'image/png', data: PNG.toString('base64') }]);
    });

    scenario('JPEG file returned as ImageContent', { 'p.jpg': JPEG }, async (call) => {
      const { content } = await call('view', { path: 'p.jpg' });
      expect(content).toEqual([{ type: 'image', mimeType: 'image/jpeg', data: JPEG.toString('base64') }]);
    });

    scenario('Image with wrong extension still detected', { 'photo.dat': PNG }, async (call) => {
      expect((await call('view', { path: 'photo.dat' })).content[0]).toMatchObject({
        type: 'image',
        mimeType: 'image/png',
      });
    });

    scenario(
      'SVG file detected by extension',
      { 'i.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'empty.svg': '' },
      async (call) => {
        expect((await call('view', { path: 'empty.svg' })).content).toEqual([{ type: 'text', text: '(empty file)' }]);
        const { content } = await call('view', { path: 'i.svg' });
        expect(content[0]).toMatchObject({ type: 'image', mimeType: 'image/svg+xml' });
        expect(content[1]).toMatchObject({ text: 'Image: image/svg+xml (41 B)' });
      },
    );

    scenario(
      'Image file exceeding size limit',
      { 'p.png': Buffer.concat([PNG, Buffer.alloc(2000)]) },
      async (call) => {
        expect((await call('view', { path: 'p.png' })).error).toMatchObject({ code: 'FILE_TOO_LARGE', limit: 1024 });
      },
      ['--max-file-size', '1KB'],
    );

    scenario('File not found', { 'index.ts': '' }, async (call, tree) => {
      const result = await call('view', { path: 'indx.ts' });
      expect(result.isError).toBe(true);
      expect(result.error).toMatchObject({ code: 'NOT_FOUND', candidates: [tree.path('index.ts')] });
      expect(result.text).toContain(`Did you mean ${tree.path('index.ts')}?`);
      const edit = await call('str_replace', { path: 'indx.ts', old_str: 'a' });
      expect(edit.error).toMatchObject({ code: 'NOT_FOUND', candidates: [tree.path('index.ts')] });
      expect(edit.text).toContain(`Did you mean ${tree.path('index.ts')}?`);
    });
  });

  describe('str_replace', () => {
    scenario('Successful unique replacement', { f: lines(20) }, async (call, tree) => {
      const result = await call('str_replace', { path: 'f', old_str: 'line 10\n', new_str: 'ten\n' });
      expect(result.isError).toBe(false);
      const shown = numbered(6, 14, (n) => (n === 10 ? 'ten' : `line ${n}`));
      expect(result.text).toBe(`Replaced 1 occurrence in f\n\n${shown}`);
      expect(readFileSync(tree.path('f'), 'utf8')).toBe(lines(20).replace('line 10\n', 'ten\n'));
      expect(result.outcome).toMatchObject({
        kind: 'edit',
        replacements: 1,
        version: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      });
    });

    scenario('String not found', { f: 'abc\n' }, async (call, tree) => {
      for (const all of [false, true]) {
        const result = await call('str_replace', { path: 'f', old_str: 'x', new_str: 'y', replace_all: all });
        expect(result.isError).toBe(true);
        expect(result.error).toMatchObject({ code: 'NO_MATCH' });
      }
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('abc\n');
    });

    scenario('Ambiguous match (multiple occurrences, replace_all false)', { f: 'a\nb\na\na\n' }, async (call, tree) => {
      const result = await call('str_replace', { path: 'f', old_str: 'a', new_str: 'c' });
      expect(result.error).toMatchObject({ code: 'AMBIGUOUS_MATCH', actual: 3, lines: [1, 3, 4] });
      expect(result.text).toMatch(/unique.* 3 times .*lines 1, 3, 4/);
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('a\nb\na\na\n');
    });

    scenario('Deletion (empty new_str)', { f: 'one two three' }, async (call, tree) => {
      await call('str_replace', { path: 'f', old_str: ' two' });
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('one three');
    });

    scenario('Replace all occurrences', { f: 'x-'.repeat(15) }, async (call, tree) => {
      const result = await call('str_replace', { path: 'f', old_str: 'x', new_str: '$&', replace_all: true });
      expect(result.text).toBe('Replaced 15 occurrences in f');
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('$&-'.repeat(15));
    });

    scenario('Permissions preserved', { f: 'a\r\nb\r\n' }, async (call, tree) => {
      chmodSync(tree.path('f'), 0o755);
      await call('str_replace', { path: 'f', old_str: 'a\nb', new_str: 'c\nd\ne' });
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('c\r\nd\r\ne\r\n');
      expect(statSync(tree.path('f')).mode & 0o777).toBe(0o755);
    });

    scenario('Empty old_str', { f: 'a' }, async (call) => {
      expect((await call('str_replace', { path: 'f', old_str: '', new_str: 'x' })).error).toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    });
  });

  describe('create_file', () => {
    scenario('Create new file', {}, async (call, tree) => {
      const result = await call('create_file', { path: 'f.txt', content: 'héllo' });
      expect(result.text).toBe('Created f.txt (6 bytes)');
      expect(result.outcome).toMatchObject({ kind: 'write', created: true, bytesWritten: 6 });
      expect(readFileSync(tree.path('f.txt'), 'utf8')).toBe('héllo');
    });

    scenario('Overwrite existing file', { f: 'old' }, async (call, tree) => {
      expect((await call('create_file', { path: 'f', content: 'new' })).text).toBe('Overwrote f (3 bytes)');
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('new');
    });

    scenario('Nested path creation', {}, async (call, tree) => {
      await call('create_file', { path: 'src/pkg/new/file.go', content: 'package new\n' });
      expect(readFileSync(tree.path('src/pkg/new/file.go'), 'utf8')).toBe('package new\n');
      expect(statSync(tree.path('src/pkg')).mode & 0o777).toBe(0o755);
    });

    scenario('File permissions', {}, async (call, tree) => {
      await call('create_file', { path: 'f', content: '' });
      expect(statSync(tree.path('f')).mode & 0o777).toBe(0o644);
    });

    scenario(
      'Content exceeds max size',
      {},
      async (call, tree) => {
        const result = await call('create_file', { path: 'f', content: 'x'.repeat(1025) });
        expect(result.error).toMatchObject({ code: 'CONTENT_TOO_LARGE', size: 1025, limit: 1024 });
        expect(existsSync(tree.path('f'))).toBe(false);
      },
      ['--max-file-size', '1KB'],
    );
  });

  scenario(
    'Path scoping enforced',
    { 'in/f': 'x', out: 'secret' },
    async (call, tree) => {
      for (const path of [tree.path('out'), '../out', tree.path('nothing'), '/etc/passwd']) {
        for (const [name, args] of [
          ['view', { path }],
          ['str_replace', { path, old_str: 'secret', new_str: 'x' }],
          ['create_file', { path, content: 'x' }],
        ] as const) {
          const result = await call(name, args);
          expect(result.error).toMatchObject({ code: 'ACCESS_DENIED' });
          expect(result.text).toMatch(/access denied/i);
        }
      }
      expect(readFileSync(tree.path('out'), 'utf8')).toBe('secret');
      expect(existsSync(tree.path('nothing'))).toBe(false);
    },
    ['--workdir', 'in'],
  );

  scenario(
    'Dry run changes nothing',
    { f: 'old' },
    async (call, tree) => {
      expect((await call('create_file', { path: 'f', content: 'new' })).text).toBe(
        '[Dry Run] Would overwrite f (3 bytes)',
      );
      expect((await call('create_file', { path: 'd/g', content: 'new' })).text).toBe(
        '[Dry Run] Would create d/g (3 bytes)',
      );
      expect((await call('str_replace', { path: 'f', old_str: 'old', new_str: 'new' })).text).toMatch(
        /^\[Dry Run\] Would replace 1/,
      );
      expect(readFileSync(tree.path('f'), 'utf8')).toBe('old');
      expect(existsSync(tree.path('d'))).toBe(false);
    },
    ['--dry-run'],
  );

  scenario(
    'A response ends at a whole line within its bound',
    { f: lines(500) },
    async (call) => {
      const text = (await call('view', { path: 'f' })).text;
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
      const [, last] = /Use view_range to continue from line (\d+)\.$/.exec(text) ?? [];
      expect(text).toContain(`\tline ${Number(last) - 1}\nTruncated: `);
    },
    ['--max-response-size', '2KB'],
  );
});
