import type { ToolDefinition } from '@dragoman/dialects';
import type { Invocation } from '../cli-context.ts';
import { jsonLine } from '../json-line.ts';
import { dialectOf, openToolset } from '../options.ts';
import { type Parameter, parametersOf, spelledFlag } from '../parameters.ts';
import { commandWords } from '../program-flags.ts';

/** `tools`: what the options offer; with `--json` exactly as `tools/list` answers. */
export async function listTools({ words, context }: Invocation): Promise<number> {
  const { values } = commandWords(words);
  const toolset = await openToolset(dialectOf(words, context), { values }, context);
  try {
    const { tools } = toolset;
    context.stdout.write(values.has('json') ? jsonLine({ tools }) : tools.map(listed).join('\n'));
    return 0;
  } finally {
    await toolset.close();
  }
}

/** A tool with its parameters, one a line. */
function listed({ name, title, inputSchema }: ToolDefinition): string {
  return `${name}  ${title}\n${parametersOf(inputSchema).map(parameterLine).join('')}`;
}

function parameterLine(parameter: Parameter): string {
  return `  ${spelledFlag(parameter)}${parameter.required ? '  required' : ''}\n`;
}
