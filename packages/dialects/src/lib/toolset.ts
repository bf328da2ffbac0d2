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
  type UnexpectedError,
} from '@dragoman/tools';
import { adaptArguments, isObject, parseArguments, quotable } from './arguments.ts';
import { definitionOf } from './definition.ts';
import type { Dialect } from './dialect.ts';
import { isOffered } from './is-offered.ts';
import { loadDialect } from './load-dialect.ts';
import type { Tool } from './tool.ts';
import type { DialectName, ToolResult, Toolset } from './toolset-contract.ts';

/** Which tools, and on what they work. */
export interface ToolsetOptions {
  readonly dialect: DialectName;
  /** The session that the tools work on; closing the toolset closes it. */
  readonly session: Session | SessionOptions;
  /**
   * Told of each fault of the program that nobody foresaw, and of the tool in which it was; the caller of the tool
   * learns the id alone. Must not throw.
   */
  readonly onUnexpectedError?: (unexpected: UnexpectedError, tool: string) => void;
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
      const tool = tools.get(name) ?? tools.get(aliasOf(dialect, name)) ?? null;
      const { onUnexpectedError } = options;
      return callTool(dialect, tool, { session, name, args, callOptions: callOptions ?? {}, onUnexpectedError });
    },
    close: session.close,
    [Symbol.asyncDispose]: session.close,
  };
}

function isSession(given: Session | SessionOptions): given is Session {
  return isObject(given) && 'volume' in given;
}

/** The tool that goes by another name too; empty where there is none. */
function aliasOf({ aliases = {} }: Dialect, name: unknown): string {
  return typeof name === 'string' && Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : '';
}

interface ToolCall {
  readonly session: Session;
  readonly name: string;
  readonly args: unknown;
  readonly callOptions: CallOptions;
  readonly onUnexpectedError: ToolsetOptions['onUnexpectedError'];
}

async function callTool(dialect: Dialect, tool: Tool | null, toolCall: ToolCall): Promise<ToolResult> {
  const { session, name, args, callOptions, onUnexpectedError } = toolCall;
  const { signal, onProgress } = callOptions;
  const maxBytes = maxBytesOf(dialect, session);
  try {
    if (tool === null) throw unknownTool(name);
    session.demandOpen();
    demandNotCancelled(signal);
    const checked = parseArguments(tool.input, isObject(args) ? adaptArguments(tool, args) : args);
    const call = { requireRead: requiresRead(dialect, session), maxResponseSize: maxBytes, signal, onProgress };
    const outcome = await tool.operate(session, checked, call);
    return wellFormed(succeeded(tool.render(outcome, { maxBytes }, checked), maxBytes));
  } catch (error) {
    const failure = failureOf(error, (unexpected) => onUnexpectedError?.(unexpected, name));
    return wellFormed(failed(dialect, tool, toolCall, failure));
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

function failed(dialect: Dialect, tool: Tool | null, { session, args }: ToolCall, failure: Failure): ToolResult {
  const given = quotable(tool, args);
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

function unknownTool(name: unknown): ToolError {
  if (typeof name !== 'string') return new ToolError('INVALID_ARGUMENT', 'The name of a tool must be a string');
  return new ToolError('INVALID_ARGUMENT', `No tool is named "${name}"`, { tool: name });
}
