import type { GrepFile, GrepOutcome } from '@dragoman/outcomes/internal/parts';
import type { Call } from '../../session.ts';
import type { GrepRequest } from './grep-outcome.ts';

/** The query of a search; `locatesMatches` asks for the places of the matches in their lines. */
export interface MatchQuery
  extends Pick<GrepRequest, 'pattern' | 'literal' | 'ignoreCase' | 'multiline' | 'onlyMatching'>,
    Pick<Call, 'signal' | 'locatesMatches'> {}

/** Adds to each matching line where in it the matches are, if the call asked for that. */
export async function locateMatches(outcome: GrepOutcome, sought: MatchQuery): Promise<GrepOutcome> {
  const { locatesMatches = false, onlyMatching = false, signal, ...query } = sought;
  if (!locatesMatches || outcome.result !== 'lines') return outcome;
  const { findSpans } = await import('@dragoman/search/internal/search');
  const texts = outcome.files.flatMap(({ lines }) => lines.filter(isMatch).map(({ text }) => text));
  const spans = onlyMatching
    ? texts.map(({ length }) => [{ start: 0, end: length }])
    : await findSpans(texts, query, signal);
  let at = 0;
  const locate = (line: GrepFile['lines'][number]) => (isMatch(line) ? { ...line, spans: spans[at++] ?? [] } : line);
  return { ...outcome, files: outcome.files.map((file) => ({ ...file, lines: file.lines.map(locate) })) };
}

function isMatch({ kind }: GrepFile['lines'][number]): boolean {
  return kind === 'match';
}
