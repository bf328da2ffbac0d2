import { claude } from '@dragoman/formatters';
import { runCommand } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';

const description = `Runs a shell command and returns what it printed and its exit code; a failing command is no error of the tool.
The working directory stays where a command leaves it and is where relative paths of all tools start; variables and functions do not stay. Input is empty.
Each stream is cut at 30000 characters. At its timeout a command is ended with everything it started.
With run_in_background the answer is a task_id at once: ask TaskOutput for the rest. A process started with & outlives the command until the session ends.`;

export const bash = tool({
  name: 'Bash',
  title: 'Run a shell command',
  description,
  effect: 'runs',
  input: z.strictObject({
    command: z.string().check(z.describe('The command, as bash -c takes it')),
    timeout: z.optional(
      z.int().check(z.minimum(1), z.maximum(600_000), z.describe('Milliseconds until it is ended, 600000 at most')),
    ),
    description: z.optional(z.string().check(z.describe('What the command does, in a few words'))),
    run_in_background: z.optional(z.boolean().check(z.describe('Do not wait; at most 10 run at once'))),
  }),
  operation: runCommand,
  request: ({ command, timeout, run_in_background }) => ({
    command,
    timeoutMs: timeout,
    background: run_in_background,
  }),
  render: claude.ranCommand,
  explain: claude.commandFailed,
});
