import type { WriteFileOutcome } from '@dragoman/outcomes';
import type { ReplacedEncoding, WriteFacts } from '@dragoman/outcomes/internal/parts';
import type { WriteFactsOf, WriteFileFacts } from '../facts.ts';
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

/** The facts of a whole file that was written, for programs. */
export function writeFileFacts({ contentBytes: _, ...outcome }: WriteFileOutcome): WriteFileFacts {
  return writeFacts(outcome);
}

/** A sentence, and the line that follows it if what was written is in another encoding than what it replaced. */
export function withEncodingNote(sentence: string, { replaced }: { readonly replaced?: ReplacedEncoding }): string {
  return [sentence, ...encodingNotes(replaced)].join('\n');
}

export function encodingNotes(replaced: ReplacedEncoding | undefined): string[] {
  if (replaced === undefined) return [];
  const { encoding, marked } = replaced;
  return [`Note: the file was ${encoding}${marked ? ' with a byte-order mark' : ''} and is now utf-8.`];
}

/** Notes that a reader should know of a write besides its success, one line each. */
export function writeNotes({ brokeHardLink, notKept, synced }: WriteFacts): string[] {
  const notes: string[] = [];
  if (brokeHardLink) notes.push('Note: the file had other hard links; they keep the old content.');
  if (notKept.length > 0) notes.push(`Note: could not be kept: ${notKept.map(printableName).join(', ')}.`);
  if (!synced) notes.push('Note: the directory could not be synced; a power failure may bring the old content back.');
  return notes;
}
