import type { Params } from './messages.ts';
import type { RequestContext } from './method.ts';
import { clientName, metaOf } from './params.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';
import type { ServiceParts, ToolsetHandle } from './service-parts.ts';

/** Takes a slot for work in a session, whose answer releases it, and gives the tools for the client that asks. */
export async function takeToolset(
  parts: ServiceParts,
  params: Params,
  { state, signal, takeSlot }: RequestContext,
): Promise<{ readonly toolset: ToolsetHandle; readonly client: string }> {
  const client = clientName(metaOf(params), state.client?.name);
  // No slot is held for the roots of the client or for code: a burst that waited there would all go on at once.
  const toolset = await parts.toolsetFor(client);
  const turn = takeSlot();
  if (turn !== null) await turn;
  // Nothing answers a request that was cancelled.
  if (signal.aborted) throw protocolError(ErrorCode.InternalError, 'Call cancelled');
  return { toolset, client };
}
