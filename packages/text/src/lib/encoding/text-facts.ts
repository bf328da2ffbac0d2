import type { OpenFile } from '@dragoman/fs-core';
import type { BoundedMap } from '@dragoman/fs-core/internal/kernel';
import { createStateCache } from '@dragoman/fs-core/internal/kernel';
import type { ContentKind, EncodingGuess } from './text-format.ts';

interface TextFacts {
  /** Kind of the file by its head. */
  sniffed: ContentKind;
  /** The encoding, if the head does not settle it. */
  guess: EncodingGuess;
  lines: LineMap;
  /** Byte offsets of the lines at which reads began or ended, by line number: the next read most often begins there. */
  lineOffsets: BoundedMap<number, number>;
}

/** Number of newlines before each block of a file, as far as it has been scanned. */
export interface LineMap {
  readonly fileSize: number;
  readonly blockSize: number;
  /** Newlines before block 0, 1, 2 …: one entry more than there are scanned blocks. */
  readonly before: number[];
}

/** Returns the facts that reads have learnt of the text in a file in this state. */
export const textFactsOf = createStateCache<TextFacts>();

/** The fact that the encoding of a file that was read is a guess, or none: see `EncodingGuess`. */
export function guessOf({ identity }: OpenFile): Pick<EncodingGuess, 'isGuess'> {
  const { guess, sniffed } = textFactsOf(identity);
  const { isGuess } = guess ?? (sniffed?.kind === 'text' ? sniffed : {});
  return isGuess ? { isGuess } : {};
}
