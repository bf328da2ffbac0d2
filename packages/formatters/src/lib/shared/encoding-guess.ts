import type { Facts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { TEXT_GAP } from './bounded-text.ts';
import { besides } from './text-limit.ts';

/** A text that was read, and in which encoding. */
export interface DecodedText {
  readonly encoding: string;
  readonly isGuess?: true;
}

/** A result for a text, and after it a block that says so if its encoding is a guess. */
export function withGuess<Outcome extends Facts, Structured extends object | undefined>(
  { encoding, isGuess }: DecodedText,
  reader: Reader,
  format: (reader: Reader) => FormattedResult<Outcome, Structured>,
): FormattedResult<Outcome, Structured> {
  if (!isGuess) return format(reader);
  const note = `[encoding guessed: ${encoding}]`;
  const result = format({ ...reader, limit: besides(reader.limit, note + TEXT_GAP) });
  return { ...result, content: [...result.content, text(note)] };
}
