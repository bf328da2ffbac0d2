import { ErrorCode, type ProgressToken } from '@modelcontextprotocol/sdk/types.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What comes along with a request; the transport has checked it. */
export interface RequestMeta extends Fields {
  readonly progressToken?: ProgressToken;
}

export function metaOf({ _meta: meta }: Fields): RequestMeta {
  return (meta ?? {}) as RequestMeta;
}

/** All tools are on the first page, so no cursor can be valid. */
export function assertFirstPage({ cursor }: Fields): void {
  if (cursor !== undefined && cursor !== null) throw protocolError(ErrorCode.InvalidParams, 'params.cursor is unknown');
}

/** An error that the SDK answers with this code and message, unchanged. */
export function protocolError(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** In `_meta`, where clients of protocol versions without `initialize` say who they are in each request. */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The name of the client that made a request, or else of the one that made the connection; empty if none is known. */
export function clientName(meta: Fields | undefined, initializedName: string | undefined): string {
  return nameIn(meta?.[CLIENT_INFO]) ?? initializedName ?? '';
}

function nameIn(info: unknown): string | null {
  if (typeof info !== 'object' || info === null || !('name' in info)) return null;
  return typeof info.name === 'string' ? info.name : null;
}
