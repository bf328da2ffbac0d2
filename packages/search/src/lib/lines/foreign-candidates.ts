import { foreignPattern, NUL } from '../ripgrep/foreign-forms.ts';
import { FIRST_MATCH, type LineQuery, ripgrepArguments } from '../ripgrep/ripgrep-arguments.ts';
import { createCountReader } from '../ripgrep/ripgrep-output.ts';
import { runRipgrep } from '../ripgrep/ripgrep-process.ts';
import type { LineTarget, RunningSearch } from './line-target.ts';

/**
 * Paths of the files below a directory that may hold text which ripgrep cannot read as it is; null if it tells them while
 * it searches, which is cheaper: then only those with NUL bytes are in question.
 */
export async function foreignCandidates(search: RunningSearch, lineTarget: LineTarget): Promise<string[] | null> {
  const { searched, request, notes, endMs } = search;
  if (searched.kind === 'file' || request.encoding !== undefined) return [];
  const { globs = [], type, hidden, inOrder = false, signal } = request;
  const foreign = await foreignPattern(request);
  const { directory, target, nameOf, allows } = lineTarget;
  // It would also tell of each file that a glob or an ignore file leaves out.
  const tellsMuch = globs.length > 0 || Boolean(type) || target.ignoreFile !== undefined;
  if (foreign === null && !tellsMuch && !inOrder) return null;
  const pattern = foreign === null ? NUL : `${NUL}|${foreign}`;
  const query: LineQuery = { pattern, result: 'counts', hidden, globs, ...(type !== undefined && { type }) };
  const args = ripgrepArguments(query, { ...target, flags: FIRST_MATCH });
  const reader = createCountReader();
  const names: string[] = [];
  const output = runRipgrep({ args, directory, timeLimitMs: Math.max(0, endMs - performance.now()), signal });
  let next = await output.next();
  for (; !next.done; next = await output.next()) {
    for (const { path } of reader.push(next.value)) {
      const name = nameOf(path);
      if (await allows(name)) names.push(name);
    }
  }
  notes.timedOut ||= next.value.timedOut;
  return names;
}
