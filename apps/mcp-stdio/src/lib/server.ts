import { createToolset, type DialectName, type Session, type Toolset } from '@dragoman/dialects';
import type { Options } from '@dragoman/tools/options';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallSlots } from './call-slots.ts';
import { dialectOf } from './client-dialect.ts';
import { instructionsFor } from './instructions.ts';
import type { Log } from './log.ts';
import { progressReporter } from './progress.ts';
import { VERSION } from './version.ts';

export interface ServerParts {
  readonly options: Options;
  readonly session: Session;
  readonly slots: CallSlots;
  readonly log: Log;
}

/** The protocol's side of one session: which tools there are, and calls to them. */
export function createServer({ options, session, slots, log }: ServerParts): Server {
  const server = new Server(
    { name: 'dragoman', title: 'Dragoman', version: VERSION },
    { capabilities: { tools: {}, logging: {} }, instructions: instructionsFor(options) },
  );
  const toolsets = new Map<DialectName, Promise<Toolset>>();
  const toolsetFor = (meta: Readonly<Record<string, unknown>> | undefined): Promise<Toolset> => {
    const dialect = dialectOf(options.dialect, meta, server.getClientVersion()?.name);
    const toolset = toolsets.get(dialect) ?? createToolset({ dialect, session });
    toolsets.set(dialect, toolset);
    return toolset;
  };

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const { tools } = await toolsetFor(params?._meta);
    return { tools: [...tools] };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const toolset = await toolsetFor(params._meta);
    const token = params._meta?.progressToken;
    const onProgress = token === undefined ? undefined : progressReporter(token, sendNotification, Date.now);
    const started = Date.now();
    const result = await slots.run(
      () => toolset.call(params.name, params.arguments, { signal, ...(onProgress && { onProgress }) }),
      signal,
    );
    log('debug', `${params.name} answered`, { isError: result.isError === true, ms: Date.now() - started });
    return { ...result, content: [...result.content] };
  });
  return server;
}
