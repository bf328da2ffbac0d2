import type { Answer, Facts, FormattedResult, Reader, Scene, TextLimit } from '@dragoman/formatters';
import type { TypedAnswer } from '@dragoman/formatters/internal/pieces';
import type { Failure } from '@dragoman/fs-core';
import type { Call, Operation, Session } from '@dragoman/tools';
import type * as z from 'zod/mini';
import type { Commands, Effect } from './effect.ts';
import type { ObjectSchema } from './json-schema.ts';
import { type FieldsSchema, jsonSchemaOf } from './json-schema-of.ts';
import { type TypedForm, typedAnswerTo } from './typed-forms.ts';

/** Result of a tool for an outcome, in any dialect. */
export type AnyRendered = FormattedResult<Facts, Answer | undefined>;

/**
 * One tool of a dialect: words and schema on one side, an operation on the other. `Name` and `Shown` carry to callers
 * what this tool is called, and what programs find in its results.
 */
export interface Tool<Name extends string = string, Shown extends AnyRendered = AnyRendered> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  /** The most that it may change; of several commands, the most that one of them may. */
  readonly effect: Effect;
  /** Effect of each of its commands, by the names that its argument `command` takes. */
  readonly commands?: Commands;
  /** Condition on the session for the tool to be offered. */
  readonly needs?: 'memory';
  readonly input: ObjectSchema;
  readonly output?: ObjectSchema;
  /** The form of its typed answers, which scripts of a client in code mode are given besides the text. */
  readonly typed?: TypedForm;
  /** Does the work, with arguments that `parseArguments` made by this tool's schema. */
  operate(session: Session, args: unknown, call: Call<unknown>): Promise<unknown>;
  /** The typed answer for the outcome of `operate`; null if there is none. */
  typedAnswer(
    session: Session,
    args: unknown,
    done: { readonly outcome: unknown; readonly call: Call<unknown> },
  ): Promise<TypedAnswer | null>;
  /** Renders the outcome of `operate` for the model. */
  render(outcome: unknown, reader: Reader, args: unknown): Shown;
  /** The sentence for a failure; the dialect's own if a tool has none. */
  readonly explain: Explain | null;
  /** Renames arguments that other versions of the model's tools name differently; null if there are none. */
  readonly adapt: ((args: Arguments) => Arguments) | null;
  /** Names of arguments that are accepted but not listed. */
  readonly unlisted?: readonly string[];
  /** Further names of its arguments, which are not listed; where its own name is given too, that counts. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** The way in which it is told which lines to read; another tool's way is translated. */
  readonly range?: RangeStyle;
  /**
   * Numbers that are brought into the range of the schema: below it, the smallest stands for it, or it counts as left
   * out. By default a number out of range is refused.
   */
  readonly outOfRange?: Readonly<Record<string, 'nearest' | 'left-out'>>;
  /** The largest of such numbers, where that depends on other arguments. */
  readonly mostFor?: (args: Arguments) => Readonly<Record<string, number>>;
  /** True if the tool is callable, and not listed. */
  readonly isUnlisted?: true;
  /** The argument that a text stands for which is given in place of arguments. */
  readonly bareText?: string;
  /** The largest text of a result, by the arguments; null for that of the dialect. The user's limit beats it. */
  readonly limitFor?: (args: Arguments) => TextLimit | null;
  /** The tool as its models' own service takes it. */
  readonly clientTool?: ClientTool;
}

/** A tool in the words of a model's service, for the `tools` of a request. */
export interface ClientTool extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly name: string;
}

/**
 * A tool's own way to say which lines it reads: by a first line and a count, from 1 or from 0, or by first and last line.
 * In a `view_range`, -1 is the last line, unless it is `clamped`: then any line past the end is.
 */
export type RangeStyle = 'offset' | 'offset-from-0' | 'lines' | 'view_range' | 'clamped-view_range';

/** Arguments before they are checked. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The sentence for a failure of a call with these arguments. */
export type Explain = (failure: Failure, args: Arguments, scene: Scene) => string;

interface ToolSpec<Name extends string, Input extends FieldsSchema, Request, Outcome, Shown extends AnyRendered>
  extends Omit<Tool<Name>, 'input' | 'output' | 'operate' | 'typedAnswer' | 'render' | 'explain' | 'adapt'> {
  readonly input: Input;
  readonly output?: FieldsSchema;
  readonly operation: Operation<Request, Outcome>;
  readonly request: (args: z.output<Input>, session: Session) => Request;
  readonly render: (outcome: Outcome, reader: Reader, args: z.output<Input>) => Shown;
  readonly explain?: Explain;
  readonly adapt?: (args: Arguments) => Arguments;
}

/** Ties a schema, an operation and a formatter together; the types of the three must meet here. */
export function tool<
  const Name extends string,
  Input extends FieldsSchema,
  Request,
  Outcome,
  Shown extends AnyRendered,
>(spec: ToolSpec<Name, Input, Request, Outcome, Shown>): Tool<Name, Shown> {
  const { input, output, operation, request, render, explain = null, adapt = null, ...words } = spec;
  return {
    ...words,
    input: jsonSchemaOf(input),
    ...(output && { output: jsonSchemaOf(output) }),
    explain,
    adapt,
    typedAnswer: async (session, args, done) => {
      const { typed: form } = words;
      if (form === undefined) return null;
      return typedAnswerTo({ form, session, request: request(args as z.output<Input>, session), ...done });
    },
    operate: (session, args, call) => operation(session, request(args as z.output<Input>, session), call),
    render: (outcome, reader, args) => render(outcome as Outcome, reader, args as z.output<Input>),
  };
}
