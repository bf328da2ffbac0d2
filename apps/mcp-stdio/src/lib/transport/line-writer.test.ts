import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createLineWriter } from './line-writer.ts';

/** Takes one chunk, and the next only when it is let. */
function openOutput() {
  const taken: string[] = [];
  let letGo = (): void => {};
  const output = new Writable({
    highWaterMark: 16,
    decodeStrings: false,
    write(chunk, _encoding, done) {
      taken.push(String(chunk));
      letGo = done;
    },
  });
  return { output, taken, letGo: () => letGo() };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createLineWriter', () => {
  it('writes what comes in one turn together', async () => {
    const { output, taken } = openOutput();
    const writer = createLineWriter(output, () => {});
    writer.write('one');
    await Promise.resolve();
    writer.write('two');
    expect(taken).toEqual([]);
    await turn();
    expect(taken).toEqual(['one\ntwo\n']);
  });

  it('gathers no more than a bound', () => {
    const { output, taken } = openOutput();
    const writer = createLineWriter(output, () => {});
    const line = 'x'.repeat(40_000);
    writer.write(line);
    expect(taken).toEqual([]);
    writer.write(line);
    expect(taken).toEqual([`${line}\n${line}\n`]);
  });

  it('is blocked until the reader takes what was written', async () => {
    const { output, letGo } = openOutput();
    const onUnblocked = vi.fn();
    const writer = createLineWriter(output, onUnblocked);
    writer.write('longer than the bound');
    expect(writer.blocked).toBeNull();
    writer.flush();
    const { blocked } = writer;
    expect(blocked).not.toBeNull();
    letGo();
    await blocked;
    expect(writer.blocked).toBeNull();
    expect(onUnblocked).toHaveBeenCalledOnce();
  });

  it('listens for nothing any more once the reader reads on', async () => {
    const { output, letGo } = openOutput();
    const writer = createLineWriter(output, () => {});
    const listeners = () => output.eventNames().map((name) => [name, output.listenerCount(name)]);
    const before = listeners();
    for (let times = 0; times < 20; times += 1) {
      writer.write('longer than the bound');
      writer.flush();
      const { blocked } = writer;
      expect(blocked).not.toBeNull();
      letGo();
      await blocked;
    }
    expect(listeners()).toEqual(before);
  });

  it('says nothing to a reader who is gone', async () => {
    const { output, taken } = openOutput();
    const writer = createLineWriter(output, () => {});
    writer.write('one');
    output.destroy();
    await turn();
    expect(taken).toEqual([]);
  });
});
