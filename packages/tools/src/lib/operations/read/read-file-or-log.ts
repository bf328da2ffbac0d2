import type { ReadFileOrDocumentOutcome } from '@dragoman/outcomes';
import type { Call, Session } from '../../session.ts';
import { type ReadFileOrDocumentRequest, readFileOrDocument } from './read-file-or-document.ts';

/**
 * Reads like `readFileOrDocument`, and also the files of what the session's own commands have printed.
 * @example await readFileOrLog(session, { path: 'a.md', window: { maxLines: 100, maxLineLength: 2000 }, as: { binary: 'facts' } }, call)
 */
export async function readFileOrLog(
  session: Session,
  request: ReadFileOrDocumentRequest,
  call: Call,
): Promise<ReadFileOrDocumentOutcome> {
  const volume = session.commandLogs.volumeOf(request.path);
  if (volume === null) return readFileOrDocument(session, request, call);
  const { limits, ledger, resolve } = session;
  return readFileOrDocument({ ...session, volume, limits, ledger, resolve }, request, call);
}
