import { describeDialect } from '@dragoman/dialects';
import { OPTIONS } from '@dragoman/dialects/options';
import type { CliContext } from './cli-context.ts';
import { ABOUT, COMMAND_NAMES } from './commands/about.ts';
import { COMPLETION_SCRIPTS } from './completion-scripts.ts';
import { dashed, type Flag, firstOperand } from './flags.ts';
import { dialectOf } from './options.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { flagsOf } from './tool-arguments.ts';

/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What may follow the words typed so far, of which the last is incomplete; empty if it is a file, or anything. */
export async function candidates(typed: readonly string[], context: CliContext): Promise<Candidate[]> {
  const current = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const { toolNames, describe: definitionOf } = await describeDialect(dialectOf(before, context));
  const tools = toolNames.map((word) => ({ word, about: definitionOf(word)?.title ?? '' }));
  const commands = [...tools, ...COMMAND_NAMES.map((word) => ({ word, about: ABOUT[word].summary }))];
  const at = firstOperand(before, PROGRAM_FLAGS);
  const command = before[at];
  const definition = command === undefined ? undefined : definitionOf(command);
  const parameters = definition === undefined ? [] : parametersOf(definition.inputSchema);

  return firstThatFits(current, [
    () => valuesOf(before.at(-1), parameters),
    () => (current.startsWith('-') ? flagsFor(parameters) : null),
    () => (command === undefined ? commands : null),
    () => (command === 'help' ? commands : command === 'call' ? tools : null),
    () => (command === 'completion' ? wordsOf(Object.keys(COMPLETION_SCRIPTS)) : null),
  ]);
}

function firstThatFits(current: string, sources: readonly (() => readonly Candidate[] | null)[]): Candidate[] {
  for (const source of sources) {
    const found = source();
    if (found !== null) return found.filter(({ word }) => word.startsWith(current));
  }
  return [];
}

/** The values of the flag before the cursor; empty if they cannot be listed, null if it takes none. */
function valuesOf(flagWord: string | undefined, parameters: readonly Parameter[]): Candidate[] | null {
  const name = flagWord?.startsWith('-') ? flagWord.replace(/^--/, '').replaceAll('-', '_') : undefined;
  const isNamed = (flag: { readonly name: string }): boolean => flag.name.replaceAll('-', '_') === name;
  const option = OPTIONS.find(isNamed);
  if (option !== undefined) return option.value === null ? null : wordsOf(option.choices);
  const flag = PROGRAM_FLAGS.find(isNamed);
  if (flag?.takes === 'value') return wordsOf(flag.choices);
  const schema = parameters.find((each) => isNamed(each) || each.name === flagWord)?.schema;
  return schema === undefined || schema.type === 'boolean' ? null : wordsOf(schema.enum);
}

function wordsOf(values: readonly unknown[] = []): Candidate[] {
  return values.map((value) => ({ word: String(value), about: '' }));
}

function flagsFor(parameters: readonly Parameter[]): Candidate[] {
  const abouts = new Map([
    ...OPTIONS.map(({ name, description }) => [name, description] as const),
    ...parameters.map(({ name, schema }) => [name, schema.description ?? ''] as const),
  ]);
  return [...flagsOf(parameters), ...PROGRAM_FLAGS].map(({ name }: Flag) => ({
    word: dashed(name),
    about: abouts.get(name) ?? '',
  }));
}
