import { type Encoding, unitSize } from '../encoding/text-format.ts';
import { type CountingKernel, createCountingKernel, KERNEL_MEMORY, KERNEL_STEP } from './counting-kernel.ts';
import { countNewlines } from './newlines.ts';

/** Counts in a buffer of its own, which the caller fills. Counting overwrites up to 63 bytes after `to`. */
export interface ByteCounter extends Disposable {
  /** Its size is a multiple of every block size. */
  readonly buffer: Uint8Array;
  /** Newlines in `[from, to)`; `from` is a multiple of 64. */
  newlines(from: number, to: number): number;
  /** Continuation bytes of UTF-8 in `[0, to)`. */
  continuations(to: number): number;
}

/** Kernels not in use: a scan that waits for a slow read keeps its own. */
const idle: CountingKernel[] = [];

/** A counter for an encoding: vectors if the processor has them, else plain loops. */
export function openByteCounter(encoding: Encoding): ByteCounter {
  const kernel = idle.pop() ?? createCountingKernel();
  return kernel === null ? plainCounter(encoding) : vectorCounter(kernel, encoding);
}

/** Continuation bytes in UTF-8 of no more bytes than a counter's buffer has. */
export function countContinuations(bytes: Uint8Array): number {
  using counter = openByteCounter('utf-8');
  counter.buffer.set(bytes);
  return counter.continuations(bytes.length);
}

/** Counts like `countNewlines`, for any number of bytes. */
export function countAllNewlines(bytes: Uint8Array, encoding: Encoding): number {
  using counter = openByteCounter(encoding);
  const { buffer } = counter;
  let count = 0;
  for (let from = 0; from < bytes.length; from += buffer.length) {
    const some = bytes.subarray(from, from + buffer.length);
    buffer.set(some);
    count += counter.newlines(0, some.length);
  }
  return count;
}

/** The counter for processors without vectors. */
export function plainCounter(encoding: Encoding): ByteCounter {
  const buffer = Buffer.alloc(KERNEL_MEMORY);
  return {
    buffer,
    newlines: (from, to) => countNewlines(buffer.subarray(from, to), encoding),
    continuations(to) {
      let count = 0;
      for (let at = 0; at < to; at++) if (((buffer[at] ?? 0) & 0xc0) === 0x80) count++;
      return count;
    },
    [Symbol.dispose]() {},
  };
}

function vectorCounter(kernel: CountingKernel, encoding: Encoding): ByteCounter {
  const newline = encoding === 'utf-16be' ? 0x0a00 : 0x0a;
  const count = unitSize(encoding) === 2 ? kernel.countUnits : kernel.countBytes;
  return {
    buffer: kernel.memory,
    newlines: (from, to) => count(from, padded(kernel, to), newline),
    continuations: (to) => kernel.countLess(0, padded(kernel, to), FIRST_LEAD),
    [Symbol.dispose]() {
      idle.push(kernel);
    },
  };
}

/** 0xC0 as a signed byte: continuation bytes are all below it, ASCII and lead bytes are not. */
const FIRST_LEAD = -64;

/** Fills up the last round with zeros, which no counter counts. */
function padded({ memory }: CountingKernel, to: number): number {
  const end = Math.ceil(to / KERNEL_STEP) * KERNEL_STEP;
  memory.fill(0, to, end);
  return end;
}
