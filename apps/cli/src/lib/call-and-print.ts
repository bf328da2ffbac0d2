import type { DialectName, ToolResult } from '@dragoman/dialects';
import type { GivenFlags } from './flags.ts';
import { openToolset } from './options.ts';
import { printResult } from './print-result.ts';
import { openProgressLine } from './progress.ts';
import type { Surroundings } from './surroundings.ts';

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  readonly dialect: DialectName;
  /** The flags of the program. */
  readonly given: GivenFlags['values'];
}

/**
 * Calls a tool in a session of its own, prints what a model would see and returns the exit status.
 * @throws UsageError where the options name something that cannot be used
 */
export async function callAndPrint(call: ToolCall, surroundings: Surroundings): Promise<number> {
  const { interruption } = surroundings;
  const result = await interruption.during((signal) => resultOf(call, surroundings, signal));
  // The rest only waits for the reader of the output, so a signal may end the process at once.
  interruption.release();
  return printResult(result, call.given, surroundings);
}

async function resultOf(
  { name, input, dialect, given }: ToolCall,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<ToolResult> {
  const toolset = await openToolset(dialect, given, surroundings);
  try {
    using progress = openProgressLine(name, surroundings.stderr);
    return await toolset.call(name, input, { signal, onProgress: progress.report });
  } finally {
    await toolset.close();
  }
}
