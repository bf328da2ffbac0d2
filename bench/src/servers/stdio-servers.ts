import { MCP_STDIO, OFFICIAL } from '../paths.ts';
import { type PipeClient, startServer } from './pipe-client.ts';

export const OFFICIAL_SERVER = 'the official filesystem server';

/** The filesystem server of the protocol's own authors, over a directory. */
export function startOfficial(directory: string): Promise<PipeClient> {
  return initialized(startServer([OFFICIAL, directory]));
}

/** The built server over a directory, for files of any size; in dialect `editor` unless the options name another. */
export function startDragoman(directory: string, options: readonly string[] = []): Promise<PipeClient> {
  const dialect = options.includes('--dialect') ? [] : ['--dialect', 'editor'];
  const files = ['--workdir', directory, '--max-file-size', '2GB'];
  return initialized(startServer([MCP_STDIO, ...dialect, ...files, '--log-level', 'error', ...options]));
}

/** Opens the session of a server that was just started. */
export async function initialized(client: PipeClient): Promise<PipeClient> {
  const clientInfo = { name: 'bench', version: '0' };
  await client.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  return client;
}

export type Args = Readonly<Record<string, unknown>>;

interface ToolResult {
  readonly content: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}

/**
 * Calls a tool and returns the text of its answer.
 * @throws Error if the tool fails
 */
export async function callTool(client: PipeClient, name: string, args: Args): Promise<string> {
  const result = (await client.request('tools/call', { name, arguments: args })) as ToolResult;
  if (result.isError) throw new Error(JSON.stringify(result));
  return result.content[0]?.text ?? '';
}

/** The lines that an answer shows of a file, without line numbers and a last newline. */
export function shownText(answer: string): string {
  return answer.replaceAll(/^ *\d+\t/gm, '').trimEnd();
}
