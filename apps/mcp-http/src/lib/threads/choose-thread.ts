import { mayHoldUp, type SessionPlace, type Thread } from './thread.ts';

/**
 * The thread that a session works in from now on: the one that it is in, unless that is stuck by what another session does.
 * It moves then, and starts anew.
 */
export function chooseThread(all: readonly Thread[], place: SessionPlace): Thread {
  const threads = all.filter(({ isGone }) => !isGone);
  const { thread } = place;
  if (thread !== null && (!thread.isStuck || mayHoldUp(thread, (one) => one === place))) return thread;
  return leastFilled(candidates(threads, place));
}

/**
 * Threads that go on, if there are any. The last of them is kept from whoever may have stuck the others, as long as there
 * is anybody else whom it serves.
 */
function candidates(threads: readonly Thread[], { principal }: SessionPlace): readonly Thread[] {
  const free = threads.filter(({ isStuck }) => !isStuck);
  if (free.length > 1 || threads.length === 1) return free.length > 0 ? free : threads;
  const own = threads.filter((thread) => thread.isStuck && mayHoldUp(thread, (place) => place.principal === principal));
  const isAlone = threads.every(({ places }) => [...places].every((place) => place.principal === principal));
  if (free.length === 1 && (own.length === 0 || isAlone)) return free;
  return own.length > 0 ? own : threads;
}

function leastFilled(threads: readonly Thread[]): Thread {
  const [first, ...others] = threads;
  if (first === undefined) throw new Error('No thread of sessions runs');
  return others.reduce((least, each) => (each.places.size < least.places.size ? each : least), first);
}
