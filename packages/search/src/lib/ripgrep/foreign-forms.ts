import { isAscii } from 'node:buffer';
import { FOREIGN_ENCODINGS, loadCodec } from '@dragoman/text/internal/text';
import { type Requirement, requiredLiterals } from './required-literals.ts';
import type { LineQuery } from './ripgrep-arguments.ts';

/** A pattern of bytes for what no text in UTF-8 holds. */
export const NUL = String.raw`(?-u:\x00)`;

/** A sequence of bytes that is not UTF-8, in one line. */
const FAULT = `(?-u:${[
  String.raw`[\xc0\xc1\xf5-\xff]`,
  String.raw`\xe0[\x80-\x9f]|\xed[\xa0-\xbf]|\xf0[\x80-\x8f]|\xf4[\x90-\xbf]`,
  // Too few bytes of a sequence, or too many.
  String.raw`(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})(?:[^\x80-\xbf]|$)`,
  String.raw`(?:^|[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})[\x80-\xbf]`,
].join('|')})`;

/**
 * A pattern of bytes that a line has where a file in another encoding than UTF-8 may match and ripgrep, which reads
 * UTF-8, may not see it; null if it sees all: ASCII is the same bytes in all of these encodings.
 */
export async function foreignPattern(query: LineQuery): Promise<string | null> {
  if (isSameBytes(query)) return null;
  // A match that spans lines may need bytes of any of them.
  const required = query.multiline ? null : requiredLiterals({ ...query, ignoreCase: false });
  if (required === null) return FAULT;
  const forms: string[] = [];
  for (const text of textsOf(required)) forms.push(...(await formsOf(Buffer.from(text, 'latin1').toString())));
  return forms.length === 0 ? null : forms.join('|');
}

/** True if a pattern names nothing but ASCII: no class or wildcard that other characters match, too. */
function isSameBytes({ pattern, literal = false }: LineQuery): boolean {
  if (!isAscii(Buffer.from(pattern))) return false;
  if (literal) return true;
  const named = pattern.replace(/\\[^A-Za-z0-9]|\\[bdnrst]|\\x\{[0-7]?[\da-f]\}|\(\?:/g, '');
  return !/[.\\]|\[\^|\(\?/.test(named);
}

/** Texts of which one is in every file that meets a requirement: of several, those that are least likely by chance. */
function textsOf(required: Requirement): readonly string[] {
  switch (required.kind) {
    case 'text':
      return [required.text];
    case 'any':
      return required.of.flatMap(textsOf);
    case 'all': {
      const least = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length));
      const [best = []] = required.of.map(textsOf).sort((one, other) => least(other) - least(one));
      return best;
    }
  }
}

/** The bytes of a text in the encodings that have it; of ASCII, only beside bytes that are not UTF-8. */
async function formsOf(text: string): Promise<string[]> {
  if (isAscii(Buffer.from(text))) {
    const bytes = bytesOf(Buffer.from(text));
    return [`${bytes}(?-u:[^\\n])*${FAULT}`, `${FAULT}(?-u:[^\\n])*${bytes}`];
  }
  const forms = new Set<string>();
  for (const encoding of FOREIGN_ENCODINGS) {
    const codec = await loadCodec(encoding);
    const formOf = (character: string): string[] => {
      const bytes = codec.encode(character);
      return codec.decode(bytes) === character ? [bytesOf(bytes)] : [];
    };
    const characters = Array.from(text, (character) =>
      [...new Set([character, character.toLowerCase(), character.toUpperCase()])].flatMap(formOf),
    );
    if (characters.every(({ length }) => length > 0))
      forms.add(characters.map((variants) => `(?:${variants.join('|')})`).join(''));
  }
  return [...forms];
}

/** A pattern for bytes, in which ASCII letters have either case. */
function bytesOf(bytes: Uint8Array): string {
  const escaped = Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  return `(?i-u:${escaped.join('')})`;
}
