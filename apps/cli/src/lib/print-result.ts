import type { ToolResult } from '@dragoman/dialects';
import type { GivenFlags } from './flags.ts';
import type { Surroundings } from './surroundings.ts';

/** Prints a result, a failure on stderr; the answer is the exit status. */
export function printResult(
  result: ToolResult,
  given: GivenFlags['values'],
  { stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>,
): number {
  if (given.has('json')) stdout.write(`${JSON.stringify(result)}\n`);
  else if (result.isError) stderr.write(`${textOf(result)}\n`);
  else stdout.write(textOf(result));
  return result.isError ? 1 : 0;
}

/** The model's text as it is; what is no text is named. */
function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : describe(block))).join('\n');
}

type Media = Exclude<ToolResult['content'][number], { readonly type: 'text' }>;

/** `[image: image/png, 12.3 KB]` */
function describe(block: Media): string {
  const { mimeType, data } = block.type === 'image' ? block : { ...block.resource, data: block.resource.blob };
  return `[${block.type}: ${mimeType}, ${Math.floor((data.replace(/=+$/, '').length * 3) / 4)} bytes]`;
}
