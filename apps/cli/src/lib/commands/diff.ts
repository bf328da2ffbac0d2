import { resolve } from 'node:path';
import { diffText, refusalTexts } from '@dragoman/formatters/internal/command-line';
import { contains, resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import type { DiffedFile, KnownOperation, Refusal } from '@dragoman/outcomes/internal/parts';
import type { SessionJournal } from '@dragoman/tools';
import type { Invocation } from '../cli-context.ts';
import { type JournalCommand, openJournalCommand, operationFacts, printPaged } from '../journal-command.ts';
import { jsonLine } from '../json-line.ts';
import { refuse } from '../refuse.ts';
import { paintGitDiff } from '../terminal/colours.ts';
import { UsageError } from '../usage-error.ts';

/** `diff [id | path…]`: what calls of tools changed, the oldest first, as Git would show it. */
export async function showDiff({ words: args, context }: Invocation): Promise<number> {
  await using command = openJournalCommand('diff', args, context);
  const { given, options, show } = command;
  const workdir = resolvedAsFarAs(options.workdir);
  const paths = given.operands.map((path) => resolvedAsFarAs(resolve(options.workdir, path)));
  const selected = await selectedOperations(command, paths);
  const ids = selected === null ? [given.operands[0]] : selected.map(({ id }) => id);
  const diffs = await diffsOf(command.journal, ids);
  if ('problem' in diffs) return refuse(refusalTexts(diffs, 'diff', show), given, context);
  const isShown = ({ path }: DiffedFile) => selected === null || paths.length === 0 || isIn(paths, path);
  const texts = diffs.map(({ files }) => Buffer.from(diffText(files.filter(isShown), workdir), 'latin1'));
  if (given.values.has('json')) {
    const facts = diffs.map(({ operation }, at) => ({ ...operationFacts(operation), diff: texts[at]?.toString() }));
    context.stdout.write(jsonLine(selected === null ? facts[0] : facts));
    return 0;
  }
  await printPaged({ text: Buffer.concat(texts), paint: paintGitDiff }, given, context);
  return 0;
}

/**
 * The operations of a session or below paths that are done, the oldest first; null if an id names the one that is meant,
 * or nothing does.
 */
async function selectedOperations(
  { given, journal }: JournalCommand,
  paths: readonly string[],
): Promise<readonly KnownOperation[] | null> {
  const { operands, values } = given;
  const session = values.get('session')?.at(-1);
  if (session === undefined && operands.length === 0) return null;
  for (const [at, word] of operands.entries()) {
    const isId = !('problem' in (await journal.find(word)));
    if (isId && operands.length === 1 && session === undefined) return null;
    if (isId) throw new UsageError(`Unexpected argument "${operands[at === 0 ? 1 : at] ?? word}"`);
  }
  const filter = { session, state: 'done', ...(paths.length > 0 && { paths }) } as const;
  const found = (await journal.operations(filter)).toReversed();
  // What is neither an id nor a changed path was meant as an id.
  return found.length === 0 && operands.length === 1 && session === undefined ? null : found;
}

interface ShownDiff {
  readonly operation: KnownOperation;
  readonly files: readonly DiffedFile[];
}

/** The diffs of operations; undefined stands for the newest. */
async function diffsOf(journal: SessionJournal, ids: readonly (string | undefined)[]): Promise<ShownDiff[] | Refusal> {
  if (ids.length === 0) return { problem: 'nothing' };
  const diffs: ShownDiff[] = [];
  for (const id of ids) {
    const found = await journal.diff(id);
    if (found.kind === 'refused') return found.refusal;
    diffs.push(found);
  }
  return diffs;
}

function isIn(trees: readonly string[], path: string): boolean {
  return trees.some((tree) => contains(tree, path));
}
