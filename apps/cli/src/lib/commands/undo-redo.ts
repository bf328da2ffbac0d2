import { appliedText, progressText, refusalTexts, stopText } from '@dragoman/formatters/internal/command-line';
import { ToolError } from '@dragoman/fs-core';
import type { AppliedCount, KnownOperation } from '@dragoman/outcomes/internal/parts';
import type { CliContext, Command } from '../cli-context.ts';
import { type JournalCommand, openJournalCommand, print } from '../journal-command.ts';
import { openProgressLine } from '../progress.ts';
import { refuse } from '../refuse.ts';
import { paintLog } from '../terminal/colours.ts';
import { UsageError } from '../usage-error.ts';

type Direction = 'undo' | 'redo';

/** `undo [id…]`: takes back what calls of tools did. */
export const undo: Command = ({ words: args, context }) => run('undo', args, context);

/** `redo [id…]`: makes again what was taken back. */
export const redo: Command = ({ words: args, context }) => run('redo', args, context);

async function run(direction: Direction, args: readonly string[], context: CliContext): Promise<number> {
  await using command = openJournalCommand(direction, args, context);
  const { given, options, show } = command;
  if (given.values.has('session') && given.operands.length > 0)
    throw new UsageError('Either ids or --session, not both');
  if (options.readOnly) throw new UsageError(`--read-only leaves out ${direction}`);
  const how = { direction, dryRun: options.dryRun };
  const { operations, total, stopped } = await apply(direction, command, context);
  await print({ text: appliedText({ ...how, operations }, show), paint: paintLog }, given, context);
  if (stopped === null) return 0;
  const count = { done: operations.length, total };
  return refuse(count.done > 0 ? [...stopped, stopText(count, how)] : stopped, given, context);
}

/** Returns the operations that are done, and why it stopped; null if it came to the end. */
async function apply(direction: Direction, command: JournalCommand, { interruption, stderr }: CliContext) {
  const { given, journal, show } = command;
  const session = given.values.get('session')?.at(-1);
  const ids = given.operands.length === 0 ? undefined : given.operands;
  const isLong = session !== undefined || given.operands.length > 1;
  using progress = openProgressLine(direction, stderr);
  const report = (count: AppliedCount): void => progress.report({ ...count, message: progressText(count) });
  const operations: KnownOperation[] = [];
  let total = 0;
  let stopped: readonly string[] | null = null;
  const work = (signal: AbortSignal) =>
    journal[direction](ids, {
      session,
      signal,
      onApplied(operation, count) {
        operations.push(operation);
        total = count.total;
        if (isLong) report(count);
      },
      onStaged: isLong ? undefined : report,
    });
  try {
    const outcome = await interruption.during(work);
    if (outcome.kind === 'refused') stopped = refusalTexts(outcome.refusal, direction, show);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    stopped = [error.message];
  } finally {
    interruption.release();
  }
  return { operations, total, stopped };
}
