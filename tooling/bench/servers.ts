import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type PipeClient, startServer } from './pipe-client.ts';
import type { Scope } from './scenario.ts';

// The bundle of this file lies one level deeper than its source.
const BUNDLES = import.meta.dirname;
export const DRAGOMAN = join(BUNDLES, '../../../apps/mcp-stdio/dist/main.js');
export const SDK = join(BUNDLES, 'sdk-server.js');
/** The official filesystem server, as its users run it: as modules, not as a bundle. */
export const OFFICIAL = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');

/** Bare Node at the other end of a pipe, with only the code that the work needs. */
export function startBare(scope: Scope): PipeClient {
  return scope.use(startServer([join(BUNDLES, 'bare-server.js')]));
}

/** The smallest server of the SDK: one tool, which does nothing. */
export async function startSdk(scope: Scope): Promise<PipeClient> {
  return initialized(scope.use(startServer([SDK])));
}

/** The filesystem server of the protocol's own authors, over the scope's directory. */
export async function startOfficial(scope: Scope): Promise<PipeClient> {
  return initialized(scope.use(startServer([OFFICIAL, scope.directory])));
}

/** The built server in dialect `editor`, over the scope's directory and files of any size. */
export async function startDragoman(scope: Scope, options: readonly string[] = []): Promise<PipeClient> {
  const args = [
    DRAGOMAN,
    '--dialect',
    'editor',
    '--workdir',
    scope.directory,
    '--max-file-size',
    '2GB',
    '--log-level',
    'error',
    ...options,
  ];
  return initialized(scope.use(startServer(args)));
}

const PROTOCOL = '2025-06-18';

/** @throws Error if the server speaks another version of the protocol */
export async function initialized(client: PipeClient): Promise<PipeClient> {
  const clientInfo = { name: 'bench', version: '0' };
  const asked = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo };
  const answer = (await client.request('initialize', asked)) as Partial<typeof asked>;
  if (answer.protocolVersion !== PROTOCOL) throw new Error(`No ${PROTOCOL}: ${JSON.stringify(answer)}`);
  return client;
}

interface ToolResult {
  readonly content: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}

/**
 * Calls a tool and returns the text of its answer.
 * @throws Error if the tool fails
 */
export async function callTool(client: PipeClient, name: string, args: Record<string, unknown>): Promise<string> {
  const result = (await client.request('tools/call', { name, arguments: args })) as ToolResult;
  if (result.isError) throw new Error(JSON.stringify(result));
  return result.content[0]?.text ?? '';
}
