import { createCancelToken } from './cancel-token.ts';
import { chooseThread } from './choose-thread.ts';
import { type Job, leave, type SessionPlace, type Thread } from './thread.ts';

/** Dispatches each job to the thread in which its session is, or is from now on. */
export function dispatchTo(threads: readonly Thread[]): (job: Job) => void {
  return (job) => {
    const { id, place, task, cancelToken } = job;
    try {
      const thread = chooseThread(threads, place);
      if (place.thread !== thread) move(place, thread);
      thread.port.post({ kind: 'do', id, session: place.session, task, cancelToken });
      thread.jobs.set(id, job);
    } catch (error) {
      job.reject(error);
    }
  };
}

/** Moves a session; what it leaves behind is closed once the thread that it was in goes on. */
function move(place: SessionPlace, thread: Thread): void {
  const { session, opening } = place;
  place.thread?.port.post({ kind: 'do', id: 0, session, task: { kind: 'close' }, cancelToken: createCancelToken() });
  leave(place);
  place.thread = thread;
  thread.places.add(place);
  thread.port.post({ kind: 'open', session, opening });
}
