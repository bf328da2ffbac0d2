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

/** Schemas of typed answers: `outputSchema` of tools for a client that has them listed. */
export const TYPED_SCHEMAS: Readonly<Record<TypedForm, ObjectSchema>> = {
  text: object<TypedForms['text']>({
    ...{ content: TEXT, start_line: NUMBER, end_line: NUMBER, total_lines: NUMBER },
    ...{ truncated: FLAG, next_line: NUMBER_OR_NULL, encoding: TEXT, version: TEXT },
  }),
  listing: object<TypedForms['listing']>({
    ...{ path: TEXT, entries: list(object({ path: TEXT, type: KINDS })) },
    ...{ truncated: FLAG, next_offset: NUMBER_OR_NULL },
  }),
  files: object<TypedForms['files']>({ files: PATHS, truncated: FLAG }),
  search: object({ files: PATHS, matches: MATCHES, counts: COUNTS, truncated: FLAG }, ['files', 'matches', 'counts']),
  patch: object<TypedForms['patch']>({
    files: list(object({ change: CHANGES, path: TEXT, from: TEXT, version: TEXT }, ['from', 'version'])),
  }),
  write: object<TypedForms['write']>({ path: TEXT, created: FLAG, bytes_written: NUMBER, version: TEXT }),
  edit: object<TypedForms['edit']>({ path: TEXT, replacements: NUMBER, version: TEXT }),
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
  if (form !== 'text') return isTyped(outcome) ? typedAnswer(form, outcome, offsetOf(request)) : null;
  if (!isObject(outcome) || outcome.kind !== 'text' || !isObject(request)) return null;
  try {
    const maxResponseSize = session.limits.maxResponseSize ?? MOST_BYTES;
    return typedAnswer('text', await readPage(session, pageOf(request), { ...call, maxResponseSize }));
  } catch (error) {
    // The text is there: nobody is helped by a failure of what goes with it, such as lines past the end.
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** The lines that were asked for, whole: what the model is shown may be cut, in lines and between them. */
function pageOf({ path, window }: Readonly<Record<string, unknown>>): ReadPageRequest {
  const { startLine, endLine, maxLines } = isObject(window) ? window : {};
  const first = typeof startLine === 'number' ? startLine : 1;
  const last = typeof endLine === 'number' ? endLine : typeof maxLines === 'number' ? first + maxLines - 1 : Infinity;
  return {
    path: String(path),
    startLine: first,
    ...(Number.isFinite(last) && { endLine: last }),
    limits: { maxTokens: null, maxBytes: null, maxLines: null },
    countAll: true,
  };
}

const KINDS_WITH_FORM: ReadonlySet<unknown> = new Set(['below', 'glob', 'grep', 'patch', 'edit', 'edits', 'write']);

function isTyped(outcome: unknown): outcome is TypedOutcome {
  return isObject(outcome) && KINDS_WITH_FORM.has(outcome.kind);
}

function offsetOf(request: unknown): number {
  return isObject(request) && typeof request.offset === 'number' ? request.offset : 1;
}
