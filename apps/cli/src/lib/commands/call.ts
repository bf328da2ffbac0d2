import { describeDialect } from '@dragoman/dialects/internal/options';
import { callAndPrint } from '../call-and-print.ts';
import type { CliContext, Invocation } from '../cli-context.ts';
import { readFlags } from '../flags.ts';
import { createWordReader } from '../input.ts';
import { assertOffered, dialectOf, optionsFrom } from '../options.ts';
import { PROGRAM_FLAGS } from '../program-flags.ts';
import { suggestTool } from '../suggest-tool.ts';
import { UsageError } from '../usage-error.ts';

/** `call <tool> '<json>'`, for scripts. */
export async function callTool({ words, context }: Invocation): Promise<number> {
  const { values, operands } = readFlags(words, PROGRAM_FLAGS);
  const [name, json, surplus] = operands;
  if (name === undefined) throw new UsageError("No tool: dragoman call <tool> '<json>'");
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"; the JSON is one argument`);
  const dialect = dialectOf(words, context);
  const description = await describeDialect(dialect);
  if (!description.toolNames.includes(name)) {
    throw new UsageError(`Unknown tool "${name}" in dialect ${dialect}${await suggestTool(name, dialect)}`);
  }
  assertOffered(name, description, optionsFrom(values, context));
  const text = await createWordReader(context)(json ?? assertPiped(name, context), {
    name: 'json',
    schema: {},
  });
  const inputs = [{ args: parseJson(text), label: name }];
  return callAndPrint({ name, inputs, dialect, given: values }, context);
}

/** The word for stdin, if something is piped into it: a user does not type JSON unasked. */
function assertPiped(name: string, { stdinIsTerminal }: CliContext): string {
  if (!stdinIsTerminal) return '-';
  throw new UsageError(`No arguments: dragoman call ${name} '<json>', or - to type them`);
}

function parseJson(text: string): unknown {
  try {
    // Some programs begin UTF-8 with a byte-order mark, which is not part of the JSON (RFC 8259, section 8.1).
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
