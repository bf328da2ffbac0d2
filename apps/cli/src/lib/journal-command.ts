import { journalSessionOf, type Options } from '@dragoman/dialects/internal/options';
import { pathsBelow } from '@dragoman/formatters/internal/command-line';
import { resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import type { KnownOperation } from '@dragoman/outcomes/internal/parts';
import { createSession, type Session, type SessionJournal } from '@dragoman/tools';
import { pageText } from '@dragoman/tools/internal/stdio';
import type { CliContext } from './cli-context.ts';
import { type GivenFlags, readFlags } from './flags.ts';
import { JOURNAL_FLAGS } from './journal-flags.ts';
import { localOptions, optionsFrom } from './options.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { harmless } from './terminal/result-text.ts';
import { type Terminal, terminalOf } from './terminal/terminal.ts';

/** Resources of a command on the journal. */
export interface JournalCommand extends AsyncDisposable {
  readonly given: GivenFlags;
  readonly options: Options;
  readonly session: Session;
  readonly journal: SessionJournal;
  /** Formats a path for a person. */
  readonly show: (path: string) => string;
}

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

/** Facts about an operation for programs, in the order that the documentation gives. */
export function operationFacts({ id, time, session, dialect, tool, client, state, changes }: KnownOperation) {
  return { id, time, session, dialect, tool, client, state, changes };
}

/** Text to print. */
export interface PrintableText {
  readonly text: string | Uint8Array;
  readonly paint: (text: string) => string;
}

/** Prints a text, at a terminal in colours; a program gets its bytes as they are. */
export async function print({ text, paint }: PrintableText, given: GivenFlags, context: CliContext): Promise<void> {
  const terminal = await terminalOf(context.stdout, given.values, context);
  context.stdout.write(terminal === null ? text : forPerson({ text, paint }, terminal));
}

/** Prints like `print`; at a terminal page by page. */
export async function printPaged(
  { text, paint }: PrintableText,
  given: GivenFlags,
  context: CliContext,
): Promise<void> {
  const { stdout, environment, interruption } = context;
  const terminal = await terminalOf(stdout, given.values, context);
  if (terminal === null || terminal.pager === null) return print({ text, paint }, given, context);
  const { pager: command } = terminal;
  const shown = forPerson({ text, paint }, terminal);
  const isShown = await interruption.during(() => pageText(shown, { command, environment }));
  if (!isShown) stdout.write(shown);
}

function forPerson({ text, paint }: PrintableText, { showsColours }: Terminal): string {
  const whole = harmless(typeof text === 'string' ? text : Buffer.from(text).toString());
  return showsColours ? paint(whole) : whole;
}
