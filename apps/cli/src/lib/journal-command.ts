import { createSession, pathsBelow, type Session, type SessionJournal } from '@dragoman/dialects';
import { journalSessionOf, type Options, resolvedAsFarAs } from '@dragoman/dialects/options';
import type { CliContext } from './cli-context.ts';
import { type Flag, type GivenFlags, readFlags } from './flags.ts';
import { localOptions, optionsFrom } from './options.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { paintProgram } from './terminal/colours.ts';
import { terminalOf } from './terminal/terminal.ts';

/** What a command on the journal works with. */
export interface JournalCommand extends AsyncDisposable {
  readonly given: GivenFlags;
  readonly options: Options;
  readonly session: Session;
  readonly journal: SessionJournal;
  /** How paths are shown. */
  readonly show: (path: string) => string;
}

/** The flags of a command besides those of the program. */
export const JOURNAL_FLAGS = {
  log: [
    { name: 'session', takes: 'value' },
    { name: 'limit', takes: 'value' },
  ],
  diff: [],
  undo: [{ name: 'session', takes: 'value' }],
  redo: [{ name: 'session', takes: 'value' }],
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

/** @throws UsageError, ToolError if the command line or what the options name cannot be used */
export function openJournalCommand(
  name: keyof typeof JOURNAL_FLAGS,
  args: readonly string[],
  context: CliContext,
): JournalCommand {
  const given = readFlags(args, [...JOURNAL_FLAGS[name], ...PROGRAM_FLAGS]);
  // Of stores, nothing is recorded.
  const options = localOptions(optionsFrom(given.values, context), context);
  const session = createSession(journalSessionOf(options));
  const { journal } = session;
  if (journal === null) throw new TypeError('A session with a journal has one');
  const show = pathsBelow(resolvedAsFarAs(options.workdir));
  return { given, options, session, journal, show, [Symbol.asyncDispose]: () => session.close() };
}

/** Says on stderr why nothing was done. Returns the exit status. */
export async function refuse(texts: readonly string[], given: GivenFlags, context: CliContext): Promise<number> {
  const { stderr } = context;
  const terminal = await terminalOf(stderr, given.values, context);
  const program = terminal?.showsColours ? paintProgram('dragoman:') : 'dragoman:';
  for (const text of texts) stderr.write(`${program} ${text}\n`);
  return 1;
}

/** Prints a text, in colours at a terminal. */
export async function print(
  text: string,
  { given, paint }: { readonly given: GivenFlags; readonly paint: (text: string) => string },
  context: CliContext,
): Promise<void> {
  const terminal = await terminalOf(context.stdout, given.values, context);
  context.stdout.write(terminal?.showsColours ? paint(text) : text);
}
