import { callAndPrint } from '../call-and-print.ts';
import { readFlags } from '../flags.ts';
import { createWordReader } from '../input.ts';
import { dialectOf } from '../options.ts';
import { PROGRAM_FLAGS } from '../program-flags.ts';
import type { Invocation } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';

/** `call <tool> '<json>'`, for scripts. */
export async function callTool({ words, surroundings }: Invocation): Promise<number> {
  const { values, operands } = readFlags(words, PROGRAM_FLAGS);
  const [name, json = '{}', surplus] = operands;
  if (name === undefined) throw new UsageError("No tool: dragoman call <tool> '<json>'");
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"; the JSON is one argument`);
  const text = await createWordReader(surroundings)(json, { name: 'json', schema: {} });
  const dialect = dialectOf(words, surroundings);
  return callAndPrint({ name, input: parseJson(text), dialect, given: values }, surroundings);
}

function parseJson(text: string): unknown {
  try {
    // Some programs begin UTF-8 with a byte-order mark, which is not part of the JSON (RFC 8259, section 8.1).
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
