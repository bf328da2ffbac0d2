import {
  boundedText,
  fits,
  nothingAllowed,
  printableSentence,
  REST_NOTE,
  type Scene,
  type TextLimit,
  text,
  wellFormed,
} from '@dragoman/formatters/internal/pieces';
import type { ReportedFailure } from '@dragoman/tools/internal/session';
import { quotable } from './arguments.ts';
import type { Dialect } from './dialect.ts';
import type { Tool } from './tool.ts';
import type { ErrorFacts, ToolResult } from './tool-result.ts';

export interface FailedCall {
  readonly dialect: Dialect;
  /** Null if no tool has the name. */
  readonly tool: Tool | null;
  readonly scene: Scene;
}

/** The result of a call that came to nothing, in the words of its tool. */
export function failedResult(
  { dialect, tool, scene }: FailedCall,
  args: unknown,
  reported: ReportedFailure,
): ToolResult {
  const { message, ...failure } = reported;
  const given = quotable(tool, args);
  // Words of a tool for a path outside would not say what the user has to do.
  const general = dialect.structure ? null : nothingAllowed(failure);
  const explained = general ?? (tool?.explain ?? dialect.explain)(failure, given, scene);
  // What a command printed is its own, and was made harmless before.
  const isOfCommand = reported.code === 'COMMAND_FAILED' || reported.code === 'TIMEOUT';
  const sentence = dialect.structure || isOfCommand ? explained : printableSentence(explained);
  // With a structured form the sentence is JSON, which must not be cut.
  const shown = dialect.structure ? sentence : boundedText(sentence, scene.limit, REST_NOTE);
  return wellFormed({
    content: [text(shown)],
    isError: true,
    ...(dialect.structure && { structuredContent: dialect.structure(failure, given, scene) }),
    _meta: { 'dragoman/error': boundedFacts({ ...failure, ...(!says(shown, message) && { message }) }, scene.limit) },
  });
}

/** Whether a text, which may be JSON, holds the message: some clients show their model `_meta` beside it. */
function says(shown: string, message: string): boolean {
  return shown.includes(message) || shown.includes(JSON.stringify(message).slice(1, -1));
}

// Of each text in facts that are over the limit.
const MOST_UNITS = 200;
const MOST_ITEMS = 10;

/** Facts that keep the limit: they repeat what the caller sent, which may be anything. */
function boundedFacts(facts: ErrorFacts, limit: TextLimit): ErrorFacts {
  const json = JSON.stringify(facts);
  return fits(json, limit) ? facts : JSON.parse(json, shortened);
}

function shortened(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > MOST_UNITS) return `${value.slice(0, MOST_UNITS)}…`;
  return Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value;
}
