import { resolve } from 'node:path';
import * as codex from '@dragoman/formatters/codex';
import { ToolError } from '@dragoman/fs-core';
import type { PatchOutcome, PlannedCommand, WatchedOutcome } from '@dragoman/outcomes';
import {
  type ApplyPatchRequest,
  applyPatch,
  type Call,
  type ExecCommandRequest,
  execCommand as runWatched,
  type Session,
  watchCommand,
} from '@dragoman/tools';
import { tool } from '../tool.ts';
import { patchInCommand } from './patch-in-command.ts';
import { input } from './schemas.ts';

type Request = ExecCommandRequest | ApplyPatchRequest;
type Outcome = WatchedOutcome | PlannedCommand | PatchOutcome;

export const execCommand = tool({
  name: 'exec_command',
  title: 'Run a shell command',
  description:
    'Runs a shell command with empty input and answers with its output when it ends, or with what there is after yield_time_ms and a session ID: write_stdin then waits for the rest. Every call starts in the working directory, or in workdir; a failing command is no error of the tool.',
  effect: 'runs',
  typed: 'command',
  input: input.exec_command,
  operation: runOrPatch,
  request: ({ cmd, workdir = '', tty = false, yield_time_ms }, session): Request => {
    if (tty)
      throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'terminal' }, 'Run command: there is no terminal');
    const found = patchInCommand(cmd);
    if (found !== null) return { patch: found.patch, directory: resolve(session.workdir, workdir, found.directory) };
    return { command: cmd, directory: workdir, waitMs: between(yield_time_ms, 250, 30_000) };
  },
  render: (outcome, reader, { max_output_tokens }) => codex.commandWatched(outcome, reader, shown(max_output_tokens)),
  explain: (failure, args) => (holdsPatch(args.cmd) ? codex.patchFailed(failure) : codex.execFailed(failure)),
});

export const writeStdin = tool({
  name: 'write_stdin',
  title: 'Wait for more output of a command',
  description: 'Waits for more output of a command that exec_command left running, and answers in the same form.',
  effect: 'observes',
  typed: 'command',
  input: input.write_stdin,
  operation: watchCommand,
  request: ({ session_id, chars = '', yield_time_ms }) => ({
    sessionId: session_id,
    input: chars,
    waitMs: between(yield_time_ms, 5000, 300_000),
  }),
  render: (outcome, reader, { max_output_tokens }) => codex.commandWatched(outcome, reader, shown(max_output_tokens)),
  explain: codex.stdinFailed,
});

/** A command line that only runs `apply_patch` is not run: its patch is applied under the rules for changes. */
async function runOrPatch(session: Session, request: Request, call: Call<Outcome>): Promise<Outcome> {
  if ('patch' in request) return await applyPatch(session, request, call);
  await assertAllowed(session, request, call);
  return await runWatched(session, request, call);
}

/** @throws ToolError `ACCESS_DENIED` for a directory outside the trees, whether or not anything is there */
async function assertAllowed(
  { volume, workdir }: Session,
  { directory }: ExecCommandRequest,
  { signal }: Call<Outcome>,
): Promise<void> {
  try {
    (await volume.open(resolve(workdir, directory), { for: 'names', signal })).close();
  } catch (error) {
    // Of a directory that is missing, the operation itself has something to say.
    if (error instanceof ToolError && error.code === 'ACCESS_DENIED') throw error;
  }
}

function holdsPatch(command: unknown): boolean {
  return typeof command === 'string' && patchInCommand(command) !== null;
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.trunc(value)));
}

function shown(maxTokens: number) {
  return {
    maxTokens: Math.trunc(Math.min(maxTokens, Number.MAX_SAFE_INTEGER)),
    chunkId: crypto.randomUUID().slice(0, 6),
  };
}
