import type { ReplaceTextOutcome } from '@dragoman/outcomes';
import type { EditFacts } from '../facts.ts';
import { writeFacts } from './write-notes.ts';

/** The facts of an edit, for programs, without the texts. */
export function editFacts({
  differingLines,
  changedLines,
  firstLine,
  firstLineCount,
  ...facts
}: ReplaceTextOutcome): EditFacts {
  return writeFacts(facts);
}
