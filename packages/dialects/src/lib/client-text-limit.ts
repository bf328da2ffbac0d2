import type { TextLimit } from '@dragoman/formatters';
import { CLIENT_CAPS } from './client-caps.ts';

/** The longest text of one result that a client shows its model whole, by the client's name; null if none is known. */
export function clientTextLimit(name: string): TextLimit | null {
  const { codex, geminiCli, opencode } = CLIENT_CAPS;
  if (name.startsWith('gemini-cli')) return geminiCli.result;
  if (name.startsWith('codex')) return codex.result;
  return name === 'opencode' ? opencode.result : null;
}
