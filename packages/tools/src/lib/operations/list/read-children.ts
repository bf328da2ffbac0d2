import type { DirectoryPage } from '@dragoman/outcomes/internal/parts';
import { openContinuation, sealContinuation } from '../../paging/continuation.ts';
import type { CallOptions, Session } from '../../session.ts';
import { childrenOf } from './children.ts';
import { openDirectory } from './open-directory.ts';

/** A directory of which a page is read. */
export interface ReadChildrenRequest {
  readonly path: string;
  /** The cursor from the page before; null for the first page. */
  readonly cursor: string | null;
  /** The most entries of a page. */
  readonly limit: number;
}

/** A page, and the cursor that gives the next one; null if nothing follows. */
export interface ChildrenPage extends DirectoryPage {
  readonly nextCursor: string | null;
}

/**
 * Lists what lies directly in a directory, page by page. An entry that is made meanwhile moves no other to another page.
 * @throws ToolError `NOT_DIRECTORY`, `INVALID_ARGUMENT` for a cursor of another directory; as `Volume.open`
 */
export async function readChildren(
  session: Session,
  { path, cursor, limit }: ReadChildrenRequest,
  call: CallOptions,
): Promise<ChildrenPage> {
  using directory = await openDirectory(session, path, { ...call, purpose: 'content' });
  const subject = ['children', directory.realPath];
  const after = cursor === null ? null : String((await openContinuation(subject, cursor))[0]);
  const page = await childrenOf(session, { directory, after, limit }, call);
  const nextCursor = page.left > 0 && page.last !== null ? await sealContinuation(subject, [page.last]) : null;
  return { ...page, nextCursor };
}
