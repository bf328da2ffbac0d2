import { symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { table } from './table.ts';

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
const LONG = [...lines(1, 59), 'needle', ...lines(61, 120)];

describe('grep_search', () => {
  const { succeeds, fails } = table(
    {
      'long.txt': `${LONG.join('\n')}\n`,
      'two.txt': `${[...lines(1, 20), 'pin', ...lines(22, 39), 'pin', ...lines(41, 60)].join('\n')}\n`,
      'many.txt': `${Array.from({ length: 150 }, (_, index) => `many ${index}`).join('\n')}\n`,
      'hundred.txt': 'hundred\n'.repeat(100),
      'src/a.ts': 'import x\nconst Foo = 1\nfoo()\nfoo() // skip\n  foo(2)  \n',
      'src/b.js': 'foo\n',
      'src/lib/c.ts': 'foo\n',
      'crlf.txt': 'last word\r\nmore\r\n',
      'wide.txt': `${'w'.repeat(2100)} zebra\nzebra ${'z'.repeat(2100)}\n`,
      'app/[id]/page.ts': 'bracket\n',
      '.hidden': 'dotted\n',
      '.gitignore': 'ignored/\n*.gen\nshown.gen2\n',
      '.geminiignore': 'secret.txt\n!shown.gen2\n',
      'ignored/x.txt': 'quux\n',
      'made.gen': 'quux\n',
      'shown.gen2': 'quux\n',
      'secret.txt': 'quux foo\n',
      'node_modules/m.js': 'quux\n',
      'dist/d.js': 'quux\n',
      'out.log': 'quux\n',
      '.git/HEAD': 'quux\n',
    },
    { prepare: (root) => symlinkSync('src/b.js', `${root}/link.js`) },
  );

  succeeds('grep_search', [
    [
      '50 lines around one match',
      { pattern: 'needle' },
      `Found 1 match for pattern "needle" in path ".":\n---\nFile: long.txt\n${LONG.slice(9, 110)
        .map((line, index) => `L${index + 10}${line === 'needle' ? ':' : '-'} ${line}`)
        .join('\n')}\n---`,
    ],
    [
      '15 around two',
      { pattern: 'pin', dir_path: 'two.txt' },
      `Found 2 matches for pattern "pin" in path "two.txt":\n---\nFile: two.txt\n${[
        ...lines(6, 20).map((line, index) => `L${index + 6}- ${line}`),
        'L21: pin',
        ...lines(22, 39).map((line, index) => `L${index + 22}- ${line}`),
        'L40: pin',
        ...lines(41, 55).map((line, index) => `L${index + 41}- ${line}`),
      ].join('\n')}\n---`,
    ],
    [
      'none where none are wanted',
      { pattern: 'needle', context: 0 },
      'Found 1 match for pattern "needle" in path ".":\n---\nFile: long.txt\nL60: needle\n---',
    ],
    [
      'context',
      { pattern: 'needle', context: 1 },
      'Found 1 match for pattern "needle" in path ".":\n---\nFile: long.txt\nL59- line 59\nL60: needle\nL61- line 61\n---',
    ],
    [
      'before and after, which count more',
      { pattern: 'needle', context: 5, before: 1, after: 0 },
      'Found 1 match for pattern "needle" in path ".":\n---\nFile: long.txt\nL59- line 59\nL60: needle\n---',
    ],
    [
      'a filter, and both cases of letters',
      { pattern: 'foo', dir_path: 'src', include_pattern: '*.ts', context: 0 },
      'Found 5 matches for pattern "foo" in path "src" (filter: "*.ts"):\n---\nFile: a.ts\nL2: const Foo = 1\nL3: foo()\nL4: foo() // skip\nL5:   foo(2)\n---\nFile: lib/c.ts\nL1: foo\n---',
    ],
    [
      'case',
      { pattern: 'Foo', case_sensitive: true, context: 0 },
      'Found 1 match for pattern "Foo" in path ".":\n---\nFile: src/a.ts\nL2: const Foo = 1\n---',
    ],
    [
      'a filter from the working directory',
      { pattern: 'foo', dir_path: 'src', include_pattern: 'src/lib/*.ts', context: 0 },
      'Found 1 match for pattern "foo" in path "src" (filter: "src/lib/*.ts"):\n---\nFile: lib/c.ts\nL1: foo\n---',
    ],
    [
      'a literal pattern',
      { pattern: 'foo(', fixed_strings: true, context: 0 },
      'Found 3 matches for pattern "foo(" in path ".":\n---\nFile: src/a.ts\nL3: foo()\nL4: foo() // skip\nL5:   foo(2)\n---',
    ],
    [
      'lines that are left out, in context too',
      { pattern: 'foo\\(', exclude_pattern: 'SKIP', context: 1 },
      'Found 2 matches for pattern "foo\\(" in path ".":\n---\nFile: src/a.ts\nL2- const Foo = 1\nL3: foo()\nL5:   foo(2)\n---',
    ],
    [
      'a pattern that only JavaScript knows',
      { pattern: '(?<=const )foo', context: 0 },
      'Found 1 match for pattern "(?<=const )foo" in path ".":\n---\nFile: src/a.ts\nL2: const Foo = 1\n---',
    ],
    [
      'the most of one file, after what is left out',
      { pattern: 'foo', max_matches_per_file: 1, exclude_pattern: 'const', context: 0, dir_path: 'src' },
      'Found 3 matches for pattern "foo" in path "src":\n---\nFile: a.ts\nL3: foo()\n---\nFile: b.js\nL1: foo\n---\nFile: lib/c.ts\nL1: foo\n---',
    ],
    [
      'a limit that is met',
      { pattern: 'many', total_max_matches: 2, context: 0 },
      'Found 2 matches for pattern "many" in path "." (results limited to 2 matches for performance):\n---\nFile: many.txt\nL1: many 0\nL2: many 1\n---',
    ],
    [
      'no lines around few of many matches',
      { pattern: 'many', total_max_matches: 3 },
      'Found 3 matches for pattern "many" in path "." (results limited to 3 matches for performance):\n---\nFile: many.txt\nL1: many 0\nL2: many 1\nL3: many 2\n---',
    ],
    [
      'lines around one of two matches',
      { pattern: 'pin', total_max_matches: 1 },
      `Found 1 match for pattern "pin" in path "." (results limited to 1 matches for performance):\n---\nFile: two.txt\n${[...lines(6, 20).map((line, at) => `L${at + 6}- ${line}`), 'L21: pin', ...lines(22, 36).map((line, at) => `L${at + 22}- ${line}`)].join('\n')}\n---`,
    ],
    [
      'no limit where there is no more',
      { pattern: 'hundred', dir_path: 'hundred.txt' },
      `Found 100 matches for pattern "hundred" in path "hundred.txt":\n---\nFile: hundred.txt\n${Array.from({ length: 100 }, (_, index) => `L${index + 1}: hundred`).join('\n')}\n---`,
    ],
    [
      'a limit below 1',
      { pattern: 'foo', limit: 0, names_only: true, dir_path: 'src' },
      'Found 1 files with matches for pattern "foo" in path "src" (results limited to 1 matches for performance):\na.ts',
    ],
    [
      'names',
      { pattern: 'foo', names_only: true },
      'Found 3 files with matches for pattern "foo" in path ".":\nsrc/a.ts\nsrc/b.js\nsrc/lib/c.ts',
    ],
    [
      'the end of a line before CRLF',
      { pattern: 'word$', context: 0 },
      'Found 1 match for pattern "word$" in path ".":\n---\nFile: crlf.txt\nL1: last word\n---',
    ],
    [
      'no CR in context',
      { pattern: 'word', context: 1 },
      'Found 1 match for pattern "word" in path ".":\n---\nFile: crlf.txt\nL1: last word\nL2- more\n---',
    ],
    [
      'long lines',
      { pattern: 'zebra', context: 0 },
      `Found 2 matches for pattern "zebra" in path ".":\n---\nFile: wide.txt\nL1: ... ${'w'.repeat(499)} zebra\nL2: zebra ${'z'.repeat(1994)}... [truncated]\n---`,
    ],
    [
      'dotfiles',
      { pattern: 'dotted' },
      'Found 1 match for pattern "dotted" in path ".":\n---\nFile: .hidden\nL1: dotted\n---',
    ],
    [
      'what git ignores only where .geminiignore shows it',
      { pattern: 'quux' },
      'Found 1 match for pattern "quux" in path ".":\n---\nFile: shown.gen2\nL1: quux\n---',
    ],
    [
      'all but .git and what is guarded',
      { pattern: 'quux', no_ignore: true, names_only: true },
      'Found 6 files with matches for pattern "quux" in path ".":\ndist/d.js\nignored/x.txt\nmade.gen\nnode_modules/m.js\nout.log\nshown.gen2',
    ],
    [
      'a directory that is left out, by its name',
      { pattern: 'quux', dir_path: 'dist' },
      'Found 1 match for pattern "quux" in path "dist":\n---\nFile: d.js\nL1: quux\n---',
    ],
    [
      'an ignored directory, by its name',
      { pattern: 'quux', dir_path: 'ignored' },
      'Found 1 match for pattern "quux" in path "ignored":\n---\nFile: x.txt\nL1: quux\n---',
    ],
    [
      'a file, by its name',
      { pattern: 'quux', dir_path: 'out.log' },
      'Found 1 match for pattern "quux" in path "out.log":\n---\nFile: out.log\nL1: quux\n---',
    ],
    [
      'a link that is named',
      { pattern: 'foo', dir_path: 'link.js' },
      'Found 1 match for pattern "foo" in path "link.js":\n---\nFile: link.js\nL1: foo\n---',
    ],
    [
      'nothing',
      { pattern: 'zzz', dir_path: 'src', include_pattern: '*.ts' },
      'No matches found for pattern "zzz" in path "src" (filter: "*.ts").',
    ],
    [
      'an absolute path',
      { pattern: 'foo', dir_path: 'ROOT/src/lib' },
      'Found 1 match for pattern "foo" in path "ROOT/src/lib":\n---\nFile: c.ts\nL1: foo\n---',
    ],
  ]);
  succeeds('search_file_content', [
    [
      'other names',
      { query: 'foo', path: 'src', glob: '*.js' },
      'Found 1 match for pattern "foo" in path "src" (filter: "*.js"):\n---\nFile: b.js\nL1: foo\n---',
    ],
  ]);
  fails('grep_search', [
    ['a path that is not there', { pattern: 'a', dir_path: 'none' }, 'Path does not exist: ROOT/none'],
    [
      'a malformed pattern',
      { pattern: '(' },
      'Invalid regular expression pattern provided: (. Error: Invalid regular expression: /(/: Unterminated group',
    ],
    [
      'a malformed exclude pattern',
      { pattern: 'a', exclude_pattern: '[' },
      'Invalid exclude regular expression pattern provided: [. Error: Invalid regular expression: /[/: Unterminated character class',
    ],
    [
      'a guarded file',
      { pattern: 'a', dir_path: 'secret.txt' },
      "File path 'ROOT/secret.txt' is ignored by configured ignore patterns.",
    ],
    [
      'a path outside',
      { pattern: 'a', dir_path: '/etc' },
      'Path not in workspace: Attempted path "/etc" resolves outside the allowed workspace directories: ROOT',
    ],
    ['no pattern', {}, "params must have required property 'pattern'"],
  ]);
});

describe('glob and list_directory', () => {
  const files = table(
    {
      'a.ts': 'a',
      'b.TS': 'bb',
      'src/c.ts': 'c',
      'src/d.js': '',
      'app/[id]/page.tsx': '',
      '.env.ts': '',
      '.gitignore': '*.gen.ts\nbuild/\n',
      'x.gen.ts': '',
      'build/y.ts': '',
      'node_modules/m/z.ts': '',
      'dist/d.mjs': '',
      '.git/HEAD': '',
      '.geminiignore': 'secret/\nhid.txt\n',
      'secret/s.ts': '',
      'hid.txt': '',
      'sub/deep/k.md': '',
      empty: null,
      'only/x.gen.ts': '',
    },
    {
      prepare: (root) => {
        for (const [index, name] of ['b.TS', '.env.ts', 'src/c.ts', 'a.ts'].entries())
          utimesSync(`${root}/${name}`, 1_700_000_000 + index, 1_700_000_000 + index);
        symlinkSync('/etc', `${root}/out`);
        symlinkSync('a.ts', `${root}/in.lnk`);
      },
    },
  );
  const { succeeds, fails } = files;
  const found = (count: number, pattern: string, within: string, paths: readonly string[], note = ''): string =>
    `Found ${count} file(s) matching "${pattern}" within ${within}${note}, sorted by modification time (newest first):\n${paths.join('\n')}`;

  succeeds('glob', [
    [
      'newest first, ignored ones counted',
      { pattern: '**/*.ts' },
      found(
        4,
        '**/*.ts',
        'ROOT',
        ['ROOT/a.ts', 'ROOT/src/c.ts', 'ROOT/.env.ts', 'ROOT/b.TS'],
        ' (4 additional files were ignored)',
      ),
    ],
    ['case', { pattern: '*.TS', case_sensitive: true }, found(1, '*.TS', 'ROOT', ['ROOT/b.TS'])],
    ['a directory', { pattern: '*.ts', dir_path: 'src' }, found(1, '*.ts', 'ROOT/src', ['ROOT/src/c.ts'])],
    [
      'a pattern from the working directory',
      { pattern: 'src/*.ts', dir_path: 'src' },
      found(1, 'src/*.ts', 'ROOT/src', ['ROOT/src/c.ts']),
    ],
    [
      'a directory that is usually left out',
      { pattern: '**/*.ts', dir_path: 'node_modules' },
      found(1, '**/*.ts', 'ROOT/node_modules', ['ROOT/node_modules/m/z.ts']),
    ],
    ['dist, which is not left out', { pattern: 'dist/*' }, found(1, 'dist/*', 'ROOT', ['ROOT/dist/d.mjs'])],
    [
      'what git ignores',
      { pattern: '*.gen.ts', respect_git_ignore: false },
      found(1, '*.gen.ts', 'ROOT', ['ROOT/x.gen.ts']),
    ],
    [
      'an ignored directory by its name',
      { pattern: '*.ts', dir_path: 'build' },
      found(1, '*.ts', 'ROOT/build', ['ROOT/build/y.ts']),
    ],
    ['a link', { pattern: '*.lnk' }, found(1, '*.lnk', 'ROOT', ['ROOT/in.lnk'])],
    ['nothing', { pattern: '*.zig' }, 'No files found matching pattern "*.zig" within ROOT'],
    [
      'nothing but what is guarded',
      { pattern: 'hid.*' },
      'No files found matching pattern "hid.*" within ROOT (1 files were ignored)',
    ],
    [
      'nothing but what is guarded, whatever is asked',
      { pattern: 'secret/*.ts', respect_git_ignore: false },
      'No files found matching pattern "secret/*.ts" within ROOT (1 files were ignored)',
    ],
    ['nothing outside', { pattern: 'out/*' }, 'No files found matching pattern "out/*" within ROOT'],
  ]);
  fails('glob', [
    ['a path that is not there', { pattern: '*', dir_path: 'none' }, 'Search path does not exist ROOT/none'],
    ['a file', { pattern: '*', dir_path: 'a.ts' }, 'Search path is not a directory: ROOT/a.ts'],
    ['an empty pattern', { pattern: ' ' }, "The 'pattern' parameter cannot be empty."],
    [
      'a guarded directory',
      { pattern: '*', dir_path: 'secret' },
      "File path 'ROOT/secret' is ignored by configured ignore patterns.",
    ],
    [
      'a path outside',
      { pattern: '*', dir_path: '/etc' },
      'Path not in workspace: Attempted path "/etc" resolves outside the allowed workspace directories: ROOT',
    ],
  ]);

  succeeds('list_directory', [
    [
      'directories first, with sizes, ignored ones counted',
      { dir_path: '.' },
      'Directory listing for ROOT:\n[DIR] app\n[DIR] dist\n[DIR] empty\n[DIR] node_modules\n[DIR] only\n[DIR] src\n[DIR] sub\n.env.ts (0 bytes)\n.geminiignore (16 bytes)\n.gitignore (16 bytes)\na.ts (1 bytes)\nb.TS (2 bytes)\nin.lnk (1 bytes)\n\n(5 ignored)',
    ],
    ['a directory', { dir_path: 'src' }, 'Directory listing for ROOT/src:\nc.ts (1 bytes)\nd.js (0 bytes)'],
    ['an absolute path', { dir_path: 'ROOT/sub' }, 'Directory listing for ROOT/sub:\n[DIR] deep'],
    [
      'names that are left out do not count',
      { dir_path: 'src', ignore: ['*.{js,md}'] },
      'Directory listing for ROOT/src:\nc.ts (1 bytes)',
    ],
    ['a list as text', { dir_path: 'src', ignore: '["*.js"]' }, 'Directory listing for ROOT/src:\nc.ts (1 bytes)'],
    ['an empty directory', { dir_path: 'empty' }, 'Directory ROOT/empty is empty.'],
    ['nothing but what is ignored', { dir_path: 'only' }, 'Directory listing for ROOT/only:\n\n\n(1 ignored)'],
    [
      'what git ignores',
      { dir_path: 'only', file_filtering_options: { respect_git_ignore: false } },
      'Directory listing for ROOT/only:\nx.gen.ts (0 bytes)',
    ],
    ['another name', { path: 'src', ignore: ['d*'] }, 'Directory listing for ROOT/src:\nc.ts (1 bytes)'],
  ]);
  fails('list_directory', [
    [
      'a path that is not there',
      { dir_path: 'none' },
      "Error listing directory: ENOENT: no such file or directory, stat 'ROOT/none'",
    ],
    ['a file', { dir_path: 'a.ts' }, 'Error: Path is not a directory: ROOT/a.ts'],
    ['no path', {}, "params must have required property 'dir_path'"],
    [
      'a guarded directory',
      { dir_path: 'secret' },
      "File path 'ROOT/secret' is ignored by configured ignore patterns.",
    ],
    [
      'a path outside',
      { dir_path: '/etc' },
      'Path not in workspace: Attempted path "/etc" resolves outside the allowed workspace directories: ROOT',
    ],
  ]);

  it('refuses what is guarded by the code of what is outside', async () => {
    for (const path of ['secret', '/etc']) {
      const { error } = await files.server.call('list_directory', { dir_path: path });
      expect(error).toMatchObject({ code: 'ACCESS_DENIED', allowed: [files.tree.path('ROOT')] });
    }
  });

  it('keeps closed what .geminiignore closed, and closes at once what is added', async () => {
    const { server } = files;
    const read = async (path: string) => (await server.call('read_file', { file_path: path })).error.code;
    expect([await read('hid.txt'), await read('src/c.ts')]).toEqual(['ACCESS_DENIED', undefined]);
    const written = await server.call('write_file', { file_path: '.geminiignore', content: '!hid.txt\nsrc/c.ts\n' });
    expect(written.isError).toBe(false);
    for (const path of ['hid.txt', 'src/c.ts', 'secret/s.ts']) expect(await read(path)).toBe('ACCESS_DENIED');
    expect((await server.call('list_directory', { dir_path: 'src' })).text).toMatch(
      /\nd\.js \(0 bytes\)\n\n\(1 ignored\)$/,
    );
    const found = await server.call('grep_search', { pattern: 'c', dir_path: 'src', no_ignore: true });
    expect(found.text).toMatch(/^No matches found/);
  });

  it('finds what lies in a directory with brackets', async () => {
    const { text } = await files.server.call('glob', { pattern: 'app/[id]/page.tsx' });
    expect(text).toContain('page.tsx');
  });
});
