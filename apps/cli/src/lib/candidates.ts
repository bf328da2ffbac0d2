import { describeDialect, OPTIONS } from '@dragoman/dialects/internal/options';
import type { Candidate } from './candidate.ts';
import type { CliContext } from './cli-context.ts';
import { ABOUT, COMMAND_NAMES } from './commands/about.ts';
import { INDEX_ACTIONS } from './commands/index-actions.ts';
import { OVERLAY_ACTIONS } from './commands/overlay-actions.ts';
import { COMPLETION_SCRIPTS } from './completion-scripts.ts';
import { dashed, type Flag, firstOperand } from './flags.ts';
import { operationCandidates } from './journal-candidates.ts';
import { isJournalCommand, JOURNAL_FLAGS } from './journal-flags.ts';
import { dialectOf } from './options.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { flagsOf } from './tool-arguments.ts';

/** Completions for the words typed so far, of which the last is incomplete; none if it is a file, or anything. */
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
  const own = isJournalCommand(command) ? JOURNAL_FLAGS[command] : [];

  return firstThatFits(current, [
    () => valuesOf(before.at(-1), { parameters, own }),
    () => (current.startsWith('-') ? flagsFor(parameters, own) : null),
    () => (command === undefined ? commands : null),
    () => (command === 'help' ? commands : command === 'call' ? tools : null),
    () => (command === 'index' && at === before.length - 1 ? wordsOf(INDEX_ACTIONS) : null),
    () => (command === 'overlay' && at === before.length - 1 ? wordsOf(OVERLAY_ACTIONS) : null),
    () => (command === 'completion' ? wordsOf(Object.keys(COMPLETION_SCRIPTS)) : null),
    () => operationCandidates(command, before, context),
  ]);
}

type Source = () => readonly Candidate[] | null | Promise<readonly Candidate[] | null>;

async function firstThatFits(current: string, sources: readonly Source[]): Promise<Candidate[]> {
  for (const source of sources) {
    const found = await source();
    if (found !== null) return found.filter(({ word }) => word.startsWith(current));
  }
  return [];
}

/** Arguments of a command: parameters of a tool, and flags that no other command has. */
interface CommandArguments {
  readonly parameters: readonly Parameter[];
  readonly own: readonly Flag[];
}

/** The values of the flag before the cursor; empty if they cannot be listed, null if it takes none. */
function valuesOf(flagWord: string | undefined, { parameters, own }: CommandArguments): Candidate[] | null {
  const name = flagWord?.startsWith('-') ? flagWord.replace(/^--/, '').replaceAll('-', '_') : undefined;
  const isNamed = (flag: { readonly name: string }): boolean => flag.name.replaceAll('-', '_') === name;
  const option = OPTIONS.find(isNamed);
  if (option !== undefined) return option.value === null ? null : wordsOf(option.choices);
  if (own.some(isNamed)) return name === 'session' ? wordsOf(['last']) : [];
  const flag = PROGRAM_FLAGS.find(isNamed);
  if (flag?.takes === 'value') return wordsOf(flag.choices);
  const schema = parameters.find((each) => isNamed(each) || each.name === flagWord)?.schema;
  return schema === undefined || schema.type === 'boolean' ? null : wordsOf(schema.enum);
}

function wordsOf(values: readonly unknown[] = []): Candidate[] {
  return values.map((value) => ({ word: String(value), about: '' }));
}

function flagsFor(parameters: readonly Parameter[], own: readonly Flag[]): Candidate[] {
  const abouts = new Map([
    ...OPTIONS.map(({ name, description }) => [name, description] as const),
    ...parameters.map(({ name, schema }) => [name, schema.description ?? ''] as const),
  ]);
  return [...flagsOf(parameters), ...own, ...PROGRAM_FLAGS].map(({ name }: Flag) => ({
    word: dashed(name),
    about: abouts.get(name) ?? '',
  }));
}
