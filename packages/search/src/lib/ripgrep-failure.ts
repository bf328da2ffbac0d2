import { nearest, ToolError } from '@dragoman/fs-core';
import { malformed } from './name-syntax.ts';
import type { LineQuery } from './ripgrep-arguments.ts';

/**
 * The error that ripgrep's messages on stderr stand for; null where they are no reason to fail.
 * @param types ripgrep's file types, asked for only where the given one is unknown
 */
export async function ripgrepFailure(
  stderr: string,
  { pattern, type, encoding }: LineQuery,
  types: () => Promise<readonly string[]>,
): Promise<ToolError | null> {
  if (stderr.includes('unrecognized file type')) {
    const candidates = nearest(type ?? '', await types()).slice(0, 3);
    const hint = candidates.length > 0 ? `; did you mean ${candidates.map((name) => `"${name}"`).join(', ')}?` : '';
    return new ToolError('INVALID_ARGUMENT', `There is no file type "${type}"${hint}`, {
      argument: 'type',
      type,
      candidates,
    });
  }
  if (stderr.includes('unknown encoding')) {
    return new ToolError('INVALID_ARGUMENT', `There is no encoding "${encoding}"`, { encoding });
  }
  const said = stderr.trim();
  const [, glob, fault] = /error parsing glob '(.*)': (.+)/s.exec(said) ?? [];
  if (glob !== undefined && fault !== undefined) return malformed(glob, fault);
  const reason = reasonIn(said);
  return reason === null ? null : invalidPattern(pattern, reason);
}

export function backtracksTooMuch(pattern: string): ToolError {
  return invalidPattern(pattern, 'it backtracks too much');
}

function invalidPattern(pattern: string, reason: string): ToolError {
  const shown = pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern;
  return new ToolError('INVALID_PATTERN', `Cannot search for "${shown}": ${reason}`, { pattern: shown, reason });
}

/** ripgrep's reason in one line. */
function reasonIn(stderr: string): string | null {
  const pcre = /PCRE2: error compiling pattern[^:]*: (.+)/.exec(stderr)?.[1];
  const regex = /^error: (.+)/m.exec(stderr)?.[1];
  if (pcre !== undefined && (regex === undefined || /look-around|backreferences/.test(regex))) return pcre;
  if (regex !== undefined) return regex;
  const first = /^rg: (.+)/m.exec(stderr)?.[1];
  if (first?.includes('\\n')) return 'it contains a newline, which only a multiline search can match';
  return first !== undefined && /regex|pattern|literal/i.test(first) ? first : null;
}
