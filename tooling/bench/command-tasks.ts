import type { PipeClient } from './pipe-client.ts';
import { callTool } from './servers.ts';
import type { Task } from './tasks.ts';
import { type Call, dragoman, nothing, program } from './ways.ts';

const SHELL = ['--shell', 'unrestricted'];
// What it writes is not what it says: some tools repeat the command.
const COMMAND = 'echo $((6 * 700007))';

const said: Call = { args: () => ({ command: COMMAND }), outcome: whatWasSaid };

const run: Task = {
  title: 'Run a command',
  ways: [
    ...program('bash -c', { names: ['bash'], args: () => ['-c', COMMAND], outcome: whatWasSaid }),
    dragoman('editor', 'bash', said, SHELL),
    dragoman('claude-code', 'Bash', said, SHELL),
    dragoman('gemini', 'run_shell_command', said, SHELL),
    dragoman('codex', 'exec_command', { ...said, args: () => ({ cmd: COMMAND }) }, SHELL),
  ],
};

const ask: Task = {
  title: 'Ask for the output of a background command',
  keepApart: true,
  ways: [
    nothing(),
    dragoman('editor', 'task_output', afterwards('bash', 'task_output'), SHELL),
    dragoman('claude-code', 'TaskOutput', afterwards('Bash', 'TaskOutput'), SHELL),
  ],
};

export const commandTasks: readonly Task[] = [run, ask];

/** Asks again and again for what a command wrote that has ended. */
function afterwards(start: string, poll: string): Call {
  return {
    async args(_, server: PipeClient) {
      const started = await callTool(server, start, { command: COMMAND, run_in_background: true });
      const [, task_id] = /^task_id: (.*)$/m.exec(started) ?? [];
      while (!(await callTool(server, poll, { task_id })).includes('completed'));
      return { task_id };
    },
    outcome: whatWasSaid,
  };
}

/** The command's output, of an answer in any dialect. */
function whatWasSaid(answer: string): string {
  return /\b4200042\b/.exec(answer)?.[0] ?? answer;
}
