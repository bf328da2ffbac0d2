import type { CommandTraces } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { bashFailed, ranInShell } from '../agent/command.ts';
import { commandWatched } from '../codex/command.ts';
import { ranShellCommand, shellCommandFailed } from '../gemini/command.ts';
import { aftermathLines } from './aftermath.ts';
import { commandFailed, ranCommand, taskProgress } from './command.ts';

const traces: CommandTraces = { planted: ['/w/a\n/.git', '/w/b'], cleared: ['/w/su'], more: 2 };
const lines =
  'Note: new repository or settings, from which programs may run code: /w/a\\n/.git\n' +
  'Note: new repository or settings, from which programs may run code: /w/b\n' +
  'Note: set-user-id and set-group-id bits were cleared: /w/su\n' +
  'Note: 2 more of these\n';

describe('aftermathLines', () => {
  it('name what a command left, a line each', () => {
    expect(aftermathLines({ traces }, {})).toBe(lines);
    expect(aftermathLines({ traces: { planted: [], cleared: [], more: 0, isPartial: true } }, {})).toBe(
      'Note: the allowed directories could not be searched whole for set-user-id bits\n',
    );
    expect(aftermathLines({ traces: { planted: [], cleared: [], more: 0, isFailed: true } }, {})).toBe(
      'Note: the allowed directories could not be searched for new repositories and set-user-id bits\n',
    );
  });

  it('name what was removed from git directories, and the option by which git could write', () => {
    const gitTraces: CommandTraces = { planted: [], cleared: [], more: 0, removed: ['/w/.git/x'], isGitRefused: true };
    expect(aftermathLines({ traces: gitTraces }, {})).toBe(
      'Note: removed, since git would obey it: /w/.git/x\n' +
        'Note: commands read .git and cannot write it; the server option --git write lets them, but for hooks and settings\n',
    );
  });

  it('are as many as fit in a quarter of the limit', () => {
    expect(aftermathLines({ traces }, { bytes: 500 })).toBe(
      'Note: new repository or settings, from which programs may run code: /w/a\\n/.git\nNote: 4 more of these\n',
    );
    expect(aftermathLines({ traces }, { bytes: 100 })).toBe('Note: 5 more of these\n');
  });

  it('are none after most commands', () => {
    expect(aftermathLines({}, {})).toBe('');
  });
});

describe('each dialect says what a command left', () => {
  const reader = { limit: { bytes: 5000 } };
  const scene = { root: '/w', ...reader };
  const [stdout, stderr] = [
    { text: 'out', totalCharacters: 3, totalNewlines: 0 },
    { text: '', totalCharacters: 0, totalNewlines: 0 },
  ];
  const streams = { stdout, stderr };
  const end = { exitCode: 0, signal: null, group: 8, traces };
  const ended = { kind: 'command', ...streams, ...end, backgroundPids: [], cwd: '/w', refusedDirectory: null } as const;
  const task = { kind: 'task', taskId: 'x', status: 'completed', ...streams, ...end } as const;
  const output = { head: Buffer.from('out'), tail: Buffer.of(), bytes: 3, newlines: 0 };
  const watched = { kind: 'watched', sessionId: null, ...end, elapsedMs: 1, output } as const;
  const textOf = ([block]: readonly { readonly type: string }[]) =>
    block?.type === 'text' && 'text' in block ? String(block.text) : '';

  it.each([
    ['editor, claude-code, text_editor', () => ranCommand(ended, reader)],
    ['editor, claude-code: a background command', () => taskProgress(task, reader)],
    ['gemini', () => ranShellCommand(ended, reader, { command: 'x' })],
    ['agent', () => ranInShell(ended, reader)],
    ['codex', () => commandWatched(watched, reader, { maxTokens: 100, chunkId: 'abc123' })],
  ])('%s', (_, render) => {
    const { content, outcome } = render();
    expect(textOf(content)).toContain(lines.trimEnd());
    expect(outcome).toMatchObject({ traces });
  });

  const long = { text: 'x'.repeat(15_000), ending: 'y'.repeat(15_000), totalCharacters: 99_000, totalNewlines: 0 };

  it.each([
    ['editor, claude-code, text_editor', () => ranCommand({ ...ended, stdout: long, stderr: long }, reader)],
    ['gemini', () => ranShellCommand({ ...ended, stdout: long, stderr: long }, reader, { command: 'x' })],
    ['agent', () => ranInShell({ ...ended, stdout: long }, reader)],
  ])('%s: also below an output that is cut', (_, render) => {
    const { content } = render();
    const shown = textOf(content);
    expect(shown).toContain(lines.trimEnd());
    expect(shown.length).toBeLessThanOrEqual(reader.limit.bytes);
  });

  const timeout = { code: 'TIMEOUT', problem: 'command', timeoutMs: 50, ...streams, ...end } as const;
  const failed = { code: 'COMMAND_FAILED', output: stdout, ...end, exitCode: 1 } as const;

  it.each([
    ['editor, claude-code, text_editor', () => commandFailed(timeout, {}, scene)],
    ['gemini', () => shellCommandFailed(timeout, { command: 'x' }, scene)],
    ['agent', () => bashFailed(timeout, {}, scene)],
    ['agent: a command that failed', () => bashFailed(failed, {}, scene)],
  ])('%s: of a command that was ended', (_, explain) => {
    expect(explain()).toContain(lines.trimEnd());
  });
});
