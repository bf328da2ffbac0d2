import type { ReplaceTextOutcome } from '@dragoman/tools';
import { writeFacts } from './write-notes.ts';

/** The facts of an edit, for programs, without the texts. */
export function editFacts({ before, after, changedLines, firstLine, firstLineCount, ...facts }: ReplaceTextOutcome) {
  return writeFacts(facts);
}
