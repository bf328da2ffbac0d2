import { type DialectName, dialectFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/tools/options';

/**
 * The key in `_meta` under which clients of protocol versions without `initialize` say who they are in each request.
 */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The dialect of one request: the chosen one, or with `auto` the one that suits the client's name. */
export function dialectOf(
  choice: Options['dialect'],
  meta: Readonly<Record<string, unknown>> | undefined,
  initializedName: string | undefined,
): DialectName {
  if (choice !== 'auto') return choice;
  return dialectFor(nameIn(meta?.[CLIENT_INFO]) ?? initializedName ?? '');
}

function nameIn(info: unknown): string | null {
  if (typeof info !== 'object' || info === null || !('name' in info)) return null;
  return typeof info.name === 'string' ? info.name : null;
}
