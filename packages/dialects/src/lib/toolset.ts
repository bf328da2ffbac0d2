import type { Display } from '@dragoman/formatters';
import type { CallOptions, Session } from '@dragoman/tools';
import type { ObjectSchema } from './json-schema.ts';
import type { DialectName } from './registry.ts';
import type { ResultOf, ToolName } from './result-of.ts';
import type { ClientTool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';

/** A tool as a client lists it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  /** Schema of `structuredContent` in answers to calls with `structured`; no part of the protocol. */
  readonly typedSchema?: ObjectSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Options of one call. */
export interface ToolCallOptions extends CallOptions {
  /** The name of the client that shows the result, whose limits on it are kept if they are known. */
  readonly client?: string | undefined;
  /** Adds the typed form of the answer, for a script, as `structuredContent`. Default false. */
  readonly structured?: boolean | undefined;
  /** Given if a person reads the text of the result, not a model. */
  readonly display?: Display | undefined;
}

/** The tools of one dialect over one session. `await using` closes it. */
export interface Toolset<Dialect extends DialectName = DialectName> extends AsyncDisposable {
  readonly dialect: Dialect;
  readonly tools: readonly ToolDefinition[];
  /** The tools that its models' own service takes in words of its own, for the `tools` of a request. */
  readonly clientTools: readonly ClientTool[];
  /** Text for a model's system prompt: where the tools work, and their limits. */
  readonly instructions: string;
  /**
   * Runs a tool. Never rejects: whatever goes wrong is a result with `isError`.
   * @param args as the model sent them: an object, or its JSON
   */
  call<Name extends ToolName<Dialect>>(
    name: Name,
    args: unknown,
    options?: ToolCallOptions,
  ): Promise<ResultOf<Dialect, Name>>;
  call(name: string, args: unknown, options?: ToolCallOptions): Promise<ToolResult>;
  /** Ends the session: running commands are ended, nothing is left behind, and later calls answer `CANCELLED`. */
  close(): Promise<void>;
}

/** A toolset, and the session in which its tools work: what the dialect's ignore files hide is not in it. */
export interface OpenToolset {
  readonly toolset: Toolset;
  readonly session: Session;
}
