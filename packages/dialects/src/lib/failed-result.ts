import { boundedText, nothingAllowed, REST_NOTE, type Scene, text, wellFormed } from '@dragoman/formatters';
import type { ReportedFailure } from '@dragoman/tools';
import { quotable } from './arguments.ts';
import type { Dialect } from './dialect.ts';
import type { Tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';

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
  const sentence = general ?? (tool?.explain ?? dialect.explain)(failure, given, scene);
  // With a structured form the sentence is JSON, which must not be cut.
  const shown = dialect.structure ? sentence : boundedText(sentence, scene.limit, REST_NOTE);
  return wellFormed({
    content: [text(shown)],
    isError: true,
    ...(dialect.structure && { structuredContent: dialect.structure(failure, given, scene) }),
    _meta: { 'dragoman/error': { ...failure, ...(!says(shown, message) && { message }) } },
  });
}

/** Whether a text, which may be JSON, holds the message: some clients show their model `_meta` beside it. */
function says(shown: string, message: string): boolean {
  return shown.includes(message) || shown.includes(JSON.stringify(message).slice(1, -1));
}
