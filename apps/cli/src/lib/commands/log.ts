import { resolve } from 'node:path';
import { logText } from '@dragoman/formatters/internal/command-line';
import { resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import type { Invocation } from '../cli-context.ts';
import type { GivenFlags } from '../flags.ts';
import { openJournalCommand, operationFacts, printPaged } from '../journal-command.ts';
import { jsonLine } from '../json-line.ts';
import { paintLog } from '../terminal/colours.ts';
import { UsageError } from '../usage-error.ts';

const SHOWN = 20;

/** `log [path…]`: what calls of tools changed, the newest first. */
export async function showLog({ words: args, context }: Invocation): Promise<number> {
  await using command = openJournalCommand('log', args, context);
  const { given, options, journal, show } = command;
  const paths = given.operands.map((path) => resolvedAsFarAs(resolve(options.workdir, path)));
  const session = given.values.get('session')?.at(-1);
  const filter = { session, ...(paths.length > 0 && { paths }) };
  const found = await journal.newest(limitIn(given), filter);
  if (given.values.has('json')) context.stdout.write(jsonLine(found.operations.map(operationFacts)));
  else await printPaged({ text: logText(found, show), paint: paintLog }, given, context);
  return 0;
}

function limitIn({ values }: GivenFlags): number {
  const text = values.get('limit')?.at(-1);
  if (text === undefined) return SHOWN;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new UsageError(`--limit must be a whole number from 1 up, not "${text}"`);
}
