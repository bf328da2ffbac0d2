import type { JSONRPCMessage, JSONRPCNotification, RequestId } from '@modelcontextprotocol/sdk/types.js';

/**
 * The requests of the client and of the server that still wait for an answer. The server sees each request of the
 * client under a number of its own, so that a client that uses an id twice gets two answers, and one that cancels the
 * id 0 is heard: the SDK treats id 0 as missing.
 */
export interface OpenRequests {
  /** Takes a message from the client and returns it as the server sees it; null if it is about no open request. */
  received(message: JSONRPCMessage): JSONRPCMessage | null;
  /** Takes a message from the server and returns it as the client sees it; null if it answers no open request. */
  sent(message: JSONRPCMessage): JSONRPCMessage | null;
  /** Resolves as soon as every request is answered or cancelled. */
  none(): Promise<void>;
}

export function createOpenRequests(): OpenRequests {
  /** By the number under which the server sees a request; the newest last. */
  const clientIds = new Map<RequestId, RequestId>();
  const asked = new Set<RequestId>();
  const waiting: (() => void)[] = [];
  let last = 0;

  const close = (id: RequestId): void => {
    clientIds.delete(id);
    if (clientIds.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const cancelled = (message: JSONRPCNotification): JSONRPCNotification | null => {
    const { requestId: clientId, ...params } = message.params ?? {};
    const [id] = [...clientIds].findLast(([, candidate]) => candidate === clientId) ?? [];
    if (id === undefined) return null;
    close(id);
    return { ...message, params: { requestId: id, ...params } };
  };

  return {
    received(message) {
      if (!('method' in message)) return asked.delete(message.id ?? '') ? message : null;
      if (!('id' in message)) return message.method === 'notifications/cancelled' ? cancelled(message) : message;
      last += 1;
      clientIds.set(last, message.id);
      return { ...message, id: last };
    },
    sent(message) {
      if ('method' in message) {
        if ('id' in message) asked.add(message.id);
        return message;
      }
      if (message.id === undefined) return message;
      const clientId = clientIds.get(message.id);
      if (clientId === undefined) return null;
      close(message.id);
      return { ...message, id: clientId };
    },
    async none() {
      if (clientIds.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
