import type { GlobOutcome, GrepOutcome } from '@dragoman/outcomes';
import type { GlobFacts, GrepFacts } from '../facts.ts';

/** The facts of a search for paths. @param shown how many paths are shown */
export function globFacts(outcome: GlobOutcome, shown: number): GlobFacts {
  const { pattern, root, total, incomplete, unreadable, ignoreFilesSkipped } = outcome;
  return { kind: 'glob', pattern, path: root, shown, total, incomplete, unreadable, ignoreFilesSkipped };
}

/** The facts of a search for lines. @param files how many files are shown */
export function grepFacts(outcome: GrepOutcome, files = outcome.files.length): GrepFacts {
  const { pattern, root, matches, incomplete, unconfirmed, unreadable, ignoreFilesSkipped } = outcome;
  return {
    ...{ kind: 'grep', pattern, path: root, files, matches },
    ...{ incomplete: incomplete || unconfirmed > 0, unreadable, ignoreFilesSkipped },
    ...(unconfirmed > 0 && { unconfirmed }),
  };
}
