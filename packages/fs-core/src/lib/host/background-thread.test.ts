import { describe, expect, it } from 'vitest';
import { inBackground, pauseAsLong } from './background-thread.ts';

const module = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${source}`)}`,
  );

describe('a task in the background', () => {
  it('is told what it is, and tells its result', async () => {
    expect(await inBackground(module('parentPort.postMessage(workerData.words.join())'), { words: ['a', 'b'] })).toBe(
      'a,b',
    );
  });

  it('fails with what its thread throws, and where the thread ends without a word', async () => {
    await expect(inBackground(module('throw new RangeError("too large")'), {})).rejects.toThrow('too large');
    await expect(inBackground(module('process.exit()'), {})).rejects.toThrow('The thread has ended');
    await expect(inBackground(new URL('./gone.js', import.meta.url), {})).rejects.toThrow('gone.js');
  });

  it('writes to no stream of the process', async () => {
    await expect(inBackground(module('console.log("stray"); parentPort.postMessage(1)'), {})).resolves.toBe(1);
  });

  it('pauses', async () => {
    expect(await pauseAsLong(0.5)).toBeUndefined();
  });
});
