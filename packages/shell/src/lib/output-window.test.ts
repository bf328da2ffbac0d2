import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputWindow } from './output-window.ts';

const MB = 1024 * 1024;

describe('createOutputWindow', () => {
  it('gives what came since the last time, in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), (chunks) => {
        const window = createOutputWindow();
        for (const chunk of chunks) window.add(chunk);
        const whole = Buffer.concat(chunks);
        const newlines = whole.filter((byte) => byte === 0x0a).length;
        expect(window.take()).toEqual({ head: whole, tail: Buffer.alloc(0), bytes: whole.length, newlines });
        expect(window.take().bytes).toBe(0);
      }),
    );
  });

  it('keeps the beginning and the end of what is too long, and counts the rest', () => {
    const window = createOutputWindow();
    const chunk = (index: number) => Buffer.alloc(MB / 4, `${index}\n`.padStart(8));
    for (let index = 0; index < 40; index += 1) window.add(chunk(index));
    const { head, tail, bytes, newlines } = window.take();
    expect(bytes).toBe(10 * MB);
    expect(newlines).toBe((10 * MB) / 8);
    expect(head.equals(Buffer.concat([0, 1, 2, 3].map(chunk)))).toBe(true);
    expect(tail.length).toBeLessThanOrEqual(2 * MB);
    expect(tail.subarray(-MB).equals(Buffer.concat([36, 37, 38, 39].map(chunk)))).toBe(true);
  });
});
