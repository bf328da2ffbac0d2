import type { Answer, BudgetedAnswer, ContentBlock, Facts, FailureAnswer } from '@dragoman/formatters/internal/pieces';
import type { Failure } from '@dragoman/fs-core';
import type { ArgumentChanges } from './fit-arguments.ts';

/** The result of one call; a failure is a result, too. */
export type ToolResult<Outcome = Facts, Structured = Answer | undefined> =
  | ToolSuccess<Outcome, Structured>
  | ToolFailure<Structured>;

/** Result of a call that succeeded. The types of what programs read follow from dialect and tool. */
export type ToolSuccess<Outcome = Facts, Structured = Answer | undefined> = StructuredPart<Structured> & {
  readonly content: readonly ContentBlock[];
  readonly isError?: undefined;
  readonly _meta: {
    readonly 'dragoman/outcome': Outcome;
    readonly 'dragoman/error'?: undefined;
    readonly 'dragoman/arguments'?: ArgumentChanges;
  };
};

/** Result of a call that failed; a failed call has done nothing. */
export type ToolFailure<Structured = Answer | undefined> = StructuredPart<
  Structured extends BudgetedAnswer ? FailureAnswer : undefined
> & {
  readonly content: readonly ContentBlock[];
  readonly isError: true;
  readonly _meta: {
    readonly 'dragoman/error': ErrorFacts;
    readonly 'dragoman/outcome'?: undefined;
    readonly 'dragoman/arguments'?: ArgumentChanges;
  };
};

/** Present in dialects with structured answers. */
type StructuredPart<Structured> = undefined extends Structured
  ? { readonly structuredContent?: Structured }
  : { readonly structuredContent: Structured };

/**
 * Facts about a failure for programs: its code decides on the other fields. The message is there if the text differs.
 */
export type ErrorFacts = Failure & { readonly message?: string };
