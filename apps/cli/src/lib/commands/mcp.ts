import { start } from '@dragoman/mcp-stdio/start';
import type { Invocation } from '../cli-context.ts';

/** `mcp`: the server with its own options and its own way to end. */
export async function serveClient({ words, context }: Invocation): Promise<null> {
  context.interruption.release();
  await start(words);
  return null;
}
