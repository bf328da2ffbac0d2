import { plainLine } from '@dragoman/dialects/internal/options';
import { ToolError } from '@dragoman/fs-core';
import type { CliContext, Command, Invocation } from './cli-context.ts';
import { type CommandName, isCommandName } from './commands/about.ts';
import { runTool } from './commands/tool.ts';
import { firstOperand, knownValues, readFlags } from './flags.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { paintProgram } from './terminal/colours.ts';
import { terminalOf } from './terminal/terminal.ts';
import { UsageError } from './usage-error.ts';
import { printVersion } from './version.ts';

// Each is loaded on use, so that tools start without them.
const COMMANDS = {
  tools: async () => (await import('./commands/tools.ts')).listTools,
  call: async () => (await import('./commands/call.ts')).callTool,
  mcp: async () => serveClient,
  log: async () => (await import('./commands/log.ts')).showLog,
  diff: async () => (await import('./commands/diff.ts')).showDiff,
  undo: async () => (await import('./commands/undo-redo.ts')).undo,
  redo: async () => (await import('./commands/undo-redo.ts')).redo,
  overlay: async () => (await import('./commands/overlay.ts')).reviewOverlay,
  index: async () => (await import('./commands/search-index.ts')).manageIndexes,
  doctor: async () => (await import('./commands/doctor.ts')).examine,
  completion: async () => (await import('./commands/completion.ts')).complete,
  man: async () => (await import('./commands/man.ts')).printManual,
  help: async () => (await import('./commands/help.ts')).showHelp,
} satisfies Readonly<Record<CommandName, () => Promise<Command>>>;

/** `mcp`: the server with its own options and its own way to end. */
async function serveClient({ words, context }: Invocation): Promise<null> {
  const { start } = await import('@dragoman/mcp-stdio/start');
  context.interruption.release();
  await start(words);
  return null;
}

/** Runs one command line; returns the same as a `Command`. */
export async function run(context: CliContext): Promise<number | null> {
  try {
    const status = await runCommand(context);
    return context.interruption.status ?? status;
  } catch (error) {
    const [sentence, status] = complaintOf(error);
    await complain(sentence, context);
    return status;
  }
}

async function complain(sentence: string, context: CliContext): Promise<void> {
  const { args, stderr } = context;
  try {
    const terminal = await terminalOf(stderr, knownValues(args, PROGRAM_FLAGS), context);
    const program = terminal?.showsColours ? paintProgram : String;
    // One line without control characters: it may quote names of files, and a terminal would obey them.
    stderr.write(`${program('dragoman:')} ${plainLine(sentence)}\n`);
  } catch (error) {
    // The exit status still reports the failure.
    if (!isSystemError(error)) throw error;
  }
}

async function runCommand(context: CliContext): Promise<number | null> {
  const { args } = context;
  const at = firstOperand(args, PROGRAM_FLAGS);
  const before = readFlags(at === -1 ? args : args.slice(0, at), PROGRAM_FLAGS);
  if (before.values.has('version')) return printVersion(context);
  const name = args[at] ?? (before.values.has('help') ? 'help' : undefined);
  if (name === undefined) throw new UsageError('No command; dragoman --help lists them');
  const words = at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 1)];
  if (!isCommandName(name)) return runTool({ name, words, context });
  const known = knownValues(words, PROGRAM_FLAGS);
  if (known.has('version')) return printVersion(context);
  const wantsHelp = known.has('help') && name !== 'help';
  const command = await COMMANDS[wantsHelp ? 'help' : name]();
  return command({ name, words: wantsHelp ? [name] : words, context });
}

/** The sentence for an error and the exit status; throws an unforeseen error again. */
function complaintOf(error: unknown): readonly [string, number] {
  // What a tool reports is a result: only options that cannot be used cause a `ToolError` here.
  if (error instanceof UsageError || error instanceof ToolError) return [error.message, 2];
  if (isSystemError(error) && error.syscall === 'write') return [`Cannot write the output: ${error.message}`, 1];
  if (isSystemError(error) && error.syscall === 'uv_cwd') return ['The current directory is gone', 2];
  throw error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
