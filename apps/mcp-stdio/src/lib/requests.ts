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
  readonly args: Fields | undefined;
}

/** The parameters of `tools/call`. The tool itself checks whether the arguments fit. */
export function toolCallFrom({ name, arguments: args }: Fields): ToolCall {
  if (typeof name !== 'string') throw protocolError(ErrorCode.InvalidParams, 'params.name must be a string');
  if (args === undefined || args === null) return { name, args: undefined };
  if (typeof args !== 'object' || Array.isArray(args)) {
    throw protocolError(ErrorCode.InvalidParams, 'params.arguments must be an object');
  }
  return { name, args: args as Fields };
}

/** All tools are on the first page, so no cursor can be valid. */
export function demandFirstPage({ cursor }: Fields): void {
  if (cursor !== undefined && cursor !== null) throw protocolError(ErrorCode.InvalidParams, 'params.cursor is unknown');
}
