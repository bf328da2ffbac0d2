import { describe, expect, it } from 'vitest';
import { createPace, paced, type Steps } from './pace.ts';

/** A step that takes a whole slice. */
function work(): void {
  for (const end = Date.now() + 12; Date.now() < end; );
}

/** Jobs whose steps are written down by name; each may be cancelled, and so need not come to its end. */
function openJobs() {
  const steps: string[] = [];
  const ended: string[] = [];
  function* stepsOf(name: string, count: number): Steps<void> {
    for (let step = 0; step < count; step += 1) {
      work();
      steps.push(name);
      yield;
    }
  }
  return {
    steps,
    ended,
    async run(name: string, count: number, signal?: AbortSignal): Promise<void> {
      await paced(stepsOf(name, count), createPace(signal)).finally(() => ended.push(name));
    },
  };
}

const cancellable = (): AbortSignal => new AbortController().signal;

describe('the pace of long jobs', () => {
  it('waits for nothing in a short one', () => {
    expect(createPace()()).toBeNull();
  });

  it('lets one of them go on in each turn of the event loop', async () => {
    let turn = 0;
    let counting = setImmediate(function count() {
      turn += 1;
      counting = setImmediate(count);
    });
    const turns: number[] = [];
    const job = async (): Promise<void> => {
      const pace = createPace(cancellable());
      for (let step = 0; step < 4; step += 1) {
        work();
        await pace();
        turns.push(turn);
      }
    };
    await Promise.all([job(), job(), job()]);
    clearImmediate(counting);
    expect(new Set(turns).size).toBe(12);
  });

  it('ends them one after another, and keeps those between the oldest and the newest for later', async () => {
    const { steps, ended, run } = openJobs();
    const names = ['first', 'second', 'third', 'last'];
    const seen: number[] = [];
    const countMiddle = () => void seen.push(steps.filter((name) => name === 'second' || name === 'third').length);
    const runs = names.map((name) => run(name, 6, cancellable()));
    await Promise.race(runs).then(countMiddle);
    await Promise.all(runs);
    // Only their first steps, after which they turned out to be long.
    expect(seen).toEqual([2]);
    expect(ended.slice(0, 2).toSorted()).toEqual(['first', 'last']);
  });

  it('lets a short one that comes later end before them', async () => {
    const { ended, run } = openJobs();
    const long = ['one', 'two', 'three'].map((name) => run(name, 20, cancellable()));
    await run('short', 3, cancellable());
    expect(ended).toEqual(['short']);
    await Promise.all(long);
  });

  it('lets those go on first that are cancelled, or that must come to their end', async () => {
    const { ended, run } = openJobs();
    const controller = new AbortController();
    const oldest = run('oldest', 20, cancellable());
    const cancelled = run('cancelled', 20, controller.signal);
    const obliged = run('obliged', 5);
    const newest = run('newest', 20, cancellable());
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    await obliged;
    expect(ended).toEqual(['cancelled', 'obliged']);
    await Promise.all([oldest, newest]);
  });
});
