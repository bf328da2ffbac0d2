import type { NotKept } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { bashFailed, ranInShell } from '../agent/command.ts';
import { commandWatched } from '../codex/command.ts';
import { ranShellCommand } from '../gemini/command.ts';
import { commandFailed, ranCommand } from './command.ts';
import { notKeptLines, withLines } from './not-kept.ts';

const some: NotKept = { paths: [{ path: '/tree/link', reason: 'kind' }], more: 3 };

describe('notKeptLines', () => {
  it('say of each path why, and how many more there are', () => {
    expect(notKeptLines(some, {})).toBe(
      'Not kept: /tree/link: only files and directories are kept\nNot kept: and 3 more\n',
    );
    const reasons = ['denied', 'changed', 'mode', 'name'] as const;
    const paths = reasons.map((reason) => ({ path: '/a', reason }));
    expect(notKeptLines({ paths, more: 0 }, {})).toBe(
      'Not kept: /a: no tool may change it\nNot kept: /a: it was changed meanwhile\n' +
        'Not kept: /a: its mode alone is not kept\nNot kept: /a: its name is not UTF-8\n',
    );
  });

  it('say why nothing is kept', () => {
    const failure = { code: 'IO_ERROR', problem: 'command-changes', reason: 'it is gone' } as const;
    expect(notKeptLines({ failure }, {})).toBe('Not kept: it is gone\n');
  });

  it('are as many as fit in half of the limit', () => {
    const paths = ['/a', '/b', '/c'].map((path) => ({ path, reason: 'kind' }) as const);
    const told = (bytes: number) => notKeptLines({ paths, more: 4 }, { bytes });
    expect(told(260)).toBe(
      'Not kept: /a: only files and directories are kept\nNot kept: /b: only files and directories are kept\nNot kept: and 5 more\n',
    );
    expect(told(100)).toBe('Not kept: 7 changes\n');
  });

  it('are none if all is kept', () => {
    expect(notKeptLines(undefined, {})).toBe('');
  });
});

describe('withLines', () => {
  it('begins a line of its own', () => {
    expect(['', 'err', 'err\n'].map((text) => withLines(text, 'a\n'))).toEqual(['a\n', 'err\na\n', 'err\na\n']);
    expect(withLines('err', '')).toBe('err');
  });
});

describe('each dialect says what is not kept', () => {
  const reader = { limit: { bytes: 5000 } };
  const long = { text: 'x'.repeat(30_000), totalCharacters: 99_000 };
  const [stdout, stderr] = [
    { text: 'out', totalCharacters: 3 },
    { text: '', totalCharacters: 0 },
  ];
  const streams = { stdout, stderr };
  const end = { exitCode: 0, signal: null, group: 8, notKept: some };
  const ended = { kind: 'command', ...streams, ...end, backgroundPids: [], cwd: '/w', refusedDirectory: null } as const;
  const lines = notKeptLines(some, {});
  const textOf = ({ content }: { readonly content: readonly object[] }) => JSON.stringify(content);
  const quoted = JSON.stringify(lines).slice(1, -3);

  it.each([
    ['editor, claude-code, text_editor', () => ranCommand(ended, reader)],
    ['gemini', () => ranShellCommand(ended, reader, { command: 'x' })],
    ['agent', () => ranInShell(ended, reader)],
  ])('%s: of a command that has ended', (_, render) => {
    const { content, outcome } = render();
    expect(textOf({ content })).toContain(quoted);
    expect(outcome).toMatchObject({ notKept: some });
  });

  it.each([
    ['editor, claude-code, text_editor', () => ranCommand({ ...ended, stdout: long, stderr: long }, reader)],
    ['gemini', () => ranShellCommand({ ...ended, stdout: long, stderr: long }, reader, { command: 'x' })],
    ['agent', () => ranInShell({ ...ended, stdout: long }, reader)],
  ])('%s: also below an output that is cut', (_, render) => {
    const { content } = render();
    const [block] = content;
    const shown = block?.type === 'text' ? block.text : '';
    expect(shown).toContain(lines.trimEnd());
    expect(shown.length).toBeLessThanOrEqual(reader.limit.bytes);
  });

  it('codex: below what the command wrote', () => {
    const output = { head: Buffer.from('out'), tail: Buffer.of(), bytes: 3, newlines: 0 };
    const watched = { kind: 'watched', sessionId: null, ...end, elapsedMs: 1, output } as const;
    const shown = { maxTokens: 100, chunkId: 'abc123' };
    expect(textOf(commandWatched(watched, reader, shown))).toContain(`Output:\\nout\\n${quoted}`);
  });

  it('of a command that was ended, or has failed', () => {
    const scene = { root: '/w', ...reader };
    const timeout = { code: 'TIMEOUT', problem: 'command', timeoutMs: 50, ...streams, ...end } as const;
    expect(commandFailed(timeout, {}, scene)).toContain(lines.trimEnd());
    expect(bashFailed(timeout, {}, scene)).toContain(lines.trimEnd());
    const failed = { code: 'COMMAND_FAILED', output: stdout, ...end, exitCode: 1 } as const;
    expect(bashFailed(failed, {}, scene)).toBe(`out\n${lines.trimEnd()}`);
  });
});
