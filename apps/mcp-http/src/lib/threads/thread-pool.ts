import type { OpenSessionHost } from '../sessions/session-host.ts';
import type { StoreWatch } from '../watch/store-watch.ts';
import { askIn } from './ask-in.ts';
import { dispatchTo } from './dispatch.ts';
import type { FromThread } from './messages.ts';
import { remoteSessionHost } from './remote-session-host.ts';
import type { SessionPlace } from './thread.ts';
import { createThreadSupervisor, type SupervisorOptions } from './thread-supervisor.ts';
import { startWatchdog, type WatchdogOptions } from './watchdog.ts';

/** Threads that hold sessions, so that a volume which does not answer stalls the sessions that work in it alone. */
export interface ThreadPool {
  /** Resolves when all threads have begun. */
  readonly started: Promise<unknown>;
  readonly openSessionHost: OpenSessionHost;
  /** True if no thread answers. */
  readonly isStuck: boolean;
  /** True if a thread is stuck in the system: the process ends by no exit that waits for its threads. */
  readonly hasLeftBehind: boolean;
  stop(): Promise<unknown>;
}

export interface PoolOptions extends WatchdogOptions, Pick<SupervisorOptions, 'count' | 'start'> {
  readonly onStoreRequest: StoreWatch;
}

export function createThreadPool(options: PoolOptions): ThreadPool {
  const { log } = options;
  const places = new Map<number, SessionPlace>();
  const onMessage = (message: FromThread): void => {
    if (message.kind === 'log') log(message.severity, message.message, message.data);
    if (message.kind === 'commands') {
      const place = places.get(message.session);
      if (place !== undefined) place.runsCommands = message.run;
    }
    if (message.kind === 'store') options.onStoreRequest(message.operation, message.status);
  };
  const supervisor = createThreadSupervisor({ ...options, onMessage });
  const { threads } = supervisor;
  const looking = startWatchdog(supervisor, options);
  let sessions = 0;
  let jobs = 0;
  const context = { run: dispatchTo(threads), nextId: () => (jobs += 1) };
  return {
    started: supervisor.started,
    openSessionHost(opening, principal) {
      sessions += 1;
      const place: SessionPlace = { session: sessions, principal, opening, thread: null, runsCommands: false };
      places.set(sessions, place);
      const ask = askIn(place, context);
      const close = async (): Promise<void> => {
        places.delete(place.session);
        if (place.thread === null) return;
        await ask({ kind: 'close' });
        place.thread?.places.delete(place);
      };
      return remoteSessionHost({ place, ask, close });
    },
    get isStuck() {
      return threads.every((thread) => thread.isStuck);
    },
    get hasLeftBehind() {
      return supervisor.hasLeftBehind || threads.some((thread) => thread.isStuck);
    },
    stop() {
      looking[Symbol.dispose]();
      return supervisor.stop();
    },
  };
}
