import type { DialectName } from './dialect-name.ts';

/** The dialect that `auto` means for a client, by the name it gives itself. */
export function dialectFor(clientName: string): DialectName {
  return clientName.toLowerCase().includes('gemini') ? 'gemini' : 'claude-code';
}
