import { type Pace, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { Codec } from '../encoding/codec.ts';
import type { LineEnding } from '../encoding/text-format.ts';
import { countCodePoints, isHighSurrogate, isLowSurrogate } from '../lines/line.ts';

/** A part of a text: the UTF-16 units `[from, to)`. */
export interface TextPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The bytes of part of a text.
 * @throws ToolError `UNENCODABLE` (details: `encoding`, `character`, `codePoint` as `U+XXXX`, and `line` and `column`
 * in the whole text, both 1-based, columns in code points) for the first character that the encoding cannot hold
 */
export function encodeExactly(codec: Codec, { text, from, to }: TextPart): Buffer {
  const part = text.slice(from, to);
  const bytes = codec.encode(part);
  // UTF-8 has a form for everything but half a surrogate pair.
  const isWhole = codec.encoding === 'utf-8' && part.isWellFormed();
  const back = isWhole ? part : codec.decode(bytes);
  if (back !== part) throw unencodable(codec, text, { at: from + firstDifference(part, back), others: [] });
  const others = codec.alternatives?.filter((other) => writesOtherwise(other, part, bytes)) ?? [];
  if (others.length > 0) throw unencodable(codec, text, { at: from + part.search(/[^\0-\x7f]/), others });
  return bytes;
}

/** True if an encoding has the text too, in other bytes. */
function writesOtherwise(codec: Codec, text: string, bytes: Buffer): boolean {
  const other = codec.encode(text);
  return !other.equals(bytes) && codec.decode(other) === text;
}

function firstDifference(text: string, back: string): number {
  let at = 0;
  while (at < text.length && text[at] === back[at]) at++;
  const isInsidePair = isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1));
  return isInsidePair ? at - 1 : at;
}

interface UnencodablePlace {
  readonly at: number;
  /** Encodings that would write other bytes. */
  readonly others: readonly Codec[];
}

function unencodable({ encoding }: Codec, text: string, { at, others }: UnencodablePlace): ToolError {
  const code = text.codePointAt(at) ?? 0xfffd;
  // No message can carry half a surrogate pair, so it is named by its number.
  const character = String.fromCodePoint(code).toWellFormed();
  const codePoint = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const linesBefore = text.slice(0, at).split('\n');
  const line = linesBefore.length;
  const column = countCodePoints(linesBefore[line - 1] ?? '') + 1;
  const place = { character, codePoint, line, column };
  const alternatives = others.map((other) => other.encoding);
  if (alternatives.length > 0) {
    const failure = { code: 'UNENCODABLE', encoding, alternatives, ...place } as const;
    return new ToolError(failure, `Encode text: the file may be in ${[encoding, ...alternatives].join(' or ')}`);
  }
  const message = `Encode text in ${encoding}: no form for "${character}" (${codePoint}), line ${line}, column ${column}`;
  return new ToolError({ code: 'UNENCODABLE', encoding, ...place }, message);
}

/** Encoded forms of newlines. */
export interface NewlineEndings {
  /** Called for each newline in turn. */
  readonly endingOf: (newline: number) => LineEnding;
  readonly pace: Pace;
}

/** Newlines between two pauses. */
const STRIDE = 1024;

/** Bytes of part of a text whose newlines are LF, each with the ending it is given. @throws ToolError `UNENCODABLE` */
export async function encodeLines(codec: Codec, part: TextPart, { endingOf, pace }: NewlineEndings): Promise<Buffer> {
  const { text, from, to } = part;
  const bytes = encodeExactly(codec, part);
  const parts: string[] = [];
  let start = from;
  let newline = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    if (endingOf(newline) === '\r\n') {
      parts.push(text.slice(start, at));
      start = at;
    }
    newline += 1;
    if (newline % STRIDE === 0) await pace();
  }
  return parts.length === 0 ? bytes : codec.encode(`${parts.join('\r')}\r${text.slice(start, to)}`);
}
