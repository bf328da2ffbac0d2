import { argumentOf } from './argument-value.ts';
import type { Flag, GivenFlags } from './flags.ts';
import type { WordReader } from './input.ts';
import type { Parameter } from './parameters.ts';
import { UsageError } from './usage-error.ts';

/** The flags that set a tool's arguments: `--name`, or the name itself where it is of the form `-i`. */
export function flagsOf(parameters: readonly Parameter[]): Flag[] {
  return parameters.map(({ name, schema }) => ({
    name,
    ...(/^-.$/.test(name) && { short: name.slice(1) }),
    takes: schema.type === 'boolean' ? 'boolean' : 'value',
  }));
}

/**
 * The arguments of a tool. Operands go, in order, to the positional parameters that no flag sets.
 * @throws UsageError for a missing, surplus or unreadable argument
 */
export async function toolArguments(
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
    const texts = await readEach(written, parameter, isFirst ? onlyStdin(read) : read);
    input[parameter.name] = argumentOf(parameter.name, parameter.schema, texts);
  }
  return input;
}

/** A missing argument; a tool may have a default for it that only an empty word says. */
function named({ name, schema }: Parameter): string {
  return schema.default === '' ? `${name} (give '' for an empty one)` : name;
}

/** The first operand names no file: `grep @param` searches for `@param`. */
function onlyStdin(read: WordReader): WordReader {
  return async (word, parameter) => (word === '-' ? read(word, parameter) : word);
}

async function readEach(words: readonly string[], parameter: Parameter, read: WordReader): Promise<string[]> {
  const texts: string[] = [];
  for (const word of words) texts.push(await read(word, parameter));
  return texts;
}
