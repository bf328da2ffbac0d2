import type { Fields } from '@dragoman/mcp/internal/server';
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** Questions of the server to its client. */
export interface Questions {
  /**
   * Asks, and resolves to the result.
   * @throws Error if the client refuses, is gone, or does not answer in time
   */
  ask(method: string, timeoutMs: number): Promise<Fields>;
  /** Takes an answer of the client; one to nothing that was asked is passed over. */
  answered(response: JSONRPCResponse): void;
  /** The client is gone. */
  close(): void;
}

type Settle = (response: JSONRPCResponse | Error) => void;

export function createQuestions(send: (message: JSONRPCMessage) => Promise<void>): Questions {
  const open = new Map<RequestId, Settle>();
  let last = 0;
  const settle = (id: RequestId, response: JSONRPCResponse | Error): void => {
    open.get(id)?.(response);
    open.delete(id);
  };
  /** Tells the client, too, that its answer is not awaited any more. */
  const giveUp = (requestId: RequestId): void => {
    const reason = 'Request timed out';
    settle(requestId, new Error(reason));
    const params = { requestId, reason };
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  };
  return {
    async ask(method, timeoutMs) {
      last += 1;
      const request: JSONRPCRequest = { jsonrpc: '2.0', id: last, method };
      const timer = setTimeout(giveUp, timeoutMs, request.id);
      try {
        const answer = new Promise<JSONRPCResponse | Error>((resolve) => open.set(request.id, resolve));
        await send(request);
        return resultOf(await answer);
      } finally {
        clearTimeout(timer);
        open.delete(request.id);
      }
    },
    answered(response) {
      if (response.id !== undefined) settle(response.id, response);
    },
    close() {
      for (const id of open.keys()) settle(id, new Error('Connection closed'));
    },
  };
}

function resultOf(response: JSONRPCResponse | Error): Fields {
  if (response instanceof Error) throw response;
  if ('error' in response) throw new Error(response.error.message);
  return response.result;
}
