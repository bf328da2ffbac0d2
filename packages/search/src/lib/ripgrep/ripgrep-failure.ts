import { malformedGlob, similarNames, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { LineQuery } from './ripgrep-arguments.ts';
import type { RipgrepEnd } from './ripgrep-process.ts';
import { fileTypes } from './ripgrep-types.ts';

/** @throws ToolError `INVALID_PATTERN`, `INVALID_ARGUMENT` (type, encoding, glob) if ripgrep's messages say so */
export async function assertSuccess({ timedOut, stderr }: RipgrepEnd, query: LineQuery): Promise<void> {
  if (timedOut || stderr === '') return;
  const failure = await failureIn(stderr, query);
  if (failure !== null) throw failure;
}

async function failureIn(stderr: string, { pattern, type, encoding }: LineQuery): Promise<ToolError | null> {
  if (type !== undefined && stderr.includes('unrecognized file type')) {
    const candidates = similarNames(type, [...(await fileTypes()).keys()]).slice(0, 3);
    const hint = candidates.length > 0 ? `; did you mean ${candidates.map((name) => `"${name}"`).join(', ')}?` : '';
    return new ToolError(
      { code: 'INVALID_ARGUMENT', problem: 'file-type', type, candidates },
      `There is no file type "${type}"${hint}`,
    );
  }
  if (encoding !== undefined && stderr.includes('unknown encoding')) {
    return new ToolError(
      { code: 'INVALID_ARGUMENT', problem: 'encoding', encoding },
      `There is no encoding "${encoding}"`,
    );
  }
  const said = stderr.trim();
  const [, glob, fault] = /error parsing glob '(.*)': (.+)/s.exec(said) ?? [];
  if (glob !== undefined && fault !== undefined) return malformedGlob(glob, fault);
  const reason = reasonIn(said);
  return reason === null ? null : invalidPattern(pattern, reason);
}

export function backtracksTooMuch(pattern: string): ToolError {
  return invalidPattern(pattern, 'it backtracks too much');
}

function invalidPattern(pattern: string, reason: string): ToolError {
  const shown = pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern;
  return new ToolError(
    { code: 'INVALID_PATTERN', problem: 'text', pattern: shown, reason },
    `Cannot search for "${shown}": ${reason}`,
  );
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
