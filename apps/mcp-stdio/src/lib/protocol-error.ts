import type { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/** An error that the SDK answers with this code and message, unchanged. */
export function protocolError(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}
