import { parentPort, workerData } from 'node:worker_threads';
import { takeSecret } from '../run/secret.ts';
import { serveThread } from './serve-thread.ts';
import type { ThreadData } from './start-thread.ts';

/** Entry point of a thread of sessions. */
async function run(): Promise<void> {
  if (parentPort === null) return;
  const { secretFile, callTimeoutMs } = workerData as ThreadData;
  // Continuations of a session hold in every other.
  await takeSecret(secretFile);
  serveThread(parentPort, { callTimeoutMs });
}

void run();
