import {
  type TypedAnswer,
  type TypedForms,
  type TypedOutcome,
  typedAnswer,
} from '@dragoman/formatters/internal/pieces';
import { ToolError } from '@dragoman/fs-core';
import { type Call, type ReadPageRequest, readPage, type Session } from '@dragoman/tools';
import { isObject } from './check-value.ts';
import type { JsonSchema, ObjectSchema } from './json-schema.ts';

/** Name of a form of typed answers. */
export type TypedForm = keyof TypedForms;

type Fields = Readonly<Record<string, JsonSchema>>;

const TEXT: JsonSchema = { type: 'string' };
const NUMBER: JsonSchema = { type: 'integer' };
const NUMBER_OR_NULL: JsonSchema = { type: ['integer', 'null'] };
const FLAG: JsonSchema = { type: 'boolean' };

const PATHS = list(TEXT);
const MATCHES = list(object({ path: TEXT, line: NUMBER, text: TEXT }));
const COUNTS = list(object({ path: TEXT, count: NUMBER }));
const KINDS: JsonSchema = { type: 'string', enum: ['file', 'directory', 'link', 'other'] };
const CHANGES: JsonSchema = { type: 'string', enum: ['add', 'update', 'move', 'delete'] };

const TEXT_FIELDS = {
  ...{ content: TEXT, start_line: NUMBER, end_line: NUMBER, total_lines: NUMBER },
  ...{ truncated: FLAG, next_line: NUMBER_OR_NULL, encoding: TEXT, version: TEXT },
};
const LISTING_FIELDS = {
  ...{ path: TEXT, entries: list(object({ path: TEXT, type: KINDS })) },
  ...{ truncated: FLAG, next_offset: NUMBER_OR_NULL },
};
const WRITE_FIELDS = { path: TEXT, created: FLAG, bytes_written: NUMBER, version: TEXT };
const EDIT_FIELDS = { path: TEXT, replacements: NUMBER, version: TEXT };

/** Schemas of typed answers: `outputSchema` of tools for a client that has them listed. */
export const TYPED_SCHEMAS: Readonly<Record<TypedForm, ObjectSchema>> = {
  text: object<TypedForms['text']>(TEXT_FIELDS),
  listing: object<TypedForms['listing']>(LISTING_FIELDS),
  view: oneOf(TEXT_FIELDS, LISTING_FIELDS),
  viewOrEdit: oneOf(TEXT_FIELDS, LISTING_FIELDS, WRITE_FIELDS, EDIT_FIELDS),
  files: object<TypedForms['files']>({ files: PATHS, truncated: FLAG }),
  matches: object<TypedForms['matches']>({ matches: MATCHES, truncated: FLAG }),
  search: oneOf(
    { files: PATHS, truncated: FLAG },
    { matches: MATCHES, truncated: FLAG },
    { counts: COUNTS, truncated: FLAG },
  ),
  patch: object<TypedForms['patch']>({
    files: list(object({ change: CHANGES, path: TEXT, from: TEXT, version: TEXT }, ['from', 'version'])),
  }),
  write: object<TypedForms['write']>(WRITE_FIELDS),
  edit: object<TypedForms['edit']>(EDIT_FIELDS),
  command: object<TypedForms['command']>({
    ...{ output: TEXT, exit_code: NUMBER_OR_NULL, session_id: NUMBER_OR_NULL, wall_time_seconds: { type: 'number' } },
    ...{ chunk_id: TEXT, original_token_count: NUMBER },
  }),
};

function object<Answer extends object = Fields>(
  properties: { readonly [Name in keyof Answer]: JsonSchema },
  optional: readonly string[] = [],
): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

/** Schema of answers that have the fields of one of these, without a union: what they share is always there. */
function oneOf(...forms: readonly Fields[]): ObjectSchema {
  const properties: Fields = Object.assign({}, ...forms);
  return object(
    properties,
    Object.keys(properties).filter((name) => !forms.every((fields) => name in fields)),
  );
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** A call that succeeded, as its typed answer needs it. */
export interface TypedCall {
  readonly form: TypedForm;
  readonly session: Session;
  /** The request that the tool made of the arguments. */
  readonly request: unknown;
  readonly outcome: unknown;
  readonly call: Call<unknown>;
}

/** The most text of one answer that a script is handed, unless the user sets another limit. */
const MOST_BYTES = 1024 * 1024;

/** The typed answer of a call; null if its outcome has none, such as an image or a plan. */
export async function typedAnswerTo({ form, session, request, outcome, call }: TypedCall): Promise<TypedAnswer | null> {
  if (isTyped(outcome)) return typedAnswer(form, outcome, offsetOf(request));
  if (!isText(outcome) || !isObject(request)) return null;
  try {
    const maxResponseSize = session.limits.maxResponseSize ?? MOST_BYTES;
    return typedAnswer(form, await readPage(session, pageOf(request, outcome.startLine), { ...call, maxResponseSize }));
  } catch (error) {
    // The text is there: nobody is helped by a failure of what goes with it, such as lines past the end.
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** The lines that were asked for, whole: what the model is shown may be cut, in lines and between them. */
function pageOf(request: Readonly<Record<string, unknown>>, startLine: number): ReadPageRequest {
  const endLine = lastLineOf(request, startLine);
  return {
    path: String(request.path),
    startLine,
    ...(Number.isFinite(endLine) && endLine > 0 && { endLine }),
    limits: { maxTokens: null, maxBytes: null, maxLines: null },
    countAll: true,
  };
}

/** The last line that was asked for, in the terms of one of the operations that read text; -1 or infinite for that of the file. */
function lastLineOf({ window, part, view_range }: Readonly<Record<string, unknown>>, startLine: number): number {
  if (isObject(part)) return Number(part.to);
  if (Array.isArray(view_range)) return Number(view_range[1]);
  const { endLine, maxLines = Infinity } = isObject(window) ? window : {};
  return Number(endLine ?? startLine + Number(maxLines) - 1);
}

const KINDS_WITH_FORM: ReadonlySet<unknown> = new Set([
  ...['below', 'list', 'directory', 'glob', 'grep', 'patch', 'edit', 'edits', 'inserted', 'write'],
]);
const KINDS_OF_TEXT: ReadonlySet<unknown> = new Set(['text', 'part', 'viewed']);

function isText(outcome: unknown): outcome is { readonly startLine: number } {
  return isObject(outcome) && KINDS_OF_TEXT.has(outcome.kind);
}

function isTyped(outcome: unknown): outcome is TypedOutcome {
  return isObject(outcome) && KINDS_WITH_FORM.has(outcome.kind);
}

function offsetOf(request: unknown): number {
  return isObject(request) && typeof request.offset === 'number' ? request.offset : 1;
}
