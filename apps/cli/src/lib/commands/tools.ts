import type { ToolDefinition } from '@dragoman/dialects';
import { listedTool } from '@dragoman/dialects/internal/options';
import type { Invocation } from '../cli-context.ts';
import { jsonLine } from '../json-line.ts';
import { dialectOf, openToolset, optionsFrom } from '../options.ts';
import { type Parameter, parametersOf, spelledFlag } from '../parameters.ts';
import { commandWords } from '../program-flags.ts';

/** `tools`: what the options offer; with `--json` exactly as `tools/list` answers. */
export async function listTools({ words, context }: Invocation): Promise<number> {
  const { values } = commandWords(words);
  const toolset = await openToolset(dialectOf(words, context), { values }, context);
  try {
    const { tools } = toolset;
    const hasTypes = optionsFrom(values, context).structured === 'on';
    const ofProtocol = () => ({ tools: tools.map((tool) => listedTool(tool, hasTypes)) });
    context.stdout.write(values.has('json') ? jsonLine(ofProtocol()) : tools.map(described).join('\n'));
    return 0;
  } finally {
    await toolset.close();
  }
}

/** A tool with its parameters, one a line. */
function described({ name, title, inputSchema }: ToolDefinition): string {
  return `${name}  ${title}\n${parametersOf(inputSchema).map(parameterLine).join('')}`;
}

function parameterLine(parameter: Parameter): string {
  return `  ${spelledFlag(parameter)}${parameter.required ? '  required' : ''}\n`;
}
