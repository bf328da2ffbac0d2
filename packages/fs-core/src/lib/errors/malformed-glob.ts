import { ToolError } from './tool-error.ts';

/** The error for a glob that cannot be read. */
export function malformedGlob(pattern: string, reason: string): ToolError {
  const shown = pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern;
  return new ToolError('INVALID_PATTERN', `Cannot read glob "${shown}": ${reason}`, { pattern: shown, reason });
}
