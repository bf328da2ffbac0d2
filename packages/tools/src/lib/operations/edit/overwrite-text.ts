import { type OpenFile, ToolError } from '@dragoman/fs-core';
import { createPace, type Pace } from '@dragoman/fs-core/internal/kernel';
import type { OverwriteTextOutcome } from '@dragoman/outcomes/internal/parts';
import {
  differingLines,
  documentOf,
  encodeOver,
  lfOnly,
  type Overwriting,
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
      const { bytes, ...replaced } = await encodeOver(current, await withEndingsOf(old, content, pace));
      assertContentSize(session, bytes.length, { verb: 'write', path });
      const comparison = await comparedWith({ old, bytes, ...replaced });
      const form = { contentBytes: Buffer.byteLength(content), ...replaced, ...comparison };
      return { pieces: [bytes], result: (facts) => ({ kind: 'write', ...facts, ...form }) };
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

/** The content with CRLF if any line of the old text ends so. */
async function withEndingsOf(old: TextDocument | null, content: string, pace: Pace): Promise<string> {
  const hasReturns = old !== null && textOf(old).includes('\r\n');
  return hasReturns ? (await lfOnly(content, pace)).replaceAll('\n', '\r\n') : content;
}

const PLAIN = { encoding: 'utf-8', bomLength: 0, lineEnding: '\n', sure: true } as const;

interface Overwritten extends Overwriting {
  readonly old: TextDocument | null;
}

type Comparison = Pick<OverwriteTextOutcome, 'differingLines'>;

async function comparedWith({ old, bytes, replaced }: Overwritten): Promise<Comparison> {
  if (old === null) return { differingLines: null };
  // Bytes of one encoding cannot be compared with those of another.
  const document = replaced === undefined ? old : await documentOf(Buffer.from(textOf(old)), PLAIN);
  const changed = { ...document, bytes };
  const first = { from: document.format.bomLength, startLine: 1 };
  return { differingLines: (context) => differingLines({ document, changed, first }, context) };
}
