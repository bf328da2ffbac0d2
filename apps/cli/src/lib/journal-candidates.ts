import { journalSessionOf } from '@dragoman/dialects/internal/options';
import { pathsBelow } from '@dragoman/formatters/internal/command-line';
import { ToolError } from '@dragoman/fs-core';
import { resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import { createSession, type OperationFilter } from '@dragoman/tools/internal/session';
import type { Candidate } from './candidate.ts';
import type { CliContext } from './cli-context.ts';
import { knownValues } from './flags.ts';
import { localOptions, optionsFrom } from './options.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';

/** Commands whose operands are ids, and of which operations. */
const COMMANDS_ON_IDS: ReadonlyMap<string | undefined, OperationFilter> = new Map<string, OperationFilter>([
  ['diff', {}],
  ['undo', { state: 'done' }],
  ['redo', { state: 'undone' }],
]);

// A list that is longer helps nobody to choose.
const SHOWN = 50;

/** The newest operations that a command takes; null if it takes none, or none can be read. */
export async function operationCandidates(
  command: string | undefined,
  before: readonly string[],
  context: CliContext,
): Promise<Candidate[] | null> {
  const filter = COMMANDS_ON_IDS.get(command);
  if (filter === undefined) return null;
  try {
    const options = localOptions(optionsFrom(knownValues(before, PROGRAM_FLAGS), context), context);
    await using session = createSession(journalSessionOf(options));
    const found = await session.journal?.newest(SHOWN, filter);
    const show = pathsBelow(resolvedAsFarAs(options.workdir));
    return (found?.operations ?? []).map(({ id, tool, changes }) => {
      const paths = changes.map(({ path }) => show(path));
      return { word: id, about: [tool, ...paths].join(' ') };
    });
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
