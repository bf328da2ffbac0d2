import { connect } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { table } from './table.ts';

const INJECTION =
  'Command injection detected: command substitution syntax ($(), backticks, <() or >()) found in command arguments. On PowerShell, @() array subexpressions and $() subexpressions are also blocked. This is a security risk and the command was blocked.';

const settled = (text: string): string =>
  text.replace(/(PGID|PID|PIDs): \d+(?:, \d+)*/g, '$1: N').replace(/\[PID \d+\]/g, '[PID N]');

describe('run_shell_command', () => {
  const files = table(
    { 'sub/a.txt': 'a\n', '.geminiignore': 'secret/\n', 'secret/x': '' },
    { args: ['--shell', 'unrestricted'], settled },
  );
  const { succeeds, fails } = files;

  succeeds('run_shell_command', [
    ['output', { command: 'echo out; echo err >&2' }, 'Output: out\nerr\nProcess Group PGID: N'],
    ['no output', { command: 'true' }, 'Output: (empty)\nProcess Group PGID: N'],
    [
      'white space and colours',
      { command: "printf '\\n \\033[31mred\\033[0m \\n\\n'" },
      'Output: red\nProcess Group PGID: N',
    ],
    ['a failing command', { command: 'echo no; exit 3' }, 'Output: no\nExit Code: 3\nProcess Group PGID: N'],
    ['a signal', { command: 'kill -9 $$' }, 'Output: (empty)\nSignal: 9\nProcess Group PGID: N'],
    ['a directory', { command: 'ls', dir_path: 'sub' }, 'Output: a.txt\nProcess Group PGID: N'],
    ['an absolute directory', { command: 'ls', dir_path: 'ROOT/sub' }, 'Output: a.txt\nProcess Group PGID: N'],
    ['another name of it', { command: 'ls', directory: 'sub' }, 'Output: a.txt\nProcess Group PGID: N'],
    ['cd, which does not last', { command: 'cd sub' }, 'Output: (empty)\nProcess Group PGID: N'],
    [
      'the working directory after it',
      { command: 'ls' },
      'Output: sub\nsecret\nProcess Group PGID: N'.replace('sub\nsecret', 'secret\nsub'),
    ],
    [
      'processes that it left',
      { command: 'sleep 30 & echo x' },
      'Output: x\nBackground PIDs: N\nProcess Group PGID: N',
    ],
    ['arithmetic', { command: 'echo $((1 + 2))' }, 'Output: 3\nProcess Group PGID: N'],
    [
      'escapes and single quotes',
      { command: 'echo \\$\\(a\\) \'`b` $(c)\' "<(d)"' },
      'Output: $(a) `b` $(c) <(d)\nProcess Group PGID: N',
    ],
    [
      'a background command that ends at once',
      { command: 'echo hi', is_background: true, delay_ms: 5000 },
      'Output: hi\nProcess Group PGID: N',
    ],
    [
      'a background command',
      { command: 'echo started; exec sleep 60', is_background: true, delay_ms: 1500 },
      'Command is running in background. PID: N. Initial output:\nstarted\n',
    ],
  ]);
  fails('run_shell_command', [
    ...['echo $(id)', 'echo `id`', 'cat <(id)', 'tee >(cat)', 'echo "$(id)"', '# $(id)', 'echo $((1 + $(id)))'].map(
      (command) => [`substitution: ${command}`, { command }, INJECTION] as const,
    ),
    ['nothing to do', { command: '  ' }, 'Command cannot be empty.'],
    ['no command', {}, "params must have required property 'command'"],
    [
      'a directory outside',
      { command: 'ls', dir_path: '/etc' },
      'Path not in workspace: Attempted path "/etc" resolves outside the allowed workspace directories: ROOT',
    ],
    [
      'a guarded directory',
      { command: 'ls', dir_path: 'secret' },
      "File path 'ROOT/secret' is ignored by configured ignore patterns.",
    ],
  ]);
  succeeds('list_background_processes', [
    [
      'what runs and what ended',
      {},
      '- [PID N] EXITED: `echo hi` (Exit Code: 0)\n- [PID N] RUNNING: `echo started; exec sleep 60`',
    ],
  ]);
  fails('read_background_output', [
    [
      'a process that is not its own',
      { pid: 1 },
      'Background process history lookup failed for PID N'.replace('PID N', 'PID 1'),
    ],
    ['no pid', {}, "params must have required property 'pid'"],
  ]);

  it('reads the last lines of a background command', async () => {
    const { server } = files;
    const command = 'seq 1 150; exec sleep 60';
    const { text } = await server.call('run_shell_command', { command, is_background: true, delay_ms: 0 });
    const pid = Number(/PID: (\d+)/.exec(text)?.[1]);
    const read = (rest = {}) => server.call('read_background_output', { pid, ...rest });
    for (let ready = false; !ready; ) ready = (await read({ delay_ms: 20 })).text.endsWith('\n150');
    const last = (count: number) => Array.from({ length: count }, (_, index) => `${151 - count + index}`).join('\n');
    expect((await read()).text).toBe(`Showing last 100 of 150 lines:\n${last(100)}`);
    expect((await read({ lines: 2 })).text).toBe(`Showing last 2 of 150 lines:\n${last(2)}`);
    expect((await read({ lines: 0 })).text).toBe(`Showing last 1 of 150 lines:\n${last(1)}`);
    expect((await read({ lines: 200 })).text).toBe(`Full Log Output:\n${last(150)}`);
  });

  it('says that nothing was written', async () => {
    const { server } = files;
    const started = await server.call('run_shell_command', {
      command: 'exec sleep 60',
      is_background: true,
      delay_ms: 0,
    });
    const pid = Number(/PID: (\d+)/.exec(started.text)?.[1]);
    expect((await server.call('read_background_output', { pid })).text).toBe('Log is empty.');
  });
});

describe('read_many_files', () => {
  const files = table({
    'a.md': 'A\n',
    'b.md': 'B',
    'src/c.ts': 'C\r\n',
    'src/deep/d.ts': 'D\n',
    'long.md': `${'x'.repeat(2001)}\n`,
    'dist/e.md': 'E\n',
    '.env': 'SECRET=1\n',
    'GEMINI.md': 'memory\n',
    'x.zip': 'no zip\n',
    '.gitignore': 'gen.md\n',
    'gen.md': 'G\n',
    '.git/HEAD': '',
    '.geminiignore': 'hid.md\n',
    'hid.md': 'H\n',
    'pixel.gif': Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  });
  const { succeeds, fails } = files;
  const part = (name: string, text: string) => `--- ROOT/${name} ---\n\n${text}\n\n`;
  const END = '\n--- End of content ---';
  const NONE = 'No files matching the criteria were found or all were skipped.';
  const CUT = `[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\n${'x'.repeat(2000)}... [truncated]\n`;
  succeeds('read_many_files', [
    [
      'paths, sorted',
      { include: ['b.md', 'a.md', './a.md'] },
      [part('a.md', 'A\n'), part('b.md', 'B'), END].join('\n'),
    ],
    ['a directory', { include: ['src'] }, [part('src/c.ts', 'C\n'), part('src/deep/d.ts', 'D\n'), END].join('\n')],
    ['a directory with a slash', { include: ['src/deep/'] }, [part('src/deep/d.ts', 'D\n'), END].join('\n')],
    ['a glob', { include: ['*.md'] }, [part('a.md', 'A\n'), part('b.md', 'B'), part('long.md', CUT), END].join('\n')],
    ['what is left out', { include: ['*.md'], exclude: ['l*.md', 'b.md'] }, [part('a.md', 'A\n'), END].join('\n')],
    ['usually left out', { include: ['.env', 'GEMINI.md', 'x.zip', 'dist/e.md'] }, NONE],
    [
      'that too',
      { include: ['.env', 'dist/*'], useDefaultExcludes: false },
      [part('.env', 'SECRET=1\n'), part('dist/e.md', 'E\n'), END].join('\n'),
    ],
    [
      'what git ignores',
      { include: ['g*.md'], file_filtering_options: { respect_git_ignore: false } },
      [part('gen.md', 'G\n'), END].join('\n'),
    ],
    ['an ignored file by its name', { include: ['gen.md'] }, [part('gen.md', 'G\n'), END].join('\n')],
    ['nothing by an empty path', { include: ['', ' '] }, NONE],
    ['nothing that is guarded', { include: ['hid.md', 'h*.md'] }, NONE],
    ['nothing outside', { include: ['/etc/passwd', '../*'] }, NONE],
    [
      'a path that is not there',
      { include: ['a.md', 'none.md'] },
      `${[part('a.md', 'A\n'), END].join('\n')}\nFile not found: ROOT/none.md`,
    ],
    ['media that no pattern names', { include: ['?ixel*'] }, NONE],
    ['a list as text', { include: '["b.md"]' }, [part('b.md', 'B'), END].join('\n')],
  ]);
  fails('read_many_files', [
    ['nothing to read', { include: [] }, 'params/include must NOT have fewer than 1 items'],
    ['no list', {}, "params must have required property 'include'"],
  ]);

  it('shows media that a pattern names', async () => {
    const { content } = await files.server.call('read_many_files', { include: ['*.gif', 'b.md'] });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  });

  it('is not listed, in the dialect of clients whose name contains gemini or qwen', async () => {
    for (const clientName of ['Gemini-CLI-mcp-client', 'qwen-cli-mcp-client-x']) {
      await using server = await connect({ cwd: files.tree.root, clientName });
      const { tools } = await server.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        ...['read_file', 'write_file', 'replace', 'grep_search', 'glob', 'list_directory'],
      ]);
    }
  });
});
