import type { LineQuery } from './ripgrep-arguments.ts';
import { createCountReader, createLineReader, type LineReaderOptions, type OutputReader } from './ripgrep-output.ts';

/** A query, and how much of what matches to keep. */
type ReadQuery = Pick<LineQuery, 'result'> & Omit<LineReaderOptions, 'seenTo'>;

/** A reader for the output of a query. */
export function createReader(query: ReadQuery, seenTo: LineReaderOptions['seenTo']): OutputReader {
  if (query.result === 'counts') return createCountReader();
  const { maxLines, enough, onlyMatching } = query;
  return createLineReader({ maxLines, enough, onlyMatching, seenTo });
}
