import { serve } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { E, table } from './table.ts';

const { answer, fails } = table(
  { 'ROOT/a.txt': 'one', 'ROOT/dir/inner.txt': 'x' },
  { args: ['--shell', 'unrestricted'] },
);

const block = (fields: Partial<Record<string, string>>) =>
  [
    `Command: ${fields.Command}`,
    `Directory: ${fields.Directory ?? '(root)'}`,
    `Stdout: ${fields.Stdout ?? '(empty)'}`,
    `Stderr: ${fields.Stderr ?? '(empty)'}`,
    `Error: ${fields.Error ?? '(none)'}`,
    `Exit Code: ${fields['Exit Code'] ?? '0'}`,
    `Signal: ${fields.Signal ?? '(none)'}`,
    `Background PIDs: ${fields['Background PIDs'] ?? '(none)'}`,
    'Process Group PGID: PGID',
  ].join('\n');

it.each([
  ['success', { command: 'echo hi' }, { Stdout: 'hi\n' }],
  ['failure', { command: 'echo no >&2; exit 3' }, { Stderr: 'no\n', 'Exit Code': '3' }],
  ['a pipeline', { command: 'printf "b\\na\\n" | sort' }, { Stdout: 'a\nb\n' }],
  ['a directory', { command: 'basename "$PWD"', directory: 'dir' }, { Stdout: 'dir\n', Directory: 'dir' }],
  [
    'a directory as newer models name it',
    { command: 'basename "$PWD"', dir_path: 'dir' },
    { Stdout: 'dir\n', Directory: 'dir' },
  ],
  ['a directory that does not last', { command: 'basename "$PWD"' }, { Stdout: 'ROOT\n' }],
  ['colours', { command: "printf '\\033[31mred\\033[0m'" }, { Stdout: 'red' }],
  ['a signal', { command: 'kill -9 $$' }, { 'Exit Code': '(none)', Signal: 'SIGKILL' }],
  ['arithmetic', { command: 'echo $((1 + 2))' }, { Stdout: '3\n' }],
  ['quoted syntax', { command: "echo '$(x) `y`'" }, { Stdout: '$(x) `y`\n' }],
])('shows %s', async (_, args, fields) => {
  const { text, isError } = await answer('run_shell_command', args);
  expect(text.replace(/(?<=PGID: )\d+$/, 'PGID')).toBe(block({ Command: args.command, ...fields }));
  expect(isError).toBe(false);
});

it('shows what a command said that ran out of time', async () => {
  const args = ['--shell', 'unrestricted', '--shell-timeout', '2000'];
  await using server = await serve('gemini', {}, { args });
  const command = 'echo so far; sleep 1000';
  const { text, error } = await server.call('run_shell_command', { command });
  expect(text.replace(/(?<=PGID: )\d+$/, 'PGID')).toBe(
    block({
      Command: command,
      Stdout: 'so far\n',
      Error: 'Command timed out after 2000 ms and was ended',
      'Exit Code': '(none)',
      Signal: 'SIGTERM',
    }),
  );
  expect(error.code).toBe('TIMEOUT');
});

it('names what runs on in the background, and does not wait for it', async () => {
  const { text } = await answer('run_shell_command', { command: 'sleep 1000 & sleep 1000 & echo done' });
  expect(text).toMatch(/^Stdout: done$/m);
  expect(text).toMatch(/^Background PIDs: \d+, \d+$/m);
});

fails('run_shell_command', [
  [
    'substitution',
    { command: 'echo $(whoami)' },
    'Command rejected: echo $(whoami)\nReason: Command substitution using $() is not allowed for security reasons',
  ],
  [
    'backticks',
    { command: 'echo `whoami`' },
    'Command rejected: echo `whoami`\nReason: Command substitution using backticks is not allowed for security reasons',
  ],
  [
    'process substitution',
    { command: 'cat <(ls)' },
    'Command rejected: cat <(ls)\nReason: Command substitution using <() is not allowed for security reasons',
  ],
  [
    'process substitution that writes',
    { command: 'ls | tee >(cat)' },
    'Command rejected: ls | tee >(cat)\nReason: Command substitution using >() is not allowed for security reasons',
  ],
  [
    'substitution in double quotes',
    { command: 'echo "$(id)"' },
    'Command rejected: echo "$(id)"\nReason: Command substitution using $() is not allowed for security reasons',
  ],
  ['an empty command', { command: '  ' }, 'Command rejected:   \nReason: Command cannot be empty.'],
  [
    'an absolute directory',
    { command: 'ls', directory: '/tmp' },
    'Command rejected: ls\nReason: Directory cannot be absolute. Must be relative to the project root directory.',
  ],
  ['a missing directory', { command: 'ls', directory: 'none' }, 'Command rejected: ls\nReason: Directory must exist.'],
  ['a directory outside', { command: 'ls', directory: '..' }, 'Command rejected: ls\nReason: Directory must exist.'],
  [
    'a file for a directory',
    { command: 'ls', directory: 'a.txt' },
    'Command rejected: ls\nReason: Directory must exist.',
  ],
  ['no command', {}, `${E}params must have required property 'command'`],
]);
