import { type OpenFile, ToolError } from '@dragoman/fs-core';
import { createPace, type Pace } from '@dragoman/fs-core/internal/kernel';
import type { OverwriteTextOutcome } from '@dragoman/outcomes/internal/parts';
import {
  differingLines,
  encodeExactly,
  lfOnly,
  loadCodec,
  readDocument,
  type TextDocument,
  textOf,
} from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { errorAbout } from '../read/error-about.ts';
import { assertContentSize } from '../read/size-limits.ts';
import type { WriteFileRequest } from './write-file.ts';

/**
 * Gives a file its whole content, in the form of the text that it holds: its encoding and byte-order mark, if that can hold
 * the content, else UTF-8; and CRLF if any of its lines ends so.
 * @throws ToolError `CONTENT_TOO_LARGE`, `UNENCODABLE` for half a surrogate pair
 * @example await overwriteText(session, { path: 'a.md', content: 'one\n' }, call)
 */
export async function overwriteText(
  session: Session,
  { path, content }: WriteFileRequest,
  call: Call<OverwriteTextOutcome>,
): Promise<OverwriteTextOutcome> {
  return session.update(path, call, async (current) => {
    try {
      const pace = createPace(call.signal);
      const old = await textIn(session, current);
      const changed = await documentLike(old, content, pace);
      assertContentSize(session, changed.bytes.length, { verb: 'write', path });
      const form = { encoding: changed.format.encoding, ...(await comparedWith(old, changed)) };
      return { pieces: [changed.bytes], result: (facts) => ({ kind: 'write', ...facts, ...form }) };
    } catch (error) {
      throw errorAbout(path, error);
    }
  });
}

/** Null if there is no text, or more than is edited. */
async function textIn({ limits }: Session, current: OpenFile | null): Promise<TextDocument | null> {
  if (current === null || current.size === 0 || current.size > limits.maxFileSize) return null;
  try {
    return await readDocument(current);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'UNSUPPORTED_FILE') return null;
    throw error;
  }
}

async function documentLike(old: TextDocument | null, content: string, pace: Pace): Promise<TextDocument> {
  if (old === null) return utf8Document(content);
  const hasReturns = textOf(old).includes('\r\n');
  const text = hasReturns ? (await lfOnly(content, pace)).replaceAll('\n', '\r\n') : content;
  try {
    const mark = old.bytes.subarray(0, old.format.bomLength);
    return { ...old, bytes: Buffer.concat([mark, encodeWhole(old, text)]) };
  } catch (error) {
    if (error instanceof ToolError && error.code === 'UNENCODABLE') return utf8Document(text);
    throw error;
  }
}

async function utf8Document(text: string): Promise<TextDocument> {
  const format = { encoding: 'utf-8', bomLength: 0, lineEnding: '\n', sure: true } as const;
  const codec = await loadCodec('utf-8');
  return { format, codec, bytes: encodeWhole({ codec }, text) };
}

function encodeWhole({ codec }: Pick<TextDocument, 'codec'>, text: string): Buffer {
  return encodeExactly(codec, { text, from: 0, to: text.length });
}

type Comparison = Pick<OverwriteTextOutcome, 'formerEncoding' | 'differingLines'>;

async function comparedWith(old: TextDocument | null, changed: TextDocument): Promise<Comparison> {
  if (old === null) return { differingLines: null };
  const isAlike = old.format.encoding === changed.format.encoding && old.format.bomLength === changed.format.bomLength;
  // Bytes of one encoding cannot be compared with those of another.
  const document = isAlike ? old : await utf8Document(textOf(old));
  const first = { from: changed.format.bomLength, startLine: 1 };
  return {
    ...(!isAlike && { formerEncoding: encodingName(old) }),
    differingLines: (context) => differingLines({ document, changed, first }, context),
  };
}

function encodingName({ format }: TextDocument): string {
  return format.bomLength > 0 ? `${format.encoding} with a byte-order mark` : format.encoding;
}
