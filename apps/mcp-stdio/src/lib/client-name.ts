/**
 * The key in `_meta` under which clients of protocol versions without `initialize` say who they are in each request.
 */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The name of the client that made a request, or else of the one that made the connection; empty if none is known. */
export function clientName(
  meta: Readonly<Record<string, unknown>> | undefined,
  initializedName: string | undefined,
): string {
  return nameIn(meta?.[CLIENT_INFO]) ?? initializedName ?? '';
}

function nameIn(info: unknown): string | null {
  if (typeof info !== 'object' || info === null || !('name' in info)) return null;
  return typeof info.name === 'string' ? info.name : null;
}
