import { type Change, createPace, type OpenFile, type Pace } from '@dragoman/fs-core/internal/kernel';
import {
  applySplices,
  carryEncoding,
  readDocument,
  type Splice,
  sizeAfter,
  type TextDocument,
} from '@dragoman/text/internal/text';
import type { Session, SessionWrite, WriteCall } from '../../session.ts';
import { errorAbout } from '../read/error-about.ts';
import { type Act, assertContentSize, assertFileSize } from '../read/size-limits.ts';
import { missingFile } from './missing-file.ts';

/** The text of a file that is about to change. */
export interface ChangingText extends Act {
  readonly session: Session;
  readonly current: OpenFile;
  readonly document: TextDocument;
  readonly pace: Pace;
}

/** The new text, and the operation's result for it. */
interface ChangedText<Result> {
  readonly changed: TextDocument;
  readonly result: Result;
}

/** Changes the text of a file in a session. @throws ToolError as `textChange`; as `Volume.update` */
export async function changeText<Outcome>(
  session: Session,
  { call, ...act }: Act & { readonly call: WriteCall<Outcome> },
  compute: (text: ChangingText) => Promise<ChangedText<(write: SessionWrite) => Outcome>>,
): Promise<Outcome> {
  return session.update(act.path, call, textChange(session, { ...act, signal: call.signal }, compute));
}

interface TextChangeOptions extends Act {
  readonly signal: AbortSignal | undefined;
  /** Real path of the file after the change. Default: as before. */
  readonly movedTo?: string | undefined;
}

/**
 * The change of a file whose text becomes what is computed; every byte outside of its splices stays as it is.
 * @throws ToolError when it is made: `NOT_FOUND` (details: `candidates`), `FILE_TOO_LARGE`, `UNSUPPORTED_FILE`; what
 * `compute` throws, with the path
 */
export function textChange<Result>(
  session: Session,
  { signal, movedTo, ...act }: TextChangeOptions,
  compute: (text: ChangingText) => Promise<ChangedText<Result>>,
): Change<Result> {
  return async (current) => {
    if (current === null) throw await missingFile(session, act.path);
    try {
      assertFileSize(session, current, act);
      const [document, pace] = [await readDocument(current), createPace(signal)];
      const { changed, result } = await compute({ ...act, session, current, document, pace });
      await carryEncoding(movedTo ?? current.realPath, changed.bytes, document.format);
      return { pieces: [changed.bytes], result };
    } catch (error) {
      throw errorAbout(act.path, error);
    }
  };
}

/** The text with the splices. @throws ToolError `CONTENT_TOO_LARGE` before any of it is made */
export async function spliced(text: ChangingText, splices: Iterable<Splice>): Promise<TextDocument> {
  const { session, document, pace } = text;
  assertContentSize(session, await sizeAfter(document, splices, pace), text);
  return await applySplices(document, splices, pace);
}
