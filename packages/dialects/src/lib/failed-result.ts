import {
  boundedText,
  fits,
  nothingAllowed,
  printableText,
  REST_NOTE,
  type Scene,
  type TextLimit,
  text,
  wellFormed,
} from '@dragoman/formatters/internal/pieces';
import { excerpt, type Failure } from '@dragoman/fs-core/internal/kernel';
import type { ReportedFailure } from '@dragoman/tools/internal/session';
import { MOST_QUOTED_UNITS, quotable } from './arguments.ts';
import type { Dialect } from './dialect.ts';
import type { Tool } from './tool.ts';
import type { ErrorFacts, ToolResult } from './tool-result.ts';

export interface FailedCall {
  readonly dialect: Dialect;
  /** Null if no tool has the name. */
  readonly tool: Tool | null;
  readonly scene: Scene;
  /** The allowed directories. */
  readonly allowed: readonly string[];
}

/** The result of a call that came to nothing, in the words of its tool. */
export function failedResult(
  { dialect, tool, scene, allowed }: FailedCall,
  args: unknown,
  reported: ReportedFailure,
): ToolResult {
  const { message: plain, ...failure } = quotableFailure(reported);
  const told =
    isGuarded(failure) && dialect.guard?.code ? { code: dialect.guard.code, path: failure.path, allowed } : failure;
  const message = printableText(plain);
  const given = quotable(tool, args);
  // Words of a tool for a path outside would not say what the user has to do.
  const general = dialect.structure ? null : nothingAllowed(failure);
  const explained = general ?? (tool?.explain ?? dialect.explain)(failure, given, scene);
  // What a command printed is its own, and was made harmless before.
  const isOfCommand = reported.code === 'COMMAND_FAILED' || reported.code === 'TIMEOUT';
  const sentence = dialect.structure || isOfCommand ? explained : printableText(explained);
  // With a structured form the sentence is JSON, which must not be cut.
  const shown = dialect.structure ? sentence : boundedText(sentence, scene.limit, REST_NOTE);
  return wellFormed({
    content: [text(shown)],
    isError: true,
    ...(dialect.structure && { structuredContent: dialect.structure(failure, given, scene) }),
    _meta: { 'dragoman/error': boundedFacts({ ...told, ...(!says(shown, message) && { message }) }, scene.limit) },
  });
}

/** True for a path that ignore files hide. */
function isGuarded(failure: Failure): failure is Extract<Failure, { problem: 'ignored' }> {
  return failure.code === 'INVALID_ARGUMENT' && failure.problem === 'ignored';
}

/** A failure whose sentence repeats no more of an argument than fits into one: of texts alone, all may be shown. */
function quotableFailure(reported: ReportedFailure): ReportedFailure {
  const facts = Object.entries(reported).map(([name, fact]) => {
    const mayBeLong = typeof fact !== 'string' || name === 'oldText';
    return [name, mayBeLong ? fact : excerpt(fact, MOST_QUOTED_UNITS)];
  });
  return Object.fromEntries(facts);
}

/** True if a text, which may be JSON, holds the message: some clients show their model `_meta` beside it. */
function says(shown: string, message: string): boolean {
  return shown.includes(message) || shown.includes(JSON.stringify(message).slice(1, -1));
}

const MOST_ITEMS = 10;

/** Facts that keep the limit: they repeat what the caller sent, which may be anything. */
function boundedFacts(facts: ErrorFacts, limit: TextLimit): ErrorFacts {
  const json = JSON.stringify(facts);
  return fits(json, limit) ? facts : JSON.parse(json, shortened);
}

function shortened(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return excerpt(value);
  return Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value;
}
