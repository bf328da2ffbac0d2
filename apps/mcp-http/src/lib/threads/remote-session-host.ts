import type { DialectName, ToolDefinition, ToolResult } from '@dragoman/dialects';
import { describeDialect } from '@dragoman/dialects/internal/options';
import { ToolError } from '@dragoman/fs-core';
import type { ToolsetHandle } from '@dragoman/mcp/internal/server';
import type { SessionHost } from '../sessions/session-host.ts';
import type { Ask, AskOptions } from './ask-in.ts';
import type { Task } from './messages.ts';
import type { SessionPlace } from './thread.ts';

/** The thread of a session, and the means of asking it. */
export interface SessionThread {
  readonly place: SessionPlace;
  readonly ask: Ask;
  close(): Promise<void>;
}

type Call = Extract<Task, { readonly kind: 'call' }>;

/** A session host in another thread. */
export function remoteSessionHost({ place, ask, close }: SessionThread): SessionHost {
  const handles = new Map<DialectName, Promise<ToolsetHandle>>();
  const { workdir: root } = place.opening.options;
  /** Answer to a call if its thread gives none. */
  const explained = async ({ dialect, name, args }: Call, error: unknown): Promise<ToolResult> => {
    if (!(error instanceof ToolError)) throw error;
    const { failed } = await describeDialect(dialect);
    return failed(name, args, { error, root });
  };
  const call: Answer = async (task, options) => {
    try {
      // What the thread sends is what its toolset answers.
      return (await ask(task, options)) as ToolResult;
    } catch (error) {
      return await explained(task, error);
    }
  };
  const open = async (dialect: DialectName): Promise<ToolsetHandle> => {
    try {
      const tools = (await ask({ kind: 'tools', dialect })) as readonly ToolDefinition[];
      return handleOf(dialect, { tools: () => tools, call, ask });
    } catch (error) {
      handles.delete(dialect);
      if (!(error instanceof ToolError) || error.code !== 'TIMEOUT') throw error;
      // Asked once more, it would keep another thread waiting as long.
      const refuse = (): never => {
        throw error;
      };
      return handleOf(dialect, { tools: refuse, call: (task) => explained(task, error), ask: async () => refuse() });
    }
  };
  return {
    toolsetFor(dialect) {
      const handle = handles.get(dialect) ?? open(dialect);
      handles.set(dialect, handle);
      return handle;
    },
    get runsCommands() {
      return place.runsCommands;
    },
    async look() {
      place.thread?.port.post({ kind: 'look', session: place.session });
    },
    [Symbol.asyncDispose]: close,
  };
}

interface Answers {
  readonly tools: () => readonly ToolDefinition[];
  readonly call: Answer;
  readonly ask: Ask;
}

type Answer = (task: Call, options: AskOptions) => Promise<ToolResult>;

function handleOf(dialect: DialectName, { tools, call: answer, ask }: Answers): ToolsetHandle {
  return {
    get tools() {
      return tools();
    },
    call(name, args, { signal, client, structured, onProgress, onWritten }) {
      const isReported = onProgress !== undefined;
      return answer(
        { kind: 'call', dialect, name, args, client, structured, isReported },
        { signal, onProgress, onWritten },
      );
    },
    // What the thread sends is what its handle answers.
    resource: async (request, options) => (await ask({ kind: 'resource', dialect, request }, options)) as object,
  };
}
