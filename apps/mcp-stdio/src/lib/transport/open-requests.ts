import type { JSONRPCMessage, JSONRPCNotification, RequestId } from '@modelcontextprotocol/sdk/types.js';

/**
 * Which requests still wait for their answer, the client's and the server's. Inside, each of the client's has a number
 * of its own, so that one that uses an id twice gets two answers, and one that cancels the id 0 is heard, which the SDK
 * takes for none.
 */
export interface OpenRequests {
  /** A message as the server sees it; null where it is about a request that is not open. */
  received(message: JSONRPCMessage): JSONRPCMessage | null;
  /** A message as the client sees it; null where it answers what is answered or cancelled. */
  sent(message: JSONRPCMessage): JSONRPCMessage | null;
  /** Resolves as soon as every request is answered or cancelled. */
  none(): Promise<void>;
}

export function createOpenRequests(): OpenRequests {
  const clientIds = new Map<RequestId, RequestId>();
  /** The numbers inside of each id of the client, the newest last. */
  const insides = new Map<RequestId, RequestId[]>();
  const asked = new Set<RequestId>();
  const waiting: (() => void)[] = [];
  let last = 0;

  const open = (clientId: RequestId): RequestId => {
    last += 1;
    clientIds.set(last, clientId);
    insides.set(clientId, [...(insides.get(clientId) ?? []), last]);
    return last;
  };
  const close = (id: RequestId, clientId: RequestId): void => {
    clientIds.delete(id);
    const others = (insides.get(clientId) ?? []).filter((other) => other !== id);
    if (others.length > 0) insides.set(clientId, others);
    else insides.delete(clientId);
    if (clientIds.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const cancelled = (message: JSONRPCNotification): JSONRPCNotification | null => {
    const { requestId: clientId, ...params } = message.params ?? {};
    const id = insides.get(clientId as RequestId)?.at(-1);
    if (id === undefined) return null;
    close(id, clientId as RequestId);
    return { ...message, params: { ...params, requestId: id } };
  };

  return {
    received(message) {
      if (!('method' in message)) return asked.delete(message.id ?? '') ? message : null;
      if ('id' in message) return { ...message, id: open(message.id) };
      return message.method === 'notifications/cancelled' ? cancelled(message) : message;
    },
    sent(message) {
      if ('method' in message) {
        if ('id' in message) asked.add(message.id);
        return message;
      }
      if (message.id === undefined) return message;
      const clientId = clientIds.get(message.id);
      if (clientId === undefined) return null;
      close(message.id, clientId);
      return { ...message, id: clientId };
    },
    async none() {
      if (clientIds.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
