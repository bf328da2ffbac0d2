import type { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/** An error of the protocol, which the SDK answers with this code and message as they are. */
export function protocolError(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}
