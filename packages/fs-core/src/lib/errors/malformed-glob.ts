import { MalformedGlobError } from '@dragoman/patterns';
import { excerpt } from './excerpt.ts';
import { ToolError } from './tool-error.ts';

/** The error for a glob that cannot be read. */
export function malformedGlob(pattern: string, reason: string): ToolError {
  const shown = excerpt(pattern);
  return new ToolError(
    { code: 'INVALID_PATTERN', problem: 'glob', pattern: shown, reason },
    `Cannot read glob "${shown}": ${reason}`,
  );
}

/**
 * Runs a parser of globs.
 * @throws ToolError `INVALID_PATTERN` in place of `MalformedGlobError`
 */
export function parsingGlobs<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    throw error instanceof MalformedGlobError ? malformedGlob(error.pattern, error.reason) : error;
  }
}
