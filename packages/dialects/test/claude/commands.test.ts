import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createToolset } from '../../src/index.ts';
import { play, type Scenario } from './scenario.ts';

const shell = { mode: 'unrestricted', timeoutMs: 120_000, environment: process.env } as const;
const run = (command: string, more = {}) => ({ command, ...more });

const COMMANDS: readonly Scenario[] = [
  ['both streams as they come', {}, ['Bash', run('echo a; echo b >&2; echo c'), 'a\nb\nc']],
  ['no output', {}, ['Bash', run('true'), '(Bash completed with no output)']],
  ['blank lines before, white space after', {}, ['Bash', run("printf '\\n  \\n  a\\n\\n \\n'"), '  a']],
  ['another exit code', {}, ['Bash', run('echo a; exit 3'), '! Exit code 3\na']],
  ['another exit code without output', {}, ['Bash', run('exit 2'), '! Exit code 2']],
  ['a signal', {}, ['Bash', run('kill -9 $$'), '! Exit code 137']],
  ['nothing found', { f: 'a' }, ['Bash', run('grep b f'), '(Bash completed with no output)']],
  ['nothing found in a pipe', { f: 'a' }, ['Bash', run('cat f | grep b'), '(Bash completed with no output)']],
  ['a bar in quotes', { f: 'a' }, ['Bash', run("grep -E 'b|c' f"), '(Bash completed with no output)']],
  [
    'files that differ',
    { f: 'a\n', g: 'b\n' },
    ['Bash', run('diff f g >/dev/null'), '(Bash completed with no output)'],
  ],
  ['a test that fails', {}, ['Bash', run('[ -f none ]'), '(Bash completed with no output)']],
  ['a fault of grep', {}, ['Bash', run('grep a none 2>/dev/null'), '! Exit code 2']],
  ['1 of another command', { f: 'a' }, ['Bash', run('grep b f; false'), '! Exit code 1']],
  [
    'cd inside',
    { 'd/f': '' },
    ['Bash', run('cd d'), '(Bash completed with no output)'],
    ['Bash', run('pwd'), 'ROOT/d'],
    ['Read', { file_path: 'f' }, /^Warning/],
  ],
  ['cd outside', {}, ['Bash', run('cd /; echo a'), 'a\nShell cwd was reset to ROOT'], ['Bash', run('pwd'), 'ROOT']],
  ['cd outside and a failure', {}, ['Bash', run('cd /; false'), '! Exit code 1\nShell cwd was reset to ROOT']],
  ['an empty command', {}, ['Bash', run(' '), /^! /]],
  [
    'no command',
    {},
    [
      'Bash',
      {},
      '! InputValidationError: Bash failed due to the following issue:\nThe required parameter `command` is missing',
    ],
  ],
  ['a number in a string', {}, ['Bash', run('echo a', { timeout: '5000' }), 'a']],
  ['a timeout of 0', {}, ['Bash', run('echo a', { timeout: 0 }), 'a']],
  [
    'a task that is none',
    {},
    ['TaskStop', { task_id: 'x' }, '! No task found with ID: x'],
    ['KillShell', { shell_id: 'y' }, '! No task found with ID: y'],
  ],
  ['no task', {}, ['TaskStop', {}, '! Missing required parameter: task_id']],
];

describe.skipIf(process.platform === 'win32')('Bash', () => {
  play(COMMANDS, { shell });

  const open = async () => {
    const tree = await openTree({ f: 'a' });
    const toolset = await createToolset({ dialect: 'claude', session: { workdir: tree.root, shell } });
    const answer = async (name: string, args: object): Promise<string> => {
      const { content } = await toolset.call(name as 'Read', args as never);
      const [block] = content;
      return block?.type === 'text' ? block.text : '';
    };
    const dispose = async () => {
      await toolset.close();
      await tree[Symbol.asyncDispose]();
    };
    return { toolset, tree, answer, [Symbol.asyncDispose]: dispose };
  };

  it('saves long output to a file that Read reads, and nothing else does', async () => {
    await using session = await open();
    const text = await session.answer('Bash', run('seq 1 20000'));
    const [whole, file = ''] =
      /^Output too large \(106\.3KB\)\. Full output saved to: (.*)\n\nPreview \(first 2KB\):\n1\n2\n(?:\d+\n)*\d+\n\.\.\.$/.exec(
        text,
      ) ?? [];
    expect(whole).toBe(text);
    expect(await session.answer('Read', { file_path: file, offset: 20_000 })).toBe('20000\t20000\n20001\t');
    expect(await session.answer('Read', { file_path: file.replace(/[^/]*$/, 'other') })).toMatch(/^Access denied/);
    expect(await session.answer('Edit', { file_path: file, old_string: '1', new_string: '2' })).toMatch(
      /^Access denied/,
    );
    await using other = await open();
    expect(await other.answer('Read', { file_path: file })).toMatch(/^Access denied/);
  });

  it('goes on where there is no place for a file with the output', async () => {
    await using session = await open();
    const print = run('head -c 600000 /dev/zero | tr "\\0" x');
    const [, file = ''] = /saved to: (.*)/.exec(await session.answer('Bash', print)) ?? [];
    rmSync(dirname(file), { recursive: true });
    expect(await session.answer('Bash', print)).toMatch(
      /^Output too large \(585\.9KB\)\. There is no place for a file with all of it\.\n\nPreview \(first 2KB\):\nx{2000}\n\.\.\.$/,
    );
    expect(await session.answer('Bash', run('echo a', { run_in_background: true }))).toMatch(
      /^Command running in background with ID: \S+\. There is no place for a file with its output\.$/,
    );
    expect(await session.answer('Bash', run('echo a'))).toBe('a');
  });

  it('shows the beginning of a long line', async () => {
    await using session = await open();
    const text = await session.answer('Bash', run('head -c 40000 /dev/zero | tr "\\0" x; exit 1'));
    expect(text).toMatch(
      /^Exit code 1\nOutput too large \(39\.1KB\)\. Full output saved to: .*\n\nPreview \(first 2KB\):\nx{2000}\n\.\.\.$/,
    );
  });

  it('runs in the background, writes to a file and is stopped', async () => {
    await using session = await open();
    const command = 'echo a; sleep 300';
    const text = await session.answer('Bash', run(command, { run_in_background: true }));
    const [whole, id, file] =
      /^Command running in background with ID: (.*)\. Output is being written to: (.*)\. To check interim output, use Read on that file path\.$/.exec(
        text,
      ) ?? [];
    expect(whole).toBe(text);
    expect(await session.answer('TaskOutput', { task_id: id })).toContain('running');
    expect(JSON.parse(await session.answer('TaskStop', { task_id: id }))).toEqual({
      message: `Successfully stopped task: ${id} (${command})`,
      ...{ task_id: id, task_type: 'local_bash', command },
    });
    await expect.poll(() => session.answer('Read', { file_path: file })).toMatch(/\[exited with code \d+\]\n\d+\t$/);
    expect(await session.answer('TaskStop', { task_id: id })).toBe(`No task found with ID: ${id}`);
  });

  it('moves a command to the background at its limit, and says at its end how it ended', async () => {
    await using session = await open();
    const text = await session.answer(
      'Bash',
      run('echo a; until [ -f go ]; do sleep 0.01; done; echo b; exit 3', { timeout: 500 }),
    );
    const [whole, file] =
      /^a\nCommand did not complete within its 0\.5s timeout and was moved to the background \(ID: .*\)\. Output is being written to: (.*)\. To check interim output, use Read on that file path\.$/.exec(
        text,
      ) ?? [];
    expect(whole).toBe(text);
    await session.answer('Write', { file_path: 'go', content: '' });
    await expect
      .poll(() => session.answer('Read', { file_path: file }))
      .toBe('1\ta\n2\tb\n3\t\n4\t[exited with code 3]\n5\t');
  });

  it('says what a timeout was brought to', async () => {
    await using session = await open();
    const { _meta } = await session.toolset.call('Bash', { command: 'true', timeout: 700_000 });
    expect(_meta['dragoman/arguments']).toEqual({ clamped: { timeout: [700_000, 600_000] } });
    const names = session.toolset.tools.map(({ name }) => name);
    expect(names).toEqual(['Read', 'Edit', 'Write', 'NotebookEdit', 'Grep', 'Glob', 'Bash', 'TaskStop']);
  });
});
