import { printableName } from '@dragoman/formatters/internal/pieces';
import { ToolError } from '@dragoman/fs-core';
import type { CallOptions, Session } from '@dragoman/tools';
import { contentsOf, describeChild, describeTree } from './describe.ts';
import { placeOf, type ResourcePlace } from './resource-uri.ts';

/** A question about resources. Plain data, which another thread can be sent. */
export type ResourceRequest =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly uri: string }
  | { readonly kind: 'directory'; readonly uri: string; readonly cursor: string | null }
  /** Completes the path in the template of all URIs. */
  | { readonly kind: 'complete'; readonly typed: string };

/** Answers questions about the resources of one session with results of the protocol. */
export type ResourceHandle = (request: ResourceRequest, options: Pick<CallOptions, 'signal'>) => Promise<object>;

const MOST_LISTED = 50;
const MOST_ON_PAGE = 1000;
const MOST_COMPLETED = 100;
const COMPLETION_MS = 2000;
/** The largest text, if the user sets no other: hosts keep resources themselves, so the client's cap is none of theirs. */
const MOST_TEXT_BYTES = 1024 * 1024;

/** Makes a handle that judges every path as the tools of the session do. @throws ToolError as they do */
export function createResourceHandle(session: Session): ResourceHandle {
  return async (request, options) => {
    session.assertOpen();
    switch (request.kind) {
      case 'list':
        return await list(session, options);
      case 'read':
        return await read(session, request.uri, options);
      case 'directory':
        return await readDirectory(session, request, options);
      case 'complete':
        return await complete(session, request.typed, options);
    }
  };
}

type Options = Parameters<ResourceHandle>[1];

async function list(session: Session, options: Options): Promise<object> {
  const { listTop } = await import('@dragoman/tools/internal/resources');
  const { trees, entries } = await listTop(session, MOST_LISTED, options);
  return { resources: [...trees.map(describeTree), ...entries.map((entry) => describeChild(entry.tree, entry))] };
}

async function read(session: Session, uri: string, options: Options): Promise<object> {
  const { readResource } = await import('@dragoman/tools/internal/resources');
  const maxTextBytes = session.limits.maxResponseSize ?? MOST_TEXT_BYTES;
  const request = { ...placeIn(session, uri), maxTextBytes, maxEntries: MOST_ON_PAGE };
  const outcome = await readResource(session, request, options);
  return contentsOf(uri, outcome);
}

async function readDirectory(
  session: Session,
  { uri, cursor }: Extract<ResourceRequest, { readonly kind: 'directory' }>,
  options: Options,
): Promise<object> {
  const { readChildren } = await import('@dragoman/tools/internal/resources');
  const { path, lines } = placeIn(session, uri);
  if (lines !== null) throw notFound(uri);
  const { children, nextCursor } = await readChildren(session, { path, cursor, limit: MOST_ON_PAGE }, options);
  return { resources: children.map((child) => describeChild(path, child)), ...(nextCursor !== null && { nextCursor }) };
}

async function complete(session: Session, typed: string, options: Options): Promise<object> {
  const { completePath } = await import('@dragoman/tools/internal/resources');
  const request = { typed, limit: MOST_COMPLETED, timeoutMs: COMPLETION_MS };
  const { paths, more } = await completePath(session, request, options);
  const values = paths.map((path) => printableName(path.replace(/^\//, '')));
  return { completion: { values, hasMore: more } };
}

/** @throws ToolError `NOT_FOUND` for a URI that names nothing; `ACCESS_DENIED` in a session without a tree */
function placeIn({ volume, workdir }: Session, uri: string): ResourcePlace {
  const place = placeOf(uri);
  if (place === null) throw notFound(uri);
  if (volume.roots.length > 0) return place;
  const failure = { code: 'ACCESS_DENIED', path: place.path, allowed: [], workdir } as const;
  throw new ToolError(failure, 'No directory is allowed');
}

function notFound(uri: string): ToolError {
  return new ToolError({ code: 'NOT_FOUND', path: uri }, `Resource not found: ${uri}`);
}
