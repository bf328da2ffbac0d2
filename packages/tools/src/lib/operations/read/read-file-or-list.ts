import type { ReadFileOrListOutcome } from '@dragoman/outcomes';
import type { Call, Session } from '../../session.ts';
import { listTree } from '../list/list-tree.ts';
import { openEither } from './open-file.ts';
import { type ReadFileRequest, readOpened } from './read-file.ts';

/** Request of `ReadFileRequest`'s form, for a directory, too. */
export interface ReadFileOrListRequest extends ReadFileRequest {
  /** Number of levels of a directory to list. */
  readonly depth: number;
}

/**
 * Reads like `readFile`, but lists the entries of a directory.
 * @example await readFileOrList(session, { path: '.', window: { maxLines: 100, maxLineLength: 2000 }, as: { binary: 'facts' }, depth: 2 }, call)
 */
export async function readFileOrList(
  session: Session,
  request: ReadFileOrListRequest,
  call: Call,
): Promise<ReadFileOrListOutcome> {
  const { path, depth } = request;
  using node = await openEither(session, path, call.signal);
  if (node.kind === 'file') return await readOpened(session, { file: node, request, call });
  return { kind: 'directory', path, realPath: node.realPath, entries: await listTree(node, depth, call) };
}
