import { diffText, refusalTexts } from '@dragoman/formatters/internal/command-line';
import { resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import type { Invocation } from '../cli-context.ts';
import { openJournalCommand, operationFacts, printPaged } from '../journal-command.ts';
import { jsonLine } from '../json-line.ts';
import { refuse } from '../refuse.ts';
import { paintGitDiff } from '../terminal/colours.ts';
import { UsageError } from '../usage-error.ts';

/** `diff [id]`: what a call of a tool changed, as Git would show it. */
export async function showDiff({ words: args, context }: Invocation): Promise<number> {
  await using command = openJournalCommand('diff', args, context);
  const { given, journal, options, show } = command;
  const [id, surplus] = given.operands;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"`);
  const found = await journal.diff(id);
  if (found.kind === 'refused') return refuse(refusalTexts(found.refusal, 'diff', show), given, context);
  const workdir = resolvedAsFarAs(options.workdir);
  if (given.values.has('json')) {
    const { operation, files } = found;
    const diff = Buffer.from(diffText(files, workdir), 'latin1').toString();
    context.stdout.write(jsonLine({ ...operationFacts(operation), diff }));
    return 0;
  }
  const text = Buffer.from(diffText(found.files, workdir), 'latin1');
  await printPaged({ text, paint: paintGitDiff }, given, context);
  return 0;
}
