import type { Answer, ContentBlock, Facts, FailureAnswer } from '@dragoman/formatters';
import type { ErrorCode, ErrorDetails } from '@dragoman/tools';

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
