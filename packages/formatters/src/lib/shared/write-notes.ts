import type { WriteFacts } from '@dragoman/outcomes/internal/parts';
import type { WriteFactsOf } from '../facts.ts';
import { printableName } from './printable.ts';

/** The facts of a write, for programs. */
export function writeFacts<T extends WriteFacts>(outcome: T): WriteFactsOf<T> {
  const { brokeHardLink, notKept, synced, dryRun, ...facts } = outcome;
  return {
    ...facts,
    ...(brokeHardLink && { brokeHardLink }),
    ...(notKept.length > 0 && { notKept }),
    ...(!synced && { synced }),
    ...(dryRun && { dryRun }),
  };
}

/** Notes that a reader should know of a write besides its success, one line each. */
export function writeNotes({ brokeHardLink, notKept, synced }: WriteFacts): string[] {
  const notes: string[] = [];
  if (brokeHardLink) notes.push('Note: the file had other hard links; they keep the old content.');
  if (notKept.length > 0) notes.push(`Note: could not be kept: ${notKept.map(printableName).join(', ')}.`);
  if (!synced) notes.push('Note: the directory could not be synced; a power failure may bring the old content back.');
  return notes;
}
