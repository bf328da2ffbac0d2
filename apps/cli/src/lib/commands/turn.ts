import { refusalTexts, turnedText } from '@dragoman/formatters/internal/command-line';
import { ToolError } from '@dragoman/fs-core';
import type { CliContext, Command } from '../cli-context.ts';
import { openJournalCommand, print } from '../journal-command.ts';
import { refuse } from '../refuse.ts';
import { paintLog } from '../terminal/colours.ts';
import { UsageError } from '../usage-error.ts';

/** `undo [id…]`: takes back what calls of tools did. */
export const undo: Command = ({ words: args, context }) => turn('undo', args, context);

/** `redo [id…]`: makes again what was taken back. */
export const redo: Command = ({ words: args, context }) => turn('redo', args, context);

async function turn(direction: 'undo' | 'redo', args: readonly string[], context: CliContext): Promise<number> {
  await using command = openJournalCommand(direction, args, context);
  const { given, journal, options, show } = command;
  const { operands } = given;
  const session = given.values.get('session')?.at(-1);
  if (session !== undefined && operands.length > 0) throw new UsageError('Either ids or --session, not both');
  if (options.readOnly) throw new UsageError(`--read-only leaves out ${direction}`);
  const ids = operands.length === 0 ? undefined : operands;
  try {
    const turned = context.interruption.during((signal) => journal[direction](ids, { session, signal }));
    const outcome = await turned.finally(() => context.interruption.release());
    if (outcome.kind === 'refused') return refuse(refusalTexts(outcome.refusal, direction, show), given, context);
    await print({ text: turnedText({ ...outcome, direction }, show), paint: paintLog }, given, context);
    return 0;
  } catch (error) {
    if (error instanceof ToolError) return refuse([error.message], given, context);
    throw error;
  }
}
