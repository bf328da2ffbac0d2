import { type OpenFile, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { ChangeFileOutcome } from '@dragoman/outcomes/internal/parts';
import {
  differingLines,
  documentOf,
  encodeExactly,
  readDocument,
  sniff,
  type TextDocument,
  textOf,
} from '@dragoman/text/internal/text';
import type { ReadState } from '../../read-ledger.ts';
import type { Call, Session } from '../../session.ts';
import { errorAbout } from '../read/error-about.ts';
import { assertContentSize } from '../read/size-limits.ts';
import { knownState, staleRead } from './known-state.ts';

/** A file and its whole new content. */
export interface OverwriteFileRequest {
  readonly path: string;
  /** Written in the encoding of the file, with its byte-order mark. */
  readonly content: string;
  /** Throws `INVALID_ARGUMENT` if the file holds anything but white space. */
  readonly onlyBlank?: boolean;
}

/**
 * Gives a file its whole content in the encoding that it has; a new file, and its parents, are made.
 * @throws ToolError `STALE_READ` if somebody else changed what the session has read, `UNSUPPORTED_FILE` for a binary
 * file, `CONTENT_TOO_LARGE`, `UNENCODABLE`, `INVALID_ARGUMENT` (see `onlyBlank`)
 * @example await overwriteFile(session, { path: 'a.md', content: 'one\n' }, call)
 */
export async function overwriteFile(
  session: Session,
  request: OverwriteFileRequest,
  call: Call<ChangeFileOutcome>,
): Promise<ChangeFileOutcome> {
  const { path, content, onlyBlank = false } = request;
  const outcome = await session.update<ChangeFileOutcome>(path, call, async (current) => {
    try {
      const readState = current === null ? 'unseen' : await knownState(session, current, call);
      if (current !== null && readState === 'changed' && !onlyBlank) throw await staleRead(path, current);
      const document = await currentText(session, current, request);
      const changed = await documentWith(document, content);
      assertContentSize(session, changed.bytes.length, { verb: 'write', path });
      return {
        pieces: [changed.bytes],
        result: (write) => ({ ...write, ...factsOf({ current, readState, document, changed }) }),
      };
    } catch (error) {
      throw errorAbout(path, error);
    }
  });
  if (!outcome.dryRun) session.ledger.mark(outcome.realPath, true);
  return outcome;
}

/** The text that a file holds; an empty one for no file, and for one too large to be compared. */
async function currentText(
  session: Session,
  current: OpenFile | null,
  { path, onlyBlank = false }: OverwriteFileRequest,
): Promise<TextDocument> {
  const isKept = current !== null && current.size > 0;
  const content = isKept ? await sniff(current) : null;
  const alreadyThere = new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'exists', path, exists: true },
    `Cannot create "${path}": the file exists already`,
  );
  if (current === null || content === null) return documentOf(Buffer.alloc(0), PLAIN);
  if (content.kind !== 'text') {
    if (onlyBlank) throw alreadyThere;
    const failure = { code: 'UNSUPPORTED_FILE', path, size: current.size, mimeType: content.mimeType } as const;
    throw new ToolError(failure, `Cannot write "${path}": binary content`);
  }
  if (current.size > session.limits.maxFileSize) {
    if (onlyBlank) throw alreadyThere;
    return documentOf(Buffer.alloc(0), { ...content, bomLength: 0 });
  }
  const document = await readDocument(current);
  if (onlyBlank && textOf(document).trim() !== '') throw alreadyThere;
  return document;
}

const PLAIN = { encoding: 'utf-8', bomLength: 0, lineEnding: '\n', sure: true } as const;

/** The document with another text, and the byte-order mark that it has. @throws ToolError `UNENCODABLE` */
async function documentWith(document: TextDocument, content: string): Promise<TextDocument> {
  const { bytes, format, codec } = document;
  const from = format.bomLength > 0 && content.startsWith('\ufeff') ? 1 : 0;
  const text = encodeExactly(codec, { text: content, from, to: content.length });
  return { ...document, bytes: Buffer.concat([bytes.subarray(0, format.bomLength), text]) };
}

interface Overwriting {
  readonly current: OpenFile | null;
  readonly readState: ReadState;
  readonly document: TextDocument;
  readonly changed: TextDocument;
}

function factsOf({ current, readState, document, changed }: Overwriting) {
  const first = { from: document.format.bomLength, startLine: 1 };
  return {
    kind: 'write' as const,
    replacements: 0,
    wasEmpty: current === null || current.size === 0,
    readState,
    differingLines: (context: number) => differingLines({ document, changed, first }, context),
  };
}
