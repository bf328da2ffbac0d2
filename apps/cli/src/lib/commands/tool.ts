import { describeDialect } from '@dragoman/dialects/internal/options';
import { callAndPrint } from '../call-and-print.ts';
import type { Invocation } from '../cli-context.ts';
import { readFlags } from '../flags.ts';
import { assertOffered, dialectOf, optionsFrom } from '../options.ts';
import { parametersOf } from '../parameters.ts';
import { PROGRAM_FLAGS } from '../program-flags.ts';
import { suggestTool } from '../suggest-tool.ts';
import { flagsOf, inputsOf } from '../tool-arguments.ts';
import { UsageError } from '../usage-error.ts';
import { printVersion } from '../version.ts';
import { COMMAND_NAMES } from './about.ts';

/** A tool by its own name, with flags made from its schema. */
export async function runTool({ name, words, context }: Invocation): Promise<number> {
  const dialect = dialectOf(words, context);
  const description = await describeDialect(dialect);
  const definition = description.describe(name);
  if (definition === undefined) {
    const meant = await suggestTool(name, dialect, COMMAND_NAMES);
    throw new UsageError(`Unknown command "${name}" in dialect ${dialect}${meant}`);
  }
  const parameters = parametersOf(definition.inputSchema);
  const { values, operands } = readFlags(words, [...PROGRAM_FLAGS, ...flagsOf(parameters)]);
  if (values.has('version')) return printVersion(context);
  if (values.has('help')) {
    const { showHelp } = await import('./help.ts');
    return showHelp({ name: 'help', words: ['--dialect', dialect, name], context });
  }
  const options = optionsFrom(values, context);
  assertOffered(name, description, options);
  const root = description.demandsAbsolutePaths ? options.workdir : null;
  const inputs = await inputsOf(definition, { given: { values, operands }, root }, context);
  return callAndPrint({ name, inputs, dialect, given: values }, context);
}
