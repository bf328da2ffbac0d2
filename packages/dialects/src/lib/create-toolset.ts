import {
  boundedBlocks,
  instructionsFor,
  nameNote,
  type Situation,
  type TextLimit,
  type TypedAnswer,
  text,
  wellFormed,
} from '@dragoman/formatters/internal/pieces';
import { assertNotCancelled, excerpt, ToolError } from '@dragoman/fs-core/internal/kernel';
import {
  createSession,
  failureOf,
  guardedSession,
  type Session,
  type SessionOptions,
  withPlainPath,
} from '@dragoman/tools/internal/session';
import { approvalBy } from './approval.ts';
import { argumentsFrom, fewArguments, parseArguments } from './arguments.ts';
import { assertToolsetOptions } from './assert-toolset-options.ts';
import { isObject } from './check-value.ts';
import { clientTextLimit } from './client-caps.ts';
import { definitionOf } from './definition.ts';
import type { Dialect } from './dialect.ts';
import { failedResult } from './failed-result.ts';
import { type ArgumentChanges, type FittedArguments, fitArguments } from './fit-arguments.ts';
import { offered, permissionsOf } from './is-offered.ts';
import { loadDialect } from './load-dialect.ts';
import type { DialectName } from './registry.ts';
import { checkedSchema } from './several-commands.ts';
import { takenTools } from './taken-tools.ts';
import type { AnyRendered, Tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';
import type { OpenToolset, ToolCallOptions, Toolset } from './toolset.ts';
import type { ToolsetOptions } from './toolset-options.ts';

/**
 * The tools of one dialect over one session.
 * @throws ToolError `INVALID_ARGUMENT` for options that do not fit; as `createSession`
 * @example const toolset = await createToolset({ dialect: 'editor', session: { workdir: '/project' } })
 */
export async function createToolset<Dialect extends DialectName>(
  options: ToolsetOptions<Dialect>,
): Promise<Toolset<Dialect>>;
export async function createToolset(options: ToolsetOptions): Promise<Toolset> {
  return (await openToolset(options)).toolset;
}

/** Creates a toolset like `createToolset`, for who works in its session by other ways than its tools. */
export async function openToolset(options: ToolsetOptions): Promise<OpenToolset> {
  assertToolsetOptions(options);
  const dialect = await loadDialect(options.dialect);
  const opened = isSession(options.session) ? options.session : createSession(options.session);
  const session = dialect.guard === undefined ? opened : await guardedSession(opened, dialect.guard);
  const permissions = permissionsOf(session);
  const all = dialect.tools.flatMap((tool) => offered(tool, permissions) ?? []);
  const taken = options.tools ? takenTools(options.tools, all, dialect) : all;
  await session.prepare();
  const unlisted = options.tools
    ? []
    : (dialect.unlistedTools ?? []).flatMap((tool) => offered(tool, permissions) ?? []);
  const tools = new Map([...taken, ...unlisted].map((tool) => [tool.name, tool]));
  let definitions: Toolset['tools'] | undefined;
  const call = (name: string, given: unknown, callOptions?: ToolCallOptions) => {
    const tool = tools.get(name) ?? tools.get(aliasOf(dialect, name)) ?? null;
    return callTool(dialect, tool, {
      session,
      name,
      args: argumentsFor(tool, given),
      callOptions: callOptions ?? {},
      options,
    });
  };

  const toolset: Toolset = {
    dialect: options.dialect,
    get tools() {
      definitions ??= taken.filter((tool) => !tool.isUnlisted).map(definitionOf);
      return definitions;
    },
    clientTools: taken.flatMap(({ clientTool }) => clientTool ?? []),
    get instructions() {
      return instructionsFor(situationOf(session, taken));
    },
    // The result is what the formatter of the tool of this name makes, which is what its type says.
    call: call as Toolset['call'],
    close: session.close,
    [Symbol.asyncDispose]: session.close,
  };
  return { toolset, session };
}

/** Describes what these tools may do in a session, as it is now. */
function situationOf(session: Session, tools: readonly Tool[]): Situation {
  const { workdir, volume, readOnly, dryRun, shell, limits } = session;
  return {
    workdir,
    trees: volume.roots,
    readOnly,
    dryRun,
    maxFileSize: limits.maxFileSize,
    commands: tools.some(({ effect }) => effect === 'runs') ? shell : null,
  };
}

/** Text that is no JSON is the whole of what a tool takes, if the tool says so. */
function argumentsFor(tool: Tool | null, given: unknown): unknown {
  if (tool === null) return undefined;
  const args = argumentsFrom(given);
  const isBare = typeof args === 'string' && tool.bareText !== undefined;
  return fewArguments(checkedSchema(tool), isBare ? { [tool.bareText]: args } : args);
}

function isSession(given: Session | SessionOptions): given is Session {
  return isObject(given) && 'assertOpen' in given;
}

/** The tool that goes by another name too; empty if there is none. */
function aliasOf({ aliases = {} }: Dialect, name: unknown): string {
  return typeof name === 'string' && Object.hasOwn(aliases, name) ? (aliases[name] ?? '') : '';
}

interface ToolCall {
  readonly args: unknown;
  readonly session: Session;
  readonly name: string;
  readonly callOptions: ToolCallOptions;
  readonly options: ToolsetOptions;
}

async function callTool(dialect: Dialect, tool: Tool | null, toolCall: ToolCall): Promise<ToolResult> {
  const { session, name, args, callOptions, options } = toolCall;
  const { signal, display } = callOptions;
  let limit = textLimitOf(dialect, toolCall);
  let fitted: FittedArguments = { args, changes: {}, issues: [] };
  try {
    if (tool === null) throw unknownTool(name);
    session.assertOpen();
    if (tool.needs !== 'memory') assertHasTrees(session);
    assertNotCancelled(signal);
    fitted = fitArguments(tool, args);
    const checked = parseArguments(checkedSchema(tool), fitted.args, fitted.issues);
    limit = textLimitOf(dialect, toolCall, tool.limitFor?.(checked));
    const render = (outcome: unknown) => withNote(tool.render(outcome, { limit, display }, checked), outcome);
    const resultOf = (outcome: unknown) => wellFormed(succeeded(render(outcome), limit));
    const approve = approvalBy(options.beforeChange, (outcome) => ({
      tool: tool.name,
      arguments: checked,
      preview: resultOf(outcome),
      signal,
    }));
    const call = { ...callFor(dialect, tool, toolCall), maxResponseSize: safeBytes(limit), approve };
    const outcome = await tool.operate(session, checked, call);
    const rendered = render(outcome);
    const typed = callOptions.structured
      ? (rendered.typed?.() ?? (await tool.typedAnswer(session, checked, { outcome, call })))
      : null;
    return withChanges(wellFormed(succeeded(rendered, limit, typed)), fitted.changes);
  } catch (error) {
    const failure = failureOf(causeOf(error, signal), (unexpected) => options.onUnexpectedError?.(unexpected, name));
    const reported = await withPlainPath(session.volume, failure);
    const scene = { root: session.workdir, cwd: session.cwd, tool: tool?.name ?? '', limit };
    const failed = { dialect, tool, scene, allowed: session.volume.roots };
    return withChanges(failedResult(failed, fitted.args, reported), fitted.changes);
  }
}

/** The part of a call that an operation is told: all but the size of its response and who approves it. */
function callFor(dialect: Dialect, tool: Tool, { session, callOptions }: ToolCall) {
  const { signal, onProgress, onWritten, display, client = '' } = callOptions;
  return {
    ...{ signal, onProgress, onWritten },
    by: { dialect: dialect.name, tool: tool.name, client },
    requireRead: requiresRead(dialect, session),
    remembersReads: session.requireRead === 'auto' && dialect.remembersReads === true,
    locatesMatches: display?.mark !== undefined,
  };
}

function withChanges(result: ToolResult, changes: ArgumentChanges): ToolResult {
  if (Object.keys(changes).length === 0) return result;
  const meta = wellFormed({ 'dragoman/arguments': changes });
  return result.isError
    ? { ...result, _meta: { ...result._meta, ...meta } }
    : { ...result, _meta: { ...result._meta, ...meta } };
}

/** @throws ToolError `ACCESS_DENIED` in a session without a tree: its working directory is allowed only by name */
function assertHasTrees({ volume, workdir }: Session): void {
  if (volume.roots.length > 0) return;
  const failure = { code: 'ACCESS_DENIED', path: workdir, allowed: [], workdir } as const;
  throw new ToolError(failure, 'No directory is allowed');
}

/** A caller that cancels may say which failure that is, such as the end of the call's time. */
function causeOf(error: unknown, signal: AbortSignal | undefined): unknown {
  const isCancelled = error instanceof ToolError ? error.code === 'CANCELLED' : signal?.aborted && isAbortError(error);
  return isCancelled && signal?.reason instanceof ToolError ? signal.reason : error;
}

function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function requiresRead(dialect: Dialect, { requireRead }: Session): boolean {
  return requireRead === 'auto' ? dialect.requiresRead : requireRead === 'always';
}

/** An answer with the name that a file has in other characters than those of the call. */
function withNote(rendered: AnyRendered, outcome: unknown): AnyRendered {
  const note = nameNote(outcome);
  return note === null ? rendered : { ...rendered, content: [...rendered.content, text(note)] };
}

function succeeded(
  { content, outcome, structuredContent }: AnyRendered,
  limit: TextLimit,
  typed: TypedAnswer | null = null,
): ToolResult {
  return {
    content: structuredContent ? content : boundedBlocks(content, limit),
    ...(typed && { structuredContent: typed }),
    ...(structuredContent && { structuredContent }),
    _meta: { 'dragoman/outcome': outcome },
  };
}

/** The user's limit beats the call's, that beats the client's, and that the dialect's. */
function textLimitOf(dialect: Dialect, { session, callOptions }: ToolCall, ofCall: TextLimit | null = null): TextLimit {
  const { maxResponseSize } = session.limits;
  if (maxResponseSize !== null) return { bytes: maxResponseSize };
  if (ofCall !== null) return ofCall;
  const { client } = callOptions;
  return (typeof client === 'string' && clientTextLimit(client)) || { bytes: dialect.maxResponseSize };
}

/** Number of bytes of a text that are within the limit, whatever they are. */
function safeBytes({ bytes = Number.POSITIVE_INFINITY, characters = bytes }: TextLimit): number {
  return Math.min(bytes, characters);
}

function unknownTool(name: unknown): ToolError {
  if (typeof name !== 'string')
    return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'tool' }, 'The name of a tool must be a string');
  const tool = excerpt(name);
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'tool', tool }, `No tool is named "${tool}"`);
}
