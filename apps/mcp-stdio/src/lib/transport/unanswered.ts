import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** Which requests of the client still wait for their answer. */
export interface Unanswered {
  received(message: JSONRPCMessage): void;
  sent(message: JSONRPCMessage): void;
  /** Resolves as soon as every request is answered or cancelled. */
  none(): Promise<void>;
}

export function createUnanswered(): Unanswered {
  const ids = new Set<RequestId>();
  const waiting: (() => void)[] = [];
  const remove = (id: unknown): void => {
    ids.delete(id as RequestId);
    if (ids.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    received(message) {
      if (!('method' in message)) return;
      if ('id' in message) ids.add(message.id);
      // A cancelled request is never answered.
      else if (message.method === 'notifications/cancelled') remove(message.params?.requestId);
    },
    sent(message) {
      if (!('method' in message)) remove(message.id);
    },
    async none() {
      if (ids.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
