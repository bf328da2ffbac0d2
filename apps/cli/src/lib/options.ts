import {
  createToolset,
  type DialectDescription,
  type DialectName,
  describeDialect,
  type Session,
  type Toolset,
  traceOf,
  type UnexpectedError,
} from '@dragoman/dialects';
import { type IdleDenyGlob, idleDenyGlobs, type Options, openSession, readOptions } from '@dragoman/dialects/options';
import type { CliContext } from './cli-context.ts';
import { type GivenFlags, knownValues } from './flags.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { UsageError } from './usage-error.ts';

// There is no client here from whose name `auto` could choose, so `auto` means this one, too.
export const DEFAULT_DIALECT = 'editor';

/**
 * The dialect that the words choose. It decides which flags exist, so other flags among the words are still unknown.
 */
export function dialectOf(words: readonly string[], context: CliContext): DialectName {
  const { dialect } = optionsFrom(knownValues(words, PROGRAM_FLAGS), context);
  return dialect === 'auto' ? DEFAULT_DIALECT : dialect;
}

/** @throws UsageError */
export function optionsFrom(values: GivenFlags['values'], context: CliContext): Options {
  try {
    const process = { environment: context.environment, currentDirectory: () => context.cwd };
    return readOptions(values, process, { dialect: DEFAULT_DIALECT });
  } catch (error) {
    throw UsageError.from(error);
  }
}

interface ToolsetFlags {
  readonly values: GivenFlags['values'];
  /** Directories beside those that the options allow. */
  readonly alsoAllowed?: readonly string[];
}

/**
 * The tools over a session of their own.
 * @throws UsageError if the options name something that cannot be used
 */
export async function openToolset(
  dialect: DialectName,
  { values, alsoAllowed = [] }: ToolsetFlags,
  context: CliContext,
): Promise<Toolset> {
  const options = optionsFrom(values, context);
  const allow = alsoAllowed.length === 0 ? options.allow : [...(options.allow ?? [options.workdir]), ...alsoAllowed];
  const session = sessionFrom({ ...options, allow }, context);
  const isVerbose =
    values.has('verbose') || options.logLevel === 'debug' || context.environment.DRAGOMAN_LOG === 'debug';
  const onUnexpectedError = (unexpected: UnexpectedError, tool: string): void => {
    if (isVerbose) context.stderr.write(faultReport(unexpected, tool));
  };
  try {
    return await createToolset({ dialect, session, onUnexpectedError });
  } catch (error) {
    throw UsageError.from(error);
  }
}

/** Where an unexpected error came from; names of files in it must not reach a terminal as they are. */
function faultReport({ id, error }: UnexpectedError, tool: string): string {
  const lines = [`dragoman: unexpected error ${id} in ${tool}`, ...traceOf(error).split('\n')];
  return lines.map((line) => `${line.replace(/\p{Cc}/gu, ' ')}\n`).join('');
}

/** @throws UsageError if the options name something that cannot be used */
export function sessionFrom(options: Options, { stderr }: CliContext): Session {
  try {
    const session = openSession(options);
    if (WARNED.includes(options.logLevel)) for (const idle of idleDenyGlobs(options.deny)) stderr.write(warning(idle));
    return session;
  } catch (error) {
    throw UsageError.from(error);
  }
}

const WARNED: readonly Options['logLevel'][] = ['debug', 'info', 'warn'];

function warning({ glob, missing }: IdleDenyGlob): string {
  const sentence = `--deny "${glob}" matches nothing now: "${missing}" does not exist`;
  return `dragoman warn: ${sentence.replace(/\p{Cc}/gu, ' ')}\n`;
}

/** @throws UsageError if there is no such dialect */
export async function describe(dialect: DialectName): Promise<DialectDescription> {
  try {
    return await describeDialect(dialect);
  } catch (error) {
    throw UsageError.from(error);
  }
}
