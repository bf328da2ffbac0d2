import { resolve } from 'node:path';
import type { ToolDefinition } from '@dragoman/dialects';
import { argumentOf } from './argument-value.ts';
import type { ToolInput } from './call-and-print.ts';
import type { CliContext } from './cli-context.ts';
import type { Flag, GivenFlags } from './flags.ts';
import { createWordReader, readStdin, type WordReader } from './input.ts';
import { namesPath, type Parameter, parametersOf, shownFile } from './parameters.ts';
import { UsageError } from './usage-error.ts';

/** The flags that set a tool's arguments: `--name`, or the name itself if it is of the form `-i`. */
export function flagsOf(parameters: readonly Parameter[]): Flag[] {
  return parameters.map(({ name, schema }) => ({
    name,
    ...(/^-.$/.test(name) && { short: name.slice(1) }),
    takes: schema.type === 'boolean' ? 'boolean' : 'value',
  }));
}

interface ArgumentSource {
  readonly given: GivenFlags;
  /** The directory of relative paths that the tool would refuse; null if it takes them. */
  readonly root: string | null;
}

/**
 * The calls that a command line asks for: one, or one for each file that a tool is to show.
 * @throws UsageError for a missing, surplus or unreadable argument
 */
export async function inputsOf(
  definition: ToolDefinition,
  { given, root }: ArgumentSource,
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

/** Operands go, in order, to the positional parameters that no flag sets. */
async function toolArguments(
  parameters: readonly Parameter[],
  { values, operands }: GivenFlags,
  read: WordReader,
): Promise<Record<string, unknown>> {
  const open = parameters.filter(({ name, positional }) => positional && !values.has(name));
  const surplus = operands[open.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"`);
  const words = new Map(values);
  for (const [index, operand] of operands.entries()) {
    const parameter = open[index];
    if (parameter) words.set(parameter.name, [operand]);
  }

  const missing = parameters.filter(({ name, required }) => required && !words.has(name));
  if (missing.length > 0) throw new UsageError(`Missing ${missing.map(named).join(', ')}`);
  const input: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const written = words.get(parameter.name);
    if (written === undefined) continue;
    const isFirst = parameter.name === open[0]?.name && operands.length > 0;
    const texts: string[] = [];
    // The first operand names no file: `grep @param` searches for `@param`.
    for (const word of written) texts.push(isFirst && word !== '-' ? word : await read(word, parameter));
    input[parameter.name] = argumentOf(parameter.name, parameter.schema, texts);
  }
  return input;
}

/** A missing argument; a tool may have a default for it that only an empty word says. */
function named({ name, schema }: Parameter): string {
  return schema.default === '' ? `${name} (give '' for an empty one)` : name;
}
