import { isFields } from './messages.ts';
import type { Method } from './method.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';

/** Opens a stream of what changes on a server. Requests of it go on until they are cancelled. */
export const LISTEN = 'subscriptions/listen';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Tells a client that it will hear of none of the changes that it asked for: here are none of these. */
export const listen: Method = async ({ notifications }, { id, signal, notify }) => {
  if (!isFields(notifications)) throw protocolError(ErrorCode.InvalidParams, 'params.notifications must be an object');
  const params = { _meta: { [SUBSCRIPTION_ID]: id }, notifications: {} };
  await notify({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params });
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return {};
};
