import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { callOf, type RawServer } from './raw.ts';

export interface Endless {
  readonly id: string | number;
  /** File of its process id: `pid` in the server's working directory. */
  readonly pidFile: string;
  /** Signals that it takes lightly. */
  readonly deafTo?: string;
}

/** Starts a command that never ends by itself; resolves to its process id once it runs. */
export async function startEndless(server: RawServer, { id, pidFile, deafTo = 'HUP' }: Endless): Promise<number> {
  const command = `trap "" ${deafTo}; echo $$ > pid; while true; do sleep 60; done`;
  await server.send(callOf(id, 'bash', { command, timeout: 600_000 }));
  const text = await vi.waitFor(() => assertLine(readFileSync(pidFile, 'utf8')), { timeout: 30_000 });
  return Number(text);
}

function assertLine(text: string): string {
  if (!text.endsWith('\n')) throw new Error('Not written yet');
  return text.trim();
}
