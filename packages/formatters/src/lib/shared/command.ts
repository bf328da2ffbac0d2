import type { Failure } from '@dragoman/fs-core';
import type {
  CommandAftermath,
  CommandOutcome,
  RunCommandOutcome,
  TaskOutcome,
  TaskStarted,
} from '@dragoman/outcomes/internal/parts';
import type { CommandFacts, TaskFacts } from '../facts.ts';
import { type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { aftermathLines } from './aftermath.ts';
import { withAllowed } from './allowed.ts';
import { exitCodeText } from './command-end.ts';
import { plannedCommand } from './planned-command.ts';
import { printableName } from './printable.ts';
import { boundedStreams, type Streams } from './stream-text.ts';
import { besides, type TextLimit } from './text-limit.ts';
import { withLines } from './with-lines.ts';

/** Result of `bash` for a command that ended, or of one that it started in the background. */
export function ranCommand(outcome: RunCommandOutcome, { limit }: Reader): FormattedResult<CommandFacts> {
  if (outcome.kind === 'planned-command') return plannedCommand(outcome);
  if (outcome.kind === 'task') return startedTask(outcome);
  const { stdout: _, stderr: __, ...facts } = outcome;
  const end = `${directoryNote(outcome)}exit_code: ${exitCodeText(outcome)}`;
  return { content: [text(report(outcome, { end }, limit))], outcome: facts };
}

function directoryNote({ refusedDirectory, cwd }: CommandOutcome): string {
  if (refusedDirectory === null) return '';
  return `[The working directory is still ${printableName(cwd)}: ${printableName(refusedDirectory)} is outside the allowed directories]\n`;
}

function startedTask({ stdout, stderr, ...facts }: TaskStarted): FormattedResult<TaskFacts> {
  const { taskId, group } = facts;
  const lines = [
    `Started in the background as process group ${group}; end it with: kill -- -${group}`,
    `task_id: ${taskId}`,
    'status: running',
  ];
  return { content: [text(lines.join('\n'))], outcome: facts };
}

/** The state of a background command, with its output so far. */
export function taskProgress(outcome: TaskOutcome, { limit }: Reader): FormattedResult<TaskFacts> {
  const { stdout: _, stderr: __, ...facts } = outcome;
  const head = `task_id: ${outcome.taskId}\nstatus: ${outcome.status}\n`;
  const end = outcome.status === 'completed' ? `exit_code: ${exitCodeText(outcome)}` : '';
  const body = report(outcome, { head, end }, limit);
  return { content: [text(body.trimEnd())], outcome: facts };
}

/** Explains a failure of `bash`; a command that timed out still shows its output. */
export function commandFailed(failure: Failure, _args: unknown, { limit }: Scene): string {
  if (failure.code === 'NOT_FOUND' && failure.workdir !== undefined) {
    return `Error: The working directory ${failure.path} is gone, so nothing was run. The next command runs in ${failure.workdir}`;
  }
  if (failure.code !== 'TIMEOUT' || failure.problem !== 'command')
    return `Error: ${withAllowed(failure, { search: 'grep' })}`;
  const head = `Error: Command timed out after ${failure.timeoutMs} ms and was ended\n`;
  return report(failure, { head }, limit).trimEnd();
}

interface ReportFrame {
  readonly head?: string;
  readonly end?: string;
}

interface CommandOutput extends Streams, CommandAftermath {}

/** Output of a command, and below it a note of what is not kept, between `head` and `end`; only the output is cut. */
function report(printed: CommandOutput, { head = '', end = '' }: ReportFrame, limit: TextLimit): string {
  const notes = aftermathLines(printed, limit);
  // A stream may lack its last newline.
  const { stdout, stderr } = boundedStreams(printed, besides(limit, `${head}\n${STDERR}\n${notes}${end}`));
  const errors = withLines(stderr, notes);
  return head + ended(stdout) + (errors === '' ? '' : STDERR + ended(errors)) + end;
}

const STDERR = 'stderr:\n';

function ended(stream: string): string {
  return stream === '' || stream.endsWith('\n') ? stream : `${stream}\n`;
}
