import type { DialectName } from '@dragoman/dialects';
import { callAndPrint } from '../call-and-print.ts';
import { demandOffered } from '../demand-offered.ts';
import { readFlags } from '../flags.ts';
import { createWordReader } from '../input.ts';
import { describe, dialectOf, optionsFrom } from '../options.ts';
import { parametersOf } from '../parameters.ts';
import { PROGRAM_FLAGS } from '../program-flags.ts';
import type { Invocation } from '../surroundings.ts';
import { flagsOf, toolArguments } from '../tool-arguments.ts';
import { UsageError } from '../usage-error.ts';
import { printVersion } from '../version.ts';
import { COMMAND_NAMES } from './command-names.ts';

/** A tool by its own name, with flags made from its schema. */
export async function runTool({ name, words, surroundings }: Invocation): Promise<number> {
  const dialect = dialectOf(words, surroundings);
  const definition = (await describe(dialect)).describe(name);
  if (definition === undefined) throw await unknownCommand(name, dialect);
  const parameters = parametersOf(definition.inputSchema);
  const { values, operands } = readFlags(words, [...PROGRAM_FLAGS, ...flagsOf(parameters)]);
  if (values.has('version')) return printVersion(surroundings);
  if (values.has('help')) {
    const { showHelp } = await import('./help.ts');
    return showHelp({ name: 'help', words: ['--dialect', dialect, name], surroundings });
  }
  await demandOffered(name, dialect, optionsFrom(values, surroundings));
  const input = await toolArguments(parameters, { values, operands }, createWordReader(surroundings));
  return callAndPrint({ name, input, dialect, given: values }, surroundings);
}

async function unknownCommand(name: string, dialect: DialectName): Promise<UsageError> {
  const { whatWasMeant } = await import('../what-was-meant.ts');
  const meant = await whatWasMeant(name, dialect, COMMAND_NAMES);
  return new UsageError(`Unknown command "${name}" in dialect ${dialect}${meant}`);
}
