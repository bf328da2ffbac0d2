import { createToolset, type DialectName, type Toolset } from '@dragoman/dialects';
import type { DialectDescription } from '@dragoman/dialects/internal/options';
import {
  assertKnownVariables,
  type Options,
  openSession,
  plainLine,
  readOptions,
  unnamedDirectory,
} from '@dragoman/dialects/internal/options';
import { idleDenyGlobs } from '@dragoman/fs-core/internal/kernel';
import { type Session, traceOf, type UnexpectedError } from '@dragoman/tools/internal/session';
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
  const { dialect } = readFrom(knownValues(words, PROGRAM_FLAGS), context);
  return dialect === 'auto' ? DEFAULT_DIALECT : dialect;
}

/** @throws ToolError for a value that cannot be used, and for a variable that means nothing */
export function optionsFrom(values: GivenFlags['values'], context: CliContext): Options {
  assertKnownVariables(context.environment);
  return readFrom(values, context);
}

function readFrom(values: GivenFlags['values'], context: CliContext): Options {
  const process = { environment: context.environment, currentDirectory: () => context.cwd };
  return readOptions(values, process, { dialect: DEFAULT_DIALECT });
}

/** Options of this machine alone: if only stores are named, none of its trees. */
export function localOptions(options: Options, { cwd }: CliContext): Options {
  return options.volumes.length === 0 ? options : { ...options, volumes: [], workdir: cwd, allow: options.allow ?? [] };
}

/**
 * @throws UsageError if the options do not offer a tool of the dialect; it says which option is missing or amiss
 * @throws ToolError if nothing but the memory is allowed, since nobody named a directory
 */
export function assertOffered(name: string, { offers }: DialectDescription, options: Options): void {
  const { readOnly, dryRun, shell, memoryDir, journal: hasJournal } = options;
  const permissions = { runsCommands: shell !== 'off', readOnly, dryRun, hasMemory: memoryDir !== null, hasJournal };
  if (offers(name, permissions)) {
    const unnamed = unnamedDirectory(options);
    if (unnamed !== null && offers(name, { ...permissions, hasMemory: false })) throw unnamed;
    return;
  }
  if (offers(name, { ...permissions, hasMemory: true })) throw new UsageError(`${name} needs --memory-dir`);
  if (readOnly) throw new UsageError(`--read-only leaves out ${name}`);
  if (shell !== 'off') throw new UsageError(`--dry-run leaves out ${name}: a command may change files`);
  throw new UsageError(`${name} needs --shell sandboxed or --shell unrestricted: without it no commands run`);
}

/**
 * The tools over a session of their own, in the directories that the options allow and in `alsoAllowed`.
 * @throws ToolError if the options name something that cannot be used
 */
export async function openToolset(
  dialect: DialectName,
  { values, alsoAllowed = [] }: Pick<GivenFlags, 'values'> & { readonly alsoAllowed?: readonly string[] },
  context: CliContext,
): Promise<Toolset> {
  const options = optionsFrom(values, context);
  if (options.overlay && alsoAllowed.length > 0) throw new UsageError('- cannot stand beside --overlay: name a file');
  const named = unnamedDirectory(options) === null ? options.allow : [];
  const allow =
    alsoAllowed.length === 0
      ? named
      : [...(named ?? (options.volumes.length > 0 ? [] : [options.workdir])), ...alsoAllowed];
  const session = await sessionFrom({ ...options, allow }, context);
  // Another session may have the overlay.
  if (options.overlay) await session.prepare();
  const isVerbose =
    values.has('verbose') || options.logLevel === 'debug' || context.environment.DRAGOMAN_LOG === 'debug';
  const onUnexpectedError = (unexpected: UnexpectedError, tool: string): void => {
    if (isVerbose) context.stderr.write(faultReport(unexpected, tool));
  };
  return createToolset({ dialect, session, onUnexpectedError });
}

/** Report on the origin of an unexpected error; names of files in it must not reach a terminal as they are. */
function faultReport({ id, error }: UnexpectedError, tool: string): string {
  const lines = [`dragoman: unexpected error ${id} in ${tool}`, ...traceOf(error).split('\n')];
  return lines.map((line) => `${plainLine(line)}\n`).join('');
}

export const loadObjectVolumes = () => import('@dragoman/object-volume');

/** @throws ToolError if the options name something that cannot be used */
export async function sessionFrom(options: Options, { stderr }: CliContext): Promise<Session> {
  const session = await openSession(options, { loadObjectVolumes });
  if (!WARNED.includes(options.logLevel)) return session;
  for (const directory of options.passedOver) stderr.write(warning(`"${directory}" is skipped: it does not exist`));
  for (const { glob, missing } of idleDenyGlobs(options.deny))
    stderr.write(warning(`--deny "${glob}" matches nothing now: "${missing}" does not exist`));
  return session;
}

const WARNED: readonly Options['logLevel'][] = ['debug', 'info', 'warn'];

function warning(sentence: string): string {
  return `dragoman warn: ${plainLine(sentence)}\n`;
}
