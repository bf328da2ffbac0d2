import { type Fields, isFields, type Params, type RequestMeta } from './messages.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';

/** Key in `_meta` under which a client may identify itself in each request. */
export const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

const NOTHING: RequestMeta = {};

export function metaOf(params: Params | undefined): RequestMeta {
  return params?._meta ?? NOTHING;
}

/** All tools are on the first page, so no cursor can be valid. */
export function assertFirstPage({ cursor }: Fields): void {
  if (cursor !== undefined && cursor !== null) throw protocolError(ErrorCode.InvalidParams, 'params.cursor is unknown');
}

/** The name of the client that made a request, or else of the one that made the connection; empty if none is known. */
export function clientName(meta: Fields | undefined, initializedName: string | undefined): string {
  const info = meta?.[CLIENT_INFO];
  return isFields(info) && typeof info.name === 'string' ? info.name : (initializedName ?? '');
}
