import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { callOf, type RawServer } from './raw.ts';

/** A command that never ends by itself, whatever signal it may take lightly. */
const ENDLESS = 'trap "" HUP; echo $$ > pid; while true; do sleep 60; done';

/** Starts a command in the server's working directory that never ends; resolves to its process id once it runs. */
export async function startEndless(server: RawServer, pidFile: string, id: string | number): Promise<number> {
  await server.send(callOf(id, 'bash', { command: ENDLESS, timeout: 600_000 }));
  const text = await vi.waitFor(() => demandLine(readFileSync(pidFile, 'utf8')), { timeout: 30_000 });
  return Number(text);
}

function demandLine(text: string): string {
  if (!text.endsWith('\n')) throw new Error('Not written yet');
  return text.trim();
}

/** Whether a process runs; one that has ended and waits to be collected does not. */
export function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
