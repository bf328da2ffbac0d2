import type { Server } from 'node:http';
import type { InFlight } from '../calls/in-flight.ts';
import type { UnreadAnswers } from '../calls/unread-answers.ts';
import type { Stage } from '../front/server-context.ts';

// Balancers take some seconds to hear that a server is not ready, and send requests until then.
const SERVED_MS = 5000;
const CLOSE_MS = 1000;

export interface DrainParts {
  readonly server: Server;
  readonly inFlight: InFlight;
  readonly answers: Pick<UnreadAnswers, 'allRead'>;
  /** Milliseconds: how long calls may go on, and clients read what they are answered. */
  readonly drainMs: number;
  readonly setStage: (stage: Stage) => void;
  /** Ends what sessions have left running. */
  readonly closeSessions: () => Promise<void>;
}

/** Ends a server without a loss: what was begun is finished, and what comes too late is told so. */
export async function drain({
  server,
  inFlight,
  answers,
  drainMs,
  setStage,
  closeSessions,
}: DrainParts): Promise<void> {
  setStage('draining');
  await passed(SERVED_MS);
  setStage('ending');
  inFlight.cancelEndless();
  await Promise.race([inFlight.done().then(() => answers.allRead()), passed(drainMs)]);
  inFlight.cancelAll();
  await Promise.race([inFlight.done(), passed(CLOSE_MS)]);
  server.close();
  server.closeIdleConnections();
  await Promise.race([closeSessions(), passed(CLOSE_MS)]);
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
