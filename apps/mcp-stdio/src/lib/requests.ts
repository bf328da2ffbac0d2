import { ErrorCode, type ProgressToken } from '@modelcontextprotocol/sdk/types.js';
import { protocolError } from './protocol-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What comes along with a request; the transport has checked it. */
export interface RequestMeta extends Fields {
  readonly progressToken?: ProgressToken;
}

export function metaOf({ _meta: meta }: Fields): RequestMeta {
  return (meta ?? {}) as RequestMeta;
}

export interface ToolCall {
  readonly name: string;
  /** Whatever the client sent: the tool itself checks whether it fits. */
  readonly args: unknown;
}

/** The parameters of `tools/call`. */
export function toolCallFrom({ name, arguments: args }: Fields): ToolCall {
  if (typeof name !== 'string') throw protocolError(ErrorCode.InvalidParams, 'params.name must be a string');
  return { name, args };
}

/** All tools are on the first page, so no cursor can be valid. */
export function assertFirstPage({ cursor }: Fields): void {
  if (cursor !== undefined && cursor !== null) throw protocolError(ErrorCode.InvalidParams, 'params.cursor is unknown');
}
