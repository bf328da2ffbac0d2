import type { CommandOutcome, Failure, StreamText, TaskOutcome, TaskStarted } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { exitCodeText } from '../shared/command-end.ts';
import { streamText } from '../shared/stream-text.ts';
import { explained } from './failure.ts';

/** What `bash` shows of a command that ended, or of one that it started in the background. */
export function ranCommand(outcome: CommandOutcome | TaskStarted, { maxBytes }: RenderLimits): Rendered {
  if (outcome.kind === 'task') return startedTask(outcome);
  const { stdout, stderr, ...facts } = outcome;
  const end = `${directoryNote(outcome)}exit_code: ${exitCodeText(outcome)}`;
  return { content: [text(withinBytes(streams(stdout, stderr), end, maxBytes))], outcome: facts };
}

function directoryNote({ refusedDirectory, cwd }: CommandOutcome): string {
  if (refusedDirectory === null) return '';
  return `[The working directory is still ${cwd}: ${refusedDirectory} is outside the allowed directories]\n`;
}

function startedTask({ stdout, stderr, ...facts }: TaskStarted): Rendered {
  const { taskId, group } = facts;
  const lines = [
    `Started in the background as process group ${group}; end it with: kill -- -${group}`,
    `task_id: ${taskId}`,
    'status: running',
  ];
  return { content: [text(lines.join('\n'))], outcome: facts };
}

/** The state of a background command, with its output so far. */
export function taskProgress(outcome: TaskOutcome, { maxBytes }: RenderLimits): Rendered {
  const { stdout, stderr, ...facts } = outcome;
  const head = `task_id: ${outcome.taskId}\nstatus: ${outcome.status}\n`;
  const end = outcome.status === 'completed' ? `exit_code: ${exitCodeText(outcome)}` : '';
  const body = withinBytes(head + streams(stdout, stderr), end, maxBytes);
  return { content: [text(body.trimEnd())], outcome: facts };
}

/** How `bash` explains a failure; a command that timed out still shows its output. */
export function commandFailed(failure: Failure): string {
  const { code, details } = failure;
  if (code === 'NOT_FOUND' && details.workdir !== undefined) {
    return `Error: The working directory ${details.path} is gone, so nothing was run. The next command runs in ${details.workdir}`;
  }
  if (code !== 'TIMEOUT') return explained(failure);
  const { timeoutMs, stdout, stderr } = details as { timeoutMs: number; stdout: StreamText; stderr: StreamText };
  return `Error: Command timed out after ${timeoutMs} ms and was ended\n${streams(stdout, stderr)}`.trimEnd();
}

function streams(stdout: StreamText, stderr: StreamText): string {
  const errors = stderr.text === '' ? '' : `stderr:\n${ended(streamText(stderr))}`;
  return ended(streamText(stdout)) + errors;
}

function ended(stream: string): string {
  return stream === '' || stream.endsWith('\n') ? stream : `${stream}\n`;
}

/** Cuts the output so that `end`, how the command ended, always fits. */
function withinBytes(body: string, end: string, maxBytes: number): string {
  const room = maxBytes - Buffer.byteLength(end) - 1;
  const shown = boundedText(
    body,
    room,
    '[truncated: the output does not fit in one result; write it to a file to read on]',
  );
  return ended(shown) + end;
}
