import { describe, expect, it, vi } from 'vitest';
import { type CallSlots, createCallSlots } from './call-slots.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function run(slots: CallSlots, task: () => Promise<void>): Promise<void> {
  await slots.take();
  try {
    await task();
  } finally {
    slots.release();
  }
}

interface Gate {
  backpressure: Promise<void> | null;
  close(): void;
  open(): void;
}

function createGate(): Gate {
  let clear = (): void => {};
  const gate: Gate = {
    backpressure: null,
    close() {
      gate.backpressure = new Promise((resolve) => {
        clear = resolve;
      });
    },
    open() {
      gate.backpressure = null;
      clear();
    },
  };
  return gate;
}

describe('createCallSlots', () => {
  it('runs no more than its limit at once, and all in the end', async () => {
    const slots = createCallSlots(3, () => null);
    let running = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      for (let turns = 0; turns < 10; turns += 1) await turn();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, () => run(slots, task)));
    expect({ most, running }).toEqual({ most: 3, running: 0 });
  });

  it('starts the first at once, and the others in the order in which they came', async () => {
    const slots = createCallSlots(3, () => null);
    expect(slots.take()).toBeNull();
    const started: number[] = [];
    const others = [1, 2, 3, 4].map((id) =>
      run(slots, async () => {
        started.push(id);
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([]);
    slots.release();
    await Promise.all(others);
    expect(started).toEqual([1, 2, 3, 4]);
  });

  it('lets calls that end at once follow each other within a turn', async () => {
    const slots = createCallSlots(3, () => null);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await Promise.all(Array.from({ length: 50 }, () => run(slots, async () => {})));
    clearImmediate(immediate);
    expect(turns).toBeLessThan(10);
  });

  it('is at rest while as many calls run as may', async () => {
    const slots = createCallSlots(1, () => null);
    expect(slots.take()).toBeNull();
    let hasStarted = false;
    const call = run(slots, async () => {
      hasStarted = true;
    });
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      for (let count = 0; count < 5; count += 1) await turn();
      expect(turns).toHaveBeenCalledTimes(5);
    } finally {
      turns.mockRestore();
    }
    expect(hasStarted).toBe(false);
    slots.release();
    await call;
  });

  it('starts none while something is in the way', async () => {
    const gate = createGate();
    gate.close();
    const slots = createCallSlots(1, () => gate.backpressure);
    let ran = false;
    const call = run(slots, async () => {
      ran = true;
    });
    await turn();
    await turn();
    expect(ran).toBe(false);
    gate.open();
    await call;
    expect(ran).toBe(true);
  });

  it('starts none behind an answer that is in the way', async () => {
    const gate = createGate();
    const slots = createCallSlots(1, () => gate.backpressure);
    expect(slots.take()).toBeNull();
    let ran = false;
    const call = run(slots, async () => {
      ran = true;
    });
    gate.close();
    slots.release();
    await turn();
    await turn();
    expect(ran).toBe(false);
    gate.open();
    await call;
  });

  it('is drained when those that run have ended, and starts none that wait', async () => {
    const slots = createCallSlots(1, () => null);
    expect(slots.take()).toBeNull();
    let hasStarted = false;
    let isDrained = false;
    void slots.take()?.then(() => {
      hasStarted = true;
    });
    const drained = slots.drained().then(() => {
      isDrained = true;
    });
    await turn();
    await turn();
    expect(isDrained).toBe(false);
    slots.release();
    await drained;
    await turn();
    expect(hasStarted).toBe(false);
    await slots.drained();
    expect(slots.take()).not.toBeNull();
  });
});
