import { boundedBlocks, boundedText, type Rendered, text, wellFormed } from '@dragoman/formatters';
import {
  type CallOptions,
  createSession,
  demandNotCancelled,
  type Failure,
  failureOf,
  type Session,
  type SessionOptions,
  ToolError,
} from '@dragoman/tools';
import { adaptArguments, parseArguments } from './arguments.ts';
import { definitionOf } from './definition.ts';
import type { Dialect } from './dialect.ts';
import { isOffered } from './is-offered.ts';
import { loadDialect } from './load-dialect.ts';
import type { Arguments, Tool } from './tool.ts';
import type { DialectName, ToolResult, Toolset } from './toolset-contract.ts';

/** Which tools, and on what they work. */
export interface ToolsetOptions {
  readonly dialect: DialectName;
  /** The session that the tools work on; closing the toolset closes it. */
  readonly session: Session | SessionOptions;
}

/**
 * The tools of one dialect over one session.
 * @throws ToolError where there is no such dialect, or where the options allow no session (see `createSession`)
 */
export async function createToolset(options: ToolsetOptions): Promise<Toolset> {
  const dialect = await loadDialect(options.dialect);
  const session = isSession(options.session) ? options.session : createSession(options.session);
  await session.prepare();
  const { shell, readOnly, dryRun } = session;
  const permissions = { runsCommands: shell !== null, readOnly, dryRun };
  const tools = new Map(dialect.tools.filter((tool) => isOffered(tool, permissions)).map((tool) => [tool.name, tool]));
  let definitions: Toolset['tools'] | undefined;

  return {
    dialect: dialect.name,
    get tools() {
      definitions ??= [...tools.values()].map(definitionOf);
      return definitions;
    },
    call(name, args, callOptions) {
      const tool = tools.get(name) ?? tools.get(dialect.aliases?.[name] ?? '') ?? null;
      return callTool(dialect, tool, { session, name, args, callOptions: callOptions ?? {} });
    },
    close: session.close,
    [Symbol.asyncDispose]: session.close,
  };
}

function isSession(given: Session | SessionOptions): given is Session {
  return isObject(given) && 'volume' in given;
}

interface ToolCall {
  readonly session: Session;
  readonly name: string;
  readonly args: unknown;
  readonly callOptions: CallOptions;
}

async function callTool(dialect: Dialect, tool: Tool | null, toolCall: ToolCall): Promise<ToolResult> {
  const { session, name, args, callOptions } = toolCall;
  const { signal, onProgress } = callOptions;
  const maxBytes = maxBytesOf(dialect, session);
  try {
    if (tool === null) throw unknownTool(String(name));
    session.demandOpen();
    demandNotCancelled(signal);
    const checked = parseArguments(tool.input, isObject(args) ? adaptArguments(tool, args) : args);
    const call = { requireRead: requiresRead(dialect, session), maxResponseSize: maxBytes, signal, onProgress };
    const outcome = await tool.operate(session, checked, call);
    return wellFormed(succeeded(tool.render(outcome, { maxBytes }, checked), maxBytes));
  } catch (error) {
    return wellFormed(failed(dialect, tool, toolCall, failureOf(error)));
  }
}

function requiresRead(dialect: Dialect, { requireRead }: Session): boolean {
  return requireRead === 'auto' ? dialect.requiresRead : requireRead === 'always';
}

function succeeded({ content, outcome, structuredContent }: Rendered, maxBytes: number): ToolResult {
  return {
    content: structuredContent ? content : boundedBlocks(content, maxBytes),
    ...(structuredContent && { structuredContent }),
    ...(outcome && { _meta: { 'dragoman/outcome': outcome } }),
  };
}

function maxBytesOf(dialect: Dialect, session: Session): number {
  return session.limits.maxResponseSize ?? dialect.maxResponseSize;
}

function isObject(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failed(dialect: Dialect, tool: Tool | null, { session, args }: ToolCall, failure: Failure): ToolResult {
  const given = !isObject(args) ? {} : tool === null ? args : adaptArguments(tool, args);
  const sentence = (tool?.explain ?? dialect.explain)(failure, given, session.workdir);
  const { code, message, details } = failure;
  // With a structured form the sentence is JSON, which must not be cut.
  const shown = dialect.structure ? sentence : boundedText(sentence, maxBytesOf(dialect, session), '[truncated]');
  return {
    content: [text(shown)],
    isError: true,
    ...(dialect.structure && { structuredContent: dialect.structure(failure, given) }),
    _meta: { 'dragoman/error': { code, ...(!says(shown, message) && { message }), ...details } },
  };
}

/** Whether a text, which may be JSON, holds the message: some clients show their model `_meta` beside it. */
function says(shown: string, message: string): boolean {
  return shown.includes(message) || shown.includes(JSON.stringify(message).slice(1, -1));
}

function unknownTool(name: string): ToolError {
  return new ToolError('INVALID_ARGUMENT', `No tool is named "${name}"`, { tool: name });
}
