import { resolve } from 'node:path';
import type { ToolDefinition } from '@dragoman/dialects';
import type { ToolInput } from './call-and-print.ts';
import type { CliContext } from './cli-context.ts';
import type { GivenFlags } from './flags.ts';
import { createWordReader, readStdin } from './input.ts';
import { namesPath, type Parameter, parametersOf, shownFile } from './parameters.ts';
import { toolArguments } from './tool-arguments.ts';

interface Given {
  readonly given: GivenFlags;
  /** Where relative paths begin that the tool would refuse; null if it takes them. */
  readonly root: string | null;
}

/**
 * The calls that a command line asks for: one, or one for each file that a tool is to show.
 * @throws UsageError for a missing, surplus or unreadable argument
 */
export async function inputsOf(
  definition: ToolDefinition,
  { given, root }: Given,
  context: Pick<CliContext, 'cwd' | 'stdin'>,
): Promise<ToolInput[]> {
  const parameters = parametersOf(definition.inputSchema);
  const read = createWordReader(context);
  const shown = shownFile(definition);
  const { values, operands } = given;
  if (shown === null || values.has(shown.name) || operands.length === 0) {
    const args = await toolArguments(parameters, given, read);
    return [{ args: inRoot(args, parameters, root), label: '' }];
  }
  const bytes = operands.includes('-') ? await readStdin(context) : null;
  return Promise.all(
    operands.map(async (label) => {
      const args = await toolArguments(parameters, { values, operands: [label] }, read);
      if (bytes !== null && label === '-') return { args, label, stdin: { bytes, parameter: shown.name } };
      return { args: inRoot(args, parameters, root), label };
    }),
  );
}

/** Arguments with their required paths made absolute. */
function inRoot(args: Readonly<Record<string, unknown>>, parameters: readonly Parameter[], root: string | null) {
  if (root === null) return args;
  const absolute = parameters.flatMap(({ name, required }) => {
    const path = args[name];
    return required && namesPath(name) && typeof path === 'string' ? [[name, resolve(root, path)] as const] : [];
  });
  return { ...args, ...Object.fromEntries(absolute) };
}
