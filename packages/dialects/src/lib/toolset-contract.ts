import type { Answer, ContentBlock, Display, Facts, FailureAnswer } from '@dragoman/formatters';
import type { CallOptions, ErrorCode, ErrorDetails } from '@dragoman/tools';
import type { ResultOf, ToolName } from './result-of.ts';

/**
 * JSON Schema (2020-12), as `tools/list` shows it. Arrays are not `readonly` because they are not in the vendors' own
 * types for schemas, to which an embedder passes these on as they are.
 */
export interface JsonSchema {
  readonly type?: JsonType | JsonType[];
  readonly description?: string;
  readonly default?: JsonScalar;
  readonly enum?: JsonScalar[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: string[];
  readonly additionalProperties?: boolean;
  readonly [keyword: string]: unknown;
}

/** A plain object at the root: clients reject schemas that combine several. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** A JSON value other than an array or an object. */
export type JsonScalar = string | number | boolean | null;

/** The types that JSON Schema names. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** A tool as a client lists it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The result of one call; a failure is a result, too. */
export type ToolResult<Outcome = Facts, Structured = Answer | undefined> =
  | ToolSuccess<Outcome, Structured>
  | ToolFailure<Structured>;

/** What a tool did. The types of what programs read follow from dialect and tool. */
export type ToolSuccess<Outcome = Facts, Structured = Answer | undefined> = StructuredPart<Structured> & {
  readonly content: readonly ContentBlock[];
  readonly isError?: undefined;
  readonly _meta: { readonly 'dragoman/outcome': Outcome; readonly 'dragoman/error'?: undefined };
};

/** Why a tool did nothing. */
export type ToolFailure<Structured = Answer | undefined> = StructuredPart<
  Structured extends Answer ? FailureAnswer : undefined
> & {
  readonly content: readonly ContentBlock[];
  readonly isError: true;
  readonly _meta: { readonly 'dragoman/error': ErrorFacts; readonly 'dragoman/outcome'?: undefined };
};

/** Present in dialects with structured answers. */
type StructuredPart<Structured> = undefined extends Structured
  ? { readonly structuredContent?: Structured }
  : { readonly structuredContent: Structured };

/** What programs are told of a failure; the message only if the text that the model reads does not hold it. */
export type ErrorFacts = ErrorDetails & { readonly code: ErrorCode; readonly message?: string };

/** What comes along with one call. */
export interface ToolCallOptions extends CallOptions {
  /** The name of the client that shows the result, whose limits on it are kept if they are known. */
  readonly client?: string | undefined;
  /** Given where a person reads the text of the result, not a model. */
  readonly display?: Display | undefined;
}

/** The tools of one dialect over one session. `await using` closes it. */
export interface Toolset<Dialect extends DialectName = DialectName> extends AsyncDisposable {
  readonly dialect: Dialect;
  readonly tools: readonly ToolDefinition[];
  /** What a model should know before its first call, for its system prompt: where the tools work, and their limits. */
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

/** The dialects, by the names that `--dialect` takes. */
export type DialectName = 'editor' | 'claude-code' | 'gemini' | 'budgeted';
