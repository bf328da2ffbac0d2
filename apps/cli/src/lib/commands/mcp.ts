import { start } from '@dragoman/mcp-stdio/start';
import type { Invocation } from '../surroundings.ts';

/** `mcp`: the server with its own options and its own way to end. */
export async function serveClient({ words, surroundings }: Invocation): Promise<null> {
  surroundings.interruption.release();
  await start(words);
  return null;
}
