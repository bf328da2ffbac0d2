import type { DialectName, ToolResult } from '@dragoman/dialects';
import type { Display } from '@dragoman/formatters';
import { progressText, signalCode } from '@dragoman/formatters/internal/command-line';
import { type InputCopy, openInputCopy } from '@dragoman/fs-core/internal/host';
import type { Progress } from '@dragoman/tools';
import type { CliContext } from './cli-context.ts';
import type { GivenFlags } from './flags.ts';
import { jsonLine } from './json-line.ts';
import { openToolset } from './options.ts';
import { openProgressLine } from './progress.ts';
import { mark } from './terminal/colours.ts';
import { headingText, plainText, terminalText } from './terminal/result-text.ts';
import { terminalOf } from './terminal/terminal.ts';

/** One or several calls of a tool, of which each has its own result. */
export interface ToolCalls {
  readonly name: string;
  readonly dialect: DialectName;
  /** The flags of the program. */
  readonly given: GivenFlags['values'];
  readonly inputs: readonly ToolInput[];
}

export interface ToolInput {
  readonly args: unknown;
  /** Names the result among several. */
  readonly label: string;
  /** The bytes of stdin, and the parameter that takes the path of a file with them. */
  readonly stdin?: { readonly bytes: Uint8Array; readonly parameter: string };
}

/**
 * Calls a tool in a session of its own, prints what a model would see and returns the exit status.
 * @throws ToolError if the options name something that cannot be used
 */
export async function callAndPrint(calls: ToolCalls, context: CliContext): Promise<number> {
  const { interruption } = context;
  const results = await interruption.during((signal) => resultsOf(calls, context, signal));
  // The rest only waits for the reader of the output, so a signal may end the process at once.
  interruption.release();
  await printResults(results, calls, context);
  return results.map(statusOf).find((status) => status !== 0) ?? 0;
}

/** Exit status for one result: that of a command, else 1 for a failure and for a search that found nothing. */
function statusOf(result: ToolResult): number {
  const facts = result._meta['dragoman/outcome'] ?? result._meta['dragoman/error'];
  if (facts !== undefined && 'exitCode' in facts && 'signal' in facts) {
    if (facts.exitCode !== null) return Number(facts.exitCode);
    if (facts.signal !== null) return signalCode(facts.signal);
  }
  return result.isError || foundNothing(result) ? 1 : 0;
}

async function resultsOf(
  { name, inputs, dialect, given }: ToolCalls,
  context: CliContext,
  signal: AbortSignal,
): Promise<ToolResult[]> {
  const bytes = inputs.find(({ stdin }) => stdin !== undefined)?.stdin?.bytes;
  const display = await displayFor(given, context);
  using copy = bytes === undefined ? null : openInputCopy(bytes);
  const alsoAllowed = copy === null ? [] : [copy.directory];
  const toolset = await openToolset(dialect, { values: given, alsoAllowed }, context);
  try {
    using progress = openProgressLine(name, context.stderr);
    const results: ToolResult[] = [];
    const onProgress = ({ total, ...rest }: Progress): void =>
      progress.report(total === undefined ? rest : { ...rest, total, message: progressText({ ...rest, total }) });
    const options = { signal, onProgress, display, client: 'dragoman' };
    for (const input of inputs) results.push(await toolset.call(name, argumentsOf(input, copy), options));
    return results;
  } finally {
    await toolset.close();
  }
}

/** Settings for showing results to a person; undefined if a program reads them. */
async function displayFor(given: GivenFlags['values'], context: CliContext): Promise<Display | undefined> {
  const terminal = given.has('json') ? null : await terminalOf(context.stdout, given, context);
  if (terminal === null) return undefined;
  return terminal.showsColours ? { mark } : {};
}

function argumentsOf({ args, stdin }: ToolInput, copy: InputCopy | null): unknown {
  return stdin === undefined ? args : { ...Object(args), [stdin.parameter]: copy?.path };
}

/** Prints results for a person at a terminal, or else what a model sees; failures on stderr. */
async function printResults(
  results: readonly ToolResult[],
  { given, inputs }: ToolCalls,
  context: CliContext,
): Promise<void> {
  const { stdout, stderr } = context;
  let gap = '';
  for (const [index, result] of results.entries()) {
    if (given.has('json')) {
      stdout.write(jsonLine(result));
      continue;
    }
    const stream = result.isError ? stderr : stdout;
    const terminal = await terminalOf(stream, given, context);
    const text = terminal === null ? plainText(result) : terminalText(result, terminal);
    const isLabelled = results.length > 1 && !result.isError;
    stream.write((isLabelled ? gap + headingText(inputs[index]?.label ?? '', terminal) : '') + text);
    if (!result.isError) gap = '\n';
  }
}

/** True if a result is that of a search that found nothing. */
function foundNothing({ _meta }: ToolResult): boolean {
  const facts = _meta['dragoman/outcome'];
  switch (facts?.kind) {
    case 'grep':
      return facts.matches === 0;
    case 'glob':
      return facts.total === 0;
    case 'matches':
    case 'files':
      return facts.shown === 0;
    default:
      return false;
  }
}
